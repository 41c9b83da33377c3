"""Moves that a person would call absurd: each kind is known, and none is seen from the second level on."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ai.bots.blunders import BLUNDERS, blunder_name
from ai.lab.arena.command import main
from ai.spec import LEVELS
from game.engine.moves import move
from game.engine.observation import Observation, Phase
from tests.ai.playing import position, view
from tests.cases import each
from tests.nightly import NIGHTLY, examples

GOING = view(0, battle="go", distance="km_100")
OTHER = view(1, battle="go", distance="km_100 km_75")
NEAR = view(0, battle="go", distance="km_200 km_200 km_100 km_100")


CASES: Sequence[tuple[str | None, Observation, str]] = [
    ("throws safety", position("extra_tank km_25", [GOING, OTHER]), "0 - extra_tank"),
    (None, position("extra_tank km_25", [GOING, OTHER]), "0 - km_25"),
    ("throws way out", position("go km_25 km_50", [view(0), OTHER]), "0 - go"),
    (None, position("go go km_25", [GOING, OTHER]), "0 - go"),
    ("stays put", position("gasoline km_25", [view(0, battle="go out_of_gas"), OTHER]), "0 - km_25"),
    (
        "keeps dead card",
        position("repairs km_25", [view(0, battle="go", safeties="driving_ace"), OTHER]),
        "0 - km_25",
    ),
    (None, position("repairs km_25", [view(0, battle="go", safeties="driving_ace"), OTHER]), "0 - repairs"),
    (
        "keeps dead card",
        position("accident km_25", [GOING, view(1, battle="go", distance="km_100", safeties="driving_ace")]),
        "0 - km_25",
    ),
    (
        "attacks for nothing",
        position("stop km_25", [view(0, battle="go"), view(1)], rules="mille_miglia"),
        "0 stop > 1",
    ),
    (None, position("stop km_25", [GOING, OTHER]), "0 stop > 1"),
    ("passes up win", position("km_100 km_25 go", [NEAR, OTHER]), "0 km_25"),
    (None, position("km_100 km_25 go", [NEAR, OTHER]), "0 km_100"),
    ("throws long distance", position("km_100 km_25 go", [GOING, OTHER]), "0 - km_100"),
    (None, position("km_100 km_25 go", [GOING, OTHER]), "0 - km_25"),
    # Who can do nothing else is not absurd.
    (None, position("km_100", [view(0), OTHER]), "0 - km_100"),
]


@each(("name", "observation", "text"), CASES)
def test_absurd_moves_of_each_kind_are_recognised(name: str | None, observation: Observation, text: str) -> None:
    assert move(text) in observation.legal
    assert blunder_name(observation, move(text)) == name


def test_declining_a_coup_fourre_is_absurd() -> None:
    observation = position(
        "driving_ace km_25",
        [view(0, battle="go accident"), OTHER],
        phase=Phase.COUP_FOURRE,
        attack="1 accident > 0",
    )
    assert {blunder_name(observation, m) for m in observation.legal} == {"declines", None}


def _counted(capsys: pytest.CaptureFixture[str], *seats: str, matches: int = 4) -> str:
    names = [word for seat in seats for word in ("--seat", seat)]
    assert main([*names, "--legs", "3", "--matches", str(matches)]) == 0
    out, _ = capsys.readouterr()
    return out


def test_arena_counts_absurd_moves(capsys: pytest.CaptureFixture[str]) -> None:
    said = _counted(capsys, "random", "priority")
    assert "absurd moves a leg:" in said
    assert any(name in said for name in BLUNDERS)


@pytest.mark.parametrize("level", LEVELS[1:] if NIGHTLY else LEVELS[1:-1])
def test_bots_from_the_second_level_on_make_no_absurd_moves(level: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "absurd moves: none" in _counted(capsys, f"{level}@0.05", f"{level}+gentle@0.05", matches=examples(4))
