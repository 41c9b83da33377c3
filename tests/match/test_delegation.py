"""Letting the strongest bot finish the leg: what it is asked, what is kept of it, and who decides again when."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from ai.review import ReviewSize, review
from ai.spec import TOP_LEVEL, BotSpec
from game.career.match_stats import match_stats
from game.engine.errors import Refusal
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation, Phase
from game.features.replay.model.leg_replay import LegReplay
from game.features.replay.model.review import ReviewQuestion, question_from_bytes, question_to_bytes
from game.match.bot_reasons import BotReason, ReasonCode
from game.match.match_file import SavedMatch
from game.match.plan import Plan
from game.match.running.seat_control import IllegalMoveError
from game.match.session import Session
from tests.match.harness import (
    Clock,
    QuickBots,
    files_in,
    first_sensible,
    kept_match,
    person_and_bots,
    run,
    setup_of,
)


def only(move: Move) -> BotReason:
    return BotReason(ReasonCode.ONLY_MOVE, move.card)


def hurrying(observation: Observation, rng: Random) -> Move:
    """Drives and cures whenever it can, and attacks now and then."""
    legal = observation.legal
    driving = [m for m in legal if m.kind is MoveKind.LAY and m.card is not None and m.side is None]
    attacks = [m for m in legal if m.side is not None]
    return rng.choice(driving or (attacks if rng.random() < 0.3 else []) or list(legal))


def begun(seed: int = 3, folder: Path | None = None, **bots: object) -> tuple[Session, Clock, QuickBots]:
    clock, quick = Clock(), QuickBots(**bots)  # type: ignore[arg-type]
    plan = Plan(setup_of(legs=2), person_and_bots(4), take_backs=True)
    files = files_in(folder)[0] if folder is not None else None
    return Session.new(plan, seed=seed, files=files, clock=clock, bots=quick), clock, quick


def until_own_turn(session: Session, clock: Clock, times: int = 1) -> None:
    for time in range(times):
        run(session, clock, until=lambda s: s.is_waiting_for_viewer, person=first_sensible)
        if time < times - 1:
            session.play(first_sensible(session))


def until_the_end(session: Session, clock: Clock) -> None:
    run(session, clock, until=lambda s: s.is_leg_over, person=first_sensible)


@pytest.mark.parametrize("seed", range(1, 7))
def test_delegated_leg_is_played_by_the_strongest_bot_with_the_persons_view(seed: int) -> None:
    session, clock, bots = begun(seed)
    until_own_turn(session, clock, 3)
    assert session.autopilot_control.can_start_autopilot
    session.start_autopilot()
    assert (
        session.seat_control.is_autopilot_on,
        session.autopilot_control.can_start_autopilot,
        session.is_waiting_for_viewer,
    ) == (
        True,
        False,
        False,
    )
    before = len(bots.asked)
    until_the_end(session, clock)
    own = [question for question in bots.asked[before:] if question.observation.seat == session.viewer]
    assert own
    assert {question.spec for question in own} == {BotSpec(level=TOP_LEVEL)}
    rivals = [question for question in bots.asked[before:] if question.observation.seat != session.viewer]
    assert all(question.spec != BotSpec(level=TOP_LEVEL) for question in rivals)
    assert session.seat_control.autopilot_used == {session.viewer}
    assert not session.seat_control.can_take_over


def test_delegation_ends_with_the_leg() -> None:
    session, clock, _ = begun()
    session.start_autopilot()
    until_the_end(session, clock)
    session.next_leg()
    assert (session.seat_control.is_autopilot_on, session.seat_control.autopilot_used) == (False, frozenset())
    until_own_turn(session, clock)
    session.play(first_sensible(session))


def test_person_taking_over_decides_at_once_and_the_bots_answer_is_dropped() -> None:
    session, clock, bots = begun()
    until_own_turn(session, clock)
    here = session.observation
    session.start_autopilot()
    session.poll()  # the bot is asked, and would answer in the next frame
    assert bots.asked[-1].observation.seat == session.viewer
    session.stop_autopilot()
    for _ in range(5):
        assert session.poll() == []
    assert session.is_waiting_for_viewer
    assert session.observation == here
    assert session.seat_control.autopilot_used == frozenset()
    session.play(first_sensible(session))


def test_person_may_not_play_while_a_bot_decides() -> None:
    session, clock, _ = begun()
    until_own_turn(session, clock)
    move = first_sensible(session)
    session.start_autopilot()
    assert session.refusal_for(move) is Refusal.WRONG_SEAT
    with pytest.raises(IllegalMoveError):
        session.play(move)
    assert not session.hints.request()


def test_delegation_can_neither_be_doubled_nor_ended_when_there_is_none() -> None:
    session, clock, _ = begun()
    with pytest.raises(RuntimeError):
        session.stop_autopilot()
    session.start_autopilot()
    with pytest.raises(RuntimeError):
        session.start_autopilot()
    until_the_end(session, clock)
    with pytest.raises(RuntimeError):
        session.stop_autopilot()


def test_take_back_ends_a_delegation() -> None:
    session, clock, _ = begun()
    until_own_turn(session, clock, 2)
    here = session.observation
    session.start_autopilot()
    run(session, clock, until=lambda s: len(s.observation.moves) > len(here.moves) + 1, person=first_sensible)
    session.take_back()
    assert not session.seat_control.is_autopilot_on
    until_own_turn(session, clock)
    assert session.observation.seat == session.observation.to_move


def test_delegation_discards_the_moves_that_were_taken_back() -> None:
    session, clock, _ = begun()
    until_own_turn(session, clock, 3)
    session.take_back()
    assert session.take_backs.can_redo
    session.start_autopilot()
    assert not session.take_backs.can_redo


@pytest.mark.parametrize("seed", range(1, 5))
def test_delegated_match_resumes_exactly_as_it_would_have_gone_on(tmp_path: Path, seed: int) -> None:
    session, clock, _ = begun(seed, tmp_path, explain=only)
    until_own_turn(session, clock, 2)
    session.start_autopilot()
    until = len(session.observation.moves) + 7
    run(session, clock, until=lambda s: len(s.observation.moves) >= until or s.is_leg_over, person=first_sensible)
    saved = SavedMatch.from_bytes(kept_match(tmp_path).read_bytes())
    assert saved.legs[-1].delegated == {session.viewer}
    resumed = Session(saved, clock=clock, bots=QuickBots(explain=only))
    assert resumed.seat_control.is_autopilot_on == (not session.is_leg_over)
    until_the_end(session, clock)
    until_the_end(resumed, clock)
    assert resumed.observation == session.observation
    assert resumed.saved.legs == session.saved.legs
    again = SavedMatch.from_bytes(session.saved.to_bytes())
    assert again.legs == session.saved.legs
    assert again.deputies == frozenset()


def test_delegated_moves_have_their_reasons() -> None:
    session, clock, _ = begun(explain=only)
    until_own_turn(session, clock, 2)
    place = len(session.observation.moves)
    session.start_autopilot()
    until_the_end(session, clock)
    own = [n for n, move in enumerate(session.observation.moves) if move.seat == session.viewer]
    told = {n for n in own if n in session.notes.reasons and session.observation.moves[n].kind is not MoveKind.DECLINE}
    assert told
    assert min(told) >= place


def test_delegated_leg_counts_for_no_milestone_and_no_statistics() -> None:
    session, clock, _ = begun()
    until_own_turn(session, clock, 2)
    session.start_autopilot()
    until_the_end(session, clock)
    match = match_stats(session.saved)
    assert [leg.has_help for leg in match.legs] == [True]
    assert not match.is_unassisted


def test_delegated_bot_answers_whatever_the_person_is_asked() -> None:
    """Attacks on a person who holds the answer, and the extension, in legs that are delegated from the deal on."""
    phases = set()
    for seed in range(1, 40):
        session, clock, bots = begun(seed, choose=hurrying)
        session.start_autopilot()
        until_the_end(session, clock)
        phases |= {q.observation.phase for q in bots.asked if q.observation.seat == session.viewer}
    assert phases == {Phase.TURN, Phase.COUP_FOURRE, Phase.EXTENSION}


def driven_by_a_bot() -> tuple[SavedMatch, int]:
    """A leg of which a bot drove the end, and the number of the person's moves before."""
    session, clock, _ = begun(explain=only)
    until_own_turn(session, clock, 2)
    own = sum(move.seat == session.viewer for move in session.observation.moves)
    session.start_autopilot()
    until_the_end(session, clock)
    return SavedMatch.from_bytes(session.saved.to_bytes()), own


