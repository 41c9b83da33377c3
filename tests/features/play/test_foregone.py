"""The extension where nothing is left to drive on with: the win is taken, and nobody is asked."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pygame
import pytest

from ai.bots.factory import make_bot
from ai.decision import BotReason, ReasonCode
from ai.spec import LEVELS, BotSpec
from game.engine.cards import Card, card
from game.engine.moves import move
from game.engine.observation import Observation, Phase
from game.engine.record import Record, deal_record
from game.features.play.scene import TableScene
from game.match.match_file import SavedLeg, SavedMatch
from game.match.session import Session
from game.people.players import HUMAN, Player, bot
from tests.ai.playing import position, view
from tests.fixed_decks import ScriptedBots, saved_match, sit_down
from tests.match.harness import Clock, run
from tests.window import Driver

WAY = "go km_200 km_200 km_100 km_100 km_100"
ARRIVED = view(0, battle="go", distance="km_200 km_200 km_100 km_100 km_100")


def at_the_goal(kept: str) -> SavedMatch:
    """Seat 0 lays its last 100 next, the draw pile empty; of what it has drawn it holds what ``kept`` says, and no km
    else.
    """
    start = saved_match([WAY, "go"], kept)
    leg, way = deal_record(start.legs[0].record), [*map(card, WAY.split()[:-1])]
    last, holds = card("km_100"), Counter(map(card, kept.split()))

    def spare(seat: int, hand: tuple[Card, ...]) -> Card:
        if seat:
            return hand[0]
        free = Counter(hand) - Counter([*way, last]) - holds
        return max(free, key=lambda held: (held.km, held.id))

    while leg.draw_pile or leg.seat:
        assert leg.seat is not None
        if leg.seat == 0 and way:
            leg.apply(move(f"0 {way.pop(0).id}"))
        else:
            leg.apply(move(f"{leg.seat} - {spare(leg.seat, leg.hand(leg.seat)).id}"))
    return SavedMatch(start.setup, start.players, 1, start.first_dealer, (SavedLeg(Record.of(leg)),))


def arrived(saved: SavedMatch, *players: Player) -> Session:
    """The match after seat 0 has laid its last 100."""
    clock = Clock()
    session = Session(replace(saved, players=players), clock=clock, bots=ScriptedBots())

    def is_asked(running: Session) -> bool:
        return running.is_leg_over or running.observation.phase is Phase.EXTENSION

    run(session, clock, until=is_asked, person=lambda _: move("0 km_100"))
    return session


def test_win_is_taken_unasked_where_the_hand_has_no_distance_left() -> None:
    session = arrived(at_the_goal(""), HUMAN, bot("carla"))
    assert session.is_leg_over
    assert session.saved.legs[-1].record.moves[-2:] == ("0 km_100", "0 =")


def test_extension_is_asked_as_long_as_the_hand_has_distance() -> None:
    session = arrived(at_the_goal("km_25"), HUMAN, bot("carla"))
    assert session.observation.phase is Phase.EXTENSION
    assert session.is_waiting_for_viewer


def test_win_is_taken_unasked_for_the_holder_of_a_shared_screen() -> None:
    session = Session(replace(at_the_goal(""), players=(HUMAN, HUMAN)), clock=Clock(), bots=ScriptedBots())
    session.accept_handover()
    session.poll()
    session.play(move("0 km_100"))
    session.poll()
    assert session.is_leg_over


@pytest.mark.parametrize("level", LEVELS)
def test_bot_of_any_level_takes_a_foregone_win(level: str) -> None:
    observation = position("gasoline repairs", [ARRIVED, view(1)], phase=Phase.EXTENSION, draw_pile=0)
    decision = make_bot(BotSpec(level=level)).decide(observation, Random(1))
    assert (decision.move.text, decision.reason) == ("0 =", BotReason(ReasonCode.STAYS, number=0))


TEAM = view(0, 3, battle="go", distance="km_200 km_200 km_100 km_100 km_100")
FOREGONE = position("gasoline", [ARRIVED, view(1)], phase=Phase.EXTENSION, draw_pile=0)


@pytest.mark.parametrize(
    ("observation", "answer"),
    [
        (FOREGONE, "0 ="),
        (replace(FOREGONE, draw_pile=1), None),
        (position("gasoline km_25", [ARRIVED, view(1)], phase=Phase.EXTENSION, draw_pile=0), None),
        (replace(FOREGONE, phase=Phase.TURN), None),
        (replace(FOREGONE, legal=()), None),
        (
            position("gasoline", [TEAM, view(1, 4), view(2, 5)], rules="dujardin", phase=Phase.EXTENSION, draw_pile=0),
            None,
        ),
    ],
)
def test_foregone_decision_depends_only_on_what_the_seat_sees(observation: Observation, answer: str | None) -> None:
    assert (observation.forced_answer and observation.forced_answer.text) == answer


def test_table_shows_no_question_for_a_foregone_extension(driver: Driver) -> None:
    scene = sit_down(driver, at_the_goal(""))
    assert isinstance(scene, TableScene)
    driver.key(pygame.K_1 + scene.match.observation.hand.index(card("km_100")))
    driver.key(pygame.K_RETURN)
    driver.until(lambda: driver.scene != "table", "the score")
    assert driver.scene == "result"
