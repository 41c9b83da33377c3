"""Whatever passes the gate can be shown: every scene with matches and settings that go as far as files may.

GATE_EXAMPLES=200 in the environment draws as many files for each test instead of a handful.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from unittest import mock

from tests.features.result.result_scenes import ended, exits
from tests.recording_voice import RecordingVoice

from tests.window import Driver, hurry, open_window  # isort: skip - before pygame, so that no window opens

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from game.features.profiles.scene import ProfileScene
from game.features.result.scene import ResultScene
from game.features.result.standings import Standings
from game.features.settings.scene import SettingsScene
from game.features.setup.scene import SetupScene
from game.files import limits
from game.files.forms import FormatError
from game.match.match_file import SavedMatch
from game.match.session import Session
from game.settings.settings_file import SettingsFile
from game.ui.drawing import text
from tests import gate
from tests.fixed_decks import ScriptedBots
from tests.gate import MATCHES, SETTINGS_EDGES, Json, as_bytes, match
from tests.match.harness import put_match
from tests.match.test_gate import damaged

EXAMPLES = int(os.environ.get("GATE_EXAMPLES", "4"))
FOUR = "the second leg of four alone"
LOTS = "0a1b2c3d4e5"
PLAYABLE = [name for name in MATCHES if name != "as many legs as can be"]

drawn = hypothesis_settings(
    max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driver]:
    """The program in the smallest window, in the language with the longest words, for all the matches."""
    with open_window(tmp_path_factory.mktemp("user"), size=(960, 540), language="hu") as driver:
        yield driver


def show_match(driver: Driver, data: bytes) -> None:
    """Show every scene that shows something of a match on disk, from the title to its end."""
    app = driver.app
    app.files._written.clear()  # what lies on disk counts, as at a start
    for path in app.files.matches.glob("*"):
        path.unlink()
    put_match(app.files, data)
    text.overflows.clear()
    app.go_home()
    driver.settle()
    assert driver.scene == "title"
    assert driver.control("continue").name
    saved = app.files.latest_match()
    assert isinstance(saved, SavedMatch)
    app.start_session(Session(saved, files=app.files, clock=app.clock, bots=ScriptedBots()))
    app.show_table()
    hurry(driver)
    _show_results(driver)
    _show_roadbook(driver)
    assert text.overflows == []


def _show_roadbook(driver: Driver) -> None:
    """Every page of the Roadbook, and its match looked at again, at both ends."""
    app = driver.app
    app.go_home()
    app.show_roadbook()
    for tab in ("drivers", "collection", "races"):
        driver.press(f"tabs.{tab}")
        driver.until(lambda: app.is_settled, tab)
    driver.press("look_back")
    driver.until(lambda: driver.scene == "replay" and app.is_settled, "the leg")
    for way in ("first", "last"):
        driver.press(way)
        driver.settle()
    driver.press("back")
    app.go_home()


def _show_results(driver: Driver) -> None:
    """The result of a match that has a leg behind it."""
    app, session = driver.app, driver.app.session
    assert session is not None
    if not session.history:
        return
    standings = Standings.of(session)
    app.push(ResultScene(app, ended(standings), exits(app.go_home, app.go_home), celebrates=True))
    driver.settle()
    assert driver.scene == "result"


@pytest.mark.parametrize("name", MATCHES)
def test_match_of_any_shape_is_shown_in_every_scene(name: str, shown: Driver) -> None:
    show_match(shown, as_bytes(gate.with_reasons(match(name), Random(1))))


@drawn
@given(st.sampled_from(PLAYABLE), st.integers(0, 5), st.randoms(use_true_random=False))
def test_match_inside_the_limits_is_shown_in_every_scene(shown: Driver, name: str, seat: int, lots: Random) -> None:
    form = gate.with_reasons(gate.seated(match(name), seat), lots)
    gate.put("seed", value=lots.choice((-limits.MAX_SEED, limits.MAX_SEED)))(form)
    show_match(shown, as_bytes(form))


@pytest.mark.parametrize("seed", range(2))
def test_match_still_valid_after_damage_is_shown_in_every_scene(seed: int, shown: Driver) -> None:
    lots, good = Random(f"damage/{seed}"), list[bytes]()
    while len(good) < EXAMPLES:
        data = damaged(as_bytes(gate.with_reasons(match(lots.choice(PLAYABLE)), lots)), lots)
        try:
            saved = SavedMatch.from_bytes(data)
        except FormatError:
            continue
        if not saved.is_over:
            good.append(data)
    for data in good:
        show_match(shown, data)


# -- each limit -------------------------------------------------------------------------------------------------------

NOT_ON_A_SCREEN = {
    "MAX_COUNT": "what is added up; tests/career/test_facts.py",
    "REPORT_BYTES": "what `game replay` reads",
    "SCREENSHOT_BYTES": "what `game replay` reads",
    "REPORT_TEXT_BYTES": "what `game replay` reads",
    "REPORT_LOG_BYTES": "what `game replay` reads",
    "LEDGER_BYTES": "what tests/career/test_ledger.py reads",
    "MAX_ACHIEVEMENTS_BYTES": "what tests/career/test_achievements.py reads",
    "PROFILE_BYTES": "what tests/features/profiles/test_model.py reads",
    "PROFILE_MATCHES": "what tests/features/profiles/test_model.py reads",
    "MAX_GOALS": "what tests/career/test_achievements.py reads",
    "MAX_LEVELS": "what tests/career/test_achievements.py reads",
    "PUZZLES_BYTES": "what tests/features/puzzles/test_model.py reads",
    "MAX_OWN_PUZZLES": "what tests/features/puzzles/test_model.py keeps",
    "MAX_LEGS_PLAYED": "one of MATCHES",
    "MAX_KM": "what reasons speak of, as they are drawn for MATCHES",
    "MAX_PERCENT": "what reasons speak of, as they are drawn for MATCHES",
}
OF_MATCHES = {
    "MAX_TARGET_SCORE": ("target_score",),
    "MAX_AGREED_LEGS": ("legs",),
    "NAME_CHARACTERS": ("name",),
    "MAX_TIME_S": ("begun", "saved"),
    "MAX_UTC_OFFSET_S": ("begun_offset", "saved_offset"),
    "MAX_TAKE_BACKS": ("taken_back",),
    "MAX_SEED": ("seed",),
    "MAX_HAND_CARDS": ("hand",),
    "MAX_POINTS": ("a reason's number",),
}
OF_SETTINGS = {
    "SMALLEST_WINDOW": ("window_size",),
    "WINDOW_PX": ("window_size",),
    "MAX_PROFILES": ("people",),
    "MAX_GUESTS": ("guests",),
    "LESSON_MOVES": ("lesson: moves",),
    "LESSON_NOTES": ("lesson: notes",),
    "LANGUAGE_CHARACTERS": ("language",),
    "MAX_TIME_S": ("lesson_finished_s",),
}
AS_LONG_AS_MAY_BE = ("MATCH_BYTES", "SETTINGS_BYTES", "UNKNOWN_BYTES")


def test_limits_are_all_covered_by_a_test() -> None:
    names = {name for name, value in vars(limits).items() if name.isupper() and isinstance(value, int | tuple)}
    assert names == {*NOT_ON_A_SCREEN, *OF_MATCHES, *OF_SETTINGS, *AS_LONG_AS_MAY_BE} | {"NUMBERS"} & names


def at_its_limits(form: Json, edges: dict[str, gate.Edge], which: int, *names: str) -> bytes:
    """The file of a form that goes in all these as far as it may: the first way, the second, and round again."""
    for name in names:
        inside = edges[name].inside
        inside[which % len(inside)](form)
    return as_bytes(form)


ENDS = ("target_score", "legs")
OTHER_LIMITS = [name for names in OF_MATCHES.values() for name in names if name not in ENDS]


def ways(edges: dict[str, gate.Edge], names: Sequence[str]) -> range:
    """As many as the one has that has most."""
    return range(max(len(edges[name].inside) for name in names))


@pytest.mark.parametrize("which", ways(gate.MATCH_EDGES, OTHER_LIMITS))
def test_match_at_its_limits_is_shown_in_every_scene(which: int, shown: Driver) -> None:
    form = gate.with_reasons(match(FOUR), Random(1))
    show_match(shown, at_its_limits(form, gate.MATCH_EDGES, which, *OTHER_LIMITS))


@pytest.mark.parametrize(("end", "which"), [(end, which) for end in ENDS for which in range(2)])
def test_match_ending_at_its_limit_is_shown_in_every_scene(end: str, which: int, shown: Driver) -> None:
    show_match(shown, at_its_limits(match("the first turn"), gate.MATCH_EDGES, which, end))


def test_match_in_the_longest_file_is_shown_in_every_scene(shown: Driver) -> None:
    show_match(shown, as_bytes(match(FOUR)).ljust(limits.MATCH_BYTES))


# -- settings ---------------------------------------------------------------------------------------------------------


def show_settings(form: Json, *, size: int = 0) -> None:
    """Start the program with settings on disk, of that size in bytes, and show every scene that shows any of them."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "settings.json").write_bytes(as_bytes(form).ljust(size))
        drawn = mock.patch("game.settings.user_files.random_profile_id", return_value=LOTS)
        with drawn, open_window(Path(folder), size=None, language=None, voice=RecordingVoice()) as driver:
            app = driver.app
            read = SettingsFile.from_bytes(as_bytes(form))
            assert (app.settings, read.unreadable) == (read.settings, ())
            driver.settle()
            assert driver.scene == "title"
            for scene in (SetupScene(app), SettingsScene(app), ProfileScene(app)):
                app.push(scene)
                driver.settle()
                app.pop(scene)
            app.start_lesson()
            driver.settle()
            assert text.overflows == []


