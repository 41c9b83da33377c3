"""Taking moves back and making them again: the leg stands as it stood, on the same deck, and bots decide anew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation, Phase
from game.files import limits
from game.match.match_file import SavedMatch
from game.match.plan import Plan
from game.match.running.viewer_feed import Jump
from game.match.session import Session
from tests.cases import each
from tests.match.harness import Clock, QuickBots, files_in, first_sensible, person_and_bots, run, setup_of

SEEDS = range(1, 9)


def begun(seed: int = 3, *, allowed: bool = True, folder: Path | None = None, legs: int = 2) -> tuple[Session, Clock]:
    clock = Clock()
    plan = Plan(setup_of(legs=legs), person_and_bots(4), take_backs=allowed)
    files = files_in(folder)[0] if folder is not None else None
    return Session.new(plan, seed=seed, files=files, clock=clock, bots=QuickBots()), clock


def decide(session: Session, clock: Clock, times: int = 1, person: Callable[[Session], Move] = first_sensible) -> None:
    """Make so many of the viewer's decisions, and let the bots move until the next one is due."""
    for _ in range(times):
        run(session, clock, until=lambda s: s.is_waiting_for_viewer, person=first_sensible)
        session.play(person(session))
    run(session, clock, until=lambda s: s.is_waiting_for_viewer, person=first_sensible)


def can_attack(session: Session) -> bool:
    return session.is_waiting_for_viewer and any(move.side is not None for move in session.observation.legal)


@each("seed", SEEDS)
def test_decisions_of_a_leg_can_all_be_taken_back_and_made_again(seed: int) -> None:
    session, clock = begun(seed)
    stood: list[Observation] = []
    while True:
        run(session, clock, until=lambda s: s.is_waiting_for_viewer or s.is_leg_over, person=first_sensible)
        if session.is_leg_over or len(stood) == 12:
            break
        stood.append(session.observation)
        session.play(first_sensible(session))
    last = session.observation
    if not session.is_leg_over:
        for expected in reversed(stood):
            session.take_back()
            (step,) = session.poll()
            assert (step.jump, step.events, step.observation) == (Jump.BACK, (), expected)
            assert session.is_waiting_for_viewer
        assert not session.take_backs.can_take_back
        for expected in [*stood[1:], last]:
            session.redo()
            (step,) = session.poll()
            assert (step.jump, step.observation) == (Jump.REDO, expected)
        assert not session.take_backs.can_redo


def test_take_back_followed_by_the_same_move_leads_to_the_same_leg() -> None:
    """Another move leads on with the same deck."""
    session, clock = begun()
    decide(session, clock, 4)
    before, deck = session.observation, session.saved.records[-1].deck
    session.take_back()
    session.poll()
    decide(session, clock)
    assert session.observation == before
    session.take_back()
    session.poll()
    decide(session, clock, person=lambda s: next(m for m in s.observation.legal if m.kind is MoveKind.DISCARD))
    assert session.observation != before
    assert session.saved.records[-1].deck == deck
    assert not session.take_backs.can_redo, "what lay ahead is forgotten"


def test_take_back_drops_the_answer_of_a_thinking_bot() -> None:
    session, clock = begun()
    decide(session, clock, 3)
    stood = session.observation
    session.play(first_sensible(session))
    session.poll()
    assert not session.is_waiting_for_viewer
    session.take_back()
    for _ in range(5):
        session.poll()
    assert session.is_waiting_for_viewer
    assert session.observation == stood
    decide(session, clock)


def test_attack_taken_back_before_its_outcome_never_shows_the_outcome() -> None:
    for seed in range(40):
        session, clock = begun(seed)
        run(session, clock, until=lambda s: s.is_leg_over or can_attack(s), person=first_sensible)
        if session.is_leg_over:
            continue
        stood = session.observation
        session.play(next(m for m in stood.legal if m.side is not None))
        (told,) = session.poll()
        assert told.observation.phase is Phase.TURN
        session.take_back()
        assert [step.jump for step in session.poll()] == [Jump.BACK]
        for _ in range(100):
            clock.now_s += 0.1
            assert session.poll() == []
        assert session.observation == stood
        session.redo()
        steps = session.poll()
        assert steps[0].jump is Jump.REDO
        assert steps[-1].observation == told.observation, "and is told again like one just made"
        return
    raise AssertionError("nobody can attack; take other seeds")


