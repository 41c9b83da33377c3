"""Reasons of the bots: who may hear which, and when; and the hint, which is a reason for the viewer itself."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from game.engine.cards import Family, card
from game.engine.moves import Move, MoveKind, move
from game.engine.observation import Phase
from game.engine.rules import RULE_SETS
from game.files import limits
from game.files.problems import Problem, ProblemCode
from game.match.bot_reasons import PUBLIC_REASONS, BotReason, ReasonCode, public_reason, reason_fault
from game.match.bots.client import InlineBots
from game.match.bots.decisions import BotAnswer, BotQuestion
from game.match.match_file import SavedMatch
from game.match.plan import Plan
from game.match.session import Session
from game.people.players import DRIVERS, HUMAN, Targeting, bot
from game.words.advice import reason_clause
from tests.cases import each
from tests.match.harness import (
    Clock,
    QuickBots,
    aggressive,
    files_in,
    first_sensible,
    person_and_bots,
    run,
    setup_of,
)

ATTACKS = {code for code in ReasonCode if code.value.startswith("attacks_")}


@each("code", ReasonCode)
def test_public_reasons_are_those_of_attacks_and_show_no_other_card(code: ReasonCode) -> None:
    told = public_reason(BotReason(code, card("stop"), card("extra_tank"), 2, 575))
    if code in ATTACKS:
        assert told is not None
        assert (told.code, told.card, told.other, told.side) == (code, card("stop"), None, 2)
    else:
        assert told is None
    assert set(PUBLIC_REASONS) == ATTACKS


def explain(move: Move) -> BotReason:
    """A reason for every move: attacks have public ones."""
    if move.side is not None:
        return BotReason(ReasonCode.ATTACKS_LEG_LEADER, move.card, None, move.side, 575)
    if move.kind is MoveKind.DISCARD:
        return BotReason(ReasonCode.KEEPS_SAFETY, move.card, card("extra_tank"))
    if move.card is not None and move.card.family is Family.DISTANCE:
        return BotReason(ReasonCode.MAKES_EXACT, move.card, number=25)
    return BotReason(ReasonCode.ONLY_MOVE, move.card)


def test_viewer_hears_no_reasons_but_those_of_attacks_during_the_leg() -> None:
    clock, heard = Clock(), 0
    session = Session.new(
        Plan(setup_of(legs=1), person_and_bots(4)), seed=3, clock=clock, bots=QuickBots(aggressive, explain)
    )

    def look(running: Session) -> bool:
        nonlocal heard
        if running.is_leg_over:
            return True
        moves = running.observation.moves
        for place, reason in running.notes.reasons.items():
            assert reason.code in ATTACKS
            assert reason.other is None
            if place < len(moves):
                heard += 1
                assert (moves[place].card, moves[place].side) == (reason.card, reason.side)
        return False

    run(session, clock, until=look, person=first_sensible)
    assert heard > 0


def test_reasons_after_the_leg_stand_at_their_moves_and_at_no_refusal() -> None:
    clock = Clock()
    session = Session.new(
        Plan(setup_of(legs=1), person_and_bots(4)), seed=3, clock=clock, bots=QuickBots(aggressive, explain)
    )
    run(session, clock, until=lambda s: s.is_leg_over, person=first_sensible)
    moves, reasons = session.observation.moves, session.notes.reasons
    assert set(reasons) == {place for place, move in enumerate(moves) if move.seat != session.viewer}
    assert all(reasons[place] == explain(moves[place]) for place in reasons)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_reasons_of_attacks_can_be_read_off_the_table(rules: str) -> None:
    assert any(_attacks_read(rules, seed) for seed in range(12)), "no attack; take other seeds"


def _attacks_read(rules: str, seed: int) -> set[int]:
    """The attacks of a leg whose reasons were found on the table, by their place; fails if one was not."""
    players = (HUMAN, *(bot(driver, level="skilled") for driver in ("carla", "hugo", "nina")))
    clock, before, read = Clock(), {}, set()
    session = Session.new(Plan(setup_of(rules), players), seed=seed, clock=clock, bots=InlineBots())

    def look(running: Session) -> bool:
        seen = running.observation
        before[len(seen.moves)] = seen
        for place, reason in running.notes.reasons.items():
            if running.is_leg_over or place not in before:
                continue
            assert reason.side is not None
            table = before[place]
            km = table.sides[reason.side].km
            facts = {
                ReasonCode.ATTACKS_LEG_LEADER: km,
                ReasonCode.ATTACKS_MATCH_LEADER: (table.totals or (0,) * 4)[reason.side],
                ReasonCode.ATTACKS_NEAR_FINISH: table.target - km,
            }
            assert reason.number == facts.get(reason.code)
            read.add(place)
        return running.is_leg_over

    run(session, clock, until=look, person=_far)
    return read


@pytest.mark.parametrize("rules", RULE_SETS)
def test_reasons_of_real_bots_have_all_that_their_words_need(rules: str) -> None:
    clock = Clock()
    levels = ("skilled", "beginner")
    players = tuple(
        bot(driver, level=level, targeting=Targeting.EVEN) for driver, level in zip(DRIVERS, levels, strict=False)
    )
    session = Session.new(Plan(setup_of(rules, 2, legs=1), players), seed=4, clock=clock, bots=InlineBots())
    run(session, clock, until=lambda s: s.is_leg_over)
    assert len(session.notes.reasons) == len(session.observation.moves)
    for place, reason in session.notes.reasons.items():
        assert reason_clause(reason, rules)
        assert reason_fault(reason, session.observation.moves[place]) is None
        assert reason.card is session.observation.moves[place].card


def test_resumed_match_has_the_same_reasons(tmp_path: Path) -> None:
    files, _writer = files_in(tmp_path)
    for moves in (5, 12, 20, 21, 22):
        clock = Clock()
        bots = QuickBots(aggressive, explain)
        session = Session.new(Plan(setup_of(), person_and_bots(4)), seed=4, files=files, clock=clock, bots=bots)
        run(session, clock, until=lambda s, n=moves: len(s.observation.moves) >= n, person=first_sensible)  # type: ignore[misc]
        run(session, clock, until=lambda s: s.is_waiting_for_viewer)
        saved = files.latest_match()
        assert isinstance(saved, SavedMatch)
        again = Session(SavedMatch.from_bytes(saved.to_bytes()), clock=clock, bots=QuickBots(aggressive, explain))
        run(again, clock, until=lambda s: s.is_waiting_for_viewer)
        assert again.observation == session.observation
        assert again.notes.reasons == session.notes.reasons != {}


def test_reasons_of_one_leg_are_not_shown_in_the_next() -> None:
    clock = Clock()
    session = Session.new(
        Plan(setup_of(legs=2), person_and_bots(4)), seed=3, clock=clock, bots=QuickBots(aggressive, explain)
    )
    run(session, clock, until=lambda s: s.is_leg_over, person=first_sensible)
    session.next_leg()
    assert session.notes.reasons == {}


# -- the hint ---------------------------------------------------------------------------------------------------------


class PatientBots(QuickBots):
    """Bots that answer when told to."""

    def __init__(self) -> None:
        super().__init__(lambda observation, _rng: observation.legal[-1], explain)
        self.is_holding_back = False
        self.problem: Problem | None = None

    def poll(self) -> BotAnswer | None:
        answer = None if self.is_holding_back else super().poll()
        return answer and BotAnswer(answer.move, answer.reason, self.problem, None if self.problem else answer.advice)


def _at_the_person(bots: PatientBots, clock: Clock) -> Session:
    session = Session.new(Plan(setup_of(legs=1), person_and_bots(4)), seed=3, clock=clock, bots=bots)
    run(session, clock, until=lambda s: s.is_waiting_for_viewer)
    return session


def test_hint_asks_the_coach_with_the_viewers_observation_alone() -> None:
    clock, bots = Clock(), PatientBots()
    session = _at_the_person(bots, clock)
    assert session.hints.request()
    assert session.hints.is_pending
    session.poll()
    asked: BotQuestion = bots.asked[-1]
    assert asked.is_hint
    assert asked.observation is session.observation
    session.poll()
    assert session.hints.hint is not None
    assert session.hints.hint.best.move is session.observation.legal[-1]
    assert not session.hints.is_pending
    assert session.is_waiting_for_viewer


def test_hint_asked_for_twice_is_computed_once_and_ends_with_the_move() -> None:
    clock, bots = Clock(), PatientBots()
    session = _at_the_person(bots, clock)
    asked = len(bots.asked)
    for _ in range(5):
        assert session.hints.request()
        session.poll()
    assert len(bots.asked) == asked + 1
    session.play(session.observation.legal[0])
    assert session.hints.hint is None


def test_hint_that_comes_after_the_move_is_dropped_and_the_bots_go_on() -> None:
    clock, bots = Clock(), PatientBots()
    session = _at_the_person(bots, clock)
    bots.is_holding_back = True
    session.hints.request()
    session.poll()
    session.play(next(m for m in session.observation.legal if m.kind is MoveKind.DISCARD))
    asked = len(bots.asked)
    for _ in range(5):
        session.poll()
    assert len(bots.asked) == asked, "one question at a time"
    bots.is_holding_back = False
    run(session, clock, until=lambda s: s.is_waiting_for_viewer)
    assert session.hints.hint is None
    assert {question.observation.seat for question in bots.asked[asked:]} == {1, 2, 3}


def test_dropped_hint_does_not_come_but_can_be_asked_for_anew() -> None:
    clock, bots = Clock(), PatientBots()
    session = _at_the_person(bots, clock)
    bots.is_holding_back = True
    session.hints.request()
    session.poll()
    session.hints.cancel()
    bots.is_holding_back = False
    session.poll()
    assert session.hints.hint is None
    session.hints.request()
    session.poll()
    session.poll()
    assert session.hints.hint is not None


def test_hint_is_refused_while_others_decide() -> None:
    clock, bots = Clock(), PatientBots()
    session = _at_the_person(bots, clock)
    session.play(next(m for m in session.observation.legal if m.kind is MoveKind.DISCARD))
    assert not session.hints.request()
    assert not session.hints.is_pending


def test_hint_is_given_on_a_coup_fourre_and_on_an_extension() -> None:
    phases = set()
    for seed in range(100):
        clock, bots = Clock(), QuickBots(aggressive, explain)
        session = Session.new(Plan(setup_of(legs=1), person_and_bots(4)), seed=seed, clock=clock, bots=bots)

        def special(running: Session) -> bool:
            return running.is_leg_over or (
                running.is_waiting_for_viewer and running.observation.phase is not Phase.TURN
            )

        run(session, clock, until=special, person=_far)
        if session.is_leg_over:
            continue
        session.hints.request()
        session.poll()
        session.poll()
        assert session.hints.hint is not None
        assert session.hints.hint.best.move in session.observation.legal
        phases.add(session.observation.phase)
        if len(phases) == 2:
            return
    pytest.fail(f"only {phases}; take other seeds")


def _far(session: Session) -> Move:
    """A person's move that gets somewhere."""
    legal = session.observation.legal
    lays = [m for m in legal if m.kind is MoveKind.LAY and m.side is None]
    farthest = sorted(lays, key=lambda m: m.card.km or 300 if m.card else 0)
    return farthest[-1] if farthest else Random(len(session.observation.moves)).choice(legal)


