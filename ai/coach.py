"""The coach: it advises a move, and says what it has over another one that a player would weigh.

The moves and their values come from a search. Nothing here changes what a bot decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import hypot, sqrt
from random import Random
from statistics import fmean, variance
from typing import Final

from ai.advantages import compare
from ai.bots.blunders import blunder_name
from ai.bots.levels import LEVEL_DATA
from ai.comparison import Advice, MoveValue
from ai.decision import IsLate, never_late
from ai.evaluation.afterstates import afterstates
from ai.evaluation.evaluation import Evaluation
from ai.information_state import InformationState, is_useless
from ai.move_pair import LITTLE, WORLDS, counts_hand, furthest_rest_km, is_clear, laid_family, laid_km, shown_chance
from ai.search.determinization import Determinizer
from ai.search.expectimax import MoveEstimate, Rollout, search
from ai.spec import TOP_LEVEL
from game.engine.cards import END_OF_LIMIT, FASTEST_KM, GO, REMEDIES, SAFETIES, Card, Family
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation
from game.engine.rules import KM_UNIT
from game.engine.tables import KM_BITS, hazards_cleared, is_rolling

_BUDGET: Final = replace(LEVEL_DATA[TOP_LEVEL].budget, worlds=160)
"""Less search than the top level does, as comparing the moves takes time too: so a hint comes as soon as a move."""
_MANY_WORLDS: Final = 150
"""After a search in fewer worlds the best two moves are compared in ``WORLDS`` more."""
_FEW_WORLDS: Final = 12
_UNSEARCHED: Final = 60.0
"""Error of the difference of two moves that no search has compared, in points."""
_MODEL: Final = 15.0
"""Error that a comparison of two moves has even with very many worlds, in points."""
_NATURAL: Final = (Family.DISTANCE, Family.REMEDY, Family.HAZARD)


def advise(observation: Observation, rng: Random, *, is_late: IsLate = never_late) -> Advice:
    """Return the best move of a decision and what it has over another, by a search like that of the top level."""
    legal = observation.legal
    if not legal:
        raise ValueError(f"seat {observation.seat} has nothing to decide")
    evaluation = Evaluation(InformationState.of(observation))
    forced = observation.forced_answer
    if len(legal) == 1 or forced is not None:
        first = forced or legal[0]
        valued = _evaluated(evaluation, [first, *(move for move in legal if move is not first)])
    else:
        valued = list(_searched(evaluation, rng, is_late))
    best, other = _compared(evaluation, valued)
    highest = valued[0].value

    def value_of(one: MoveEstimate, value: float) -> MoveValue:
        points = (value - highest) / evaluation.equity.chance_per_point
        return MoveValue(one.move, points, evaluation.calibrated_chance(value))

    told = compare(evaluation, best, other, rng)
    return Advice(value_of(best, highest), None if other is None else value_of(other, other.value), told)


def _searched(evaluation: Evaluation, rng: Random, is_late: IsLate) -> Sequence[MoveEstimate]:
    """Return at least two moves, the best first.

    A search ends as soon as one move is left. If that was early, the best two are compared in more worlds. A blunder is
    never above another move.
    """
    observation = evaluation.information.observation
    sensible = [move for move in observation.legal if blunder_name(observation, move) is None] or observation.legal
    found = search(evaluation, _BUDGET, rng, is_late, sensible)
    moves = [*found.moves, *unsearched(evaluation, found.moves)]
    moves.sort(key=lambda one: one.move not in sensible)
    if found.worlds >= _MANY_WORLDS or is_late():
        return moves
    best, second, *others = moves
    lead, error = _lead_in_more_worlds(evaluation, best, second, rng, is_late)
    if second.move not in sensible:
        lead = max(0.0, lead)
    others = [replace(one, error=hypot(one.error, best.error)) for one in others]
    best, second = replace(best, error=0.0), replace(second, value=best.value - lead, error=error)
    return [best, second, *others] if lead >= 0.0 else [second, best, *others]


def _lead_in_more_worlds(
    evaluation: Evaluation, best: MoveEstimate, second: MoveEstimate, rng: Random, is_late: IsLate
) -> tuple[float, float]:
    """Return by how much a move is better than another, and the error, by the search and by more worlds together."""
    rollout, worlds = Rollout(evaluation, _BUDGET.turns), Determinizer(evaluation.information)
    apart = list[float]()
    while len(apart) < WORLDS and not is_late():
        world = worlds.deal(rng)
        apart.append(rollout.value(world, best.move) - rollout.value(world, second.move))
    lead, error = best.value - second.value, hypot(best.error, second.error)
    if len(apart) < _FEW_WORLDS:
        return lead, error
    model = _MODEL * evaluation.equity.chance_per_point
    squared = variance(apart) / len(apart) + model * model
    weight = error * error / (error * error + squared)
    return weight * fmean(apart) + (1.0 - weight) * lead, sqrt(weight * squared)


def _compared(evaluation: Evaluation, valued: Sequence[MoveEstimate]) -> tuple[MoveEstimate, MoveEstimate | None]:
    """Return the move to advise, and the one that it is compared with.

    A move that a player would rather expect than the best one is advised itself, if it seems as good. It is compared
    with the best of the natural moves that do something at once, else of the other moves worth a thought.
    """
    best, *others = valued
    if not others:
        return best, None
    level = (one for one in _expected(evaluation, best, others) if _seems_as_good(evaluation, best, one))
    advised = next(level, best)
    others = [one for one in valued if one is not advised]
    natural = [one for one in others if _acts(evaluation, one.move) and laid_family(one.move) in _NATURAL]
    if advised.move.side is not None:
        natural = [one for one in natural if one.move.side != advised.move.side] or natural
    useful = [one for one in others if _is_useful(evaluation, advised.move, one.move)]
    return advised, (natural or useful or others)[0]


def _expected(evaluation: Evaluation, best: MoveEstimate, others: Sequence[MoveEstimate]) -> list[MoveEstimate]:
    """Return the moves that a player would rather expect than the best one, those first that come first to mind.

    Instead of an attack this is the same on a side further ahead; instead of a distance a longer one, but no 200
    and none that leads near the finish; instead of a move that does nothing at once it is to drive, then a remedy, then
    an attack; instead of a discard that of a useless card, then of a remedy held more than once, then of a shorter
    distance.
    """
    move, known = best.move, evaluation.information
    if not _acts(evaluation, move):
        acting = [one for one in others if _acts(evaluation, one.move)]
        natural = [one for family in _NATURAL for one in acting if laid_family(one.move) is family]
        return [*natural, *_discards_first(evaluation, move, others)]
    reached = [progress & KM_BITS for progress in known.progress]
    if move.side is not None:
        same = [one for one in others if one.move.card is move.card and one.move.side is not None]
        return [one for one in same if one.move.side is not None and reached[one.move.side] > reached[move.side]]
    far = known.observation.target - reached[known.side] * KM_UNIT - FASTEST_KM
    return [one for one in others if 0 < laid_km(move) < laid_km(one.move) < min(far, FASTEST_KM)]


def _discards_first(evaluation: Evaluation, best: Move, others: Sequence[MoveEstimate]) -> list[MoveEstimate]:
    """Return the discards that a player would rather expect than the best one."""
    known = evaluation.information
    if best.kind is not MoveKind.DISCARD or _is_dead(known, best.card):
        return []
    discards = [one for one in others if one.move.kind is MoveKind.DISCARD]
    dead = [one for one in discards if _is_dead(known, one.move.card)]
    if _is_double(known, best.card):
        return dead
    doubles = [one for one in discards if _is_double(known, one.move.card)]
    shorter = [one for one in discards if _is_shorter_discard(one.move, best) and not counts_hand(evaluation)]
    return [*dead, *doubles, *shorter]


def _is_dead(known: InformationState, card: Card | None) -> bool:
    return card is not None and is_useless(card, known.states, known.progress, known.side, furthest_rest_km(known))


def _is_double(known: InformationState, card: Card | None) -> bool:
    return card in REMEDIES and card is not GO and known.hand[card.index] > 1


def _is_shorter_discard(move: Move, other: Move) -> bool:
    """Return whether both discard a distance, and the first one's is the shorter."""
    are_discards = move.kind is other.kind is MoveKind.DISCARD
    return are_discards and move.card is not None and other.card is not None and 0 < move.card.km < other.card.km


