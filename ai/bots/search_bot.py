"""The search bot: it searches, then chooses a move by its level, style and targeting, and gives the reason for it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import hypot
from typing import Final

from ai.bots.attack_choice import TARGETING_MARGIN, attack_counts, match_may_end, permitted_moves, preferred_targets
from ai.bots.blunders import blunder_name
from ai.bots.levels import Level, PlayStyle
from ai.decision import BotDecision, BotReason, IsLate, ReasonCode, never_late
from ai.evaluation.afterstates import afterstate
from ai.evaluation.evaluation import Evaluation
from ai.evaluation.features import fewest_cards_for_rest, held_distances, traffic_need
from ai.information_state import InformationState, is_useless
from ai.search.expectimax import MoveEstimate, SearchResult, search
from ai.spec import Aggression, Targeting
from game.engine.cards import (
    CARDS,
    END_OF_LIMIT,
    GO,
    HAZARDS,
    REMEDIES,
    REMEDY_FOR,
    RIGHT_OF_WAY,
    SAFETIES,
    SAFETY_AGAINST,
    SPEED_LIMIT,
    STOP,
    Card,
    Family,
)
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation
from game.engine.rules import KM_UNIT
from game.engine.tables import FIRST_HAZARD, KM_BITS, ONE_200, TWO_200S, hazards_cleared, is_rolling

_LAST_ROUNDS: Final = 4
"""When the draw pile lasts for fewer rounds than this, the value of hoping for a coup fourré begins to fall."""


class SearchBot:
    """A bot that plays at a level, in a driver's style; it attacks ``spared`` sides only if it has no other move."""

    def __init__(
        self,
        level: Level,
        style: PlayStyle,
        *,
        targeting: Targeting = Targeting.LEADER,
        spared: Sequence[int] = (),
        aggression: Aggression = Aggression.FIERCE,
    ) -> None:
        self._level = level
        self._style = style
        self._targeting = targeting
        self._spared = frozenset(spared)
        self._aggression = aggression

    def decide(self, observation: Observation, rng: random.Random, *, is_late: IsLate = never_late) -> BotDecision:
        legal = observation.legal
        if not legal:
            raise ValueError(f"seat {observation.seat} has nothing to decide")
        if len(legal) == 1:
            return BotDecision(legal[0], BotReason(ReasonCode.ONLY_MOVE, legal[0].card))
        information = InformationState.of(observation)
        _forget(information, self._level.remembered_discards)
        evaluation = Evaluation(information)
        if (win := observation.forced_answer) is not None:
            value = evaluation.calibrated_chance(evaluation.chance_after(afterstate(information, win)))
            return BotDecision(win, BotReason(ReasonCode.STAYS, number=0), value)
        found = search(evaluation, self._level.budget, rng, is_late, self._considered(observation))
        chosen = self._choose(information, found, evaluation.equity.chance_per_point, rng)
        aimed = self._apply_targeting(evaluation, found, chosen)
        in_turn = self._targeting is Targeting.EVEN and aimed is not chosen
        reason = reason_for(information, aimed, evaluation, in_turn=in_turn)
        return BotDecision(aimed.move, reason, evaluation.calibrated_chance(aimed.value), found.worlds, found.was_cut)

    def _considered(self, o: Observation) -> Sequence[Move]:
        """Return the legal moves that the bot's aggression permits, without blunders unless its level makes them."""
        moves = permitted_moves(o, self._aggression)
        return moves if self._level.makes_blunders else [m for m in moves if blunder_name(o, m) is None] or moves

    def _choose(
        self, information: InformationState, found: SearchResult, a_point: float, rng: random.Random
    ) -> MoveEstimate:
        """Return the move that this bot thinks best, with the errors of its level and the preferences of its style."""
        moves = [f for f in found.moves if f.move.side not in self._spared] or list(found.moves)
        noise = self._level.noise
        best, chosen = float("-inf"), moves[0]
        for finding in moves:
            points = self._preference_points(information, finding) + (rng.gauss(0.0, noise) if noise else 0.0)
            value = finding.value + points * a_point
            if value > best:
                best, chosen = value, finding
        return chosen

    def _preference_points(self, information: InformationState, finding: MoveEstimate) -> float:
        """Return the points that style and level add to a move's value."""
        style, after, move = self._style, finding.after, finding.move
        points = 0.0
        if move.side is not None:
            progress = [side_progress & KM_BITS for side_progress in information.progress]
            points += style.attack
            if progress[move.side] == max(
                side_progress for side, side_progress in enumerate(progress) if side != information.side
            ):
                points += style.attack_leader
            to_go = information.observation.target - progress[move.side] * KM_UNIT
            points -= self._level.early_attack_penalty * to_go / information.observation.target
        elif move.card is not None and move.card.family is Family.HAZARD:
            points -= style.attack
        elif move.card is not None and move.card.km and move.kind is MoveKind.LAY:
            points += style.drive * move.card.km / KM_UNIT
        hold = self._level.safety_bonus + style.hold
        if hold:
            points += hold * _coups_hoped_for(information, after.hand)
        if style.remedy:
            points += style.remedy * _needed_remedies(after.hand, after.states[information.side])
        return points

    def _apply_targeting(self, evaluation: Evaluation, found: SearchResult, chosen: MoveEstimate) -> MoveEstimate:
        """If the chosen move is an attack, return the best attack on a side that the targeting prefers.

        Return ``chosen`` if it is no attack, if it hits such a side already, or for *leader* if it is clearly better.
        """
        attacks = [f for f in found.moves if f.move.side is not None and f.move.side not in self._spared]
        if chosen not in attacks:
            return chosen
        sides = {f.move.side for f in attacks if f.move.side is not None}
        goes_for = preferred_targets(
            evaluation.information.observation, self._targeting, sides, evaluation.expected_totals
        )
        if chosen.move.side in goes_for:
            return chosen
        aimed = max((f for f in attacks if f.move.side in goes_for), key=lambda f: f.value)
        margin = TARGETING_MARGIN * evaluation.equity.chance_per_point
        is_clear = chosen.value - hypot(chosen.error, aimed.error) > aimed.value + margin
        return chosen if self._targeting is not Targeting.EVEN and is_clear else aimed