def test_take_back_is_refused_where_it_was_not_agreed() -> None:
    session, clock = begun(allowed=False)
    decide(session, clock, 2)
    assert not session.take_backs.can_take_back
    with pytest.raises(RuntimeError):
        session.take_back()
    with pytest.raises(RuntimeError):
        session.redo()


def test_take_back_is_refused_before_the_first_decision_and_after_the_leg() -> None:
    session, clock = begun()
    run(session, clock, until=lambda s: s.is_waiting_for_viewer, person=first_sensible)
    assert not session.take_backs.can_take_back
    run(session, clock, until=lambda s: s.is_leg_over, person=first_sensible)
    assert not session.take_backs.can_take_back
    session.next_leg()
    run(session, clock, until=lambda s: s.is_waiting_for_viewer, person=first_sensible)
    assert not session.take_backs.can_take_back


def test_take_backs_are_noted_with_their_place_and_counted() -> None:
    session, clock = begun()
    decide(session, clock, 5)
    session.take_back()
    session.take_back()
    session.poll()
    here = len(session.observation.moves)
    assert session.notes.taken_back == (here, here)
    session.redo()
    session.poll()
    assert session.notes.taken_back == (len(session.observation.moves),)
    decide(session, clock, 2)
    assert len(session.notes.taken_back) == session.saved.take_backs == 1
    assert session.notes.taken_back[0] < len(session.observation.moves)
    run(session, clock, until=lambda s: s.is_leg_over, person=first_sensible)
    session.next_leg()
    session.poll()
    assert (session.notes.taken_back, session.saved.take_backs) == ((), 1)


def test_reasons_of_moves_taken_back_are_gone_and_come_again_with_them() -> None:
    session, clock = begun()
    decide(session, clock, 5)
    reasons = session.saved.legs[-1].reasons
    session.take_back()
    session.poll()
    moves = len(session.observation.moves)
    assert {place for place in reasons if place < moves} == set(session.saved.legs[-1].reasons)
    session.redo()
    session.poll()
    assert session.saved.legs[-1].reasons == reasons


def test_match_left_after_a_take_back_resumes_there_and_can_redo_it(tmp_path: Path) -> None:
    session, clock = begun(folder=tmp_path)
    decide(session, clock, 5)
    ahead = session.observation
    session.take_back()
    session.take_back()
    session.poll()
    here, told = session.observation, session.notes.taken_back
    session.close()
    saved = files_in(tmp_path)[0].latest_match()
    assert saved is not None
    assert saved.take_backs == 2
    assert SavedMatch.from_bytes(saved.to_bytes()) == replace(saved, id="")
    again = Session(saved, files=files_in(tmp_path)[0], clock=clock, bots=QuickBots())
    again.poll()
    assert (again.observation, again.notes.taken_back) == (here, told)
    again.redo()
    again.redo()
    again.poll()
    assert (again.observation, again.notes.taken_back, again.take_backs.can_redo) == (ahead, (), False)


def test_take_backs_beyond_the_limit_do_not_stop_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_TAKE_BACKS", 5)
    session, clock = begun()
    decide(session, clock, 2)
    for _ in range(7):
        session.take_back()
        session.poll()
        decide(session, clock)
    assert session.saved.take_backs == 5
    assert SavedMatch.from_bytes(session.saved.to_bytes()).take_backs == 5


def test_take_back_drops_a_hint() -> None:
    session, clock = begun()
    decide(session, clock, 2)
    assert session.hints.request()
    session.take_back()
    session.poll()
    assert session.hints.hint is None
    assert not session.hints.is_pending
    assert session.hints.request()
    for _ in range(3):
        session.poll()
    assert session.hints.hint is not None
