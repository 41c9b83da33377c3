"""Whole matches between our own bots: the same whatever the number of workers, fair, kept, and told as §9 says."""

from __future__ import annotations

import io
import json
import math
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ai.__main__ import main
from ai.decision import IsLate, never_late
from ai.lab.arena import participant, runner
from ai.lab.arena.outcome import (
    ArenaSettings,
    DecisionTimes,
    LegStatistics,
    MatchOutcome,
    PlayerOutcome,
    SequenceOutcome,
)
from ai.lab.arena.participant import TimedMove
from ai.lab.arena.report import ArenaProgress, interval_95, standings
from ai.lab.arena.runner import play_sequence
from game.engine.cards import Card
from game.engine.moves import MoveKind
from game.engine.observation import Observation
from game.engine.rules import Seating
from game.engine.setup import MatchSetup
from tests.cases import each

ROOT = Path(__file__).parents[3]


NOTHING = LegStatistics.none(2, 2)


def arena(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    assert main(["arena", "--json", *options]) == 0
    data = json.loads(capsys.readouterr().out)
    assert isinstance(data, dict)
    return data


def untimed(data: dict[str, Any]) -> dict[str, Any]:
    """The figures that don't depend on the machine."""
    data["legs_per_second"] = 0
    for player in data["players"]:
        player["decision_ms"] = {}
    return data


def settings_for(seats: int, seating: Seating, *, is_mirrored: bool = True, legs: int = 1) -> ArenaSettings:
    setup = MatchSetup("winning_moves", seating, seats, legs=legs)
    return ArenaSettings(("random",) * seats, setup, 5, is_mirrored, 1000)


class Listener:
    """Lays a card if it can, or does only what it may, and remembers what it was asked."""

    def __init__(self, kinds: Sequence[MoveKind] = tuple(MoveKind)) -> None:
        self._kinds = kinds
        self.asked: list[tuple[Observation, str]] = []

    def decide(self, observation: Observation, lot: str, *, time_ms: int) -> TimedMove:
        self.asked.append((observation, lot))
        fitting = [move for move in observation.legal if move.kind in self._kinds]
        return TimedMove((fitting or observation.legal)[-1], 1.0, was_cut=False)

    def close(self) -> None:
        pass


# -- the same matches --------------------------------------------------------------------------------------------------

TABLE = ("--seat", "beginner@0.1", "--seat", "priority", "--seat", "random", "--legs", "1", "--matches", "4")


def test_arena_results_do_not_depend_on_the_number_of_workers(capsys: pytest.CaptureFixture[str]) -> None:
    alone = untimed(arena(capsys, *TABLE, "--mirror"))
    together = untimed(arena(capsys, *TABLE, "--mirror", "--jobs", "2"))
    assert alone == together
    assert alone["players"][0]["matches"] == 12
    assert alone["faults"] == []


def test_seed_decides_which_decks_are_dealt(capsys: pytest.CaptureFixture[str]) -> None:
    seats = ("--seat", "priority", "--seat", "random", "--legs", "1", "--matches", "2")
    one = arena(capsys, *seats, "--seed", "1")
    two = arena(capsys, *seats, "--seed", "2")
    assert [p["mean_score"] for p in one["players"]] != [p["mean_score"] for p in two["players"]]


def test_match_ends_as_in_the_rulebook_unless_options_say_otherwise(capsys: pytest.CaptureFixture[str]) -> None:
    seats = ("--seat", "random", "--seat", "random", "--matches", "1")
    assert arena(capsys, *seats)["settings"]["target_score"] == 5000
    assert arena(capsys, *seats, "--rules", "mille_miglia")["players"][0]["legs"] == 1
    assert arena(capsys, *seats, "--target-score", "700")["settings"]["target_score"] == 700
    assert arena(capsys, *seats, "--legs", "3")["players"][0]["legs"] >= 3


# -- rotations ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "seating"), [(2, Seating.SOLO), (3, Seating.SOLO), (6, Seating.TEAMS)])
def test_rotations_play_the_same_decks_with_players_moved_one_seat_on(seats: int, seating: Seating) -> None:
    players = [Listener() for _ in range(seats)]
    play_sequence(settings_for(seats, seating), 3, players, lambda: False)
    hands: dict[int, set[tuple[tuple[Card, ...], int]]] = {}
    for player, listener in enumerate(players):
        first: dict[int, Observation] = {}
        for observation, lot in listener.asked:
            seed, sequence, rotation, leg = map(int, lot.split("/")[:4])
            assert (seed, sequence, leg) == (5, 3, observation.leg)
            first.setdefault(rotation, observation)
        assert sorted(first) == list(range(seats))
        for rotation, observation in first.items():
            assert observation.seat == (player + rotation) % seats
            if observation.drawn and observation.draw_pile:
                hands.setdefault(observation.seat, set()).add((observation.hand, observation.dealer))
            if seating is Seating.TEAMS:
                partner = (player + seats // 2) % seats
                assert (partner + rotation) % seats in observation.sides[observation.side].seats
    # Everybody plays alike: so a rotation changes nothing but who it was.
    assert all(len(seen) == 1 for seen in hands.values())


def test_decisions_never_share_a_random_generator() -> None:
    players = [Listener(), Listener()]
    for sequence in range(2):
        play_sequence(settings_for(2, Seating.SOLO, legs=2), sequence, players, lambda: False)
    lots = [lot for player in players for _, lot in player.asked]
    assert len(set(lots)) == len(lots)


def test_first_dealer_is_drawn_anew_for_each_sequence() -> None:
    player = Listener()
    for sequence in range(12):
        play_sequence(settings_for(2, Seating.SOLO, is_mirrored=False), sequence, [player, Listener()], lambda: False)
    assert {observation.dealer for observation, _ in player.asked} == {0, 1}


def test_match_without_a_winner_ends_after_the_most_legs_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "MOST_LEGS", 4)
    settings = ArenaSettings(
        ("a", "b"), MatchSetup("winning_moves", Seating.SOLO, 2, target_score=5000), 1, False, 1000
    )
    players = [Listener([MoveKind.DISCARD]), Listener([MoveKind.DISCARD])]
    (match,) = play_sequence(settings, 0, players, lambda: False).matches
    assert match.legs == 4
    assert not any(part.has_won for part in match.parts)


def test_partners_share_score_and_victory(capsys: pytest.CaptureFixture[str]) -> None:
    seats = ("--seat", "random") * 4
    players = arena(capsys, *seats, "--seating", "teams", "--matches", "2", "--mirror", "--target-score", "500")[
        "players"
    ]
    for one, other in ((0, 2), (1, 3)):
        for figure in ("won", "mean_score", "legs_won"):
            assert players[one][figure] == players[other][figure]
    assert players[0]["won"] + players[1]["won"] == 8


# -- figures -----------------------------------------------------------------------------------------------------------


def test_interval_is_wilson_s_for_single_matches() -> None:
    # 251 of 400, by the formula in Wilson (1927) worked by hand: middle 0.62629, reach 0.04737.
    low, high = interval_95([1.0] * 251 + [0.0] * 149)
    assert low == pytest.approx(0.5791, abs=2e-4)
    assert high == pytest.approx(0.6735, abs=2e-4)


@each(
    "means",
    [[], [0.0], [1.0], [0.5], [1.0] * 5, [0.0] * 500, [0.5] * 7, [1.0] * 199 + [0.5], [0.25, 0.0, 0.75, 1.0]],
)
def test_interval_lies_in_0_to_1_around_the_share(means: list[float]) -> None:
    low, high = interval_95(means)
    assert 0.0 <= low < high <= 1.0
    if means:
        assert low <= math.fsum(means) / len(means) <= high


def test_interval_is_narrower_for_mirrored_matches() -> None:
    """Luck cancels out within a mirrored sequence."""

    def width(means: list[float]) -> float:
        low, high = interval_95(means)
        return high - low

    assert width([0.5] * 90 + [1.0] * 10) < width([1.0] * 55 + [0.0] * 45) / 2


def test_interval_holds_the_true_share_19_times_of_20() -> None:
    rng = Random(4)
    held = 0
    for _ in range(1000):
        means = [((rng.random() < 0.65) + (rng.random() < 0.55)) / 2 for _ in range(60)]
        low, high = interval_95(means)
        held += low <= 0.6 <= high
    assert 0.93 < held / 1000 < 0.975


def test_standings_add_up_all_matches() -> None:
    def part(seat: int, has_won: bool, score: int, times: Sequence[float]) -> PlayerOutcome:
        counted = DecisionTimes()
        for duration_ms in times:
            counted.add(duration_ms)
        return PlayerOutcome(seat, has_won, score, 1, 2, counted)

    settings = settings_for(2, Seating.SOLO)
    sequences = [
        SequenceOutcome(
            n,
            (
                MatchOutcome(5, (part(0, True, 5000, [1.0, 2.0]), part(1, False, 1000, [])), NOTHING),
                MatchOutcome(3, (part(1, n == 0, 4000, [4.0]), part(0, n == 1, 2000, [])), NOTHING),
            ),
        )
        for n in range(2)
    ]
    first, second = standings(settings, sequences)
    assert (first.matches, first.won, first.mean_score, first.legs, first.legs_won) == (4, 3, 4500, 16, 4)
    assert (second.won, second.mean_score, second.median_ms, second.cut_off) == (1, 1500, None, 8)
    assert first.median_ms == pytest.approx(2.0, rel=0.01)
    assert first.p99_ms == pytest.approx(4.0, rel=0.01)
    assert first.won_ci95 == interval_95([1.0, 0.5])


def test_decision_times_are_right_to_1_percent() -> None:
    times, rng = DecisionTimes(), Random(1)
    durations = sorted(10 ** rng.uniform(-3, 3) for _ in range(5000))
    for duration_ms in durations:
        times.add(duration_ms)
    again = DecisionTimes((step, count) for step, count in times.to_json())
    for share in (0.01, 0.5, 0.99, 1.0):
        exact = durations[math.ceil(share * 5000) - 1]
        assert times.quantile_ms(share) == pytest.approx(exact, rel=0.0101)
        assert again.quantile_ms(share) == times.quantile_ms(share)


def test_arena_json_has_the_fields_of_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    data = arena(capsys, "--seat", "random", "--seat", "random", "--matches", "3", "--legs", "1", "--mirror")
    assert list(data)[:2] == ["players", "legs_per_second"]
    assert data["legs_per_second"] > 0
    assert data["faults"] == []
    for seat, player in enumerate(data["players"]):
        assert list(player) == [
            *("seat", "name", "matches", "won", "won_ci95", "mean_score", "legs", "legs_won"),
            *("decision_ms", "faults", "cut_off", "absurd"),
        ]
        assert (player["seat"], player["name"], player["matches"]) == (seat, "random", 6)
        assert 0 < player["decision_ms"]["median"] <= player["decision_ms"]["p99"]
    assert sum(player["won"] for player in data["players"]) == 6


def test_arena_table_has_a_line_for_each_player(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "--seat", "random", "--seat", "beginner@0.1", "--matches", "2", "--legs", "1"]) == 0
    heading, titles, *rows, legs, _, _, one, other, _, absurd, _, erring, speed = capsys.readouterr().out.splitlines()
    assert heading == "winning_moves, 2 seats, solo, to 1 legs; 2 matches; seed 1"
    assert titles.split()[:4] == ["seat", "player", "matches", "won"]
    assert [row.split()[:3] for row in rows] == [["0", "random", "2"], ["1", "beginner@0.1", "2"]]
    assert legs.startswith("2 legs: ")
    assert [row.split()[:2] for row in (one, other)] == [["0", "random"], ["1", "beginner@0.1"]]
    assert (absurd, erring.split()[:2]) == ("absurd moves a leg:", ["1", "beginner@0.1"])
    assert speed.endswith(" legs/s")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("out", "is_shown"), [(Terminal(), True), (io.StringIO(), False)], ids=["terminal", "log"])
