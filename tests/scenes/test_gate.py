"""Whatever passes the gate can be shown: every scene with matches and settings that go as far as files may.

GATE_EXAMPLES=200 in the environment draws as many files for each test instead of a handful.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

from tests.recording_voice import RecordingVoice

from tests.window import Driver, hurry, open_window  # isort: skip - before pygame, so that no window opens

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from game.scenes.match_end.scene import MatchEndScene
from game.scenes.score.logbook import LogbookScene
from game.scenes.score.standings import Standings
from game.scenes.settings.scene import SettingsScene
from game.scenes.setup.scene import SetupScene
from game.session.session import Session
from game.session.storage import limits
from game.session.storage.json_codec import FormatError
from game.session.storage.match_file import Saved
from game.session.storage.settings_file import SettingsFile
from game.ui.drawing import text
from tests import gate
from tests.fixed_decks import ScriptedBots
from tests.gate import MATCHES, SETTINGS_EDGES, Json, as_bytes, match
from tests.session.harness import put_match
from tests.session.test_gate import damaged

EXAMPLES: Final = int(os.environ.get("GATE_EXAMPLES", "4"))
PLAYABLE: Final = [name for name in MATCHES if name != "as many legs as can be"]

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
    assert isinstance(saved, Saved)
    app.start_session(Session.resume(saved, files=app.files, clock=app.clock, bots=ScriptedBots()))
    app.show_table()
    hurry(driver)
    _show_results(driver)
    assert text.overflows == []


def _show_results(driver: Driver) -> None:
    """The logbook with who hit whom, and the end, of a match that has a leg behind it."""
    app, session = driver.app, driver.app.session
    assert session is not None
    if not session.history:
        return
    standings = Standings.of(session)
    app.push(LogbookScene(app, session, standings))
    driver.settle()
    driver.press("page.hits")
    driver.settle()
    app.push(MatchEndScene(app, standings, app.go_home, app.go_home, app.go_home))
    driver.settle()
    assert driver.scene == "match_end"


@pytest.mark.parametrize("name", MATCHES)
def test_every_scene_shows_a_match_that_goes_as_far_as_it_may(name: str, shown: Driver) -> None:
    show_match(shown, as_bytes(gate.with_reasons(match(name), Random(1))))


@drawn
@given(st.sampled_from(PLAYABLE), st.integers(0, 5), st.randoms(use_true_random=False))
def test_every_scene_shows_whatever_match_is_inside_the_limits(
    shown: Driver, name: str, seat: int, lots: Random
) -> None:
    form = gate.with_reasons(gate.seated(match(name), seat), lots)
    gate.put("seed", value=lots.choice((-limits.SEED, limits.SEED)))(form)
    show_match(shown, as_bytes(form))


@drawn
@given(st.sampled_from(["target_score", "legs"]), st.integers(0, 1))
def test_every_scene_shows_a_match_to_any_end(shown: Driver, limit: str, which: int) -> None:
    form = match("the first turn")
    gate.MATCH_EDGES[limit].inside[which](form)
    show_match(shown, as_bytes(form))


@pytest.mark.parametrize("seed", range(2))
def test_what_is_still_a_match_after_damage_is_shown(seed: int, shown: Driver) -> None:
    lots, good = Random(f"damage/{seed}"), []
    while len(good) < EXAMPLES:
        data = damaged(as_bytes(gate.with_reasons(match(lots.choice(PLAYABLE)), lots)), lots)
        try:
            saved = Saved.from_bytes(data)
        except FormatError:
            continue
        if not saved.is_over:
            good.append(data)
    for data in good:
        show_match(shown, data)


# -- settings ---------------------------------------------------------------------------------------------------------


def show_settings(form: Json) -> None:
    """Start the program with settings on disk and show every scene that shows something of them."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "settings.json").write_bytes(as_bytes(form))
        with open_window(Path(folder), size=None, language=None, voice=RecordingVoice()) as driver:
            app = driver.app
            read = SettingsFile.from_bytes(as_bytes(form))
            assert (app.settings, read.unreadable) == (read.settings, ())
            driver.settle()
            assert driver.scene == "title"
            for scene in (SetupScene(app, lambda _plan: None), SettingsScene(app)):
                app.push(scene)
                driver.settle()
                app.pop(scene)
            app.start_lesson()
            driver.settle()
            assert text.overflows == []


def with_edges(lots: Random) -> Json:
    """Settings with every limit kept just inside, one way or the other."""
    form = gate.settings()
    for edge in SETTINGS_EDGES.values():
        if edge.inside:
            lots.choice(edge.inside)(form)
            taken = [key for key in ("last_match", "last_race", "lesson", "lesson_finished") if not form[key]]
            form |= {key: gate.settings()[key] for key in taken}
    return form


@drawn
@given(st.randoms(use_true_random=False))
def test_every_scene_shows_whatever_settings_are_inside_the_limits(lots: Random) -> None:
    show_settings(with_edges(lots))


@pytest.mark.parametrize("lesson", [(0, 20), (30, 0), (30, 20), (200, 20)])
def test_a_lesson_left_anywhere_goes_on(lesson: tuple[int, int]) -> None:
    show_settings({**gate.settings(), "lesson": dict(zip(("moves", "notes_read"), lesson, strict=True))})
