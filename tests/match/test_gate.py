"""The one gate for what comes from disk: a file is right, or it is set aside and told; there is nothing between."""

from __future__ import annotations

import json
import math
import os
import socket
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from ai.comparison import Chance
from ai.protocol import CardId
from game.__main__ import main
from game.engine.rules import Seating
from game.engine.setup import MatchSetup
from game.files import limits
from game.files.forms import FormatError, convert
from game.files.problems import ProblemCode
from game.match.forms import PlayerForm
from game.match.match_file import VERSION, SavedMatch
from game.match.plan import DEFAULT_PLAN
from game.match.session import Session
from game.people.players import Aggression
from game.people.profiles import Profile, ProfileId
from game.settings.settings import Settings
from game.settings.settings_file import SettingsFile
from tests import gate
from tests.cases import each
from tests.fuzz.targets import GATES
from tests.gate import MATCH_EDGES, MATCHES, Change, Json, as_bytes, match, settings, with_reasons
from tests.match.harness import Clock, QuickBots, files_in, first_sensible, put_match, run
from tests.persons import settings_of
from tests.work import calls_made

FOUR = "the second leg of four alone"
FIRST = "the first turn"
MOST_CALLS = 90_000  # three times what it takes, which is 7 ms of a quiet core


def _cases(edges: dict[str, gate.Edge], which: str) -> list[object]:
    return [
        pytest.param(change, id=f"{name}-{i}")
        for name, edge in edges.items()
        for i, change in enumerate(getattr(edge, which))
    ]


def _with_attack() -> Json:
    """A match whose last leg has an attack by a bot."""
    form = match(FOUR)
    assert any(gate.seen_moves(form)[place].side is not None for place in gate.bots_places(form))
    return form


# -- limits -----------------------------------------------------------------------------------------------------------


@each("change", _cases(MATCH_EDGES, "outside"))
def test_match_just_outside_a_limit_is_set_aside_and_reported(change: Change, tmp_path: Path) -> None:
    form = _with_attack()
    change(form)
    _is_set_aside(as_bytes(form), tmp_path)


@each("change", _cases(MATCH_EDGES, "inside"))
def test_match_just_inside_a_limit_is_read(change: Change, tmp_path: Path) -> None:
    form = match(FIRST) if change in _of_first_legs() else _with_attack()
    change(form)
    _is_read(as_bytes(form), tmp_path)


def _of_first_legs() -> tuple[Change, ...]:
    return MATCH_EDGES["target_score"].inside + MATCH_EDGES["legs"].inside


WHOLE = {
    "seed": (("seed",), -limits.MAX_SEED, limits.MAX_SEED),
    "target_score": (("setup", "target_score"), 1, limits.MAX_TARGET_SCORE),
}


@hypothesis_settings(deadline=None)
@given(st.sampled_from([*WHOLE]), st.integers())
def test_numbers_of_a_match_are_read_within_their_limits_only(name: str, number: int) -> None:
    path, low, high = WHOLE[name]
    form = match(FIRST)
    gate.put(*path, value=number)(form)
    _agrees(lambda: SavedMatch.from_bytes(as_bytes(form)), is_right=low <= number <= high)


def _agrees(read: Callable[[], object], *, is_right: bool) -> None:
    if is_right:
        read()
        return
    with pytest.raises(FormatError):
        read()


@pytest.mark.parametrize("name", [name for name in MATCHES if name != "as many legs as can be"])
def test_reasons_that_fit_their_moves_are_read(name: str) -> None:
    for lots in range(1, 4):
        form = with_reasons(gate.seated(match(name), lots), Random(lots))
        saved = SavedMatch.from_bytes(as_bytes(form))
        assert len(saved.legs[-1].reasons) == len(gate.bots_places(form))
        assert json.loads(saved.to_bytes()) == form


def test_match_has_no_more_legs_than_the_limit(tmp_path: Path) -> None:
    form = match("as many legs as can be")
    _is_read(as_bytes(form), tmp_path)
    setup = MatchSetup("winning_moves", Seating.TEAMS, 6, target_score=limits.MAX_TARGET_SCORE)
    _is_set_aside(gate.dealt(setup, 9, legs=limits.MAX_LEGS_PLAYED + 1).to_bytes(), tmp_path)