def _coups_hoped_for(information: InformationState, hand: Sequence[int]) -> float:
    """Return how many safeties in hand may still bring a coup fourré; each counts less as the draw pile runs out."""
    held = sum(
        1
        for safety in SAFETIES
        if hand[safety.index] and any(information.unseen[h.index] for h in HAZARDS if SAFETY_AGAINST[h] is safety)
    )
    return held * min(1.0, information.draw_pile / (_LAST_ROUNDS * information.compiled_rules.seats))


def _needed_remedies(hand: Sequence[int], state: int) -> int:
    """Return how many remedies in hand may still be needed, at most two of each kind."""
    safeties = state & 15
    return sum(
        min(hand[remedy.index], 2)
        for hazard, remedy in zip(HAZARDS, REMEDIES, strict=True)
        if not safeties >> SAFETIES.index(SAFETY_AGAINST[hazard]) & 1
    )


def _forget(information: InformationState, remembers: int | None) -> None:
    """Count all discards but the latest ``remembers`` as unseen again; None means that the bot remembers all."""
    if remembers is None:
        return
    unseen = list(information.unseen)
    discarded = information.observation.discard_pile
    for card in discarded[: max(0, len(discarded) - remembers)]:
        unseen[card.index] += 1
    information.unseen = unseen


_KM_200: Final = 4
_NEAR_KM: Final = 200
_CLEAR_LEAD: Final = 500
"""With a lead of this many points in the match, a side is attacked for being the match's leader."""
_HAZARD_ANSWERED: Final = {remedy: hazard for hazard, remedy in REMEDY_FOR.items()}


