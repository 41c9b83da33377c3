"""Learning by self-play: the same settings give the same nets, in one go or in two."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from ai.evaluation.features import ROWS
from ai.evaluation.value_network import load_network, read_network
from ai.lab.tune import command, comparisons
from ai.lab.tune.command import TABLES
from ai.lab.tune.comparisons import compare
from ai.lab.tune.decision_learning import SUBJECTS
from ai.lab.tune.hands import FittedHands, Hands, record_hands
from ai.lab.tune.jobs import DecisionJob
from ai.lab.tune.policy import Comparisons, FittedPolicy, fit_policy
from ai.lab.tune.selfplay import WIDTH, SelfPlayJob, TableKind, best_move, play_job
from ai.lab.tune.training import Samples, Trainer
from ai.search.hand_model import CONTEXTS, read_hand_model
from ai.search.policy_features import POLICY_ROWS
from ai.search.policy_table import read_policy
from game.engine.cards import card
from game.engine.rules import Seating, load_rules
from tests.ai.playing import wandering
from tests.nightly import some

SMALL = ("--net", "duel", "--rounds", "2", "--legs", "3", "--hidden", "4", "--check-legs", "0")
IN_PROCESS = "tests.ai.lab.in_process:InProcess"


def _tune(folder: Path, *more: str, executor: str = IN_PROCESS, settings: Sequence[str] = SMALL) -> int:
    return command.main([*settings, *more, "--folder", str(folder), "--executor", executor])


def _nets(folder: Path) -> list[str]:
    return [(folder / f"net-{number}.json").read_text() for number in range(2)]


def test_tuning_writes_a_net_each_round_and_prints_the_last(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _tune(tmp_path) == 0
    *_, last = capsys.readouterr().out.splitlines()
    assert last == str(tmp_path / "net-1.json")
    first, second = _nets(tmp_path)
    assert first != second
    log = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [entry["round"] for entry in log] == [0, 1]
    assert all(entry["off_points"] > 0 and entry["off_wins"] > 0 for entry in log)


def test_tuned_nets_follow_the_seed_and_the_settings(tmp_path: Path) -> None:
    for folder, seed in (("a", "1"), ("b", "1"), ("c", "2")):
        assert _tune(tmp_path / folder, "--seed", seed) == 0
    assert _nets(tmp_path / "a") == _nets(tmp_path / "b")
    assert all(one != other for one, other in zip(_nets(tmp_path / "a"), _nets(tmp_path / "c"), strict=True))


@pytest.mark.parametrize("breaks_off", ["breaks_off_in_the_first_round", "breaks_off_in_the_second_round"])
def test_stopped_tuning_run_continues_to_the_same_nets(tmp_path: Path, breaks_off: str) -> None:
    _tune(tmp_path / "at once")
    stopped = tmp_path / "stopped"
    with pytest.raises(KeyboardInterrupt):
        _tune(stopped, executor=f"tests.ai.lab.in_process:{breaks_off}")
    assert not (stopped / "net-1.json").exists()
    assert _tune(stopped) == 0
    assert _nets(stopped) == _nets(tmp_path / "at once")


def test_finished_tuning_run_plays_nothing_again(tmp_path: Path) -> None:
    _tune(tmp_path)
    before = _nets(tmp_path)
    assert _tune(tmp_path, executor="tests.ai.lab.in_process:breaks_off_in_the_first_round") == 0
    assert _nets(tmp_path) == before
    assert len((tmp_path / "log.jsonl").read_text().splitlines()) == 2


@pytest.mark.parametrize("other", [("--seed", "7"), ("--hidden", "5"), ("--net", "solo"), ("--rounds", "3")])
def test_tuning_folder_of_other_settings_is_not_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], other: tuple[str, str]
) -> None:
    _tune(tmp_path)
    before = _nets(tmp_path)
    assert _tune(tmp_path, *other) == 2
    assert "belongs to a run with other settings" in capsys.readouterr().err
    assert _nets(tmp_path) == before


def test_learned_net_chooses_legal_moves(tmp_path: Path) -> None:
    _tune(tmp_path)
    net = read_network(_nets(tmp_path)[1])
    for _, observation in wandering("winning_moves", 2, Seating.SOLO, "learned"):
        assert best_move(observation, net) in observation.legal


def test_tuning_check_plays_the_net_against_the_rollout_policy(tmp_path: Path) -> None:
    _tune(tmp_path, "--rounds", "1", "--check-legs", "10")
    (entry,) = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert set(entry["ahead_of_policy"]) == {"winning_moves 2 solo", "dujardin 2 solo"}


@pytest.mark.parametrize("net", TABLES)
def test_tables_of_a_net_can_all_be_seated(net: str) -> None:
    for table in TABLES[net]:
        assert load_rules(table.rules).seating_option(table.seats, Seating(table.seating)) is not None


@pytest.mark.parametrize("text", [None, Trainer(4, 1).text()], ids=["by the rollout policy", "by a net"])
def test_samples_are_rows_of_the_net_with_ends_that_fit(text: str | None) -> None:
    tables = (TableKind("winning_moves", 3, "solo"), TableKind("mille_miglia", 5, "solo"))
    samples = Samples.read([play_job(SelfPlayJob(tables, text, "samples", 2, 12.0))])
    count = len(samples.rows)
    assert samples.rows.shape == (count, WIDTH)
    assert samples.made.shape == (count, 2)
    assert samples.ends.shape == (count, 4)
    assert samples.rows.max() == ROWS
    for row in samples.rows:
        used = row[row < ROWS]
        assert len(set(used.tolist())) == len(used) > 20
        assert (row[len(used) :] == ROWS).all()
    won = samples.ends[:, 2:]
    assert set(np.unique(won)) <= {0.0, 1.0}
    assert (won.sum(axis=1) <= 1).all()
    assert samples.last[-1]
    assert 0 < samples.last.sum() <= 3 * 2 + 5 * 4


def test_samples_of_the_same_job_are_the_same() -> None:
    job = SelfPlayJob((TableKind("dujardin", 2, "solo"),), None, "twice", 1, 12.0)
    first, second = (Samples.read([play_job(job)]) for _ in range(2))
    assert np.array_equal(first.rows, second.rows)
    assert np.array_equal(first.ends, second.ends)


def test_sample_targets_mix_what_is_still_to_come_with_what_is_foreseen() -> None:
    made = np.array([[0, 0], [100, 50], [0, 25]], np.float32)
    ends = np.array([[600, 200, 1, 0], [600, 200, 1, 0], [0, 325, 0, 1]], np.float32)
    samples = Samples(np.zeros((3, WIDTH), np.uint16), made, ends, np.array([False, True, True]))
    alone = samples.targets(None, 1.0)
    assert np.allclose(alone, [[1.2, 0.4, 1, 0], [1.0, 0.3, 1, 0], [0.0, 0.6, 0, 1]])
    foreseen = np.array([[9, 9, 9, 9], [0.4, 0.5, 0.5, 0.2], [9, 9, 9, 9]], np.float32)
    mixed = samples.targets(foreseen, 0.5)
    # The first of the two samples of one seat: half of the end, half of what the second foresaw, less what was made.
    assert mixed[0].tolist() == pytest.approx([(1.2 + 0.6) / 2, (0.4 + 0.6) / 2, 0.75, 0.1])
    assert np.allclose(mixed[1:], alone[1:])
    assert np.allclose(samples.targets(foreseen, 1.0), alone)


def test_net_learns_the_targets_it_is_shown() -> None:
    rows = np.full((64, WIDTH), ROWS, np.uint16)
    rows[:, 0] = np.arange(64) % 2
    targets = np.zeros((64, 4), np.float32)
    targets[:, 0] = np.arange(64) % 2
    targets[:, 2] = np.arange(64) % 2
    trainer = Trainer(4, 1)
    trainer.fit(rows, targets, 150, 0.02)
    foreseen = trainer.predict(rows[:2])
    assert foreseen[:, 0].tolist() == pytest.approx([0.0, 1.0], abs=0.1)
    assert foreseen[0, 2] < 0.2
    assert foreseen[1, 2] > 0.8


def test_net_gives_the_same_verdict_after_writing_and_reading() -> None:
    trainer = Trainer(4, 3)
    text = trainer.text()
    net, again = read_network(text), Trainer.of(text, 9)
    assert again.text() == text
    rows = np.full((1, WIDTH), ROWS, np.uint16)
    rows[0, :3] = (1, 17, 400)
    verdict = net.forecast(net.sums([1]), net.sums([17]), net.sums([400]), [0.0] * 4)
    own, rival, own_wins, rival_wins = again.predict(rows)[0].tolist()
    said = (verdict.own_points / 500, verdict.rival_points / 500, verdict.own_wins, verdict.rival_wins)
    assert said == pytest.approx((own, rival, own_wins, rival_wins), abs=1e-4)


@pytest.mark.parametrize("name", TABLES)
def test_shipped_nets_fit_the_features(name: str) -> None:
    assert load_network(name).sums([0, ROWS - 1])


@pytest.mark.parametrize(("subject", "decisions"), some([("hands", 60), ("policy", 16)]))
def test_learning_from_decisions_gives_the_same_result_after_a_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, subject: str, decisions: int
) -> None:
    settings = (f"--{subject}", "duel", "--decisions", str(decisions))
    several = {name: replace(each, decisions_a_job=decisions // 2) for name, each in SUBJECTS.items()}
    monkeypatch.setattr(command, "SUBJECTS", several)
    monkeypatch.setattr(comparisons, "_WORLDS", 3)
    assert _tune(tmp_path / "at once", settings=settings) == 0
    stopped, file = tmp_path / "stopped", f"{subject}.json"
    with pytest.raises(KeyboardInterrupt):
        _tune(stopped, settings=settings, executor="tests.ai.lab.in_process:breaks_off_in_the_first_round")
    assert not (stopped / file).exists()
    assert _tune(stopped, settings=settings) == 0
    learned = (tmp_path / "at once" / file).read_text()
    assert (stopped / file).read_text() == learned
    if subject == "policy":
        assert any(read_policy(learned).points)
    else:
        assert [len(factor[0]) for factor in read_hand_model(learned)] == list(CONTEXTS.values())


def test_fitted_policy_finds_the_advantages_its_comparisons_were_made_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparisons, "_WORLDS", 2)  # their points are made up below
    rng = np.random.default_rng(1)
    seen = Comparisons.read([compare(DecisionJob((TableKind("dujardin", 2, "solo"),), "fit", 40))])
    points = rng.normal(0.0, 20.0, POLICY_ROWS)
    truth = FittedPolicy(0.2, points)
    seen.points = truth.advantages(seen)
    seen.noise[:] = 1.0
    found = fit_policy(seen, 1e-6).advantages(seen)
    assert np.corrcoef(found, seen.points)[0, 1] > 0.9


def test_fitted_hand_model_foresees_as_many_cards_as_were_held() -> None:
    """Gasoline is held three times as often by sides that stand, which nothing else tells."""
    rng = np.random.default_rng(1)
    hands = Hands.read([record_hands(DecisionJob((TableKind("winning_moves", 2, "solo"),), "fit", 400))])
    gasoline = card("gasoline").index
    stands = hands.cases["status"][:, gasoline] == 1
    chance = np.where(stands, 0.6, 0.2)
    hands.held[:, gasoline] = rng.random(len(hands)) < chance * (hands.unseen[:, gasoline] > 0)
    model = FittedHands()
    alike = model.likelihood(hands)
    model.fit(hands)
    assert model.likelihood(hands) > alike + 0.3
    factor = np.array(json.loads(model.text())["status"])[gasoline]
    assert factor[1] > 2.0 * factor[0]


@pytest.mark.parametrize("name", ["duel", "solo", "teams"])
def test_hand_model_of_other_sizes_is_refused(name: str) -> None:
    text = files("ai").joinpath("data", f"hands_{name}.json").read_text()
    assert len(read_hand_model(text)) == len(CONTEXTS)
    data = json.loads(text)
    data["status"][3].pop()
    with pytest.raises(ValueError, match="status"):
        read_hand_model(json.dumps(data))
