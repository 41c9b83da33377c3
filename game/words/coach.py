"""The coach's sentences: what the better of two moves gives that the other one does not.

A move is a noun in them, always in the nominative and without an article, so that every card fits every sentence.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.engine.cards import REMEDIES, Card
from game.engine.moves import Move, MoveKind
from game.i18n import _, _n, _p, capital, number, percent
from game.match.comparisons import Comparison, ComparisonKind
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
    def percents(self) -> tuple[str, str]:
        first, second = self.it.numbers
        return percent(first), percent(second)

    def _short(self, card: Card | None) -> str:
        return "" if card is None else short_card_name(card, self.rules_id)


def comparison_sentence(comparison: Comparison, better: Move, other: Move | None, names: Names, rules_id: str) -> str:
    """Return what the better move gives that the other does not, as one sentence or two short ones."""
    return capital(_SENTENCES[comparison.kind](_Told(comparison, better, other, names, rules_id)))


def _keep_remedy(told: _Told) -> str:
    return _n(
        "Keep {card}: {hazard} can still come once.",
        "Keep {card}: {hazard} can still come {n} times.",
        told.it.numbers[0],
        card=told.card_b,
        hazard=told.card,
    )


def _home(told: _Told) -> str:
    p, q = told.percents
    return _("{a} lets a rival finish within two turns in {p} of all cases, {b} in {q}.", a=told.a, b=told.b, p=p, q=q)


def _safer(told: _Told) -> str:
    p, q = told.percents
    return _(
        "{b} gets you stopped within two turns in {q} of all cases, {a} only in {p}.", a=told.a, b=told.b, p=p, q=q
    )


_K = ComparisonKind

_SENTENCES: dict[ComparisonKind, Callable[[_Told], str]] = {
    _K.ONLY: lambda _told: _("Nothing else can be played."),
    _K.TAUGHT: lambda _told: _("That’s the move the lesson is waiting for."),
    _K.EVEN: lambda t: _("{a} or {b}: hardly a difference.", a=t.a, b=t.b),
    _K.COUP: lambda t: _("It scores {points} points at once, and the next turn is yours.", points=t.number),
    _K.EXTEND: lambda t: _(
        "The longer race is won in {percent} of all cases, and that’s worth more than the win now.",
        percent=percent(t.it.numbers[0]),
    ),
    _K.STAY: lambda t: _(
        "The win is certain now; driving on would win the longer race in {percent} of all cases.",
        percent=percent(t.it.numbers[0]),
    ),
    _K.FINISH: lambda t: _("{a} takes you to the finish, {b} doesn’t.", a=t.a, b=t.b),
    _K.STOP: lambda t: _(
        "Only {km} km to go for {rival}: {card} is urgent, {b} can wait.",
        km=t.number,
        rival=t.side,
        card=t.card_a,
        b=t.b,
    ),
    _K.WHOM_AHEAD: lambda t: _(
        "Rather {rival} than {other}: {km} km further on.", rival=t.side, other=t.other_side, km=t.number
    ),
    _K.WHOM_LEADS: lambda t: _(
        "Rather {rival} than {other}: {points} points more in the standings.",
        rival=t.side,
        other=t.other_side,
        points=t.number,
    ),
    _K.WHOM_ROLLS: lambda t: _(
        "Rather {rival}, still rolling, than {other}, standing anyway.", rival=t.side, other=t.other_side
    ),
    _K.LONGER: lambda t: _(
        "{card} takes {remedy} and then {go} to get rid of, {second} only {go}.",
        card=t.card_a,
        remedy=t.card,
        go=card_name(REMEDIES[0], t.rules_id),
        second=t.card_b,
    ),
    _K.AGAIN: lambda t: _("{a} gives you one more card and one more turn, {b} doesn’t.", a=t.a, b=t.b),
    _K.ROLLS: lambda t: _("{a} gets you rolling at once, {b} doesn’t.", a=t.a, b=t.b),
    _K.ROLLS_SOONER: lambda t: _("{a} gets you rolling again sooner than {b}.", a=t.a, b=t.b),
    _K.KEEP_SAFETY: lambda t: _(
        "Keep {safety}: an attack may still come, and parrying it scores {points} points more.",
        safety=t.card,
        points=t.number,
    ),
    _K.BANK: lambda t: _(
        "The race may be over soon: {safety} scores {points} points, but only if you’ve played it.",
        safety=t.card,
        points=t.number,
    ),
    _K.LAY_SAFETY: lambda t: _(
        "It’s unlikely that {safety} will still parry an attack. {b} can wait.", safety=t.card, b=t.b
    ),
    _K.LEADER: lambda t: _(
        "{b} would put you in the lead, and leaders get hit. {a} keeps you behind {rival}.", a=t.a, b=t.b, rival=t.side
    ),
    _K.NOW: lambda t: _("{a} while you may: under a limit only {b} would still go.", a=t.a, b=t.b),
    _K.EXACT: lambda t: _(
        "After that, your cards make the rest exactly; {b} leaves you without the right ones.", b=t.b
    ),
    _K.LIFT: lambda t: _(
        "{a} ends your limit, so {card} can be played again; {b} leaves you at {km} km.",
        a=t.a,
        b=t.b,
        card=t.card,
        km=50,
    ),
    _K.BONUS: lambda t: _(
        "Leave {b}: a win without any {km} km card is worth {points} points more.", b=t.b, km=200, points=t.number
    ),
    _K.DROP_SAFE: lambda t: _(
        "With {safety} you’ll never need {card}. {second} can still help.",
        safety=t.card,
        card=t.card_a,
        second=t.card_b,
    ),
    _K.DROP_OUT: lambda t: _(
        "{hazard} can’t come any more, so {card} is no use. {second} can still help.",
        hazard=t.card,
        card=t.card_a,
        second=t.card_b,
    ),
    _K.DROP_FAR: lambda t: _(
        "{card} is too long for your last {km} km. {second} can still help.",
        card=t.card_a,
        km=t.number,
        second=t.card_b,
    ),
    _K.DROP_IMMUNE: lambda t: _(
        "{card} can’t hit anybody any more. {second} can still help.", card=t.card_a, second=t.card_b
    ),
    _K.DROP_DOUBLE: lambda t: _("You hold {card} more than once, {second} only once.", card=t.card_a, second=t.card_b),
    _K.DROP_SHORT: lambda t: _(
        "{card} is the shorter one; {second} takes you further.", card=t.card_a, second=t.card_b
    ),
    _K.NEEDED: lambda t: _("Keep {card}: you still need it against {hazard}.", card=t.card_b, hazard=t.card),
    _K.KEEP_REMEDY: _keep_remedy,
    _K.KEEP_HAZARD: lambda t: _("Keep {card}: it can still hit {rival}.", card=t.card_b, rival=t.side),
    _K.KEEP_DISTANCE: lambda t: _("Keep {card}: with {km} km to go you can still use it.", card=t.card_b, km=t.number),
    _K.HOLD: lambda t: _(
        "{a} costs {rival} about {km} km more in two turns than {b}.", a=t.card_a, b=t.b, rival=t.side, km=t.number
    ),
    _K.LIMIT: lambda t: _(
        "{card} keeps {rival} at {km} km a turn; {b} can wait.", card=t.card_a, rival=t.side, km=50, b=t.b
    ),
    _K.HOME: _home,
    _K.FURTHER: lambda t: _("{a} takes you about {km} km further in two turns than {b}.", a=t.a, b=t.b, km=t.number),
    _K.SAFER: _safer,
    _K.WIN: lambda t: _("There’s no single reason: {a} simply wins more often than {b}.", a=t.a, b=t.b),
}


def tip_sentence(kind: ComparisonKind, rules_id: str) -> str:
    """Return where to look for the better move, which does not name it."""
    match kind:
        case _K.STOP | _K.WHOM_AHEAD | _K.WHOM_LEADS | _K.WHOM_ROLLS | _K.LONGER | _K.HOLD | _K.LIMIT:
            return _("Look at the others: whom can you slow down now?")
        case _K.ROLLS | _K.ROLLS_SOONER | _K.LIFT:
            return _("What gets you going again?")
        case _K.KEEP_SAFETY | _K.BANK | _K.LAY_SAFETY | _K.AGAIN:
            return capital(_("{safeties}: now or later?", safeties=term("safeties", rules_id)))
        case _K.FINISH | _K.EXACT | _K.BONUS | _K.NOW | _K.LEADER | _K.FURTHER:
            return _("It’s about the way ahead: which card fits it best?")
        case _K.DROP_SAFE | _K.DROP_OUT | _K.DROP_FAR | _K.DROP_IMMUNE | _K.DROP_DOUBLE | _K.DROP_SHORT:
            return _("Which card will you never miss?")
        case _K.NEEDED | _K.KEEP_REMEDY | _K.KEEP_HAZARD | _K.KEEP_DISTANCE:
            return _("The card given away can still be of use.")
    return _("Think of what the others will do next.")
