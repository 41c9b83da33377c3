"""The coach's sentences: what the better of two moves gives that the other one does not.

A move is a noun in them, always in the nominative and without an article, so that every card fits every sentence.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.engine.cards import GO, Card
from game.engine.moves import Move, MoveKind
from game.i18n import _, _n, _p, capital, number
from game.match.comparisons import EVEN_KINDS, Comparison, ComparisonKind
from game.words.names import Names
from game.words.vocabulary import card_name, term


def short_card_name(card: Card, rules_id: str) -> str:
    """Return a card's name as it is said in a sentence: “the 75”, “Flat Tire”."""
    match card.km:
        case 25:
            return _p("card", "the 25")
        case 50:
            return _p("card", "the 50")
        case 75:
            return _p("card", "the 75")
        case 100:
            return _p("card", "the 100")
        case 200:
            return _p("card", "the 200")
    return card_name(card, rules_id)


def move_noun(move: Move, names: Names, rules_id: str) -> str:
    """Return a move as a noun: “the 75”, “Stop against Carla”, “discarding Go”."""
    match move.kind:
        case MoveKind.EXTEND:
            return _p("move", "driving on")
        case MoveKind.STAY:
            return _p("move", "taking the win")
        case MoveKind.DECLINE:
            return _p("move", "waiting")
        case MoveKind.COUP_FOURRE:
            return term("coup_fourre", rules_id)
    assert move.card is not None
    card = short_card_name(move.card, rules_id)
    if move.kind is MoveKind.DISCARD:
        return _p("move", "discarding {card}", card=card)
    if move.side is not None:
        return _p("move", "{card} against {target}", card=card, target=names.side(move.side))
    return card


def deed_words(move: Move, names: Names, rules_id: str) -> str:
    """Return a move as what to do, for a heading: “Play the 75”."""
    match move.kind:
        case MoveKind.EXTEND:
            return _("Drive on")
        case MoveKind.STAY:
            return _("Take the win")
        case MoveKind.DECLINE:
            return _("Keep it for later")
        case MoveKind.COUP_FOURRE:
            return capital(term("coup_fourre", rules_id))
    assert move.card is not None
    card = short_card_name(move.card, rules_id)
    if move.kind is MoveKind.DISCARD:
        return capital(_("Discard {card}", card=card))
    if move.side is not None:
        return capital(_("{card} against {target}", card=card, target=names.side(move.side)))
    return capital(_("Play {card}", card=card))


_ALIKE_KM = 25
"""Distances that differ by at most this much are nearly the same."""


@dataclass(frozen=True, slots=True)
class _Told:
    """What a sentence is about: *a* and *b* are the moves as nouns, ``card_a`` and ``card_b`` their cards."""

    it: Comparison
    better: Move
    other: Move | None
    names: Names
    rules_id: str

    @property
    def a(self) -> str:
        return move_noun(self.better, self.names, self.rules_id)

    @property
    def b(self) -> str:
        assert self.other is not None
        return move_noun(self.other, self.names, self.rules_id)

    @property
    def card_a(self) -> str:
        return self._short(self.better.card)

    @property
    def card_b(self) -> str:
        return self._short(None if self.other is None else self.other.card)

    @property
    def card(self) -> str:
        """The card that the comparison names."""
        return self._short(self.it.cards[0])

    @property
    def side(self) -> str:
        assert self.it.side is not None
        return self.names.side(self.it.side)

    @property
    def other_side(self) -> str:
        assert self.it.other is not None
        return self.names.side(self.it.other)

    @property
    def number(self) -> str:
        return number(self.it.numbers[0])

    @property
    def is_instead_of_discard(self) -> bool:
        return self.other is not None and self.other.kind is MoveKind.DISCARD

    @property
    def are_alike(self) -> bool:
        """Whether level moves are distances of nearly the same length."""
        cards = self.better.card, None if self.other is None else self.other.card
        first, second = (0 if card is None else card.km for card in cards)
        return self.it.is_level and abs(first - second) <= _ALIKE_KM

    def _short(self, card: Card | None) -> str:
        return "" if card is None else short_card_name(card, self.rules_id)