def test_match_of_the_most_and_longest_legs_fits_into_a_file() -> None:
    """A leg has a move for each card, a refusal for each hazard and an extension, none longer than the longest."""
    form = match("as many legs as can be")
    deck = [[*form["legs"][0]["deck"], "end_of_limit"] for _ in range(limits.MAX_LEGS_PLAYED)]
    moves = ["5 speed_limit > 5"] * (106 + 18 + 1)
    reasons = [{"at": 100, "code": "attacks_match_leader", "card": "right_of_way", "other": "right_of_way", "side": 5}]
    reasons = [{**reasons[0], "number": -limits.MAX_POINTS}] * len(moves)
    told = {"moves": moves, "reasons": reasons, "hurried": [100] * len(moves), "taken_back": [100] * len(moves)}
    form["legs"] = [{**leg, "deck": cards, **told} for leg, cards in zip(form["legs"], deck, strict=True)]
    assert len(as_bytes(form)) < limits.MATCH_BYTES


@pytest.mark.parametrize("spare", [0, 1])
def test_file_is_read_up_to_the_largest_size_and_no_further(spare: int, tmp_path: Path) -> None:
    data = as_bytes(match(FIRST))
    padded = data + b" " * (limits.MATCH_BYTES + spare - len(data))
    files, _ = files_in(tmp_path)
    put_match(files, padded)
    assert (files.latest_match() is None) is bool(spare)


def test_match_of_twelve_long_legs_is_read_quickly(tmp_path: Path) -> None:
    setup = MatchSetup("winning_moves", Seating.TEAMS, 6, target_score=limits.MAX_TARGET_SCORE)
    form = with_reasons(json.loads(gate.dealt(setup, 7, legs=12).to_bytes()), Random(1))
    assert len(form["legs"]) == 12
    assert sum(len(leg["moves"]) for leg in form["legs"]) > 12 * 75
    files, _ = files_in(tmp_path)
    put_match(files, as_bytes(form))
    assert isinstance(files.latest_match(), SavedMatch)
    assert calls_made(files.latest_match) < MOST_CALLS


def _is_set_aside(data: bytes, folder: Path) -> None:
    with pytest.raises(FormatError):
        SavedMatch.from_bytes(data)
    files, _ = files_in(folder)
    path = put_match(files, data)
    assert files.load_match(path.stem) is None
    (problem,) = files.pop_problems()
    assert problem.code is ProblemCode.SAVE_QUARANTINED
    assert len(problem.values["error"]) < 500, "what it says stays short, whatever is in the file"
    assert Path(problem.values["path"]).read_bytes() == data
    assert not path.exists()


def _is_read(data: bytes, folder: Path) -> None:
    files, _ = files_in(folder)
    put_match(files, data)
    found = files.latest_match()
    assert found is not None or (found is None and SavedMatch.from_bytes(data).is_over)
    assert SavedMatch.from_bytes(SavedMatch.from_bytes(data).to_bytes()) == SavedMatch.from_bytes(data)


@pytest.mark.parametrize("version", [VERSION + 1, 10**30])
def test_match_of_a_later_version_is_left_unchanged_and_reported_as_newer(version: int, tmp_path: Path) -> None:
    data = as_bytes(match(FIRST) | {"version": version})
    files, _ = files_in(tmp_path)
    path = put_match(files, data)
    assert files.latest_match() is None
    assert [problem.code for problem in files.pop_problems()] == [ProblemCode.SAVE_NEWER]
    assert path.read_bytes() == data


# -- what is JSON and what is not -------------------------------------------------------------------------------------

NOT_JSON: dict[str, Callable[[bytes], bytes]] = {
    "deeply nested lists": lambda data: data[:-1] + b', "more": ' + b"[" * 200_000 + b"]" * 200_000 + b"}",
    "deeply nested objects": lambda data: data[:-1] + b', "more": ' + b'{"a":' * 100_000,
    "a number of 5,000 digits": lambda data: data[:-1] + b', "more": ' + b"9" * 5000 + b"}",
    "NaN": lambda data: data[:-1] + b', "more": NaN}',
    "Infinity": lambda data: data[:-1] + b', "more": -Infinity}',
    "a key twice": lambda data: data[:-1] + b"," + data[1:],
    "a key twice further in": lambda data: data.replace(b'"no_100_bonus"', b'"extension": true, "no_100_bonus"', 1),
    "a byte order mark": lambda data: b"\xef\xbb\xbf" + data,
    "UTF-16": lambda data: data.decode().encode("utf-16"),
    "no UTF-8": lambda data: data[:-1] + b', "more": "\xff"}',
    "a surrogate in UTF-8": lambda data: data[:-1] + b', "more": "\xed\xa0\x80"}',
    "a zero byte": lambda data: data + b"\0",
    "two objects": lambda data: data * 2,
}


