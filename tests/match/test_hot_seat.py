"""Several persons at one screen: who holds it, what it shows, and that no answer to a hazard betrays a hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from game.engine.moves import Move, MoveKind
from game.engine.observation import Phase
from game.engine.rules import Seating
from game.engine.setup import MatchSetup
from game.match.bots.client import WorkerBots
from game.match.match_file import SavedMatch
from game.match.plan import Plan
from game.match.running.seat_control import IllegalMoveError
from game.match.running.viewer_feed import Step
from game.match.session import Session
from game.people.players import HUMAN, Player, Targeting, bot
from tests.cases import each
from tests.fixed_decks import saved_match
from tests.match.harness import FRAME_S, Clock, QuickBots, aggressive, files_in, setup_of
from tests.nightly import some

TABLES = (
    (setup_of(seats=2, legs=1), (HUMAN, HUMAN)),
    (setup_of(seats=4, legs=1), (HUMAN, bot("carla"), HUMAN, bot("hugo"))),
    (setup_of(seats=4, seating=Seating.TEAMS, legs=1), (HUMAN, HUMAN, HUMAN, bot("hugo"))),
    (setup_of(seats=4, seating=Seating.TEAMS, legs=1), (bot("carla"), HUMAN, bot("nina"), HUMAN)),
)


class Party:
    """Persons who pass the screen round and choose by lot; ``seen`` tells what each of them was shown."""

    def __init__(self, setup: MatchSetup, players: tuple[Player, ...], seed: int, **session: object) -> None:
        self.clock = Clock()
        plan = Plan(setup, players)
        bots = QuickBots(aggressive)
        self.session = Session.new(plan, seed=seed, clock=self.clock, bots=bots, **session)  # type: ignore[arg-type]
        self.rng = Random(seed)
        self.log: list[str] = []

    def go_on(self) -> bool:
        """One thing that somebody does, or a frame; False once the leg is over."""
        session = self.session
        if session.hot_seat.handover is not None:
            self.log.append(f"to {session.hot_seat.handover.seat} for {session.hot_seat.handover.attack}")
            session.accept_handover()
            assert session.hot_seat.handover is None
        elif session.hot_seat.pending_hazard is not None:
            self.log.append(f"{session.viewer} sees {session.hot_seat.pending_hazard}")
            session.hot_seat.answer_hazard(
                self.rng.choice(session.hot_seat.hazard_answers) if session.hot_seat.hazard_answers else None
            )
        elif session.is_waiting_for_viewer:
            session.play(aggressive(session.observation, self.rng))
        else:
            self.clock.now_s += FRAME_S
        self._hear(session.poll())
        return not session.is_leg_over

    def _hear(self, steps: list[Step]) -> None:
        session = self.session
        for step in steps:
            assert step.observation.seat == session.viewer
            assert all(move.kind is not MoveKind.DECLINE or move.seat == session.viewer
                       for move in step.observation.moves)  # fmt: skip
        if session.is_waiting_for_viewer:
            assert session.observation.phase in (Phase.TURN, Phase.EXTENSION)


@each("seed", range(6))
@each(("setup", "players"), TABLES)
def test_hot_seat_leg_goes_round_to_its_end(setup: MatchSetup, players: tuple[Player, ...], seed: int) -> None:
    party = Party(setup, players, seed)
    while party.go_on():
        pass
    assert party.session.is_leg_over
    assert any(" sees " in line for line in party.log)
    assert {line[:4] for line in party.log if line.startswith("to")} == {
        f"to {seat}" for seat in party.session.seat_control.persons
    }


def test_table_is_covered_until_the_first_person_takes_the_screen() -> None:
    session = Session.new(Plan(setup_of(seats=2), (HUMAN, HUMAN)), seed=3, clock=Clock(), bots=QuickBots())
    assert session.hot_seat.handover is not None
    assert session.hot_seat.handover.attack is None
    assert not session.is_waiting_for_viewer
    assert not session.take_backs.can_take_back
    session.accept_handover()
    session.poll()
    assert session.is_waiting_for_viewer
    with pytest.raises(RuntimeError, match="nobody"):
        session.accept_handover()


def test_bots_wait_while_the_table_is_covered() -> None:
    bots = QuickBots()
    players = (bot("carla"), HUMAN, bot("hugo"), HUMAN)
    session = Session.new(Plan(setup_of(), players), seed=3, clock=Clock(), bots=bots)
    for _ in range(5):
        session.poll()
    assert bots.asked == []


def test_single_person_is_never_asked_to_pass_the_screen() -> None:
    party = Party(setup_of(legs=1), (bot("carla"), HUMAN, bot("hugo"), bot("nina")), 4)
    while party.go_on():
        pass
    assert party.log == []


def last_attack_on_a_person(party: Party) -> Move:
    """Go on until a hazard is to be shown to somebody."""
    session = party.session
    while session.hot_seat.pending_hazard is None and (
        session.hot_seat.handover is None or session.hot_seat.handover.attack is None
    ):
        assert party.go_on()
    handover = session.hot_seat.handover
    attack = session.hot_seat.pending_hazard or (handover.attack if handover is not None else None)
    assert attack is not None
    return attack


@each("seed", range(40))
def test_hot_seat_hides_whether_an_attack_could_be_answered(seed: int) -> None:
    """Who refuses and who has nothing give the others the same steps, at the same moments, in the same number."""
    setup, players = TABLES[seed % len(TABLES)]
    party = Party(setup, players, seed)
    attack = last_attack_on_a_person(party)
    session, clock = party.session, party.clock
    assert session.poll() == []
    seats = [seat for seat in session.seat_control.persons if seat in session.observation.sides[attack.side or 0].seats]
    for seat in seats:
        assert session.hot_seat.handover is None or (
            session.hot_seat.handover.seat,
            session.hot_seat.handover.attack,
        ) == (seat, attack)
        if session.hot_seat.handover is not None:
            session.accept_handover()
        told = session.poll()
        assert all(not step.events and step.observation.phase is Phase.TURN for step in told)
        assert session.observation.legal == ()
        assert session.observation.moves[-1] == attack
        assert session.hot_seat.pending_hazard == attack
        answers = session.hot_seat.hazard_answers
        session.hot_seat.answer_hazard(next((move for move in answers if move.kind is MoveKind.DECLINE), None))
        assert session.poll() == []
    clock.now_s += 1.0
    for _ in range(3):
        told = session.poll()
        if told:
            break
    assert told, "what came of it is told once the time is over"


def test_person_with_an_answer_has_to_decide_and_no_other_may() -> None:
    for seed in range(60):
        party = Party(*TABLES[0], seed)
        last_attack_on_a_person(party)
        session = party.session
        if session.hot_seat.handover is not None:
            session.accept_handover()
        session.poll()
        if not session.hot_seat.hazard_answers:
            with pytest.raises(IllegalMoveError):
                session.hot_seat.answer_hazard(session.hot_seat.pending_hazard)
            continue
        with pytest.raises(RuntimeError, match="decision"):
            session.hot_seat.answer_hazard(None)
        coup = next(move for move in session.hot_seat.hazard_answers if move.kind is MoveKind.COUP_FOURRE)
        session.hot_seat.answer_hazard(coup)
        for _ in range(3):
            party.clock.now_s += 1.0
            session.poll()
        assert session.observation.moves[-1] == coup
        return
    pytest.fail("nobody could answer in sixty matches")


@pytest.mark.parametrize("setup_players", TABLES)
@pytest.mark.parametrize("seed", range(3))
def test_hot_seat_match_resumes_from_any_moment(
    setup_players: tuple[MatchSetup, tuple[Player, ...]], seed: int, tmp_path: Path
) -> None:
    """What is kept can be read, covers the table, and shows each person only what that person may know."""
    setup, players = setup_players
    party = Party(setup, players, seed)
    steps, is_running = 0, True
    while is_running:
        is_running = party.go_on()
        steps += 1
        if steps % 7 == 0 and is_running:
            saved = SavedMatch.from_bytes(party.session.saved.to_bytes())
            again = Session(saved, clock=Clock(), bots=QuickBots(aggressive))
            assert again.hot_seat.handover is not None
            assert again.poll() or again.observation.seat == again.viewer
            assert all(step.observation.seat == again.viewer for step in again.poll())
            assert again.saved.records == saved.records or again.hot_seat.handover is not None


@pytest.mark.parametrize("seed", some(range(12), 3))
def test_person_at_a_resumed_screen_sees_nothing_of_another_hand(seed: int) -> None:
    """Also right after a hazard, which is shown to another person than the one whose turn comes next."""
    setup, players = TABLES[seed % len(TABLES)]
    party = Party(setup, players, seed)
    while party.go_on():
        saved = SavedMatch.from_bytes(party.session.saved.to_bytes())
        again = Session(saved, clock=Clock(), bots=QuickBots(aggressive))
        again.accept_handover()
        assert {step.observation.seat for step in again.poll()} <= {again.viewer}
        assert again.observation.seat == again.viewer


def test_take_back_of_a_person_goes_to_its_own_last_turn() -> None:
    party = Party(*TABLES[1], 5)
    session = party.session
    while not (session.is_waiting_for_viewer and len(session.observation.moves) > 30):
        assert party.go_on()
    seat, moves = session.viewer, session.observation.moves
    session.take_back()
    session.poll()
    assert session.viewer == seat
    assert session.is_waiting_for_viewer
    assert len(session.observation.moves) < len(moves)
    assert session.take_backs.can_redo
    saved = SavedMatch.from_bytes(session.saved.to_bytes())
    again = Session(saved, clock=Clock(), bots=QuickBots(aggressive))
    assert again.viewer == seat
    assert again.notes.taken_back == session.notes.taken_back
    again.accept_handover()
    again.poll()
    assert again.take_backs.can_redo


def test_reasons_stay_with_their_moves_when_the_screen_goes_round(tmp_path: Path) -> None:
    files, _writer = files_in(tmp_path)
    party = Party(*TABLES[1], 6, files=files)
    explained = QuickBots(aggressive)
    party.session._requests.bots = explained
    party.session._delayed_reveal.delay_s = 0.0
    while party.go_on():
        session = party.session
        known = session.observation.moves
        for place in session.notes.hurried:
            assert not session.players[known[place].seat].is_human


def test_worker_is_started_for_persons_alone_only_when_a_hint_is_asked_for() -> None:
    session = Session.new(Plan(setup_of(seats=2), (HUMAN, HUMAN)), seed=3, clock=Clock())
    assert isinstance(session._requests.bots, WorkerBots)
    assert session._requests.bots._process is None
    session.accept_handover()
    session.poll()
    assert session.hints.request()
    session.poll()
    assert session._requests.bots._process is not None
    session.close()


def own_turn(party: Party, seat: int) -> None:
    while not (party.session.is_waiting_for_viewer and party.session.viewer == seat):
        assert party.go_on()


def test_each_person_finds_the_cards_in_their_own_order_again() -> None:
    party = Party(*TABLES[0], 5)
    orders = {}
    for seat in (0, 1):
        own_turn(party, seat)
        orders[seat] = party.session.observation.hand[::-1]
        party.session.save_hand_order(orders[seat])
    assert party.session.saved.hand == ()
    for seat in (0, 1):
        own_turn(party, seat)
        assert party.session.viewer_feed.hand_order == orders[seat]


def test_answer_given_before_a_take_back_is_not_asked_for_again_on_resuming() -> None:
    found = 0
    for seed in range(40):
        party = Party(*TABLES[0], seed)
        session = party.session
        while party.go_on():
            if not (session.is_waiting_for_viewer and session.take_backs.can_take_back):
                continue
            session.take_back()
            session.poll()
            if (session.saved.records[-1].moves or ("",))[-1] in ("0 .", "1 ."):
                again = Session(SavedMatch.from_bytes(session.saved.to_bytes()), clock=Clock(), bots=QuickBots())
                assert SavedMatch.from_bytes(again.saved.to_bytes()) == again.saved
                again.accept_handover()
                again.poll()
                assert again.observation == session.observation
                assert again.take_backs.can_redo
                found += 1
            session.redo()
            while not session.is_waiting_for_viewer and party.go_on():
                pass
    assert found, "nobody declined; take other seeds"


def test_bot_that_spares_persons_spares_all_of_them() -> None:
    setup, players = TABLES[1][0], (HUMAN, bot("carla", targeting=Targeting.SPARES), HUMAN, bot("hugo"))
    session = Session.new(Plan(setup, players), seed=3, clock=Clock(), bots=QuickBots())
    progress = session._progress
    assert session.seat_control.question(progress.observe(1)).spec.spared == (0, 2)
    assert session.seat_control.question(progress.observe(3)).spec.spared == ()


def test_resumed_screen_does_not_tell_whether_a_bot_holds_the_answer() -> None:
    covered = set()
    for safety in ("driving_ace", "km_25"):
        hands = ["go accident", "go", f"go {safety}", "go"]
        moves = ["0 go", "1 go", "2 go", "3 go", "0 accident > 2"]
        saved = replace(saved_match(hands, "km_25", moves), players=(HUMAN, HUMAN, bot("carla"), bot("hugo")))
        covered.add(Session(saved, clock=Clock(), bots=QuickBots()).hot_seat.handover)
    assert len(covered) == 1