def comparison_sentence(comparison: Comparison, better: Move, other: Move | None, names: Names, rules_id: str) -> str:
    """Return what the better move gives that the other does not, as one sentence or two short ones."""
    kind = comparison.kind
    told = _Told(comparison, better, other, names, rules_id)
    words = capital(_SENTENCES[kind](told))
    is_plain = kind in _PLAIN_KINDS or (better.kind is MoveKind.LAY and told.is_instead_of_discard)
    if not comparison.is_level or is_plain or kind in EVEN_KINDS:
        return words
    return _("It’s a close call. {reason}", reason=words)


def _more_km(told: _Told) -> str:
    words = {"a": told.a, "b": told.b, "km": told.number}
    if told.are_alike:
        return _("It’s a close call: {a} is {km} km more, but {b} will do too.", **words)
    return _("{a} is simply {km} km more than {b}.", **words)


def _drop_short(told: _Told) -> str:
    words = {"card": told.card_a, "second": told.card_b}
    if told.are_alike:
        return _("It’s a close call: {card} is the shorter one, but {second} could go too.", **words)
    return _("{card} is the shorter one; {second} takes you further.", **words)


def _more_than_bonus(told: _Told) -> str:
    km, points = map(number, told.it.numbers)
    words = {"a": told.a, "b": told.b, "km": km, "points": points, "km_200": 200}
    if told.it.is_level:
        return _(
            "{a} is {km} km more than {b}, and that makes up for the {points} points for a win without a {km_200}.",
            **words,
        )
    return _(
        "{a} is {km} km more than {b}, and that outweighs the {points} points for a win without a {km_200}.", **words
    )


def _lay_safety(told: _Told) -> str:
    words = {"safety": told.card, "b": capital(told.b)}
    if told.is_instead_of_discard:
        return _("It’s unlikely that {safety} will still parry an attack, so you can play it now.", **words)
    return _("It’s unlikely that {safety} will still parry an attack. {b} can wait.", **words)


def _delay(told: _Told) -> str:
    cards, points = told.it.numbers
    return _n(
        "Only {n} card is left to draw, and a win after that scores {points} points more.",
        "Only {n} cards are left to draw, and a win after that scores {points} points more.",
        cards,
        points=number(points),
    )


def _drop_limited(told: _Told) -> str:
    if told.other is not None and told.other.card is not None and told.other.card.km:
        return _("Your limit forbids {card}, but not {second}.", card=told.card_a, second=told.card_b)
    return _("Your limit forbids {card}, and you hold nothing against it.", card=told.card_a)


def _first(told: _Told) -> str:
    words = _("Nobody else is rolling yet, and whoever starts first draws the attacks.")
    if told.it.numbers[0] == 1:
        return words
    return words + " " + _("With {n} × {card} in your hand you can wait.", card=told.card_b, n=told.number)


def _drop_out(told: _Told) -> str:
    return _n(
        "You can see the only {hazard}, so {card} can go.",
        "You can see all {n} {hazard} cards, so {card} can go.",
        told.it.numbers[0],
        hazard=told.card,
        card=told.card_a,
    )


def _drop_double(told: _Told) -> str:
    if told.it.numbers[0] == 2:
        return _("{card}: you hold two and can spare one.", card=told.card_a)
    return _("{card}: you hold {n} and can spare one.", card=told.card_a, n=told.number)


_K = ComparisonKind

_PLAIN_KINDS = frozenset(
    {
        _K.COUP,
        _K.COUP_PARRY,
        _K.COUP_LAST,
        _K.COUP_PARRY_LAST,
        _K.FINISH,
        _K.STOP,
        _K.LONGER,
        _K.AGAIN,
        _K.ROLLS,
        _K.FREES,
        _K.EXACT,
        _K.ONE_CARD,
        _K.MORE_KM,
        _K.NEEDED,
        _K.DROP_SAFE,
        _K.DROP_OUT,
        _K.DROP_FAR,
        _K.DROP_THIRD,
        _K.DROP_IMMUNE,
        _K.DROP_MINUS,
        _K.DROP_COVERED,
        _K.DROP_DOUBLE,
        _K.DROP_SHORT,
        _K.DROP_LIMITED,
    }
)
"""The kinds that name a fact which decides for any player, or say themselves that it’s a close call."""