def reason_for(
    information: InformationState, chosen: MoveEstimate, evaluation: Evaluation, *, in_turn: bool
) -> BotReason:
    """Return the reason for the chosen move.

    ``in_turn`` is true if the bot attacks a side because that side was attacked least often so far.
    """
    move = chosen.move
    if len(information.observation.legal) == 1:
        return BotReason(ReasonCode.ONLY_MOVE, move.card)
    kind = move.kind
    if kind in (MoveKind.EXTEND, MoveKind.STAY):
        code = ReasonCode.EXTENDS if kind is MoveKind.EXTEND else ReasonCode.STAYS
        return BotReason(code, number=evaluation.percent_of_extended_leg())
    card = move.card
    assert card is not None
    if kind is MoveKind.COUP_FOURRE:
        own, then, banked = information.side, chosen.after, evaluation.points_so_far
        brought = banked(then.states[own], then.progress[own]) - banked(
            information.states[own], information.progress[own]
        )
        return BotReason(ReasonCode.COUP_FOURRE, card, information.observation.moves[-1].card, number=brought)
    if kind is MoveKind.DISCARD:
        return _discard(information, card)
    if move.side is not None:
        return _attack(information, move, in_turn=in_turn)
    if card.family is Family.DISTANCE:
        return _distance(information, chosen)
    return _safety(information, card) if card.family is Family.SAFETY else _remedy(card)


def _remedy(card: Card) -> BotReason:
    if card is GO:
        return BotReason(ReasonCode.GETS_GOING, card)
    if card is END_OF_LIMIT:
        return BotReason(ReasonCode.LIFTS_LIMIT, card)
    return BotReason(ReasonCode.REPAIRS, card, _HAZARD_ANSWERED[card])


def _safety(information: InformationState, card: Card) -> BotReason:
    state = information.states[information.side]
    cleared = hazards_cleared(state, card)
    if cleared:
        return BotReason(ReasonCode.SAFETY_ROLLS, card, cleared[0])
    if card is RIGHT_OF_WAY and traffic_need(state) % 5 == 1:
        return BotReason(ReasonCode.GETS_GOING, card)
    if information.gives_extra_play(card) and information.draw_pile:
        return BotReason(ReasonCode.SAFETY_PLAYS_ON, card)
    return BotReason(ReasonCode.SAFETY_IN_TIME, card)


