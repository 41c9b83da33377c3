"""Tips for players: what good bots do; statistics confirm each tip (docs/decisions/069-tips.md).

A tip is shown only if it is true under the rules and seating of the match, with the points and cards of that match.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.engine.cards import GO, HAZARDS, RIGHT_OF_WAY, SAFETIES, SAFETY_AGAINST, SPEED_LIMIT, STOP, card
from game.engine.rules import BattleTop, ExtensionGoesTo, Seating, ShutOutGoesTo, sides_of
from game.features.rulebook.text.cards import limit_text
from game.features.rulebook.text.differences import card_count
from game.features.rulebook.text.model import Block, Lead, Point, RulesInPlay
from game.i18n import _, _r, number
from game.i18n.punctuation import join_with_commas
from game.words.house_rules import house_rules_line
from game.words.vocabulary import card_name

_STOPPING = tuple(hazard for hazard in HAZARDS if hazard is not SPEED_LIMIT)
_LASTING = tuple(hazard for hazard in HAZARDS if hazard is not STOP)
"""The hazards whose remedy helps against no other hazard."""


@dataclass(frozen=True, slots=True)
class Tip:
    """A tip: ``holds`` returns whether it is true in a match, ``point`` returns its text for that match."""

    id: str
    holds: Callable[[RulesInPlay], bool]
    point: Callable[[RulesInPlay], Point]


def tips(played: RulesInPlay) -> list[Tip]:
    """Return the tips that are true in a match, eight to ten, the most important first."""
    return [tip for tip in TIPS if tip.holds(played)]


def tips_blocks(played: RulesInPlay) -> list[Block]:
    """Return the blocks of the page with tips; the first says which of our own rules the match has."""
    ours = house_rules_line(played.setup.options.house_rules)
    lead = [Lead(_("Our own house rules: {rules}.", rules=ours))] if ours else []
    return [*lead, *(tip.point(played) for tip in tips(played))]


def _sides(played: RulesInPlay) -> int:
    return len(sides_of(played.setup.seats, played.setup.seating))


def _are_teams(played: RulesInPlay) -> bool:
    return played.setup.seating is Seating.TEAMS


def _pays_every_shut_out(played: RulesInPlay) -> bool:
    points = played.rules.points
    return bool(points.shut_out) and points.shut_out_goes_to is ShutOutGoesTo.EVERY_STARTER


def _is_safety_worth_keeping(played: RulesInPlay) -> bool:
    """Return whether it pays to hold a safety: the deck has enough hazards for a coup fourré to be likely.

    It needs more hazards if a safety, once played, lets the player play again at once.
    """
    enough = 3 if played.rules.safety_plays_on else 2
    return all(played.counts[hazard] >= enough for hazard in HAZARDS)


def _is_rival_to_be_chosen(played: RulesInPlay) -> bool:
    """Return whether there are several opposing sides, and a side at 0 km does not give all others points."""
    return _sides(played) > 2 and not _pays_every_shut_out(played)


# -- points of safeties ---------------------------------------------------------------------------------------------


def _keep_safeties(played: RulesInPlay) -> Point:
    voice, paid = played.id, played.rules.points
    words = _r(
        voice,
        "Played as a coup fourré, a safety earns {more} points on top of its {points}, and another turn. Hold it "
        "while its hazards may still come.",
        points=number(paid.safety),
        more=number(paid.coup_fourre),
    )
    return Point(_r(voice, "Hold back your safeties"), words, icon="shield", cards=SAFETIES[1:])


def _answer(played: RulesInPlay) -> Point:
    voice, paid = played.id, played.rules.points
    words = _r(
        voice,
        "It earns {more} points on top of the safety’s {points}, and another turn. But don’t hold a safety just to "
        "wait for one: here that hardly pays.",
        points=number(paid.safety),
        more=number(paid.coup_fourre),
    )
    return Point(_r(voice, "Never pass up a coup fourré"), words, icon="shield", cards=SAFETIES[1:])


def _answer_first(played: RulesInPlay) -> Point:
    words = _("It undoes the attack and gives your team the next turn: everyone in between loses theirs.")
    return Point(_r(played.id, "Never pass up a coup fourré"), words, icon="bolt")


def _in_time(played: RulesInPlay) -> Point:
    voice = played.id
    late = _r(voice, "A safety still in your hand at the end of the leg scores nothing.")
    if played.rules.safety_plays_on:
        more = _r(
            voice,
            "While there are cards to draw, playing one costs no turn: play yours before the winning card.",
        )
    else:
        more = _r(voice, "When the draw pile runs low or someone nears the finish, play yours.")
    return Point(_r(voice, "Play safeties in time"), f"{late} {more}", icon="calendar")


def _right_of_way(played: RulesInPlay) -> Point:
    voice, counts = played.id, played.counts
    against = sum(counts[hazard] for hazard in HAZARDS if SAFETY_AGAINST[hazard] is RIGHT_OF_WAY)
    words = _r(
        voice,
        "Protects you from {n} of the {all} hazards in this deck and saves you every {go}. Its best moment is when "
        "you’re stuck without one.",
        n=number(against),
        all=number(sum(counts[hazard] for hazard in HAZARDS)),
        go=card_name(GO, voice),
    )
    return Point(card_name(RIGHT_OF_WAY, voice), words, icon="shield", cards=(RIGHT_OF_WAY,))


# -- the road -------------------------------------------------------------------------------------------------------


def _has_200s(played: RulesInPlay) -> bool:
    return bool(played.rules.cards[card("km_200").index])


def _play_200s(played: RulesInPlay) -> Point:
    words = _r(
        played.id,
        "Winning a leg without one earns {points} points. But two of them save so many turns that holding them back "
        "costs more than that.",
        points=number(played.rules.points.safe_trip),
    )
    return Point(_("Don’t hold back your 200s"), words, icon="flag", cards=(card("km_200"),))


def _long_first(played: RulesInPlay) -> Point:
    words = _(
        "Play your longest distance while you’re rolling. Short ones still work under a limit, and for the last "
        "stretch to exactly {km} km.",
        km=number(played.seating.distance_km),
    )
    return Point(_("Long distances first"), words, icon="arrow", cards=(card("km_100"), card("km_25")))


def _any_km(played: RulesInPlay) -> Point:
    voice, worth = played.id, number(played.rules.points.shut_out)
    if _pays_every_shut_out(played):
        words = _r(
            voice,
            "Ending a leg at 0 km hands {points} points to every opponent who moved. Even a 25 prevents that.",
            points=worth,
        )
    else:
        words = _r(
            voice,
            "Ending a leg at 0 km hands the winner {points} points. Even a 25 prevents that.",
            points=worth,
        )
    return Point(_("Get on the board"), words, icon="play", cards=(card("km_25"),))


def _extend_rarely(played: RulesInPlay) -> Point:
    voice = played.id
    words = _r(
        voice,
        "At {km} km the leg is yours; going on to {far} km lets the others catch up. Do it only if your hand nearly "
        "gets you there and hardly anyone else is rolling.",
        km=number(played.seating.distance_km),
        far=number(played.rules.extended_km),
    )
    if played.rules.points.extension_goes_to is ExtensionGoesTo.EXTENDER_OR_OPPONENTS:
        worth = number(played.rules.points.extension)
        failed = _("If you don’t win then, each opponent gets {points} points.", points=worth)
        words = f"{words} {failed}"
    return Point(_r(voice, "Extend only with a strong hand"), words, icon="stone")


def _count_down(played: RulesInPlay) -> Point:
    voice = played.id
    words = _r(
        voice,
        "If the draw pile runs out first, whoever has the most kilometers wins the leg. Keep an eye on the pile, "
        "and be ahead when its last card is drawn.",
    )
    return Point(_("You needn’t arrive to win"), words, icon="cards")


def _empty_hand(played: RulesInPlay) -> Point:
    words = _r(
        played.id,
        "Kilometers in your hand are subtracted at the end. When the draw pile runs low, discard those you can no "
        "longer play, the longest first.",
    )
    return Point(_("Get rid of spare kilometers"), words, icon="bin", cards=(card("km_100"),))


# -- attack and defence ---------------------------------------------------------------------------------------------


def _attack_first(played: RulesInPlay) -> Point:
    words = _r(
        played.id,
        "A hazard on a rolling opponent is usually worth more than kilometers of your own. If you can’t play it "
        "yet, keep it and discard something else.",
    )
    return Point(_("Attack before you drive"), words, icon="octagon", cards=_STOPPING[:2])


def _aim_at_leader(played: RulesInPlay) -> Point:
    if played.rules.nearest_wins:
        words = _r(played.id, "Attack whoever is furthest ahead: being ahead is enough to win the leg.")
    else:
        words = _("Attack whoever is furthest ahead, above all close to the finish.")
    return Point(_("Stop the leader"), words, icon="octagon", cards=_STOPPING[:2])


def _attack_last_too(played: RulesInPlay) -> Point:
    words = _r(
        played.id,
        "Each opponent who ends the leg at 0 km gives you {points} points, whoever wins, if you have moved "
        "yourself. So don’t attack only the leader.",
        points=number(played.rules.points.shut_out),
    )
    return Point(_("Attack the stragglers too"), words, icon="octagon", cards=_STOPPING[:2])


def _discard_dead(played: RulesInPlay) -> Point:
    voice = played.id
    hazards = join_with_commas(card_count(played.counts[hazard], hazard, voice) for hazard in _LASTING)
    words = _r(
        voice,
        "A remedy is useless once you hold its safety or all its hazards are gone: discard it. In this deck: "
        "{hazards}.",
        hazards=hazards,
    )
    return Point(_r(voice, "Count the hazards"), words, icon="eye", cards=(card("gasoline"), card("extra_tank")))


def _has_limits_anytime(played: RulesInPlay) -> bool:
    return SPEED_LIMIT in played.counts and played.rules.limit_lands_on == set(BattleTop)


def _limit_anytime(played: RulesInPlay) -> Point:
    stopped = _("And whoever is limited can be stopped as well.")
    return Point(
        card_name(SPEED_LIMIT, played.id), f"{limit_text(played)} {stopped}", icon="hint", cards=(SPEED_LIMIT,)
    )


TIPS = (
    Tip("keep_safeties", _is_safety_worth_keeping, _keep_safeties),
    Tip("answer", lambda p: not _is_safety_worth_keeping(p), _answer),
    Tip("in_time", lambda _p: True, _in_time),
    Tip("play_200s", lambda p: bool(p.rules.points.safe_trip and _has_200s(p)) and not p.pays_no_100, _play_200s),
    Tip("empty_hand", lambda p: p.rules.points.left_in_hand < 0, _empty_hand),
    Tip("attack_first", lambda p: _sides(p) == 2, _attack_first),
    Tip("aim_at_leader", lambda p: _is_rival_to_be_chosen(p) and not _are_teams(p), _aim_at_leader),
    Tip("answer_first", lambda p: _is_rival_to_be_chosen(p) and _are_teams(p), _answer_first),
    Tip("attack_last_too", lambda p: _sides(p) > 2 and _pays_every_shut_out(p), _attack_last_too),
    Tip("extend_rarely", lambda p: p.may_extend, _extend_rarely),
    Tip("discard_dead", lambda p: not p.rules.points.left_in_hand, _discard_dead),
    Tip("long_first", lambda _p: True, _long_first),
    Tip("any_km", lambda p: bool(p.rules.points.shut_out), _any_km),
    Tip("right_of_way", lambda _p: True, _right_of_way),
    Tip("count_down", lambda p: p.rules.nearest_wins, _count_down),
    Tip("limit_anytime", _has_limits_anytime, _limit_anytime),
)
"""All tips, the most important first: the one whose opposite costs most points (docs/decisions/069-tips.md)."""