def _acts(evaluation: Evaluation, move: Move) -> bool:
    """Return whether a move does something at once: drives, frees the own side, or hits a side that rolls."""
    known, card = evaluation.information, move.card
    if move.kind is not MoveKind.LAY or card is None:
        return move.kind is not MoveKind.DISCARD
    state = known.states[known.side if move.side is None else move.side]
    match card.family:
        case Family.HAZARD:
            return is_rolling(state)
        case Family.SAFETY:
            return bool(hazards_cleared(state, card))
        case Family.REMEDY:
            return card is not END_OF_LIMIT or is_rolling(state)
    return True


def _seems_as_good(evaluation: Evaluation, best: MoveEstimate, other: MoveEstimate) -> bool:
    """Return whether a move is displayed with nearly the same chance as the best, and not clearly worse.

    One that takes the lead far from the finish may be: fear of leading alone is no reason to stay behind.
    """
    nearly = shown_chance(evaluation, best) - shown_chance(evaluation, other) <= LITTLE
    return nearly and (_takes_lead(evaluation.information, other.move) or not is_clear(evaluation, best, other))


def _takes_lead(known: InformationState, move: Move) -> bool:
    km = [(progress & KM_BITS) * KM_UNIT for progress in known.progress]
    own, furthest = km.pop(known.side), max(km)
    reached = own + laid_km(move)
    return own <= furthest < reached < known.observation.target - FASTEST_KM


def _is_useful(evaluation: Evaluation, best: Move, move: Move) -> bool:
    """Return whether a move is worth comparing with the best: a laid card, or the discard of one that is of use."""
    known, card = evaluation.information, move.card
    if card is None or card is best.card:
        return False
    return move.kind is not MoveKind.DISCARD or (card not in SAFETIES and not _is_dead(known, card))


def unsearched(evaluation: Evaluation, found: Sequence[MoveEstimate]) -> list[MoveEstimate]:
    """Return the legal moves that a search left out, the best first, by the evaluation alone.

    None is above the best move that was found.
    """
    searched, best = {one.move for one in found}, found[0]
    believed = evaluation.chance_after(best.after)
    left = _evaluated(evaluation, [move for move in evaluation.information.observation.legal if move not in searched])
    error = _UNSEARCHED * evaluation.equity.chance_per_point
    cut = [replace(one, value=best.value + min(0.0, one.value - believed), error=error) for one in left]
    return sorted(cut, key=lambda one: -one.value)


def _evaluated(evaluation: Evaluation, moves: Sequence[Move]) -> list[MoveEstimate]:
    thens = afterstates(evaluation.information, moves)
    return [MoveEstimate(then, evaluation.chance_after(then)) for then in thens]