def _distance(information: InformationState, chosen: MoveEstimate) -> BotReason:
    after, card = chosen.after, chosen.move.card
    assert card is not None
    if after.has_arrived:
        return BotReason(ReasonCode.WINS_LEG, card, number=card.km)
    side_progress = after.progress[information.side]
    km = (side_progress & KM_BITS) * KM_UNIT
    rest = information.observation.target - km
    fits = held_distances(after.hand, side_progress, rest // KM_UNIT)
    if 1 <= fewest_cards_for_rest(tuple(fits), rest // KM_UNIT) <= 2:
        return BotReason(ReasonCode.MAKES_EXACT, card, number=rest)
    could_200 = (
        not side_progress & (ONE_200 | TWO_200S) and information.hand[_KM_200] and km - card.km + 200 <= km + rest
    )
    if could_200 and _can_lay(information, CARDS[_KM_200]):
        return BotReason(ReasonCode.SAFE_TRIP, card)
    return BotReason(ReasonCode.DRIVES, card, number=km)


def _discard(information: InformationState, card: Card) -> BotReason:
    if _is_useless(information, card):
        return BotReason(ReasonCode.DISCARDS_USELESS, card)
    for hazard in HAZARDS:
        safety = SAFETY_AGAINST[hazard]
        if information.hand[safety.index] and information.unseen[hazard.index]:
            return BotReason(ReasonCode.KEEPS_SAFETY, card, safety)
    return _spare(information, card)


def _spare(information: InformationState, card: Card) -> BotReason:
    """Return the reason for discarding this card, which might still have been laid later."""
    held, hazard, to_come = information.hand, _HAZARD_ANSWERED.get(card), _to_come(information, card)
    if to_come == 0:
        return BotReason(ReasonCode.DISCARDS_NEEDLESS, card, hazard)
    if card.family is Family.HAZARD and not _can_lay(information, card):
        return BotReason(ReasonCode.DISCARDS_HITS_NOBODY, card)
    if held[card.index] > 1:
        return BotReason(ReasonCode.DISCARDS_DOUBLE, card)
    if to_come == 1:
        return BotReason(ReasonCode.DISCARDS_RARELY_NEEDED, card, hazard)
    if card.km and any(held[card.index + 1 : _KM_200 + 1]) and not any(held[: card.index]):
        return BotReason(ReasonCode.DISCARDS_SHORTEST, card)
    return BotReason(ReasonCode.DISCARDS_SPARE, card)


def _to_come(information: InformationState, card: Card) -> int | None:
    """Return how many hazards that only this remedy answers may still come, or None if the remedy is needed anyway."""
    hazard = _HAZARD_ANSWERED.get(card)
    if hazard is None or card is GO:  # go is also needed after any other hazard
        return None
    state = information.states[information.side]
    return None if hazard in hazards_cleared(state, SAFETY_AGAINST[hazard]) else information.unseen[hazard.index]


def _can_lay(information: InformationState, card: Card) -> bool:
    """Return whether the card can be laid now, on any side."""
    return any(move.card is card and move.kind is MoveKind.LAY for move in information.observation.legal)


def _is_useless(information: InformationState, card: Card) -> bool:
    """Return whether the card cannot be laid any more in this leg, judged by the cards on the table."""
    side, progress = information.side, information.progress
    rest_km = _furthest_km(information) - (progress[side] & KM_BITS) * KM_UNIT
    return is_useless(card, information.states, progress, side, rest_km)


def _furthest_km(information: InformationState) -> int:
    """Return the leg's distance in km, or that of an extended leg if the leg may still be extended."""
    rules = information.compiled_rules.rules
    may_extend = information.compiled_rules.may_extend and not information.is_extended
    if may_extend and (information.draw_pile or rules.extension_on_empty_pile):
        return rules.extended_km
    return information.observation.target


def _attack(information: InformationState, move: Move, *, in_turn: bool) -> BotReason:
    side, card = move.side, move.card
    assert side is not None
    o = information.observation
    km = [(side_progress & KM_BITS) * KM_UNIT for side_progress in information.progress]
    rest = o.target - km[side]
    hits = attack_counts(o)
    if in_turn and hits[side] == min(hits) < max(hits):
        return BotReason(ReasonCode.ATTACKS_IN_TURN, card, side=side)
    if rest <= _NEAR_KM:
        return BotReason(ReasonCode.ATTACKS_NEAR_FINISH, card, side=side, number=rest)
    lead = o.totals[side] - max(t for s, t in enumerate(o.totals) if s != side) if o.totals else 0
    if lead >= _CLEAR_LEAD or (lead > 0 and match_may_end(o)):
        return BotReason(ReasonCode.ATTACKS_MATCH_LEADER, card, side=side, number=o.totals[side])
    if km[side] > max(k for s, k in enumerate(km) if s != side):
        return BotReason(ReasonCode.ATTACKS_LEG_LEADER, card, side=side, number=km[side])
    if card is SPEED_LIMIT:
        return BotReason(ReasonCode.ATTACKS_LIMITS, card, side=side)
    rolls = is_rolling(information.states[side])
    return BotReason(ReasonCode.ATTACKS_ROLLING if rolls else ReasonCode.ATTACKS_STANDING, card, side=side)


assert STOP.index == FIRST_HAZARD
