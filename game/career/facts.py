"""The facts about each side in a kept leg, from which statistics and milestones are made.

``leg_facts`` replays the record. Actions count for the side, whichever seat of a team took them, as on the score sheet.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Annotated

from msgspec import Meta, Struct

from game.engine.attacks import AttackTable, count_recorded_attacks
from game.engine.cards import FASTEST_KM, REMEDY_FOR, Card, Family, Pile
from game.engine.leg import Leg
from game.engine.moves import Move, MoveKind, move
from game.engine.observation import Phase
from game.engine.record import Record, deal_record
from game.engine.rules import KM_UNIT, Score, load_rules, sides_of
from game.engine.tables import LIMITED, is_stopped
from game.files import limits
from game.match.forms import CardId
from game.match.match_file import SavedLeg

NEAR_KM = 100
"""The length in km of the last stretch before the target distance, which counts as near the goal."""


Km = Annotated[int, Meta(ge=0, le=limits.MAX_KM)]
Count = Annotated[int, Meta(ge=0, le=limits.MAX_COUNT)]
"""How often something happened in a leg."""


class SideFacts(Struct, frozen=True, array_like=True, gc=False):
    """The actions of one side in a leg and the attacks on it; cards by id. It is stored like this (match_stats.py).

    ``shut_outs`` is the number of sides without distance that it scores for. ``hazards`` are the kinds it laid on
    others. ``was_hit`` counts the hazards on it that were not parried. ``behind_km`` is its largest distance behind the
    leader. ``limited_turns`` is the largest number of consecutive turns that a rival began under one limit of this
    side's. ``cards_left`` is the size of the draw pile at the end. ``stopped_near_goal``: stopped a rival in its last
    100 km; ``stopped_all``: had all rivals (two or more) stopped at once; ``cured_at_once``: remedied a hazard in its
    next turn; ``sped_after_limit``: laid a 200 in the turn after an End of Limit; ``parried_near_goal``: had a coup
    fourré in its own last 100 km; ``won_with_25``: won at the exact distance with a 25; ``drove_alone``: no other side
    laid any distance.
    """

    won: bool
    points: limits.Points
    km: Km
    safeties: tuple[CardId, ...]
    coups_fourres: tuple[CardId, ...]
    shut_outs: Count
    has_extended: bool
    hazards: tuple[CardId, ...]
    remedies: Count
    was_hit: Count
    behind_km: Km
    limited_turns: Count
    stopped_near_goal: bool
    stopped_all: bool
    cured_at_once: bool
    sped_after_limit: bool
    parried_near_goal: bool
    laid_200: bool
    won_with_25: bool
    drove_alone: bool
    cards_left: Count

    @property
    def won_extension(self) -> bool:
        return self.has_extended and self.won

    @property
    def lost_extension(self) -> bool:
        return self.has_extended and not self.won


@dataclass(frozen=True, slots=True)
class LegFacts:
    """The facts of a leg: ``sides`` has those of each side, ``hits`` counts the attacks between the sides.

    ``take_backs`` counts the person's take-backs; with ``is_delegated`` a bot decided for a person at least once.
    """

    sides: tuple[SideFacts, ...]
    hits: AttackTable
    take_backs: int
    is_delegated: bool = False
    is_over: bool = True


def leg_facts(saved: SavedLeg) -> LegFacts:
    """Return the facts of a leg, which need not be over."""
    walk = FactsReplay(saved.record)
    walk.play()
    return LegFacts(
        sides=walk.side_facts(),
        hits=count_recorded_attacks(saved.record),
        take_backs=len(saved.taken_back),
        is_delegated=bool(saved.delegated),
        is_over=walk.leg.is_over,
    )


@dataclass(slots=True)
class _SideTally:
    """The facts of a side that are counted during the replay."""

    last_km: int = 0
    laid_200: bool = False
    safeties: list[Card] = field(default_factory=list)
    coups_fourres: list[Card] = field(default_factory=list)
    turns: int = 0
    hazards: set[Card] = field(default_factory=set)
    remedies: int = 0
    was_hit: int = 0
    behind_km: int = 0
    limited_turns: int = 0
    stopped_near_goal: bool = False
    stopped_all: bool = False
    cured_at_once: bool = False
    sped_after_limit: bool = False
    parried_near_goal: bool = False
    hit_in_turn: dict[Card, int] = field(default_factory=dict)
    limit_ended_in_turn: int | None = None
    limited_by: int | None = None
    turns_limited: int = 0


class FactsReplay:
    """Replays a record and collects facts about every side."""

    def __init__(self, record: Record) -> None:
        self.leg: Leg = deal_record(record)
        self.sides = sides_of(record.seats, record.seating)
        self._record = record
        self._side_of = self.leg.compiled_rules.side_of
        self._so_far = [_SideTally() for _ in self.sides]
        self._attack: Move | None = None

    def play(self) -> None:
        """Replay all moves and collect the facts; the first turn began with the deal."""
        if self.leg.seat is not None:
            self._begin_turn(self._side_of[self.leg.seat])
        for text in self._record.moves:
            if text is not None:
                made = move(text)
                plays_on = self.leg.gives_extra_play(made)
                self.leg.apply(made)
                self._note(made)
                self._note_outcome(made, plays_on=plays_on)

    def side_facts(self) -> tuple[SideFacts, ...]:
        """Return the facts of each side; they have no points until the leg is over."""
        scores = self.leg.scores or (None,) * len(self.sides)
        return tuple(self._side_facts(side, score) for side, score in enumerate(scores))

    def _side_facts(self, side: int, score: Score | None) -> SideFacts:
        so_far, leg = self._so_far[side], self.leg
        paid_each = load_rules(self._record.rules).points.shut_out
        won, km = leg.winner == side, leg.km(side)
        return SideFacts(
            won=won,
            points=score.total if score else 0,
            km=km,
            safeties=_ids(so_far.safeties),
            coups_fourres=_ids(so_far.coups_fourres),
            shut_outs=score.shut_out // paid_each if score and paid_each else 0,
            has_extended=leg.extender == side,
            hazards=tuple(sorted(_ids(so_far.hazards))),
            remedies=so_far.remedies,
            was_hit=so_far.was_hit,
            behind_km=so_far.behind_km,
            limited_turns=so_far.limited_turns,
            stopped_near_goal=so_far.stopped_near_goal,
            stopped_all=so_far.stopped_all,
            cured_at_once=so_far.cured_at_once,
            sped_after_limit=so_far.sped_after_limit,
            parried_near_goal=so_far.parried_near_goal,
            laid_200=so_far.laid_200,
            won_with_25=won and km == leg.target and so_far.last_km == KM_UNIT,
            drove_alone=not any(leg.km(other) for other in range(len(self.sides)) if other != side),
            cards_left=leg.draw_pile,
        )

    def _note(self, made: Move) -> None:
        """Record the facts of the move itself."""
        side, card = self._side_of[made.seat], made.card
        if card is None or made.kind is MoveKind.DISCARD:
            return
        so_far = self._so_far[side]
        if made.kind is MoveKind.COUP_FOURRE:
            self._attack = None
            so_far.coups_fourres.append(card)
            so_far.parried_near_goal |= self._is_near_goal(side)
        if card.family is Family.HAZARD:
            so_far.hazards.add(card)
            self._attack = made
        elif card.family is Family.SAFETY:
            so_far.safeties.append(card)
        elif card.family is Family.DISTANCE:
            self._drive(side, card)
        else:
            self._remedy(so_far, card)

    def _note_outcome(self, made: Move, *, plays_on: bool) -> None:
        """Record what follows from a move: a hazard stays unless it can still be answered, and a turn may begin."""
        phase, seat = self.leg.phase, self.leg.seat
        if phase is not Phase.COUP_FOURRE:
            self._land()
        if phase is Phase.TURN and seat is not None and not (plays_on and seat == made.seat):
            self._begin_turn(self._side_of[seat])

    def _is_near_goal(self, side: int) -> bool:
        return self.leg.target - self.leg.km(side) <= NEAR_KM

    def _begin_turn(self, side: int) -> None:
        so_far = self._so_far[side]
        so_far.turns += 1
        if not self.leg.state(side) & LIMITED:
            so_far.limited_by = None
        if so_far.limited_by is not None:
            so_far.turns_limited += 1
            limiter = self._so_far[so_far.limited_by]
            limiter.limited_turns = max(limiter.limited_turns, so_far.turns_limited)

    def _land(self) -> None:
        """Record that the pending attack was not parried."""
        attack, self._attack = self._attack, None
        if attack is None or attack.card is None or attack.side is None:
            return
        by, on = self._side_of[attack.seat], attack.side
        attacker, victim = self._so_far[by], self._so_far[on]
        victim.was_hit += 1
        victim.hit_in_turn[attack.card] = victim.turns
        if attack.card.pile is Pile.SPEED:
            victim.limited_by, victim.turns_limited = by, 0
            return
        attacker.stopped_near_goal |= self._is_near_goal(on)
        rivals = [side for side in range(len(self.sides)) if side != by]
        if len(rivals) > 1:
            attacker.stopped_all |= all(is_stopped(self.leg.state(side)) for side in rivals)

    def _remedy(self, so_far: _SideTally, card: Card) -> None:
        so_far.remedies += 1
        for hazard, turn in so_far.hit_in_turn.items():
            so_far.cured_at_once |= REMEDY_FOR[hazard] is card and so_far.turns == turn + 1
        if card.pile is Pile.SPEED:
            so_far.limit_ended_in_turn = so_far.turns

    def _drive(self, side: int, card: Card) -> None:
        so_far, ended = self._so_far[side], self._so_far[side].limit_ended_in_turn
        so_far.last_km = card.km
        so_far.laid_200 |= card.km == FASTEST_KM
        if ended is not None and card.km == FASTEST_KM:
            so_far.sped_after_limit |= so_far.turns == ended + 1
        foremost = max(self.leg.km(other) for other in range(len(self.sides)))
        for other, theirs in enumerate(self._so_far):
            theirs.behind_km = max(theirs.behind_km, foremost - self.leg.km(other))


def _ids(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(card.id for card in cards)
