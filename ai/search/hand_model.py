"""Estimates which cards the other hands hold, learned from the hands in bot games.

Players attack and lay remedies when they can, keep cards that they cannot use yet and discard useless ones, so a seat's
moves say something about its hand. Each unseen card has a rate: how likely it is to be in a seat's hand, relative to
the other unseen cards. The rate is the product of one number for each of ``CONTEXTS``. ``ai.lab.tune.hands`` learns the
numbers; docs/lab/060 explains the form.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Final

from ai.evaluation.features import is_limited, table_name, traffic_need
from ai.information_state import InformationState, is_useless
from ai.learned_data import read_learned
from ai.search.policy_features import PILE_OF, PILES, REST_OF, RESTS
from game.engine.cards import CARDS, SAFETIES, SAFETY_AGAINST
from game.engine.moves import Move, MoveKind
from game.engine.rules import KM_UNIT
from game.engine.tables import FIRST_HAZARD, FIRST_REMEDY, FIRST_SAFETY, KINDS, KM_BITS, CompiledRules

_WAITED_OF: Final = (0, 1, 2, 3, 4, 5, 5, 6, 6, 7, 7, 8, 8, 8, 8, 9)
_WAITED: Final = 10
_STATUSES: Final = 10
NOTHING: Final = KINDS
"""Stands for the last discarded card of a seat that has not discarded any."""

CONTEXTS: Final = {
    "waited": _WAITED * 2,
    "status": _STATUSES,
    "rounds": PILES,
    "thrown": KINDS + 1,
    "rest": RESTS,
    "thrown_before": KINDS + 1,
    "partner": 2,
}
"""The contexts on which the likelihood of a card in a hand depends, and the number of cases of each.

