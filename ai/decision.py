"""What a bot answers: a move, why, and what it thinks of its chances; all of it data, for others to put into words."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from game.engine.cards import Card, Family
from game.engine.moves import Move
from game.engine.observation import Observation


class ReasonCode(StrEnum):
    """Why a move was chosen. In brackets the fields of ``BotReason`` that the code fills besides ``card``.

    ``card`` is the card that is played, save where the code says so.
    """

    ONLY_MOVE = "only_move"
    """There is nothing else to play; ``card`` None where no card is played."""
    WINS_LEG = "wins_leg"
    """Lays exactly what is left to the distance [number: the km laid]."""
    MAKES_EXACT = "makes_exact"
    """Lays a distance so that the hand then holds exactly what is left [number: the km left after it]."""
    SAFE_TRIP = "safe_trip"
    """Lays a shorter distance and leaves a 200 in the hand, for the bonus of a leg without one."""
    DRIVES = "drives"
    """Lays distance [number: the side's km after it]."""
    GETS_GOING = "gets_going"
    """Lays go: the side rolls."""
    REPAIRS = "repairs"
    """Lays the remedy [other: the hazard it answers]."""
    LIFTS_LIMIT = "lifts_limit"
    """Lays the end of the limit."""
    ATTACKS_LEG_LEADER = "attacks_leg_leader"
    """Attacks the side furthest ahead in this leg [side, number: its km]."""
    ATTACKS_MATCH_LEADER = "attacks_match_leader"
    """Attacks the side that leads the match [side, number: its points]."""
    ATTACKS_NEAR_FINISH = "attacks_near_finish"
    """Attacks a side that is about to arrive [side, number: the km it still needs]."""
    ATTACKS_ROLLING = "attacks_rolling"
    """Stops a side that could drive on in its next turn [side]."""
    ATTACKS_STANDING = "attacks_standing"
    """Attacks a side that stands already, which then needs one card more [side]."""
    ATTACKS_LIMITS = "attacks_limits"
    """Slows a side down [side]."""
    ATTACKS_IN_TURN = "attacks_in_turn"
    """Attacks a side that nobody was attacked less than in this leg, as an even-handed driver does [side]."""
    DISCARDS_USELESS = "discards_useless"
    """Discards what can't be laid any more in this leg."""
    DISCARDS_DOUBLE = "discards_double"
    """Discards a card and holds another like it."""
    DISCARDS_SHORTEST = "discards_shortest"
    """Discards the shortest of the distances held."""
    DISCARDS_NEEDLESS = "discards_needless"
    """Discards a remedy, for no such hazard is left to come [other: the hazard it answers]."""
    DISCARDS_RARELY_NEEDED = "discards_rarely_needed"
    """Discards a remedy, for at most one such hazard is left to come [other: the hazard it answers]."""
    DISCARDS_HITS_NOBODY = "discards_hits_nobody"
    """Discards a hazard that cannot be laid on any side as they stand now."""
    DISCARDS_SPARE = "discards_spare"
    """Discards the card it can best do without."""
    KEEPS_SAFETY = "keeps_safety"
    """Discards ``card`` and keeps a safety for a coup fourré [other: the safety kept]."""
    SAFETY_ROLLS = "safety_rolls"
    """Lays a safety, which gets the side out of what stops it or slows it down [other: the hazard it answers]."""
    SAFETY_IN_TIME = "safety_in_time"
    """Lays a safety while the leg lasts: its hope for a coup fourré is smaller than the risk of being left with it."""
    SAFETY_PLAYS_ON = "safety_plays_on"
    """Lays a safety, which gives one more card and one more play."""
    COUP_FOURRE = "coup_fourre"
    """Answers an attack at once [number: the points it brings, the safety's own included; other: the hazard]."""
    DECLINES = "declines"
    """Does not answer an attack; ``card`` is the safety it keeps."""
    EXTENDS = "extends"
    """Extends the leg: the way on is worth more than the leg won now; ``card`` None [number: its chance to win the
    longer leg, in %]."""
    STAYS = "stays"
    """Takes the leg as won; ``card`` None [number: its chance to win the longer leg, in %]."""


@dataclass(frozen=True, slots=True)
class BotReason:
    """Why a move was chosen, for the interface to put into words; which fields are filled stands with the code."""

    code: ReasonCode
    card: Card | None = None
    other: Card | None = None
    side: int | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """A bot's answer: one of ``observation.legal``, and why.

    ``value`` is its side's chance to win the match, 0 … 1, as it comes true (``ai.evaluation.calibration``); None from
    a bot that doesn't reckon it.
    ``worlds`` is how many ways of dealing the unseen cards it looked at; ``was_cut`` whether its time ran out before
    the work was done, so that the move depends on the machine's speed.
    """

    move: Move
    reason: BotReason | None = None
    value: float | None = None
    worlds: int = 0
    was_cut: bool = False


IsLate = Callable[[], bool]
"""Asked before each play-out; once it says yes, a bot answers by what it has looked at so far."""


def never_late() -> bool:
    """No: a bot does all its work, however long that takes."""
    return False


def deadline(time_ms: float, clock: Callable[[], float] = time.perf_counter) -> IsLate:
    """What says whether so many milliseconds have passed since this call."""
    end_s = clock() + time_ms / 1000.0
    return lambda: clock() >= end_s


class Bot(Protocol):
    """A seat's mind, without memory and without a clock: the observation holds all it may know."""

    def decide(self, observation: Observation, rng: random.Random, *, is_late: IsLate = never_late) -> Decision:
        """What it does; the same for the same observation and state of ``rng``, unless ``is_late`` cuts it off.

        Raises ``ValueError`` if nothing is to be decided.
        """


_TEXTS: Final[dict[ReasonCode, str]] = {
    ReasonCode.ONLY_MOVE: "nothing else can be played",
    ReasonCode.WINS_LEG: "lays {card}: needs exactly this to finish",
    ReasonCode.MAKES_EXACT: "lays {card}: holds exactly the {number} km left after it",
    ReasonCode.SAFE_TRIP: "lays {card} and keeps the 200s back for a safe trip",
    ReasonCode.DRIVES: "lays {card}: {number} km",
    ReasonCode.GETS_GOING: "lays {card} and rolls",
    ReasonCode.REPAIRS: "lays {card} against {other}",
    ReasonCode.LIFTS_LIMIT: "lays {card}",
    ReasonCode.ATTACKS_LEG_LEADER: "{card} for side {side}: leads with {number} km",
    ReasonCode.ATTACKS_MATCH_LEADER: "{card} for side {side}: leads the match with {number} points",
    ReasonCode.ATTACKS_NEAR_FINISH: "{card} for side {side}: needs only {number} km",
    ReasonCode.ATTACKS_ROLLING: "{card} for side {side}: could drive on next turn",
    ReasonCode.ATTACKS_STANDING: "{card} for side {side}: stands, and will need one card more",
    ReasonCode.ATTACKS_LIMITS: "{card} for side {side}: 50 km at a time at most from now on",
    ReasonCode.ATTACKS_IN_TURN: "{card} for side {side}: nobody was attacked less so far",
    ReasonCode.DISCARDS_USELESS: "discards {card}: it can't be laid any more",
    ReasonCode.DISCARDS_DOUBLE: "discards {card}: holds another one",
    ReasonCode.DISCARDS_SHORTEST: "discards {card}: the shortest distance it holds",
    ReasonCode.DISCARDS_NEEDLESS: "discards {card}: {other} can't come any more",
    ReasonCode.DISCARDS_RARELY_NEEDED: "discards {card}: {other} can come once more at most",
    ReasonCode.DISCARDS_HITS_NOBODY: "discards {card}: it hits nobody now",
    ReasonCode.DISCARDS_SPARE: "discards {card}: can best do without it",
    ReasonCode.KEEPS_SAFETY: "discards {card} and keeps {other} for a coup fourré",
    ReasonCode.SAFETY_ROLLS: "lays {card} against {other}",
    ReasonCode.SAFETY_IN_TIME: "lays {card} while the leg lasts",
    ReasonCode.SAFETY_PLAYS_ON: "lays {card} and plays on",
    ReasonCode.COUP_FOURRE: "coup fourré against {other}: {number} points",
    ReasonCode.DECLINES: "keeps {card}",
    ReasonCode.EXTENDS: "extends: wins the longer leg with a chance of {number} %",
    ReasonCode.STAYS: "takes the leg: would win the longer one with a chance of {number} %",
}


def why(reason: BotReason) -> str:
    """That reason in words.

    >>> from game.engine.cards import card
    >>> why(BotReason(ReasonCode.KEEPS_SAFETY, card=card("km_25"), other=card("extra_tank")))
    'discards 25 km and keeps extra tank for a coup fourré'
    """
    return _TEXTS[reason.code].format(
        card=_name(reason.card), other=_name(reason.other), side=reason.side, number=reason.number
    )


def _name(card: Card | None) -> str:
    if card is None:
        return "nothing"
    return f"{card.km} km" if card.family is Family.DISTANCE else card.id.replace("_", " ")