_SENTENCES: dict[ComparisonKind, Callable[[_Told], str]] = {
    _K.ONLY: lambda _told: _("Nothing else can be played."),
    _K.TAUGHT: lambda _told: _("That’s the move the lesson is waiting for."),
    _K.EVEN: lambda _told: _("It’s a close call: either will do."),
    _K.EVEN_USELESS: lambda t: _("You need neither {card} nor {second} anymore.", card=t.card_a, second=t.card_b),
    _K.EVEN_IDLE: lambda t: _(
        "{card} and {second} can’t be played now: it hardly matters which one goes.", card=t.card_a, second=t.card_b
    ),
    _K.EVEN_ORDER: lambda t: _(
        "{card} and {second} add up to exactly the last {km} km: either can come first.",
        card=t.card_a,
        second=t.card_b,
        km=t.number,
    ),
    _K.COUP: lambda t: _("It scores {points} points at once, and you get another turn.", points=t.number),
    _K.COUP_PARRY: lambda _told: _("It parries the attack, and you get another turn."),
    _K.COUP_LAST: lambda t: _("It scores {points} points at once.", points=t.number),
    _K.COUP_PARRY_LAST: lambda _told: _("It parries the attack."),
    _K.EXTEND: lambda _told: _("Driving on is a risk, but winning the longer race is worth it."),
    _K.STAY: lambda _told: _("The win is certain now; driving on would put it at risk."),
    _K.FINISH: lambda t: _("{a} takes you to the finish, {b} doesn’t.", a=t.a, b=t.b),
    _K.STOP: lambda t: _("Only {km} km to go for {rival}: {card} is urgent.", km=t.number, rival=t.side, card=t.card_a),
    _K.WHOM_AHEAD: lambda t: _(
        "Better {rival} than {other}: {km} km further on.", rival=t.side, other=t.other_side, km=t.number
    ),
    _K.WHOM_LEADS: lambda t: _(
        "Better {rival} than {other}: {points} points more in the standings.",
        rival=t.side,
        other=t.other_side,
        points=t.number,
    ),
    _K.WHOM_FIRST: lambda t: _("Better {rival} than {other}: {rival} plays sooner.", rival=t.side, other=t.other_side),
    _K.WHOM_FREE: lambda t: _(
        "Better {rival} than {other}: a limit already slows {other} down.", rival=t.side, other=t.other_side
    ),
    _K.WHOM_SHUT_OUT: lambda t: _(
        "Better {rival} than {other}: if {rival} stays at {km} km, a win scores you {points} points more.",
        rival=t.side,
        other=t.other_side,
        km=0,
        points=t.number,
    ),
    _K.WHOM_ROLLS: lambda t: _(
        "Better {rival}, still rolling, than {other}, stopped anyway.", rival=t.side, other=t.other_side
    ),
    _K.LONGER: lambda t: _(
        "It takes {remedy}, then {go}, to get rid of {card}; for {second}, {go} is enough.",
        card=t.card_a,
        remedy=t.card,
        go=card_name(GO, t.rules_id),
        second=t.card_b,
    ),
    _K.RARER: lambda t: _("Fewer cards are left against {a} than against {b}.", a=t.card_a, b=t.card_b),
    _K.AGAIN: lambda t: _("{a} gives you one more card and one more turn, {b} doesn’t.", a=t.a, b=t.b),
    _K.ROLLS: lambda t: _("{a} gets you rolling at once; {b} can wait.", a=t.a, b=t.b),
    _K.FREES: lambda t: _(
        "{a} rids you of {hazard}, and you can’t drive before that; {b} can wait.", a=t.a, b=t.b, hazard=t.card
    ),
    _K.KEEP_SAFETY: lambda t: _(
        "Keep {safety}: an attack may still come, and parrying it scores {points} points more.",
        safety=t.card,
        points=t.number,
    ),
    _K.KEEP_PARRY: lambda t: _(
        "Keep {safety}: it may still parry an attack, and then you get another turn.", safety=t.card
    ),
    _K.BANK: lambda t: _(
        "The race may be over soon: {safety} scores {points} points, but only if you’ve played it.",
        safety=t.card,
        points=t.number,
    ),
    _K.LAY_SAFETY: _lay_safety,
    _K.WHICH_SAFETY: lambda t: _(
        "{b} could still parry more attacks than {a}: that’s the one to keep.", a=t.card_a, b=t.card_b
    ),
    _K.LEADER: lambda t: _("{b} would put you in the lead, and leaders get hit: you’d be stopped more often.", b=t.b),
    _K.NOW: lambda t: _("{b} could still be played under a limit, {a} couldn’t.", a=t.a, b=t.b),
    _K.EXACT: lambda t: _("After that, your cards add up to exactly what’s left; with {b}, they don’t.", b=t.b),
    _K.ONE_CARD: lambda t: _(
        "{km} km to go: one card would be enough. After {b} it’s {left} km, and no single card fits.",
        km=t.number,
        b=t.b,
        left=number(t.it.numbers[1]),
    ),
    _K.DELAY: _delay,
    _K.BONUS: lambda t: _(
        "{b} takes you further now, but a win without any {km} km card is worth {points} points more.",
        b=t.b,
        km=200,
        points=t.number,
    ),
    _K.LIFT: lambda t: _(
        "{a} ends your limit, so {card} can come next; {b} leaves you at {km} km a turn.",
        a=t.a,
        b=t.b,
        card=t.card,
        km=50,
    ),
    _K.LIFT_EARLY: lambda t: _(
        "{a} ends your limit: once you’re rolling, {card} can be played too.", a=t.a, card=t.card
    ),
    _K.LIFT_FIRST: lambda t: _(
        "Nobody can stop you while you’re not rolling, so first {a}, then {b}.", a=t.card_a, b=t.card_b
    ),
    _K.LIFT_BARE: lambda t: _("{a} ends your limit; {b} can wait.", a=t.a, b=t.b),
    _K.WAIT_HIT: lambda t: _("{rival} can’t drive now anyway: {card} can wait.", rival=t.side, card=t.card_b),
    _K.WAIT_LIFT: lambda t: _("You can’t drive now anyway: {card} can wait.", card=t.card_b),
    _K.ALONE: lambda t: _(
        "Only {rival} can drive now: {card} comes first, {b} can wait.", rival=t.side, card=t.card_a, b=t.b
    ),
    _K.HOLD: lambda t: _("{card} holds {rival} up; {b} can wait.", card=t.card_a, rival=t.side, b=t.b),
    _K.HOLD_LEADER: lambda t: _("{card} holds up {rival}, who is in front.", card=t.card_a, rival=t.side),
    _K.HOLD_STUCK: lambda t: _(
        "{card} holds {rival} up; you have no distance that fits now.", card=t.card_a, rival=t.side
    ),
    _K.HOLD_STANDING: lambda t: _("{card} holds {rival} up; you can’t drive now anyway.", card=t.card_a, rival=t.side),
    _K.LIMIT: lambda t: _(
        "{card} keeps {rival} at {km} km a turn; {b} can wait.", card=t.card_a, rival=t.side, b=t.b, km=50
    ),
    _K.LIMIT_LEADER: lambda t: _(
        "{card} keeps {rival}, who is in front, at {km} km a turn.", card=t.card_a, rival=t.side, km=50
    ),
    _K.LIMIT_STUCK: lambda t: _(
        "{card} keeps {rival} at {km} km a turn; you have no distance that fits now.",
        card=t.card_a,
        rival=t.side,
        km=50,
    ),
    _K.LIMIT_STANDING: lambda t: _(
        "{card} keeps {rival} at {km} km a turn; you can’t drive now anyway.", card=t.card_a, rival=t.side, km=50
    ),
    _K.LIMIT_LATER: lambda t: _(
        "{rival} can’t drive now; later, {card} allows only {km} km a turn.", rival=t.side, card=t.card_a, km=50
    ),
    _K.BLOCK: lambda t: _(
        "{rival} can’t drive now; after {card} it takes {remedy} before {go}.",
        rival=t.side,
        card=t.card_a,
        remedy=t.card,
        go=card_name(GO, t.rules_id),
    ),
    _K.FORWARD: lambda t: _("{a} takes you forward; {b} can wait.", a=t.a, b=t.b),
    _K.MORE_KM: _more_km,
    _K.MORE_THAN_BONUS: _more_than_bonus,
    _K.NEEDED: lambda t: _("Keep {card}: you still need it against {hazard}.", card=t.card_b, hazard=t.card),
    _K.DROP_SAFE: lambda t: _("With {safety} you’ll never need {card}: throw it away.", safety=t.card, card=t.card_a),
    _K.DROP_OUT: _drop_out,
    _K.DROP_FAR: lambda t: _("You need only {km} km: {card} takes you too far and can go.", card=t.card_a, km=t.number),
    _K.DROP_THIRD: lambda t: _(
        "You’ve played two {km} km cards, and more aren’t allowed: {card} can go.", km=200, card=t.card_a
    ),
    _K.DROP_IMMUNE: lambda t: _("{card} can’t hit anybody anymore and can go.", card=t.card_a),
    _K.DROP_MINUS: lambda t: _(
        "Few cards are left to draw, and kilometers left in your hand will count against you: {card} costs you more.",
        card=t.card_a,
    ),
    _K.DROP_COVERED: lambda t: _("With {safety} in your hand you can do without {card}.", safety=t.card, card=t.card_a),
    _K.DROP_DOUBLE: _drop_double,
    _K.DROP_SHORT: _drop_short,
    _K.DROP_LIMITED: _drop_limited,
    _K.DROP_PLENTY: lambda t: _("You hold {n} distances, so you can spare {card}.", n=t.number, card=t.card_a),
    _K.DROP_SHORTEST: lambda t: _("{card} is the shortest of your {n} distances.", card=t.card_a, n=t.number),
    _K.DROP_UNNEEDED: lambda t: _(
        "You’d need {card} only after {hazard}, and that may never come.", card=t.card_a, hazard=t.card
    ),
    _K.DROP_IDLE: lambda t: _("{card} can’t hit anybody now; {second} is of more use.", card=t.card_a, second=t.card_b),
    _K.HOME: lambda t: _("After {b}, a rival would more often finish within two turns.", b=t.b),
    _K.SAFER: lambda t: _("{b} would make you a target: you’d be stopped more often.", b=t.b),
    _K.FIRST: _first,
    _K.WIN: lambda t: _("There’s no single reason: {a} simply wins more often than {b}.", a=t.a, b=t.b),
    _K.WIN_LITTLE: lambda t: _("There’s little difference: {a} wins a bit more often than {b}.", a=t.a, b=t.b),
}


