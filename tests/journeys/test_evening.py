"""A person's evening with the game: by mouse, in a real window, across two languages and a restart."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .conftest import Control, Program

pytestmark = pytest.mark.journey


def saved_moves(folder: Path) -> list[str]:
    """The moves of the running leg, as the autosave tells them."""
    return json.loads((folder / "match.json").read_text(encoding="utf-8"))["legs"][-1]["moves"]


def reach_the_hand(program: Program) -> list[Control]:
    """Wait until the table asks for a card, letting every coup fourré go; the cards in the hand."""

    def asked() -> Any:
        tree = program.tree()
        if tree.get("scene") not in (None, "table"):
            program.key("Return")
        return tree.get("scene") == "table" and [c for c in tree["controls"] if c["role"] == "card"]

    return program.wait("a hand to play from", asked)


def drag_a_card(program: Program) -> str:
    """Drag the first playable card to the pile that takes it, or any card to the discard pile; what was dragged."""
    cards = reach_the_hand(program)
    playable = [c for c in cards if c["enabled"]]
    chosen = playable[0] if playable else cards[0]
    program.click(chosen)
    selected = program.wait(
        "a lit pile", lambda: [c for c in program.controls() if c["role"] == "pile" and c["enabled"]]
    )
    target = next((c for c in selected if c["id"] != "discard"), selected[0])
    program.key("Escape")
    chosen = program.control(chosen["name"], "card")
    program.drag(chosen, target)
    return chosen["name"]


def test_an_evening_at_the_table(play: Callable[..., Program], tmp_path: Path) -> None:
    program = play("--seed", "7")
    program.scene("title")
    program.click(program.control("Play"))

    drag_a_card(program)
    moves = program.wait("the move in the autosave", lambda: [m for m in saved_moves(tmp_path) if m.startswith("0 ")])
    assert len(moves) == 1

    reach_the_hand(program)
    program.click(program.control("Menu"))
    program.click(program.control("English"))
    program.click(program.control("Deutsch"))
    program.control("Vollbild")
    program.key("Escape")
    program.control("Ablagestapel", "pile")
    assert program.tree()["language"] == "de"

    before = saved_moves(tmp_path)
    program.close()
    assert saved_moves(tmp_path)[: len(before)] == before

    program = play("--seed", "7")
    program.click(program.control("Weiterfahren"))
    reach_the_hand(program)
    assert saved_moves(tmp_path)[: len(before)] == before


def test_a_card_dropped_beside_the_piles_comes_back(play: Callable[..., Program], tmp_path: Path) -> None:
    program = play("--seed", "7")
    program.click(program.control("Play"))
    cards = reach_the_hand(program)
    program.drag(cards[0], {**cards[0], "rect": [4, 4, 2, 2]})
    names = [c["name"] for c in cards]
    program.wait("the card back in the hand", lambda: [c["name"] for c in reach_the_hand(program)] == names)
    assert not [m for m in saved_moves(tmp_path) if m.startswith("0 ")]


def test_the_first_start_takes_the_system_s_language(play: Callable[..., Program]) -> None:
    program = play(locale="hu_HU.UTF-8")
    program.control("Játék")
    assert program.tree()["language"] == "hu"
    assert program.close() == ""
