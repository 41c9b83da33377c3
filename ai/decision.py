"""A bot's answer as data: a move, the reason for it, and the side's chance of winning. Other code makes texts of it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from game.engine.cards import Card
from game.engine.moves import Move
from game.engine.observation import Observation


class ReasonCode(StrEnum):
    """Why a bot chose a move. Brackets name the fields of ``BotReason`` that are set with a code, besides ``card``.

    ``card`` is the card played or discarded, unless stated otherwise.
    """

    ONLY_MOVE = "only_move"
    """No other move is legal; ``card`` is None if the move has no card."""
    WINS_LEG = "wins_leg"
    """Lays exactly the rest of the distance [number: the km laid]."""
    MAKES_EXACT = "makes_exact"
    """Lays a distance; other cards in hand then add up to exactly the rest [number: the km left]."""
    SAFE_TRIP = "safe_trip"
    """Lays a shorter distance although a 200 could be laid, for the bonus for winning without a 200."""
    DRIVES = "drives"
    """Lays a distance [number: the side's km after it]."""
    GETS_GOING = "gets_going"
    """Lays go, so that the side rolls."""
    REPAIRS = "repairs"
    """Lays the remedy [other: the hazard it answers]."""
    LIFTS_LIMIT = "lifts_limit"
    ATTACKS_LEG_LEADER = "attacks_leg_leader"
    """Attacks the side with the most km in this leg [side, number: its km]."""
    ATTACKS_MATCH_LEADER = "attacks_match_leader"
    """Attacks the side that leads the match [side, number: its points]."""
    ATTACKS_NEAR_FINISH = "attacks_near_finish"
    """Attacks a side close to the finish [side, number: the km it still needs]."""
    ATTACKS_ROLLING = "attacks_rolling"
    """Stops a side that could drive in its next turn [side]."""
    ATTACKS_STANDING = "attacks_standing"
    """Attacks a side that is already stopped and then needs one card more [side]."""
    ATTACKS_LIMITS = "attacks_limits"
    """Limits a side's speed [side]."""
    ATTACKS_IN_TURN = "attacks_in_turn"
    """Attacks the side that was attacked least often in this leg, as an even-handed driver does [side]."""
    DISCARDS_USELESS = "discards_useless"
    """Discards a card that can no longer be laid in this leg."""
    DISCARDS_DOUBLE = "discards_double"
    """Discards a card and keeps another of the same kind."""
    DISCARDS_SHORTEST = "discards_shortest"
    """Discards the shortest distance card in hand."""
    DISCARDS_NEEDLESS = "discards_needless"
    """Discards a remedy because all cards of its hazard have been seen [other: the hazard]."""
    DISCARDS_RARELY_NEEDED = "discards_rarely_needed"
    """Discards a remedy because its hazard can come at most once more [other: the hazard]."""
    DISCARDS_HITS_NOBODY = "discards_hits_nobody"
    """Discards a hazard that cannot be laid on any side now."""
    DISCARDS_SPARE = "discards_spare"
    """Discards the card that is needed least."""
    KEEPS_SAFETY = "keeps_safety"
    """Discards ``card`` and keeps a safety for a coup fourré [other: the safety kept]."""
    SAFETY_ROLLS = "safety_rolls"
    """Lays a safety that removes a hazard from the side's display [other: that hazard]."""
    SAFETY_IN_TIME = "safety_in_time"
    """Lays a safety before the leg ends, as a coup fourré with it is less likely than its being left in hand."""
    SAFETY_PLAYS_ON = "safety_plays_on"
    """Lays a safety, after which the seat draws a card and plays again."""
    COUP_FOURRE = "coup_fourre"
    """Answers an attack with a coup fourré [number: the points gained, including the safety's; other: the hazard]."""
    EXTENDS = "extends"
    """Extends the leg; ``card`` is None [number: the chance of winning the longer leg, in %]."""
    STAYS = "stays"
    """Wins the leg now, without extending it; ``card`` is None [number: the chance of winning the longer leg, in %]."""


@dataclass(frozen=True, slots=True)
class BotReason:
    """Why a bot chose a move, as data for the interface to put into words; ``code`` determines which fields are set."""

    code: ReasonCode
    card: Card | None = None
    other: Card | None = None
    side: int | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class BotDecision:
    """A bot's answer: one of ``observation.legal``, with its reason.

    ``value`` is the calibrated chance of the bot's side of winning the match, 0 … 1 (``ai.evaluation.evaluation``), or
    None if the bot does not compute it. ``worlds`` is the number of sampled deals of the unseen cards. ``was_cut`` is
    true if time ran out before the search was done, so that the move depends on the machine's speed.
    """

    move: Move
    reason: BotReason | None = None
    value: float | None = None
    worlds: int = 0
    was_cut: bool = False


IsLate = Callable[[], bool]
"""A function that returns whether a bot's time is over; then the bot answers with what its search has found so far."""


def never_late() -> bool:
    """Return False always, for a bot that may take as long as its search needs."""
    return False


def deadline(time_ms: float, clock: Callable[[], float] = time.perf_counter) -> IsLate:
    """Return a function that returns whether ``time_ms`` milliseconds have passed since this call."""
    end_s = clock() + time_ms / 1000.0
    return lambda: clock() >= end_s


class Bot(Protocol):
    """A player that decides from an observation alone: it has no memory of earlier turns and no clock."""

    def decide(self, observation: Observation, rng: random.Random, *, is_late: IsLate = never_late) -> BotDecision:
        """Choose one of the observation's legal moves. Raises ``ValueError`` if there is none.

        The same observation and state of ``rng`` always give the same move, unless ``is_late`` ends the search early.
        """
