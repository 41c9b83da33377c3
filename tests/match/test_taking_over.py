"""Several persons at one screen of whom some let bots drive: who takes over gets the screen, and nobody learns more."""

from __future__ import annotations

from random import Random

import pytest

from game.engine.moves import MoveKind
from game.engine.observation import Phase
from game.engine.setup import MatchSetup
from game.match.match_file import SavedMatch
from game.match.session import Session
from game.people.players import Player
from tests.cases import each
from tests.match.harness import Clock, QuickBots, aggressive
from tests.match.test_hot_seat import TABLES, Party

FRAMES = 200


def until_turn_of(party: Party, seat: int) -> None:
    session = party.session
    while not (session.is_waiting_for_viewer and session.viewer == seat):
        assert party.go_on(), f"the leg is over before the turn of {seat}"


def delegated(party: Party, *seats: int) -> None:
    """Each of these persons lets a bot drive in its own turn."""
    for seat in seats:
        until_turn_of(party, seat)
        party.session.start_autopilot()


def other_person(session: Session, seat: int) -> int:
    return next(person for person in session.seat_control.persons if person != seat)


@pytest.mark.parametrize(("setup", "players"), TABLES)
def test_delegated_seat_is_played_as_by_a_bot_until_taken_over(setup: MatchSetup, players: tuple[Player, ...]) -> None:
    party = Party(setup, players, 4)
    session, seat = party.session, party.session.seat_control.persons[0]
    other = other_person(session, seat)
    delegated(party, seat)
    until_turn_of(party, other)
    party.log.clear()
    for _ in range(2):
        moves = len(session.observation.moves)
        while len(session.observation.moves) < moves + len(players):
            assert party.go_on()
    assert not any(line.startswith(f"to {seat}") for line in party.log), "who delegated is not asked for"
    until_turn_of(party, other)
    here = session.observation
    session.stop_autopilot(seat)
    assert session.poll() == []
    assert (session.viewer, session.observation, session.is_waiting_for_viewer) == (other, here, True)
    until_turn_of(party, seat)
    assert any(line.startswith(f"to {seat}") for line in party.log)
    assert session.seat_control.autopilot_seats == frozenset()


def test_person_taking_over_during_the_bots_turn_gets_the_screen_at_once() -> None:
    party = Party(*TABLES[0], 4)
    session = party.session
    seat, other = session.seat_control.persons
    delegated(party, seat)
    until_turn_of(party, other)
    session.play(aggressive(session.observation, party.rng))
    while (
        session.hot_seat.handover is None and session.hot_seat.pending_hazard is None and session._progress.seat != seat
    ):
        party.clock.now_s += 1.0
        session.poll()
    for _ in range(FRAMES):
        if session._requests.question is not None:
            break
        party.clock.now_s += 1.0
        session.poll()
    moves = len(session.observation.moves)
    session.stop_autopilot(seat)
    session.poll()
    assert session.hot_seat.handover is not None
    assert session.hot_seat.handover.seat == seat
    session.accept_handover()
    for _ in range(FRAMES):
        session.poll()
    assert len(session.observation.moves) == moves, "what the bot thought is not heard"


def test_persons_may_delegate_together_and_take_over_one_by_one() -> None:
    party = Party(*TABLES[2], 3)
    session = party.session
    first, second, third = session.seat_control.persons
    delegated(party, first, second)
    assert session.seat_control.autopilot_seats == {first, second}
    until_turn_of(party, third)
    session.stop_autopilot(second)
    assert session.seat_control.autopilot_seats == {first}
    until_turn_of(party, second)
    assert session.seat_control.autopilot_seats == {first}


def test_leg_delegated_by_all_persons_is_played_on_and_can_be_taken_over() -> None:
    party = Party(*TABLES[0], 5)
    session = party.session
    delegated(party, *session.seat_control.persons)
    last = session.viewer
    for _ in range(FRAMES):
        party.go_on()
    assert session.seat_control.autopilot_seats == set(session.seat_control.persons)
    session.stop_autopilot()
    assert session.seat_control.autopilot_seats == set(session.seat_control.persons) - {last}
    until_turn_of(party, last)