def test_leg_that_a_bot_drove_is_played_on_readably_and_by_the_person() -> None:
    saved, _own = driven_by_a_bot()
    view = LegReplay(replace(saved, deputies=frozenset({saved.viewer})), 0)
    practice = view.practice_match(view.length - 1, open_cards=False, now_s=1)
    assert SavedMatch.from_bytes(practice.to_bytes()).legs == practice.legs
    assert practice.deputies == frozenset()


def test_only_the_persons_own_decisions_are_theirs_in_the_look_back() -> None:
    saved, own = driven_by_a_bot()
    view = LegReplay(saved, 0)
    moves = [(n, view.move_at(n)) for n in range(view.move_count_at(view.length))]
    mine = [n for n, move in moves if move.seat == saved.viewer]
    bots = [n for n in mine[own:] if view.move_at(n).kind is not MoveKind.DECLINE]
    assert view.bots_decisions() == tuple(bots) != ()
    question = ReviewQuestion(view.record, view.context, view.viewer, view.bots_decisions())
    assert question_from_bytes(question_to_bytes(question)) == question
    size = next(review(question.record, question.context, question.seat, question.left_out))
    assert isinstance(size, ReviewSize)
    assert 0 < size.decisions <= own


def test_practice_from_before_a_bot_drove_does_not_say_that_one_did() -> None:
    saved, _own = driven_by_a_bot()
    view = LegReplay(saved, 0)
    first = view.place_before(view.bots_decisions()[0])
    assert view.practice_match(first, open_cards=False, now_s=1).legs[-1].delegated == frozenset()
