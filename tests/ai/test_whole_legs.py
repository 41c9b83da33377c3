"""Bots play every rule set and seating to the end, and play well."""

from __future__ import annotations

import pytest

from ai.bots.factory import make_bot
from ai.decision import Bot
from ai.lab.players import RandomBot
from ai.spec import BotSpec
from game.engine.cards import Family
from game.engine.moves import MoveKind
from game.engine.rules import Seating
from tests.ai.playing import TABLES, decisions, match_of
from tests.nightly import some

STYLES_IN_TURN = ("bruno", "carla", "hugo", "irma", "leo", "nina")


@pytest.mark.parametrize(("rules", "seats", "seating"), some(TABLES, 5))
def test_bot_plays_whole_legs_legally_and_discards_no_safety(rules: str, seats: int, seating: Seating) -> None:
    match = match_of(rules, seats, seating)
    bots = [make_bot(BotSpec(style=style, effort=0.01)) for style in ("plain", *STYLES_IN_TURN)[:seats]]
    for leg, observation, move in decisions(match, bots, "whole"):
        assert move in leg.legal_moves()
        if move.kind is MoveKind.DISCARD and move.card is not None and move.card.family is Family.SAFETY:
            assert all(m.card and m.card.family is Family.SAFETY for m in observation.legal)
    assert len(match.results) == 1


@pytest.mark.parametrize("rules", ["winning_moves", "dujardin"])
def test_bot_beats_random_play_from_either_seat(rules: str) -> None:
    won = 0
    for deck in range(3):
        for seat in (0, 1):
            match = match_of(rules, 2, Seating.SOLO, seed=deck)
            bots: list[Bot] = [RandomBot(), RandomBot()]
            bots[seat] = make_bot(BotSpec(effort=0.0))
            while not match.is_over:
                for _ in decisions(match, bots, f"{deck}/{len(match.results)}"):
                    pass
            won += match.winner == seat
    assert won == 6


def test_bot_of_an_unknown_style_is_refused() -> None:
    with pytest.raises(ValueError, match="style must be one of"):
        make_bot(BotSpec(style="nobody"))