@each(("kind", "name"), product(NOT_JSON, ["match", "settings", "question", "answer", "review"]))
def test_gates_refuse_near_json(kind: str, name: str) -> None:
    right = GATES[name].seeds()[0]
    GATES[name].read(right)
    if NOT_JSON[kind](right) != right:
        with pytest.raises(FormatError):
            GATES[name].read(NOT_JSON[kind](right))


@each(
    ("wrong", "form"),
    [
        *(  # type: ignore[var-annotated]
            (value, limits.UnixSeconds)
            for value in (True, 1.0, "1", None, [], {}, 10**30, -(10**4200), math.nan, math.inf)
        ),
        *((value, Chance) for value in (True, "0", None, 10**4200, -(10**30), math.nan, math.inf, 1e300)),
        *((value, Aggression) for value in ("", "Fierce", "\ud800", 1, None, ["fierce"])),
        *((value, CardId) for value in ("", "ferrari", "\ud800", 1, None, ["go"])),
        *((value, ProfileId) for value in ("", "a\n", "a b", "\ud800", "a" * 17, 1, None)),
        *((value, bool) for value in (0, 1.0, "true", None)),
        *((value, list[int]) for value in ({}, "1", None, [True], [[1]], [None])),  # type: ignore[var-annotated]
        *((value, PlayerForm) for value in ([], None, "human", {}, {"kind": "human", "driver": "\ud800"})),  # type: ignore[var-annotated]
    ],
)
def test_schema_takes_no_value_for_one_of_another_type(wrong: object, form: object) -> None:
    with pytest.raises(FormatError) as refused:
        convert(wrong, form)
    assert len(str(refused.value)) < 500


# -- what lies there --------------------------------------------------------------------------------------------------


def _fifo(path: Path) -> None:
    os.mkfifo(path)


def _socket(path: Path) -> None:
    here = os.open(".", os.O_RDONLY)
    os.chdir(path.parent)  # a socket's path has to be short
    try:
        with socket.socket(socket.AF_UNIX) as opened:
            opened.bind(path.name)
    finally:
        os.fchdir(here)
        os.close(here)


def _sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 30)


ODD: dict[str, Callable[[Path], None]] = {
    "a folder": Path.mkdir,
    "a pipe": _fifo,
    "a socket": _socket,
    "a link to an endless device": lambda path: path.symlink_to("/dev/zero"),
    "a link to nothing": lambda path: path.symlink_to(path.parent / "nothing"),
    "a link to itself": lambda path: path.symlink_to(path),
    "a link to a good file": lambda path: (
        (path.parent / "good").write_bytes(as_bytes(match(FIRST))),
        path.symlink_to(path.parent / "good"),
    )[1],
    "a file of a gigabyte": _sparse,
}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has none of most of these")
@pytest.mark.parametrize("kind", ODD)
def test_odd_files_are_not_opened_but_set_aside(kind: str, tmp_path: Path) -> None:
    folder = tmp_path / "user"
    folder.mkdir()
    files, _ = files_in(folder)
    files.matches.mkdir()
    path = files.match_path("kept")
    ODD[kind](path)
    ODD[kind](files.settings_path)
    assert files.latest_match() is None
    found = files.load_settings()
    assert found == settings_of(Profile(found.person.id))
    told = files.pop_problems()
    assert [problem.code for problem in told] == [ProblemCode.SAVE_QUARANTINED, ProblemCode.SETTINGS_QUARANTINED]
    assert not os.path.lexists(path)
    assert os.path.lexists(told[0].values["path"])
    if kind == "a link to a good file":
        assert (path.parent / "good").read_bytes() == as_bytes(match(FIRST)), "what the link leads to is left alone"


# -- fuzz -------------------------------------------------------------------------------------------------------------

