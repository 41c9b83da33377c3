"""A match that was closed goes on as if it had not been."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from game.engine.moves import Move, MoveKind, move
from game.engine.observation import Phase
from game.match.match_file import SavedMatch
from game.match.plan import Plan
from game.match.running.delayed_reveal import split_last_attack
from game.match.session import Session
from tests.match.harness import (
    Clock,
    ObedientWriter,
    QuickBots,
    aggressive,
    files_in,
    first_sensible,
    kept_match,
    person_and_bots,
    run,
    setup_of,
)
from tests.played_legs import played_match


def _play(
    folder: Path,
    seats: int = 4,
    *,
    rules: str = "dujardin",
    bots: QuickBots | None = None,
    person: Callable[[Session], Move] = first_sensible,
    seed: int = 4,
) -> tuple[Session, ObedientWriter]:
    """A match of two legs, and the writer that has all its saves."""
    files, writer = files_in(folder)
    clock = Clock()
    setup = setup_of(rules, seats, legs=2)
    bots = bots or QuickBots()
    session = Session.new(Plan(setup, person_and_bots(seats)), seed=seed, files=files, clock=clock, bots=bots)
    run(session, clock, person=person)
    return session, writer


def test_saves_of_a_match_all_resume_to_the_same_end(tmp_path: Path) -> None:
    session, writer = _play(tmp_path)
    expected = [leg.record for leg in session.history]
    saves = [data for _, data in writer.written if data is not None]
    assert len(saves) > 150
    for number, data in enumerate(saves):
        saved = SavedMatch.from_bytes(data)
        clock = Clock()
        resumed = Session(saved, clock=clock, bots=QuickBots())
        if number % 10 == 0:
            run(resumed, clock, person=first_sensible)
            assert [leg.record for leg in resumed.history] == expected, number
        else:
            first = resumed.poll()[0]
            assert first.events == ()
            assert resumed.observation.leg == saved.leg_number


def test_closed_match_is_offered_again_and_goes_on_from_its_last_move(tmp_path: Path) -> None:
    files, _ = files_in(tmp_path)
    clock = Clock()
    session = Session.new(Plan(setup_of(), person_and_bots(4)), seed=5, files=files, clock=clock, bots=QuickBots())
    run(
        session, clock, until=lambda s: len(s.observation.moves) >= 9 and s.is_waiting_for_viewer, person=first_sensible
    )
    session.close()
    saved = files_in(tmp_path)[0].latest_match()
    assert isinstance(saved, SavedMatch)
    resumed = Session(saved, clock=clock, bots=QuickBots())
    assert resumed.observation == session.observation
    assert (resumed.players, resumed.setup, resumed.viewer) == (session.players, session.setup, session.viewer)


def test_finished_match_is_not_offered(tmp_path: Path) -> None:
    _play(tmp_path)
    assert files_in(tmp_path)[0].latest_match() is None
    assert SavedMatch.from_bytes(kept_match(tmp_path).read_bytes()).is_over


def test_finished_leg_resumes_at_its_score(tmp_path: Path) -> None:
    files, _ = files_in(tmp_path)
    clock = Clock()
    session = Session.new(Plan(setup_of(), person_and_bots(4)), seed=6, files=files, clock=clock, bots=QuickBots())
    run(session, clock, until=lambda s: s.is_leg_over, person=first_sensible)
    assert session.observation.moves[-1].side is None, "an attack is told anew; take another seed"
    saved = files.latest_match()
    assert isinstance(saved, SavedMatch)
    resumed = Session(saved, clock=clock, bots=QuickBots())
    assert resumed.is_leg_over
    assert not resumed.is_match_over
    assert resumed.observation == session.observation
    assert (resumed.totals, resumed.observation.leg) == (session.totals, 1)
    resumed.poll()
    resumed.next_leg()
    assert resumed.poll()[0].observation.leg == 2


def test_hand_order_is_saved_at_once_and_dropped_for_the_next_leg(tmp_path: Path) -> None:
    files, _ = files_in(tmp_path)
    clock = Clock()
    session = Session.new(Plan(setup_of(), person_and_bots(4)), seed=6, files=files, clock=clock, bots=QuickBots())
    order = session.observation.hand[::-1]
    session.save_hand_order(order, save=True)
    saved = files.latest_match()
    assert isinstance(saved, SavedMatch)
    assert saved.hand == Session(saved, clock=clock, bots=QuickBots()).viewer_feed.hand_order == order
    run(session, clock, until=lambda s: s.is_leg_over, person=first_sensible)
    session.next_leg()
    assert session.viewer_feed.hand_order == ()


@pytest.mark.parametrize(("rules", "seed"), [("winning_moves", 19), ("mille_miglia", 4), ("piatnik", 7)])
def test_finished_match_whose_last_card_was_an_attack_stands_at_its_end(rules: str, seed: int) -> None:
    played = played_match(rules, legs=1, seed=seed)
    assert move(played.records[-1].moves[-1] or "").side is not None, "take another seed"
    winner = played.totals.index(max(played.totals))
    saved = replace(played, setup=replace(played.setup, legs=1), winner=winner)
    session = Session(saved, clock=Clock(), bots=QuickBots())
    assert session.is_match_over
    assert (session.totals, len(session.history), session.saved.winner) == (saved.totals, 1, winner)


@pytest.mark.parametrize("cut", range(0, 60, 7))
def test_match_file_cut_at_any_move_resumes(cut: int, tmp_path: Path) -> None:
    _, writer = _play(tmp_path, 2)
    form = json.loads(next(data for _, data in reversed(writer.written) if data is not None))
    form["legs"][-1]["moves"] = form["legs"][-1]["moves"][:cut]
    saved = SavedMatch.from_bytes(json.dumps(form).encode())
    clock = Clock()
    resumed = Session(saved, clock=clock, bots=QuickBots())
    run(resumed, clock, person=first_sensible)
    assert resumed.is_match_over


def _refused(
    folder: Path, seats: Iterable[int], *, person: Callable[[Session], Move] = first_sensible, seed: int = 2
) -> list[SavedMatch]:
    """The saves of a match of six whose last move is a coup fourré that one of the seats refused."""
    _, writer = _play(folder, 6, rules="mille_miglia", bots=QuickBots(aggressive), person=person, seed=seed)
    saves = [SavedMatch.from_bytes(data) for _, data in writer.written if data is not None]
    refusals = {f"{seat} ." for seat in seats}
    found = [saved for saved in saves if (saved.records[-1].moves[-1:] or ("",))[0] in refusals]
    assert found, "nobody was asked and refused; take another seed"
    return found


def test_refused_coup_fourre_resumes_like_an_attack_with_no_answer(tmp_path: Path) -> None:
    for saved in _refused(tmp_path, range(1, 6)):
        told, attack, refusal = split_last_attack(saved.records[-1], 0)
        assert attack is not None
        assert refusal is not None
        assert refusal.kind is MoveKind.DECLINE
        answered = Session(saved, clock=Clock(), bots=QuickBots()).poll()
        record = replace(told, moves=(*told.moves, attack.text))
        cut = replace(saved, legs=(*saved.legs[:-1], replace(saved.legs[-1], record=record)))
        unanswered = Session(cut, clock=Clock(), bots=QuickBots()).poll()
        assert answered == unanswered


def test_coup_fourre_refused_by_the_person_is_not_asked_for_again(tmp_path: Path) -> None:
    def refusing(session: Session) -> Move:
        refusals = [move for move in session.observation.legal if move.kind is MoveKind.DECLINE]
        return refusals[0] if refusals else first_sensible(session)

    for saved in _refused(tmp_path, [0], person=refusing, seed=6):
        assert split_last_attack(saved.records[-1], 0) == (saved.records[-1], None, None)
        resumed = Session(saved, clock=Clock(), bots=QuickBots())
        resumed.poll()
        assert resumed.observation.phase is not Phase.COUP_FOURRE
        assert resumed.observation.moves[-1].kind is MoveKind.DECLINE


def test_bot_that_refused_before_a_resume_is_not_asked_again(tmp_path: Path) -> None:
    for saved in _refused(tmp_path, range(1, 6)):
        bots, clock = QuickBots(aggressive), Clock()
        resumed = Session(saved, clock=clock, bots=bots)
        told = len(split_last_attack(saved.records[-1], 0)[0].moves)
        run(resumed, clock, until=lambda s, told=told: len(s.observation.moves) > told + 1, person=first_sensible)  # type: ignore[misc]
        assert not [asked for asked in bots.asked if asked.observation.phase is Phase.COUP_FOURRE]
