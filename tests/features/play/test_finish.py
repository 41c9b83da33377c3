"""A leg that is drawn out is played to its end at once, by what the viewer may know; nothing is decided for anybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest

from game.engine.cards import Card, Family
from game.engine.endgame import is_hopeless, may_be_won
from game.engine.leg import Leg
from game.engine.moves import move
from game.engine.observation import Phase
from game.engine.record import Record, deal_record
from game.engine.setup import MatchContext
from game.features.play.scene import TableScene
from game.match.match_file import SavedLeg, SavedMatch
from game.match.running.autopilot import AutopilotControl
from game.match.session import Session
from game.people.players import HUMAN
from tests.ai.playing import another_world
from tests.fixed_decks import ScriptedBots, saved_match, sit_down
from tests.match.harness import Clock, run
from tests.scenes.stages import hopeless_match
from tests.window import Driver

Keep = Callable[[Card], float]
"""How gladly a seat keeps a card; what it keeps least gladly it throws away."""

HANDS = ["gasoline spare_tire repairs gasoline spare_tire repairs", "go km_25 km_25 km_25 km_25 km_25"]


def keeps_nothing_to_lay(held: Card) -> float:
    """Only remedies that nothing asks for."""
    return held.family is Family.REMEDY and held.id != "go"


def keeps_to_drive(held: Card) -> float:
    """What seat 1 needs to start and to drive."""
    return 2 * (held.id == "go") + (held.id == "km_25")


def thrown(hand: Sequence[Card], keeps: Keep) -> Card:
    """What a seat keeps least gladly; one green light is enough."""
    return min(hand, key=lambda held: (keeps(held) if held.id != "go" or hand.count(held) == 1 else -1, held.id))


def discarded_to_the_end(*keeps: Keep, hands: list[str] = HANDS, draws: str = "") -> SavedMatch:
    """A leg in which everybody has thrown cards away until the draw pile is empty; it is seat 0's turn."""
    start = saved_match(hands, draws)
    leg = deal_record(start.legs[0].record)
    while leg.draw_pile or leg.seat:
        seat = leg.seat
        assert seat is not None
        leg.apply(move(f"{seat} - {thrown(leg.hand(seat), keeps[seat]).id}"))
    return replace(start, legs=(SavedLeg(Record.of(leg)),))


def drawn_out() -> SavedMatch:
    """Seat 0 can lay nothing; seat 1 still can."""
    return discarded_to_the_end(keeps_nothing_to_lay, keeps_to_drive)


def resumed(saved: SavedMatch, script: list[str], *players: object) -> Session:
    saved = replace(saved, players=players or saved.players)  # type: ignore[arg-type]
    return Session(saved, clock=Clock(), bots=ScriptedBots(script))


SCRIPT = ["1 go", *["1 km_25"] * 5]


def test_finish_plays_the_rest_without_a_decision_of_the_person() -> None:
    """The match stays the person's own."""
    session = resumed(drawn_out(), SCRIPT)
    session.poll()
    assert session.is_waiting_for_viewer
    assert session.autopilot_control.can_autoplay_discards
    session.autoplay_discards()
    assert not session.is_waiting_for_viewer
    run(session, Clock(), until=lambda running: running.is_leg_over)
    assert session.seat_control.autopilot_used == frozenset()
    assert session.saved.legs[-1].delegated == frozenset()
    record = session.saved.legs[-1].record
    assert [text for text in record.moves[-12:] if text and text.startswith("1 km")]
    assert not session.seat_control.is_autoplaying
    assert session.saved.legs[-1].reasons == {}


def test_finish_is_offered_as_soon_as_the_side_can_never_roll() -> None:
    """The rival may still win; there are cards to draw for long."""
    session = resumed(hopeless_match(), [])
    session.poll()
    assert may_be_won(session.observation)
    assert session.observation.draw_pile > 50
    assert session.autopilot_control.can_autoplay_discards


def test_finish_waits_while_one_card_that_helps_is_hidden() -> None:
    session = resumed(hopeless_match("km_25"), [])
    session.poll()
    assert session.observation.must_discard
    assert not session.autopilot_control.is_leg_hopeless


def test_finish_asks_the_person_as_soon_as_there_is_a_card_to_lay() -> None:
    """Seat 1 rolls, so the stop that seat 0 holds can land."""
    hands = ["stop spare_tire repairs gasoline spare_tire repairs", HANDS[1]]
    keeps = lambda held: 2 * (held.id == "stop") + keeps_nothing_to_lay(held)  # noqa: E731
    session = resumed(discarded_to_the_end(keeps, keeps_to_drive, hands=hands), SCRIPT)
    session.poll()
    session.autoplay_discards()
    clock = Clock()
    run(session, clock, until=lambda running: running.is_waiting_for_viewer or running.is_leg_over)
    assert not session.is_leg_over
    assert move("0 stop > 1") in session.observation.legal
    assert not session.seat_control.is_autoplaying


