"""The pages about a turn, about attack and defence, and about the coup fourré (rules.md §4)."""

from __future__ import annotations

from game.engine.cards import HAZARDS, REMEDIES, SAFETIES, SAFETY_AGAINST, Family, card
from game.engine.rules import Seating
from game.i18n import _, _n, _r, card_name, number
from game.words.rulebook.cards import family_name, limit_lands, remedies_for
from game.words.rulebook.landing import hazard_text
from game.words.rulebook.model import Answer, Answers, Block, Heading, Lead, Lightning, Played, Point

_GO, _LIMIT, _RIGHT_OF_WAY = card("go"), card("speed_limit"), card("right_of_way")
_SLOW_AND_FAST = (card("km_25"), card("km_200"))
_EXAMPLE = card("flat_tire")


# -- turn -----------------------------------------------------------------------------------------------------------


def turn_blocks(played: Played) -> list[Block]:
    """How a leg begins, what a turn is, and what may be laid in it."""
    voice = played.id
    return [
        Point(_("Before the start"), _dealing(played), icon="cards"),
        Point(_("Draw"), _r(voice, "Take the top card of the draw pile, while there is one."), number="1"),
        Point(_("Lay or discard"), _laying(voice), number="2", cards=(card("km_50"), card("stop"))),
        Heading(_("What you may lay")),
        Point(card_name(_GO, voice), _starting(voice), icon="play", cards=(_GO,)),
        Point(family_name(Family.DISTANCE, voice), _driving(played), icon="flag", cards=_SLOW_AND_FAST),
        Point(family_name(Family.REMEDY, voice), _mending(voice), icon="check", cards=REMEDIES[1:]),
        Point(family_name(Family.SAFETY, voice), _safeties(played), icon="shield", cards=SAFETIES),
    ]


def _dealing(played: Played) -> str:
    dealt = _n("{n} card is dealt to each.", "{n} cards are dealt to each.", played.rules.hand_size)
    first = _("The player left of the dealer begins, then it goes round clockwise.")
    dealer = _r(played.id, "The next leg is dealt by the next player.")
    return f"{dealt} {first} {dealer}"


def _laying(voice: str) -> str:
    lay = _("Lay one card on your own display, or a hazard on another’s.")
    discard = _r(voice, "Or put any one card open on the discard pile; it is out of play.")
    passed = _("Without a card in hand you are passed over.")
    return f"{lay} {discard} {passed}"


def _starting(voice: str) -> str:
    empty = _r(voice, "The first card on your battle pile: with it on top you are rolling.")
    again = _("You need it again after everything that stopped you.")
    return f"{empty} {again}"


def _driving(played: Played) -> str:
    rolling = _("Only while you are rolling, and under a limit only {slow} and {fast} km.", slow=25, fast=50)
    twice = _r(played.id, "Of {km} km two cards for each side and leg at most.", km=200)
    return f"{rolling} {twice}"


def _mending(voice: str) -> str:
    return _r(voice, "Only on the hazard they put right, and only on your own display.")


def _safeties(played: Played) -> str:
    always = _("At any time in your turn, rolling or not.")
    if played.rules.safety_plays_on:
        more = _r(played.id, "You then draw and play once more, as long as the draw pile is not empty.")
    else:
        more = _("It is the card of that turn.")
    return f"{always} {more}"


# -- attack and defence ---------------------------------------------------------------------------------------------