def test_delegated_seats_stay_so_after_a_resume_and_can_be_taken_over() -> None:
    party = Party(*TABLES[2], 3)
    first, second, third = party.session.seat_control.persons
    delegated(party, first, second)
    until_turn_of(party, third)
    saved = SavedMatch.from_bytes(party.session.saved.to_bytes())
    party.session = again = Session(saved, clock=party.clock, bots=QuickBots(aggressive))
    assert again.seat_control.autopilot_seats == {first, second}
    assert again.hot_seat.handover is not None
    assert again.hot_seat.handover.seat == third
    again.stop_autopilot(first)  # from the menu above the cloth
    assert again.hot_seat.handover.seat == third
    party.go_on()
    until_turn_of(party, first)
    assert again.seat_control.autopilot_seats == {second}
    saved = SavedMatch.from_bytes(again.saved.to_bytes())
    assert saved.deputies == {second}


def test_taking_over_is_refused_where_no_bot_plays() -> None:
    party = Party(*TABLES[0], 3)
    until_turn_of(party, 0)
    for seat in (None, 0, 1, 7):
        with pytest.raises(RuntimeError, match="nobody plays"):
            party.session.stop_autopilot(seat)


def hit_while_delegated(seed: int) -> tuple[Party, int] | None:
    """A table at which a hazard hits a person for whom a bot drives; None if none does."""
    setup, players = TABLES[seed % len(TABLES)]
    party = Party(setup, players, seed)
    session = party.session
    seat = session.seat_control.persons[seed % len(session.seat_control.persons)]
    delegated(party, seat)
    side = next(n for n, s in enumerate(session.observation.sides) if seat in s.seats)
    alone = session.observation.sides[side].seats == (seat,)
    while True:
        hold = session._delayed_reveal.pending
        if (
            hold is not None
            and hold.attack.side == side
            and session.viewer != seat
            and (alone or not hold.persons_to_show)
        ):
            return party, seat
        if not party.go_on():
            return None


@pytest.mark.parametrize("frames", [0, 1, 3])
def test_person_taking_over_under_a_hazard_is_always_shown_the_hazard(frames: int) -> None:
    """Who holds the answer and who does not give the others the same steps, whatever the bot has decided meanwhile."""
    hits = [hit for seed in range(40) if (hit := hit_while_delegated(seed)) is not None]
    could_answer = {is_shown_the_hazard(*hit, frames) for hit in hits}
    assert could_answer == {True, False}


def is_shown_the_hazard(party: Party, seat: int, frames: int) -> bool:
    """Take over so many frames after the hazard and play it to its end; whether there was anything to answer."""
    session = party.session
    assert session._delayed_reveal.pending is not None
    attack = session._delayed_reveal.pending.attack
    for _ in range(frames):
        assert all(step.observation.phase is Phase.TURN for step in session.poll())
    assert session._delayed_reveal.pending is not None
    session.stop_autopilot(seat)
    while session.hot_seat.handover is None:
        assert all(step.observation.phase is Phase.TURN for step in session.poll())
    assert (session.hot_seat.handover.seat, session.hot_seat.handover.attack) == (seat, attack)
    session.accept_handover()
    session.poll()
    assert session.hot_seat.pending_hazard == attack
    assert session.observation.phase is Phase.TURN
    answers = session.hot_seat.hazard_answers
    session.hot_seat.answer_hazard(next((move for move in answers if move.kind is MoveKind.DECLINE), None))
    for _ in range(5):
        party.clock.now_s += 1.0
        if session.poll():
            return bool(answers)
    pytest.fail("what came of it is told once the time is over")


@each("seed", range(4))
@each(("setup", "players"), TABLES)
def test_leg_with_delegations_at_random_goes_round_to_its_end(
    setup: MatchSetup, players: tuple[Player, ...], seed: int
) -> None:
    """By lot, at any moment; every step is held against what the seat at the screen may know, by ``Party``."""
    party, rng = Party(setup, players, seed), Random(f"delegating/{seed}")
    session, taken = party.session, 0
    while party.go_on():
        if session.autopilot_control.can_start_autopilot and rng.random() < 0.1:
            session.start_autopilot()
        elif session.seat_control.autopilot_seats and rng.random() < 0.1:
            session.stop_autopilot(rng.choice(sorted(session.seat_control.autopilot_seats)))
            taken += 1
            if rng.random() < 0.2:
                saved = SavedMatch.from_bytes(session.saved.to_bytes())
                party.session = session = Session(saved, clock=Clock(), bots=QuickBots(aggressive))
                party.clock = session._clock  # type: ignore[assignment]
    assert taken
    assert session.seat_control.autopilot_seats == frozenset()
    assert session.seat_control.autopilot_used <= set(session.seat_control.persons)