def with_edges(lots: Random) -> Json:
    """Settings with every limit kept just inside, one way or the other."""
    form = gate.settings()
    for name, edge in SETTINGS_EDGES.items():
        if edge.inside and not name.endswith(": none"):
            lots.choice(edge.inside)(form)
            new = gate.settings()
            for key in ("plan", "shared"):
                form["machine"][key] = form["machine"][key] or new["machine"][key]
            zoe = form["people"]["3f9a"]
            for key in ("livery", "lesson"):
                zoe[key] = zoe[key] or new["people"]["3f9a"][key]
    return form


@drawn
@given(st.randoms(use_true_random=False))
def test_settings_inside_the_limits_are_shown_in_every_scene(lots: Random) -> None:
    show_settings(with_edges(lots))


@pytest.mark.parametrize("lesson", [(0, 20), (30, 0), (30, 20), (200, 20)])
def test_lesson_left_at_any_point_goes_on(lesson: tuple[int, int]) -> None:
    form = gate.settings()
    form["machine"]["lesson"] = dict(zip(("moves", "notes_read"), lesson, strict=True))
    show_settings(form)


LIMITS_OF_SETTINGS = list(dict.fromkeys(name for names in OF_SETTINGS.values() for name in names))


@pytest.mark.parametrize("which", ways(SETTINGS_EDGES, LIMITS_OF_SETTINGS))
def test_settings_at_their_limits_are_shown_in_every_scene(which: int) -> None:
    show_settings(json.loads(at_its_limits(gate.settings(), SETTINGS_EDGES, which, *LIMITS_OF_SETTINGS)))


@pytest.mark.parametrize("limit", ["SETTINGS_BYTES", "UNKNOWN_BYTES"])
def test_settings_in_the_longest_file_are_shown_in_every_scene(limit: str) -> None:
    form = gate.settings()
    if limit == "UNKNOWN_BYTES":
        form["of another version"] = "x" * (limits.UNKNOWN_BYTES - 100)
    show_settings(form, size=limits.SETTINGS_BYTES if limit == "SETTINGS_BYTES" else 0)
