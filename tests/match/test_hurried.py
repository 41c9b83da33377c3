"""A silent bot, in whose place another moves: told of its turns, and of nothing that would betray a hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.engine.observation import Phase
from game.files.forms import FormatError
from game.files.problems import Problem, ProblemCode
from game.i18n import LANGUAGES, set_language
from game.match.bots.decisions import BotAnswer
from game.match.match_file import SavedMatch
from game.match.plan import Plan
from game.match.session import Session
from game.table.log import log_lines
from game.table.view import TableView
from tests.match.harness import (
    Clock,
    QuickBots,
    aggressive,
    bots_for,
    files_in,
    first_sensible,
    kept_match,
    person_and_bots,
    run,
    setup_of,
)

STOOD_IN = Problem(ProblemCode.BOT_STOOD_IN, {"error": "nothing was heard"})


class SilentBots(QuickBots):
    """Bots in whose place another moves in every question of that phase, or of any."""

    def __init__(self, phase: Phase | None = None) -> None:
        super().__init__(aggressive)
        self.phase = phase

    def poll(self) -> BotAnswer | None:
        answer = super().poll()
        is_silent = bool(self.asked) and self.phase in (None, self.asked[-1].observation.phase)
        return answer and BotAnswer(answer.move, answer.reason, STOOD_IN if is_silent else None)


def played(bots: QuickBots, clock: Clock, moves: int = 30) -> Session:
    session = Session.new(Plan(setup_of(legs=2), bots_for(4)), seed=3, clock=clock, bots=bots)
    run(session, clock, until=lambda s: len(s.observation.moves) > moves)
    return session


def test_hurried_moves_are_noted_once_for_each_bot_and_leg() -> None:
    clock = Clock()
    session = played(SilentBots(), clock)
    moves = session.observation.moves
    assert sorted(moves[place].seat for place in session.notes.hurried) == [0, 1, 2, 3]
    firsts = {seat: next(place for place, move in enumerate(moves) if move.seat == seat) for seat in range(4)}
    assert session.notes.hurried == set(firsts.values())
    run(session, clock, until=lambda s: s.is_leg_over)
    session.next_leg()
    assert session.notes.hurried == frozenset()


def test_hurried_answers_to_an_attack_are_never_noted() -> None:
    bots = SilentBots(Phase.COUP_FOURRE)
    session = played(bots, Clock())
    asked = [question for question in bots.asked if question.observation.phase is Phase.COUP_FOURRE]
    assert asked
    assert session.notes.hurried == frozenset()


def test_bots_that_answer_are_not_noted_as_hurried() -> None:
    assert played(QuickBots(aggressive), Clock()).notes.hurried == frozenset()


def test_resumed_match_has_the_same_hurried_moves(tmp_path: Path) -> None:
    clock = Clock()
    files, _writer = files_in(tmp_path)
    plan = Plan(setup_of(legs=2), person_and_bots(4))
    session = Session.new(plan, seed=3, files=files, clock=clock, bots=SilentBots())
    run(session, clock, until=lambda s: len(s.observation.moves) > 9, person=first_sensible)
    saved = files.latest_match()
    assert isinstance(saved, SavedMatch)
    assert saved.legs[-1].hurried == session.notes.hurried != frozenset()
    resumed = Session(saved, files=files, clock=clock, bots=SilentBots())
    run(resumed, clock, until=lambda s: len(s.observation.moves) > 20, person=first_sensible)
    seats = [resumed.observation.moves[place].seat for place in resumed.notes.hurried]
    assert sorted(seats) == [1, 2, 3]


def test_hurried_moves_may_be_missing_in_a_file_but_not_nonsense(tmp_path: Path) -> None:
    files, _writer = files_in(tmp_path)
    Session.new(Plan(setup_of(legs=1), person_and_bots(4)), seed=3, files=files, clock=Clock(), bots=QuickBots())
    data = kept_match(tmp_path).read_bytes()
    assert b',"hurried":[]' in data
    assert SavedMatch.from_bytes(data.replace(b',"hurried":[]', b"")).legs[-1].hurried == frozenset()
    with pytest.raises(FormatError, match="hurried"):
        SavedMatch.from_bytes(data.replace(b'"hurried":[]', b'"hurried":[-1]'))


@pytest.mark.parametrize("code", LANGUAGES)
def test_log_shows_hurried_moves_in_each_language(code: str) -> None:
    session = played(SilentBots(), Clock())
    leg, place = session.observation, min(session.notes.hurried)
    names = TableView(leg, session.players, session.viewer).names
    set_language(code)
    try:
        bare = [line.text for line in log_lines(leg, names)]
        told = [line.text for line in log_lines(leg, names, session.notes)]
        name = names.seat(leg.moves[place].seat)
    finally:
        set_language("en")
    assert len(told) == len(bare) + 4
    added = told[place + 2]
    assert added not in bare
    assert name in added
    assert (added.endswith("ran out of time")) is (code == "en")