def test_match_killed_while_finishing_goes_on_with_the_persons_turn() -> None:
    session = resumed(drawn_out(), SCRIPT)
    session.poll()
    session.autoplay_discards()
    again = Session(session.saved, clock=Clock(), bots=ScriptedBots(SCRIPT))
    again.poll()
    assert again.is_waiting_for_viewer
    assert again.autopilot_control.can_autoplay_discards


def test_finish_is_refused_while_cards_can_be_drawn_or_laid() -> None:
    session = resumed(saved_match(HANDS, "km_25"), [])
    session.poll()
    assert session.is_waiting_for_viewer
    assert session.observation.must_discard
    assert not session.autopilot_control.can_autoplay_discards
    with pytest.raises(RuntimeError):
        session.autoplay_discards()


def test_finish_makes_nobodys_discards_where_several_persons_play() -> None:
    """That somebody is not asked would tell the others that there was nothing to lay."""
    session = resumed(drawn_out(), [], HUMAN, HUMAN)
    session.accept_handover()
    session.poll()
    assert session.is_waiting_for_viewer
    assert session.autopilot_control.is_leg_hopeless
    assert not session.autopilot_control.can_autoplay_discards


def legs_of_chance() -> Iterator[Leg]:
    for seed in range(12):
        rng = Random(seed)
        leg = deal_record(saved_match(["km_25"] * 3).legs[0].record).copy()
        while not leg.is_over:
            if leg.draw_pile < 9 and leg.phase is Phase.TURN:
                yield leg
            leg.apply(rng.choice(leg.legal_moves()))


def test_finish_offer_depends_on_nothing_that_is_hidden() -> None:
    context, found = MatchContext(1, (0, 0, 0), 5000, None), Counter[bool]()
    for leg in legs_of_chance():
        seat = leg.seat
        assert seat is not None
        seen = leg.observe(seat, context)
        other = another_world(seen, Random(len(leg.moves))).observe(seat, context)
        other = replace(other, moves=seen.moves, drawn=seen.drawn, dealer=seen.dealer)
        assert is_hopeless(other) is is_hopeless(seen)
        found[is_hopeless(seen)] += 1
    assert all(found[answer] for answer in (False, True))


# -- at the table ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["button", "menu"])
def test_finish_button_plays_the_leg_out_and_shows_the_score(driver: Driver, way: str) -> None:
    scene = sit_down(driver, drawn_out(), SCRIPT)
    assert isinstance(scene, TableScene)
    driver.settle()
    if way == "menu":
        driver.press("menu")
        driver.settle()
        driver.press("more")
    driver.press("finish")
    driver.until(lambda: driver.scene == "result", "the score")
    driver.settle()
    assert not driver.shows("who_drove")


def test_finish_takes_at_most_two_seconds(driver: Driver) -> None:
    sit_down(driver, drawn_out(), SCRIPT)
    driver.settle()
    begun_s = driver.clock.now_s
    driver.press("finish")
    driver.until(lambda: driver.scene == "result", "the score")
    assert driver.clock.now_s - begun_s < 2


def test_finish_button_is_absent_while_cards_can_be_drawn(driver: Driver) -> None:
    sit_down(driver, saved_match(HANDS, "km_25"))
    driver.settle()
    assert not driver.shows("finish")


def test_finish_asks_first_where_something_is_left_to_lay(driver: Driver) -> None:
    """What is left is then driven as a bot would."""
    sit_down(driver, drawn_out(), SCRIPT)
    session = driver.session
    driver.settle()
    session.autopilot_control.__class__ = type(
        "Layable", (AutopilotControl,), {"can_autoplay_discards": property(lambda _self: False)}
    )
    driver.press("finish")
    driver.settle()
    assert driver.scene == "confirm"
    driver.press("yes")
    driver.until(lambda: driver.scene == "result", "the score")
    assert session.seat_control.autopilot_used == {0}


def test_who_stands_reads_that_no_card_helps_any_more(driver: Driver) -> None:
    sit_down(driver, hopeless_match())
    driver.settle()
    node = driver.control("turn")
    assert node.value == "No card is left that could get you rolling."
    assert driver.control("finish").enabled
