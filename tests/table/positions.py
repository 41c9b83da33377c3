"""Tables for tests, put together by hand: every seating, with something of everything on the displays."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from game.engine.cards import HAZARDS, card
from game.engine.moves import MOVES, Move, MoveKind
from game.engine.observation import Observation, Phase, SideView
from game.engine.rules import Seating, load_rules
from game.engine.setup import Options
from game.people.players import HUMAN, bot
from game.table.view import LogLine, TableView

HAND = ("km_25", "km_200", "accident", "speed_limit", "end_of_limit", "spare_tire", "right_of_way")
DRIVERS = ("carla", "leo", "irma", "nina", "bruno")
# battle pile, speed pile, stones by km, safeties, those of them laid as coups fourrés
_DISPLAYS: tuple[tuple[str, str, dict[int, int], tuple[str, ...], tuple[str, ...]], ...] = (
    ("go", "", {25: 1, 50: 1, 100: 3}, ("puncture_proof",), ("puncture_proof",)),
    ("out_of_gas", "speed_limit", {25: 4, 75: 2}, ("right_of_way", "driving_ace"), ()),
    ("gasoline", "end_of_limit", {50: 4, 100: 5, 200: 1}, ("driving_ace", "extra_tank"), ("driving_ace",)),
    ("", "", {}, (), ()),
    ("accident", "speed_limit", {75: 4, 200: 2}, (), ()),
    ("flat_tire", "", {25: 10, 50: 1}, ("extra_tank", "driving_ace", "right_of_way"), ("extra_tank",)),
)


def side(which: int, seats: tuple[int, ...]) -> SideView:
    """One of six displays."""
    battle, speed, stones, safeties, coups = _DISPLAYS[which]
    distance = tuple(card(f"km_{km}") for km, count in stones.items() for _ in range(count))
    return SideView(
        seats=seats,
        km=sum(c.km for c in distance),
        battle=(card(battle),) if battle else (),
        speed=(card(speed),) if speed else (),
        distance=distance,
        safeties=tuple(map(card, safeties)),
        coups_fourres=tuple(map(card, coups)),
        rolling=battle == "go",
        limited=bool(speed) and card(speed) in HAZARDS,
    )


def observation(sides: int = 4, *, teams: bool = False, hand: tuple[str, ...] = HAND, rules: str = "") -> Observation:
    """A turn of seat 0 with so many sides; without a rule set, one that seats them."""
    seats = sides * 2 if teams else sides
    seating = Seating.TEAMS if teams else Seating.SOLO
    names = rules or ("mille_miglia" if seats > 4 and not teams else "winning_moves")
    return Observation(
        seat=0,
        phase=Phase.TURN,
        to_move=0,
        rules=names,
        options=Options(),
        seating=seating,
        seats=seats,
        dealer=1,
        leg=3,
        totals=(1850, 2375, 900, 1425, 1100, 2050)[:sides],
        target_score=5000,
        legs=None,
        target=load_rules(names).distance_km(seats, seating),
        draw_pile=41,
        discard_pile=(card("km_25"), card("km_50")),
        hand=tuple(map(card, hand)),
        drawn=(),
        hand_sizes=(6,) * seats,
        sides=tuple(side(i, (i, i + sides) if teams else (i,)) for i in range(sides)),
        moves=(),
        legal=legal("km_25", "km_200", "accident", "right_of_way"),
    )


def legal(*cards: str) -> tuple[Move, ...]:
    """Laying these cards, and discarding anything."""
    own = (move for move in MOVES if move.seat == 0)
    return tuple(
        move
        for move in own
        if move.kind is MoveKind.DISCARD or (move.kind is MoveKind.LAY and move.card and move.card.id in cards)
    )


def view(
    sides: int = 4, *, teams: bool = False, hand: tuple[str, ...] = HAND, rules: str = "", **parts: Any
) -> TableView:
    """A table as seat 0 sees it; further parts of the view by name."""
    o = observation(sides, teams=teams, hand=hand, rules=rules)
    players = (HUMAN, *map(bot, DRIVERS[: o.seats - 1]))
    log = tuple(LogLine(i % sides, f"Line {i} of a log that tells what was laid") for i in range(30))
    return replace(TableView(o, players, 0, log=log), **parts)