def attack_blocks(played: Played) -> list[Block]:
    """What answers what, where a hazard may land, and how one gets on again."""
    voice, rules = played.id, played.rules
    hazard, remedy, safety = (family_name(family, voice) for family in (Family.HAZARD, Family.REMEDY, Family.SAFETY))
    rows = tuple(Answer(attack, remedies_for(attack), SAFETY_AGAINST[attack]) for attack in HAZARDS)
    never = _r(voice, "Never on another hazard, and never where the safety against it lies.")
    lands = f"{hazard_text(rules.hazard_lands_on, voice)} {never}"
    stopping = tuple(attack for attack in HAZARDS if attack is not _LIMIT)
    blocks: list[Block] = [
        Lead(_r(voice, "Every hazard has a card that puts it right, and a safety that keeps it away for good.")),
        Answers((hazard, remedy, safety), rows),
        Point(_("Stopping others"), lands, icon="pause", cards=stopping),
    ]
    if rules.hazard_lands_with_right_of_way_on != rules.hazard_lands_on:
        where = hazard_text(rules.hazard_lands_with_right_of_way_on, voice)
        head = _("If this card is laid there: {card}", card=card_name(_RIGHT_OF_WAY, voice))
        blocks.append(Point(head, where, icon="pause", cards=(_RIGHT_OF_WAY,)))
    both = _("One can be stopped and limited at the same time.")
    return [
        *blocks,
        Point(card_name(_LIMIT, voice), f"{limit_lands(played)} {both}", icon="hint", cards=(_LIMIT,)),
        Point(_("Getting on"), _getting_on(voice), icon="play", cards=(card("gasoline"), _GO)),
        Point(card_name(_RIGHT_OF_WAY, voice), _right_of_way(voice), icon="shield", cards=(_RIGHT_OF_WAY,)),
    ]


def _getting_on(voice: str) -> str:
    go = card_name(_GO, voice)
    return _("First the card that puts it right, in a later turn {go}: only then you roll again.", go=go)


def _right_of_way(voice: str) -> str:
    stop, go = card_name(card("stop"), voice), card_name(_GO, voice)
    immune = _("With it these cannot hit you: {stop}, {limit}.", stop=stop, limit=card_name(_LIMIT, voice))
    rolls = _("You roll without {go}; only another hazard stops you, until it is put right.", go=go)
    return f"{immune} {rolls}"


# -- coup fourré ----------------------------------------------------------------------------------------------------


def coup_fourre_blocks(played: Played) -> list[Block]:
    """The answer at once: what it does, what it brings, and when it is too late."""
    voice, paid = played.id, played.rules.points
    safety, more = number(paid.safety), number(paid.coup_fourre)
    undone = _r(voice, "The hazard goes to the discard pile, and what lay below counts again.")
    worth = _r(voice, "The safety lies crosswise: {safety} points, and {more} more.", safety=safety, more=more)
    immune = _("From now on that hazard cannot hit you any more.")
    late = _r(voice, "If you let it pass, you may still lay the safety in a turn of yours, as a plain one.")
    drawn = _r(voice, "A safety drawn only after the attack comes too late.")
    return [
        Lead(_r(voice, "A hazard is laid on you, and you hold the safety against it: lay it at once, out of turn!")),
        Lightning(_EXAMPLE, SAFETY_AGAINST[_EXAMPLE]),
        Point(_("As if nothing had happened"), f"{undone} {immune}", number="1"),
        Point(_("Crosswise"), worth, number="2"),
        Point(_("Your turn at once"), _won_turn(played), number="3"),
        Point(_("Only now"), f"{late} {drawn}", icon="hint"),
    ]


def _won_turn(played: Played) -> str:
    voice, rules = played.id, played.rules
    parts = [_n("Draw {n} card and play one.", "Draw {n} cards and play one.", rules.won_turn_draws)]
    if rules.won_turn_safety_plays_on:
        parts.append(_r(voice, "Lay a safety that is among them, fill your hand up, and play once more."))
    elif rules.safety_plays_on:
        parts.append(_r(voice, "A safety laid then gives one more draw and play, as in any turn."))
    parts.append(_r(voice, "With an empty draw pile you play one card from your hand."))
    parts.append(_("Those who sat between lose their turn; it goes on with the player on your left."))
    if played.setup.seating is Seating.TEAMS:
        parts.append(_("In a team the partner who holds the card answers, and plays on."))
    return " ".join(parts)