def test_progress_line_is_shown_on_a_terminal_and_seldom_in_a_log(out: io.StringIO, is_shown: bool) -> None:
    settings = settings_for(2, Seating.SOLO)
    progress = ArenaProgress(settings, 4, out)
    played = [play_sequence(settings, 0, [Listener(), Listener()], lambda: False)]
    progress.print_if_due(played)
    progress.print_if_due(played * 2)
    shown = out.getvalue()
    progress.clear_line()
    assert ("arena: 1/4 sequences, random " in shown) == is_shown
    assert shown.count("arena:") == is_shown
    assert "\n" not in out.getvalue()


# -- faults of our own -------------------------------------------------------------------------------------------------


def test_own_bot_that_fails_is_at_fault(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def decide(self, observation: Observation, rng: Random, *, is_late: IsLate = never_late) -> None:
            raise ZeroDivisionError("no worlds")

    own = participant._bot
    monkeypatch.setattr(participant, "_bot", lambda name: Broken() if name == "master" else own(name))
    data = arena(capsys, "--seat", "master", "--seat", "random", "--matches", "2", "--mirror", "--legs", "1")
    assert [p["faults"] for p in data["players"]] == [4, 0]
    assert [p["won"] for p in data["players"]] == [0, 0]
    fault = data["faults"][0]
    assert fault["reason"] == "raised ZeroDivisionError: no worlds"
    assert (fault["player"], fault["name"], fault["sequence"], fault["rotation"]) == (0, "master", 0, 0)
    assert fault["request"]["phase"] == "turn"
    assert fault["request"]["legal"]


# -- keeping results ---------------------------------------------------------------------------------------------------


def test_continued_run_gives_the_same_results_as_an_unbroken_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kept = str(tmp_path / "kept.jsonl")
    begun = arena(capsys, *TABLE[:-1], "2", "--mirror", "--keep", kept)
    assert begun["players"][0]["matches"] == 6
    gone_on = arena(capsys, *TABLE, "--mirror", "--keep", kept, "--jobs", "2")
    assert untimed(gone_on) == untimed(arena(capsys, *TABLE, "--mirror"))
    assert gone_on["faults"] == []
    assert len(Path(kept).read_bytes().splitlines()) == 5


def test_kept_matches_are_not_played_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    kept = str(tmp_path / "kept.jsonl")
    first = arena(capsys, *TABLE, "--keep", kept)
    again = arena(capsys, *TABLE, "--keep", kept)
    assert again["legs_per_second"] == 0
    assert again["players"] == first["players"]  # the times of the decisions too
    assert again["course"] == first["course"]
    fewer = arena(capsys, *TABLE[:-1], "3", "--keep", kept)
    assert fewer["players"][0]["matches"] == 3


def test_unfinished_line_of_a_kept_file_is_played_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    whole = arena(capsys, *TABLE, "--keep", str(kept))
    kept.write_bytes(kept.read_bytes()[:-40])
    again = arena(capsys, *TABLE, "--keep", str(kept))
    assert untimed(again) == untimed(whole)
    assert len(kept.read_bytes().splitlines()) == 5


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"hello\n", "not the results of an arena"),
        (b"hello", "not the results of an arena"),
        (b"{}\n", "not the results of an arena of this version"),
        (b"\xff\n", "not the results of an arena"),
        (None, "holds the results of other settings: seed is 2 there, not 1"),
    ],
    ids=["text", "text without a line", "another object", "bytes", "another seed"],
)
def test_kept_file_of_another_run_is_not_overwritten(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes | None, complaint: str
) -> None:
    kept = tmp_path / "kept.jsonl"
    if content is None:
        arena(capsys, *TABLE[:-1], "1", "--seed", "2", "--keep", str(kept))
        content = kept.read_bytes()
    kept.write_bytes(content)
    assert main(["arena", *TABLE, "--keep", str(kept)]) == 2
    assert complaint in capsys.readouterr().err
    assert kept.read_bytes() == content


