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
    path = next((folder / "matches").glob("*.json"), None)
    if path is None:
        raise FileNotFoundError(folder / "matches")
    return json.loads(path.read_text(encoding="utf-8"))["legs"][-1]["moves"]


def reach_the_hand(program: Program) -> list[Control]:
    """Wait until the table asks for a card, letting every coup fourré go; the cards in the hand."""

    def asked() -> Any:
        tree = program.tree()
        if tree.get("scene") not in (None, "table", "title"):
            program.key("Return")
        return tree.get("scene") == "table" and [c for c in tree["controls"] if c["role"] == "card"]

    return program.wait("a hand to play from", asked)


def lit_piles(program: Program) -> list[Control]:
    return [c for c in program.controls() if c["role"] == "pile" and c["enabled"]]


def drag_a_card(program: Program) -> str:
    """Drag the first playable card to the pile that takes it, or any card to the discard pile; the card's name.

    A click lights the piles first, so that they can be found. Returns when the next decision is asked for.
    """
    cards = reach_the_hand(program)
    chosen = next((c for c in cards if c["enabled"]), cards[0])
    program.click(chosen)
    piles = program.wait("a lit pile", lambda: lit_piles(program))
    program.key("Escape")
    program.wait("the card to be let go", lambda: not lit_piles(program))
    before = program.tree()
    target = next((c for c in piles if c["id"] != "discard"), piles[0])
    program.drag(next(c for c in before["controls"] if c["id"] == chosen["id"]), target)

    def asked_again() -> bool:
        tree = program.tree()
        is_full = len([c for c in tree["controls"] if c["role"] == "card"]) == len(cards)
        return tree != before and (is_full or tree["scene"] != "table")

    program.wait("the next decision", asked_again)
    return chosen["name"]


def test_evening_at_the_table_survives_a_restart_and_a_change_of_language(
    play: Callable[..., Program], tmp_path: Path
) -> None:
    program = play("--seed", "7")
    program.scene("title")
    program.click(program.control("Race"))

    drag_a_card(program)
    assert len([m for m in saved_moves(tmp_path) if m.startswith("0 ")]) == 1

    reach_the_hand(program)
    program.click(program.control("Menu"))
    program.click(program.control("More"))
    program.click(program.control("Language: English"))
    program.click(program.control("Deutsch"))
    program.control("Sprache: Deutsch")
    program.key("Escape")
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


def test_card_dropped_beside_the_piles_comes_back(play: Callable[..., Program], tmp_path: Path) -> None:
    program = play("--seed", "7")
    program.click(program.control("Race"))
    cards = reach_the_hand(program)
    program.drag(cards[0], {**cards[0], "rect": [4, 4, 2, 2]})
    names = [c["name"] for c in cards]
    program.wait("the card back in the hand", lambda: [c["name"] for c in reach_the_hand(program)] == names)
    assert not [m for m in saved_moves(tmp_path) if m.startswith("0 ")]


def test_first_start_takes_the_language_of_the_system(play: Callable[..., Program]) -> None:
    program = play(locale="hu_HU.UTF-8")
    program.control("Futam")
    assert program.tree()["language"] == "hu"
    assert program.close() == ""


def test_version_is_copied_to_the_clipboard(play: Callable[..., Program]) -> None:
    program = play()
    program.click(program.control("About"))
    program.click(program.control("Copy version"))
    program.control("Copied")
    program.click(program.control("Licenses"))
    program.control("License text: Milestone Rally")