def tip_sentence(kind: ComparisonKind, rules_id: str) -> str:
    """Return where to look for the better move, which does not name it."""
    match kind:
        case _K.STOP | _K.WHOM_AHEAD | _K.WHOM_LEADS | _K.WHOM_FIRST | _K.WHOM_FREE | _K.WHOM_SHUT_OUT:
            return _("Look at the others: who can you slow down now?")
        case _K.WHOM_ROLLS | _K.LONGER | _K.RARER | _K.HOLD | _K.HOLD_LEADER | _K.HOLD_STUCK | _K.HOLD_STANDING:
            return _("Look at the others: who can you slow down now?")
        case _K.LIMIT | _K.LIMIT_STUCK | _K.LIMIT_STANDING | _K.LIMIT_LEADER | _K.LIMIT_LATER | _K.BLOCK | _K.ALONE:
            return _("Look at the others: who can you slow down now?")
        case _K.ROLLS | _K.FREES | _K.LIFT | _K.LIFT_EARLY | _K.LIFT_BARE | _K.LIFT_FIRST:
            return _("What gets you going?")
        case _K.KEEP_SAFETY | _K.KEEP_PARRY | _K.BANK | _K.LAY_SAFETY | _K.WHICH_SAFETY | _K.AGAIN:
            return capital(_("{safeties}: now or later?", safeties=term("safeties", rules_id)))
        case (
            _K.FINISH
            | _K.EXACT
            | _K.ONE_CARD
            | _K.EVEN_ORDER
            | _K.DELAY
            | _K.BONUS
            | _K.NOW
            | _K.LEADER
            | _K.FORWARD
            | _K.MORE_KM
            | _K.MORE_THAN_BONUS
        ):
            return _("It’s about the way ahead: which card fits it best?")
        case _K.NEEDED:
            return _("The card you discarded can still be of use.")
    if kind.value.startswith("drop"):
        return _("Which card will you never miss?")
    return _("Think of what the others will do next.")