def test_failed_hint_is_a_problem_and_the_viewer_plays_on() -> None:
    clock, bots = Clock(), PatientBots()
    session = _at_the_person(bots, clock)
    bots.problem = Problem(ProblemCode.BOT_FAILED, {"seat": "0", "error": "boom"})
    session.hints.request()
    session.poll()
    session.poll()
    assert session.hints.hint is None
    assert not session.hints.is_pending
    assert [(p.code, p.values["error"]) for p in session.pop_problems()] == [(ProblemCode.HINT_FAILED, "boom")]
    assert session.is_waiting_for_viewer


@pytest.mark.parametrize(
    ("code", "text", "most"),
    [
        (ReasonCode.DRIVES, "1 km_25", limits.MAX_KM),
        (ReasonCode.COUP_FOURRE, "1 ! driving_ace", limits.MAX_POINTS),
        (ReasonCode.EXTENDS, "1 +", limits.MAX_PERCENT),
    ],
)
def test_reason_may_have_a_number_up_to_the_limit_and_no_higher(code: ReasonCode, text: str, most: int) -> None:
    said = move(text)
    other = card("stop") if code is ReasonCode.COUP_FOURRE else None
    assert reason_fault(BotReason(code, said.card, other, None, most), said) is None
    assert reason_fault(BotReason(code, said.card, other, None, most + 1), said) == f"{code.value}: the number is wrong"