# -- the command line --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ((), "the following arguments are required: --seat"),
        (("--seat", "random"), "winning_moves does not seat 1 in the seating solo"),
        (
            ("--seat", "random", "--seat", "nobody"),
            "there is no player 'nobody', expected level[/style][+manner][+temper][@effort]",
        ),
        (("--seat", "random", "--seat", "exec:"), "'exec:' names no command"),
        (("--seat", "random", "--seat", "exec:'"), "No closing quotation"),
        (("--seat", "random", "--matches", "0"), "argument --matches: must be a whole number from 1, got '0'"),
        (("--seat", "random", "--legs", "1", "--target-score", "1"), "argument --target-score: not allowed with"),
        (("--seat", "random", "--rules", "uno"), "argument --rules: invalid choice: 'uno'"),
    ],
)
def test_wrong_command_line_gets_one_sentence(
    capsys: pytest.CaptureFixture[str], options: tuple[str, ...], complaint: str
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["arena", *options])
    assert left.value.code == 2
    said = capsys.readouterr().err
    assert said.startswith(f"ai arena: {complaint}")
    assert said.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="there an interrupt is sent to a console, not to a process")
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupt_ends_all_workers_and_keeps_finished_matches(
    tmp_path: Path, jobs: str, number: signal.Signals
) -> None:
    kept = tmp_path / "kept.jsonl"
    options = ("--seat", "random", "--seat", "random", "--matches", "100000", "--jobs", jobs, "--keep", str(kept))
    process = subprocess.Popen(
        [sys.executable, "-m", "ai", "arena", *options],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Tests that a shell put into the background ignore interrupts, and hand that on to what they start.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    )
    deadline_s = time.monotonic() + 30
    while (not kept.exists() or kept.read_bytes().count(b"\n") < 3) and time.monotonic() < deadline_s:
        time.sleep(0.05)
    process.send_signal(number)
    # Reading to the end waits for the workers too: they hold the same pipes.
    out, said = process.communicate(timeout=30)
    assert (process.returncode, out, said) == (130, "", "arena: stopped\n")
    assert all(json.loads(line) for line in kept.read_bytes().splitlines())
