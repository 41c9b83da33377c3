"""``python -m ai bot`` as another program meets it."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ai.__main__ import main
from ai.lab.players import RandomBot, spec_named
from ai.protocol import parse_answer, request_for
from ai.spec import Aggression, BotSpec, Targeting
from game.engine.observation import Observation
from game.engine.rules import Seating
from tests.ai.playing import decisions, match_of, position, unseen, view

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def observations() -> list[Observation]:
    match = match_of("dujardin", 2, Seating.SOLO)
    return [observation for _, observation, _ in decisions(match, [RandomBot()] * 2, "program")]


def ask(lines: bytes, *options: str) -> tuple[list[dict[str, Any]], str]:
    result = subprocess.run(
        [sys.executable, "-m", "ai", "bot", *options],
        cwd=ROOT,
        input=lines,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert result.returncode == 0
    return [json.loads(line) for line in result.stdout.splitlines()], result.stderr.decode()


def lines_for(observations: list[Observation], time_ms: int = 60_000) -> bytes:
    return b"".join(json.dumps(request_for(o, time_ms)).encode() + b"\n" for o in observations)


def test_bot_program_answers_all_requests_in_turn(observations: list[Observation]) -> None:
    answers, said = ask(lines_for(observations), "--level", "beginner", "--effort", "0.1")
    assert len(answers) == len(observations)
    assert said == ""
    for observation, answer in zip(observations, answers, strict=True):
        parse_answer(json.dumps(answer), observation)


def test_bot_program_answer_depends_on_the_request_and_the_seed_alone(observations: list[Observation]) -> None:
    in_order, _ = ask(lines_for(observations), "--level", "random", "--seed", "7")
    reversed_, _ = ask(lines_for(observations[::-1], 30_000), "--level", "random", "--seed", "7")
    assert reversed_[::-1] == in_order
    other_seed, _ = ask(lines_for(observations), "--level", "random", "--seed", "8")
    assert other_seed != in_order


def test_wrong_line_is_answered_by_an_error_and_the_next_one_is_read(observations: list[Observation]) -> None:
    right = lines_for(observations[:1])
    answers, said = ask(b"{}\n\xff\n\n" + right + b"[" * 50_000 + b"\n" + right.strip(), "--level", "random")
    assert [set(answer) for answer in answers] == [{"error"}, {"error"}, {"move"}, {"error"}, {"move"}]
    assert answers[0]["error"] == "the field seat is missing"
    assert said.splitlines() == [f"ai bot: {answer['error']}" for answer in answers if "error" in answer]


def test_bot_program_ends_silently_when_its_output_is_closed(observations: list[Observation]) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "ai", "bot", "--level", "random"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()
    _, said = process.communicate(lines_for(observations), timeout=60)
    assert (process.returncode, said) == (1, b"")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ([], "the following arguments are required: --level"),
        (
            ["--level", "wizard"],
            "there is no player 'wizard', expected level[/style][+manner][+temper][@effort] with one of: beginner, ",
        ),
        (["--level", "master/nobody"], "bot: style must be one of "),
        (["--level", "master@2"], "bot: effort must be from 0 to 1, got 2.0"),
        (["--level", "random@0.5"], "random has no style, manner, temper or effort, got 'random@0.5'"),
        (["--level", "random", "--style", "bruno"], "random has no style"),
        (["--level", "random", "--manner", "gentle"], "random has no style, manner, temper or effort"),
        (["--level", "priority+even"], "priority has no style, temper or effort, got 'priority+even'"),
        (["--level", "master+mild"], "'master+mild' has 'mild' for a manner or temper, expected one of: fierce, "),
        (["--level", "master+gentle+sporting"], "'master+gentle+sporting' has two of one kind: gentle and sporting"),
        (["--level", "priority+gentle", "--manner", "sporting"], "'priority+gentle+sporting' has two of one kind"),
        (["--level", "master", "--effort", "1.5"], "bot: effort must be from 0 to 1, got 1.5"),
        (["--level", "master", "--temper", "mild"], "argument --temper: invalid choice: 'mild'"),
    ],
)
def test_wrong_command_line_gets_one_sentence(
    capsys: pytest.CaptureFixture[str], options: list[str], complaint: str
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["bot", *options])
    assert left.value.code == 2
    said = capsys.readouterr().err
    assert said.startswith(f"ai bot: {complaint}")
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "spec"),
    [
        ("skilled", BotSpec(level="skilled")),
        ("skilled+sporting", BotSpec(level="skilled", manner=Aggression.SPORTING)),
        ("skilled+even+gentle", BotSpec(level="skilled", temper=Targeting.EVEN, manner=Aggression.GENTLE)),
        ("master/bruno+leader@0.2", BotSpec(level="master", style="bruno", effort=0.2)),
        (
            "master/bruno+sporting+even@.5",
            BotSpec("master", "bruno", Targeting.EVEN, effort=0.5, manner=Aggression.SPORTING),
        ),
        ("priority+sporting", None),
    ],
)
def test_bot_name_sets_style_manner_temper_and_effort(name: str, spec: BotSpec | None) -> None:
    assert spec_named(name) == spec


@pytest.mark.parametrize("options", [["priority+sporting"], ["priority", "--manner", "sporting"], ["steady+sporting"]])
def test_bot_program_keeps_to_the_manner_it_is_given(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    hit = view(1, battle="go", speed="speed_limit", distance="km_75")
    own = view(0, battle="go stop", distance="km_50 km_50 km_50")
    before = ["0 - go", "1 - go", "2 speed_limit > 1"]
    observation = position("accident", [own, hit, view(2, battle="go stop", distance="km_75")], before=before)
    observation = replace(observation, draw_pile=len(unseen(observation)) - 12)
    for name, text in ((["priority"], "0 accident > 1"), (options, "0 - accident")):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines_for([observation]))))
        assert main(["bot", "--level", *name]) == 0
        assert json.loads(capsys.readouterr().out)["move"] == text
