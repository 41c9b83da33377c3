"""Hands held in games of the bots, and the hand model fitted to them (``ai.search.hand_model``). Needs numpy.

A hand is modeled as a race of its cards: of the unseen cards those enter whose waits, drawn from exponential
distributions with the cards' rates, are the shortest. So a card's chance to be in the hand is about 1 − exp(−rate × t),
with t such that the chances add up to the hand's size; the rates are fitted until, in each case of each context, as
many cards are predicted as were held.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ai.decision import Bot
from ai.information_state import InformationState
from ai.lab.players import bot_named
from ai.lab.tune.jobs import DecisionJob
from ai.lab.tune.selfplay import TableKind
from ai.search.hand_model import CONTEXTS, LOWEST, hand_cases
from game.engine.match import Match
from game.engine.rules import Seating
from game.engine.setup import MatchSetup
from game.engine.tables import KINDS

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

_PLAYERS: Final = ("priority", "priority", "priority", "policy", "policy", "policy", "master@0.02")
"""The players: each seat is one of these by lot."""
_KEPT: Final = 0.3
"""The share of decisions at which the others' hands are recorded."""
_ROUNDS: Final = 20
_CAUTION: Final = 6.0
"""Cards held and predicted that are added to each case, as a prior."""
_STEP: Final = 0.8
_DIGITS: Final = 3


def record_hands(job: DecisionJob) -> bytes:
    """Return the hands of a job as an array, by hand: unseen cards, cards held, cases of *waited* (each × KINDS),
    others.
    """
    rows: list[list[int]] = []
    rng = Random(job.seed)
    bots = {name: bot_named(name) for name in _PLAYERS}
    decisions = number = 0
    while decisions < job.decisions:
        table = job.tables[number % len(job.tables)]
        players = [bots[rng.choice(_PLAYERS)] for _ in range(table.seats)]
        decisions += _play_match(table, players, rng, rows)
        number += 1
    out = io.BytesIO()
    np.savez_compressed(out, hands=np.array(rows, np.int8))
    return out.getvalue()


def _play_match(table: TableKind, players: list[Bot], rng: Random, rows: list[list[int]]) -> int:
    match = Match.with_random_dealer(MatchSetup.from_booklet(table.rules, Seating(table.seating), table.seats), rng)
    decisions = 0
    while not match.is_over:
        leg = match.deal(match.shuffled_deck(rng))
        while (seat := leg.seat) is not None:
            o = leg.observe(seat, match.context)
            if len(o.legal) > 1 and rng.random() < _KEPT:
                decisions += 1
                information = InformationState.of(o)
                for other, (waited, cases) in enumerate(hand_cases(information)):
                    if other != seat:
                        rows.append([*information.unseen, *leg.counts(other), *waited, *cases])
            leg.apply(players[seat].decide(o, rng).move)
        match.add_finished_leg(leg)
    return decisions


@dataclass(slots=True)
class Hands:
    """Recorded hands: ``unseen`` and ``held`` (hands × KINDS), and by context the ``cases`` of each card (the same)."""

    unseen: Floats
    held: Floats
    cases: dict[str, Ints]

    @classmethod
    def read(cls, archives: Iterable[bytes]) -> Hands:
        """Read all hands of archives of ``record_hands``."""
        rows = np.concatenate([np.load(io.BytesIO(data))["hands"] for data in archives]).astype(np.int64)
        unseen, held, waited = (rows[:, n * KINDS : (n + 1) * KINDS] for n in range(3))
        others = rows[:, 3 * KINDS :].T
        cases = {name: np.repeat(case[:, None], KINDS, 1) for name, case in zip([*CONTEXTS][1:], others, strict=True)}
        return cls(unseen.astype(float), held.astype(float), {"waited": waited, **cases})

    def __len__(self) -> int:
        return len(self.held)


class FittedHands:
    """A hand model during fitting; at first all cards are alike."""

    def __init__(self) -> None:
        self._factors = {name: np.ones((KINDS, cases)) for name, cases in CONTEXTS.items()}

    def fit(self, hands: Hands) -> None:
        """Fit the factors of all contexts in turn, for a fixed number of rounds."""
        kinds = np.broadcast_to(np.arange(KINDS), hands.held.shape)
        for _ in range(_ROUNDS):
            for name, cases in CONTEXTS.items():
                foreseen = hands.unseen * self._chances(hands)
                places = (kinds * cases + hands.cases[name]).ravel()
                most = KINDS * cases
                held = np.bincount(places, hands.held.ravel(), most) + _CAUTION
                wrong = held / (np.bincount(places, foreseen.ravel(), most) + _CAUTION)
                self._factors[name] *= (wrong**_STEP).reshape(KINDS, cases)

    def likelihood(self, hands: Hands) -> float:
        """Return the mean log-likelihood of a hand; higher is better."""
        chances = np.clip(self._chances(hands), 1e-6, 1.0 - 1e-6)
        logs = hands.held * np.log(chances) + (hands.unseen - hands.held) * np.log(1.0 - chances)
        return float(logs.sum() / len(hands))

    def text(self) -> str:
        data = {name: np.round(factor, _DIGITS).tolist() for name, factor in self._factors.items()}
        return json.dumps(data, separators=(",", ":"))

    def _chances(self, hands: Hands) -> Floats:
        """Return by hand and card the chance of each copy of it to be in that hand."""
        kinds = np.arange(KINDS)[None, :]
        rates = np.ones(hands.held.shape)
        for name, factor in self._factors.items():
            rates *= factor[kinds, hands.cases[name]]
        rates = np.maximum(rates, LOWEST)
        size = hands.held.sum(1)
        time = size / np.maximum(1e-9, (hands.unseen * rates).sum(1))
        for _ in range(40):  # Newton's method, from below
            waits = np.exp(-rates * time[:, None])
            missing = size - (hands.unseen * (1.0 - waits)).sum(1)
            time = np.minimum(1e4, time + missing / np.maximum(1e-9, (hands.unseen * rates * waits).sum(1)))
        chances: Floats = 1.0 - np.exp(-rates * time[:, None])
        return chances