STRAY: tuple[object, ...] = (
    *(None, True, -1, 0, 1, 10**30, 10**4200, 0.5, 1e308, "", "\ud800", "go", "x" * 5000, [], {}, [[]], [0] * 300),
)


@pytest.mark.parametrize("seed", range(4))
def test_damaged_files_are_either_read_or_refused(seed: int) -> None:
    lots, right = Random(seed), 0
    matches = [as_bytes(with_reasons(match(name), lots)) for name in (FIRST, FOUR, "six in teams", "attacked")]
    for _ in range(120):
        right += _reads(SavedMatch.from_bytes, damaged(lots.choice(matches), lots))
        right += _reads(SettingsFile.from_bytes, damaged(as_bytes(settings()), lots))
    assert 0 < right < 240, "some damage does no harm, most does"


def _reads(parse: Callable[[bytes], SavedMatch | SettingsFile], data: bytes) -> bool:
    try:
        read = parse(data)
    except FormatError as error:
        refusal = str(error)
    else:
        refusal = ""
    assert len(refusal) < 500, "what it says stays short, whatever is in the file"
    if refusal:
        return False
    good = replace(read, unreadable=()) if isinstance(read, SettingsFile) else read
    assert parse(read.to_bytes()) == good
    return True


def damaged(data: bytes, lots: Random) -> bytes:
    if lots.random() < 0.4:
        wrong = bytearray(data)
        for _ in range(lots.choice((1, 1, 2, 10))):
            wrong[lots.randrange(len(wrong))] = lots.randrange(256)
        return bytes(wrong)
    form = json.loads(data)
    for _ in range(lots.choice((1, 1, 2))):
        at, step = lots.choice(list(_places(form)))
        match lots.choice(("put", "put", "remove", "double")):
            case "remove":
                del at[step]  # type: ignore[attr-defined]
            case "double" if isinstance(at, list):
                at.insert(step, at[step])  # type: ignore[arg-type, index]
            case _:
                at[step] = lots.choice(STRAY)  # type: ignore[index]
    return as_bytes(form)


def _places(form: object) -> Iterator[tuple[object, str | int]]:
    """Every value in a form, as what it stands in and where; of a long list only some."""
    steps = list(form) if isinstance(form, dict) else [*range(len(form))][:: 1 + len(form) // 8]  # type: ignore[arg-type]
    for step in steps:
        yield form, step
        value = form[step]  # type: ignore[index]
        if isinstance(value, dict | list):
            yield from _places(value)


# -- what is written can be read --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "seats", "seating"), [("dujardin", 6, Seating.TEAMS), ("mille_miglia", 5, Seating.SOLO)]
)
def test_match_files_as_written_can_be_read_again(rules: str, seats: int, seating: Seating, tmp_path: Path) -> None:
    files, writer = files_in(tmp_path)
    clock = Clock()
    bots = QuickBots(explain=lambda played: gate.fitting(played)[-1])
    plan = DEFAULT_PLAN.with_seats(4)
    setup = MatchSetup(rules, seating, seats, legs=2)
    players = gate.dealt(setup, 1).players
    session = Session.new(type(plan)(setup, players), seed=limits.MAX_SEED, files=files, clock=clock, bots=bots)

    def keep(running: Session) -> bool:
        if running.is_waiting_for_viewer:
            running.save_hand_order(running.observation.hand, save=True)
        return running.is_match_over

    run(session, clock, until=keep, person=first_sensible)
    written = [data for _, data in writer.written if data is not None]
    assert len(written) > 100
    for data in written[::3]:
        assert SavedMatch.from_bytes(data).to_bytes() == data


def test_person_keeps_a_seat_when_the_seats_become_fewer() -> None:
    four = DEFAULT_PLAN.with_seats(4)
    players = (*four.players[1:], four.players[0])
    two = type(four)(four.setup, players).with_seats(2)
    assert sum(player.is_human for player in two.players) == 1
    assert (
        SettingsFile.from_bytes(SettingsFile(Settings().with_values(plan=two)).to_bytes()).settings.machine.plan == two
    )


@pytest.mark.parametrize("seed", [str(limits.MAX_SEED + 1), str(-limits.MAX_SEED - 1), "9" * 5000, "seven"])
def test_seed_that_no_match_file_can_hold_is_refused_in_one_short_line(
    seed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main([f"--seed={seed}"])
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "--seed: expected a whole number from" in told
    assert len(told) < 200