*waited*: how many cards the seat has drawn since it would have played the card if it had held one, and whether the card
is useless to it; *status*: the traffic state of its side; *rounds*: how many rounds the draw pile lasts; *thrown* and
*thrown_before*: the last discarded card and the one before; *rest*: how far its side has to go; *partner*: whether the
seat is a partner of the observer.
"""

LOWEST: Final = 0.001
"""The lowest rate: no card is ruled out."""

Cases = tuple[list[int], list[int]]
"""The cases that apply to one seat: that of *waited* by card index, then those of the other contexts in order."""

_LOW_DISTANCES: Final = 2
_DISTANCES: Final = 5


def hand_rates(information: InformationState) -> list[list[float]]:
    """Return, by seat and card index, how likely an unseen card is in that hand, relative to other unseen cards.

    The row of the observing seat is meaningless.
    """
    table = information.compiled_rules
    waited, *others = load_hand_model(table_name(len(table.sides), table.seats))
    result = []
    for of_card, cases in hand_cases(information):
        row = [waited[kind][case] for kind, case in enumerate(of_card)]
        for factor, case in zip(others, cases, strict=True):
            row = [rate * factor[kind][case] for kind, rate in enumerate(row)]
        result.append([max(LOWEST, rate) for rate in row])
    return result


def hand_cases(information: InformationState) -> list[Cases]:
    """Return, for each seat, which cases of ``CONTEXTS`` apply to the cards in its hand."""
    table = information.compiled_rules
    history = _HandEvidence(table)
    for place, move in enumerate(information.observation.moves):
        history.record(move, information.observation.moves[place + 1 : place + 2])
    base, extended = table.base_km // KM_UNIT, table.rules.extended_km // KM_UNIT
    distance = base if information.extender < 0 else extended
    furthest = max(distance, extended) if table.may_extend else distance
    rounds = PILE_OF[information.draw_pile // table.seats]
    result = []
    for seat in range(table.seats):
        side = table.side_of[seat]
        state, side_progress = information.states[side], information.progress[side]
        gone = side_progress & KM_BITS
        waited = history.waited[seat]
        of_card = []
        for card in CARDS:
            useless = is_useless(card, information.states, information.progress, side, (furthest - gone) * KM_UNIT)
            of_card.append(_WAITED_OF[min(len(_WAITED_OF) - 1, waited[card.index])] * 2 + useless)
        status = traffic_need(state) % 5 + (_STATUSES // 2 if is_limited(state) else 0)
        rest = REST_OF[distance - gone]
        thrown, before = history.thrown[seat]
        result.append((of_card, [status, rounds, thrown, rest, before, int(side == information.side)]))
    return result


class _HandEvidence:
    """What a leg's moves reveal about each hand.

    ``waited`` is, by seat and card index, how many cards the seat has drawn since it would have played that card if it
    had held one; ``thrown`` are, by seat, the card indices of the two latest discards, the latest first.
    """

    def __init__(self, table: CompiledRules) -> None:
        self._table = table
        self._states: list[int] = [0] * len(table.sides)
        self.waited = [[table.hand_size] * KINDS for _ in range(table.seats)]
        self.thrown = [(NOTHING, NOTHING) for _ in range(table.seats)]

    def record(self, move: Move, after: Sequence[Move]) -> None:
        """Record a move; ``after`` contains the next move, or nothing if there is none."""
        table, seat = self._table, move.seat
        if move.kind is MoveKind.COUP_FOURRE:
            self._draw(seat, table.won_turn_draws - 1)
        elif move.kind is MoveKind.LAY or move.kind is MoveKind.DISCARD:
            self._draw(seat, 1)
            if move.side is None:
                self._record_cards_not_laid(move)
        self._states = table.states_after(move, self._states)
        if move.side is not None and after and after[0].kind is not MoveKind.COUP_FOURRE:
            assert move.card is not None
            safety = FIRST_SAFETY + SAFETIES.index(SAFETY_AGAINST[move.card])
            for victim in table.sides[move.side]:
                self.waited[victim][safety] = 0

    def _draw(self, seat: int, cards: int) -> None:
        waited = self.waited[seat]
        for kind in range(KINDS):
            waited[kind] += cards

    def _record_cards_not_laid(self, move: Move) -> None:
        """Record a turn without an attack: the seat holds none of the cards that it would have played instead."""
        table, seat, card = self._table, move.seat, move.card
        assert card is not None
        own, waited = table.side_of[seat], self.waited[seat]
        for side, state in enumerate(self._states):
            if side != own:
                could = table.open_hazards[side][state] >> 5 * side
                for n in range(5):
                    if could >> n & 1:
                        waited[FIRST_HAZARD + n] = 0
        state = self._states[own]
        need, index = traffic_need(state) % 5, card.index
        is_thrown = move.kind is MoveKind.DISCARD
        if is_thrown:
            self.thrown[seat] = (index, self.thrown[seat][0])
        if need > 1:
            if is_thrown or index != FIRST_REMEDY + need:
                waited[FIRST_REMEDY + need] = waited[FIRST_SAFETY + need - 1] = 0
        elif need:
            if is_thrown or index >= FIRST_SAFETY:
                waited[FIRST_REMEDY] = waited[FIRST_SAFETY] = 0
        elif is_thrown:
            limited = is_limited(state)
            for kind in range(_LOW_DISTANCES if limited else _DISTANCES):
                waited[kind] = 0
            if limited:
                waited[FIRST_REMEDY + 1] = 0


Factor = list[list[float]]
"""The numbers of one context, by card index and case."""


@cache
def load_hand_model(name: str) -> list[Factor]:
    """Return the learned numbers for each of ``CONTEXTS``, in that order; ``name`` is a result of ``table_name``.

    Raises ``LearnedDataError`` if the file is missing or damaged.
    """
    return read_learned(f"hands_{name}", "what hands are likely", read_hand_model)


def read_hand_model(text: str) -> list[Factor]:
    """Parse the learned numbers of a hand model from JSON text. Raises ``ValueError`` if their count is wrong."""
    data = json.loads(text)
    model = []
    for name, cases in CONTEXTS.items():
        factor = [[float(number) for number in row] for row in data[name]]
        if len(factor) != KINDS or any(len(row) != cases for row in factor):
            raise ValueError(f"{name}: expected {KINDS} × {cases} numbers")
        model.append(factor)
    return model
