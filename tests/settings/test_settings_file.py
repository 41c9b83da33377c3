"""The settings file: what is wrong in it costs itself only, what is unknown stays, and every version's is known."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from game.files import limits
from game.files.forms import FormatError, NewerFormatError
from game.files.problems import ProblemCode
from game.i18n import LANGUAGES
from game.i18n import set_language as speak
from game.match.plan import DEFAULT_PLAN
from game.people.profiles import FIRST_PROFILE, CarBody, CardBack, Profile, Scenery
from game.settings import settings_file
from game.settings.settings import (
    PERSONAL_SETTINGS,
    AnimationSpeed,
    BotPace,
    ColorTheme,
    HandOrder,
    LessonProgress,
    Settings,
)
from game.settings.settings_file import FIELDS, UNKNOWN, VERSION, SettingsFile, settings_for_report
from game.settings.user_files import ReadOnlyFiles
from game.words.problems import problem_text
from tests import gate
from tests.cases import each
from tests.gate import SETTINGS_EDGES, Change, Json, as_bytes, put, settings
from tests.match.harness import ObedientWriter, files_in

KEPT = Path(__file__).parents[1] / "kept_files"
EVERYTHING = SettingsFile.from_bytes(as_bytes(settings())).settings


def read(form: Json) -> SettingsFile:
    return SettingsFile.from_bytes(as_bytes(form))


def cases(which: str) -> list[object]:
    return [
        pytest.param(edge.partition(":")[0], change, id=f"{edge}-{i}")
        for edge, both in SETTINGS_EDGES.items()
        for i, change in enumerate(getattr(both, which))
    ]


def default(name: str) -> dict[str, object]:
    """The default of a setting, by its name; nothing for what is none."""
    return {field.name: field.default for field in fields(Settings) if field.name == name}


# -- one by one -------------------------------------------------------------------------------------------------------


def test_settings_all_have_a_row_and_a_unique_key() -> None:
    assert {row.name for row in FIELDS} == {field.name for field in fields(Settings)}
    assert len({row.key for row in FIELDS}) == len(FIELDS) == len({row.name for row in FIELDS})
    assert {name for name, _change in (case.values for case in cases("outside"))} == {  # type: ignore[attr-defined]
        *(row.name for row in FIELDS),
        "format",
        "version",
    }


@each(("name", "change"), cases("outside"))
def test_wrong_value_resets_its_own_setting_only_and_is_named(name: str, change: Change, tmp_path: Path) -> None:
    form = settings()
    change(form)
    files, _ = files_in(tmp_path)
    files.settings_path.write_bytes(as_bytes(form))
    assert files.load_settings() == replace(EVERYTHING, **default(name))
    (problem,) = files.pop_problems()
    assert (problem.code, problem.values["settings"]) == (ProblemCode.SETTINGS_REPLACED, name)
    assert list(tmp_path.iterdir()) == [files.settings_path], "nothing is set aside"
    again, _ = files_in(tmp_path)
    assert again.load_settings() == files.load_settings(), "they are right on disk as well"
    assert again.pop_problems() == []


@each(("name", "change"), cases("inside"))
def test_value_just_inside_a_limit_is_read_and_written_back(name: str, change: Change) -> None:
    form = settings()
    change(form)
    found = read(form)
    assert found.unreadable == ()
    assert SettingsFile.from_bytes(found.to_bytes()) == found


NUMBERS = {
    "effects_volume": (("effects_volume",), 0, 10),
    "ambience_volume": (("ambience_volume",), 0, 10),
    "speech_speed": (("speech_speed",), 0, 10),
    "speech_volume": (("speech_volume",), 0, 10),
    "music_volume": (("music_volume",), 0, 10),
    "plan": (("last_match", "setup", "target_score"), 1, limits.MAX_TARGET_SCORE),
    "window_size": (("window_size", 0), 0, limits.WINDOW_PX),
    "lesson": (("lesson", "moves"), 0, limits.LESSON_MOVES),
    "lesson_finished": (("lesson_finished", 0, "at"), 0, limits.MAX_TIME_S),
}


@hypothesis_settings(deadline=None)
@given(st.sampled_from([*NUMBERS]), st.integers() | st.integers(-1, 20))
def test_numbers_of_the_settings_are_read_within_their_limits_only(name: str, number: int) -> None:
    path, low, high = NUMBERS[name]
    form = settings()
    put(*path, value=number)(form)
    assert read(form).unreadable == (() if low <= number <= high else (name,))


def test_wrong_values_are_all_reported_in_one_sentence(tmp_path: Path) -> None:
    files, _ = files_in(tmp_path)
    files.settings_path.write_bytes(as_bytes({**settings(), "card_speed": "warp", "muted": 1, "language": "?"}))
    files.load_settings()
    (problem,) = files.pop_problems()
    speak("en")
    assert problem_text(problem) == (
        "These settings could not be read and are back to their defaults: Language, Card speed, Sound."
    )


def test_settings_all_have_a_name_in_each_language(tmp_path: Path) -> None:
    files, _ = files_in(tmp_path)
    files.settings_path.write_bytes(as_bytes({**{key: [{}] for key in settings()}, "x": [[[]]] * 8_000}))
    files.load_settings()
    (problem,) = files.pop_problems()
    names = problem.values["settings"].split(",")
    assert names == ["format", "version", *(row.name for row in FIELDS), UNKNOWN]
    for code in LANGUAGES:
        speak(code)
        told_names = problem_text(problem).partition(":")[2].split(", ")
        assert len(set(told_names)) == len(names)
    speak("en")


def test_missing_or_null_setting_is_silently_the_default() -> None:
    assert read({"format": settings_file.FORMAT, "version": VERSION}) == SettingsFile(Settings())
    nulls = dict.fromkeys((row.key for row in FIELDS), None)
    assert read({"format": settings_file.FORMAT, "version": VERSION, **nulls}) == SettingsFile(Settings())


def test_garage_items_of_a_later_version_become_the_first_there_is() -> None:
    form = settings() | {
        "card_back": "rocket",
        "scenery": "moon",
        "settings_of_others": [{"profile": "a", "scenery": "?"}],
    }
    put("profiles", 0, "body", value="rocket")(form)
    found = read(form)
    assert found.unreadable == ()
    assert (found.settings.back, found.settings.scenery) == (CardBack.ROAD, Scenery.DAY)
    assert found.settings.profiles[0].livery.body is CarBody.SALOON
    assert found.settings.with_current_profile("a").scenery is Scenery.DAY


@pytest.mark.parametrize("size", [((10, 2000), (960, 2000)), ((2000, 10), (2000, 540)), ((5120, 1440), (5120, 1440))])
def test_window_size_is_never_remembered_too_small(size: tuple[tuple[int, int], tuple[int, int]]) -> None:
    assert read({**settings(), "window_size": list(size[0])}).settings.window_size == size[1]


@pytest.mark.parametrize("data", [b"", b"[]", b"1", b"null", b"{", b'{"muted": true,}', b"\xff"])
def test_settings_file_that_is_no_object_is_set_aside(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(FormatError):
        SettingsFile.from_bytes(data)
    files, _ = files_in(tmp_path)
    files.settings_path.write_bytes(data)
    assert files.load_settings() == Settings()
    (problem,) = files.pop_problems()
    assert problem.code is ProblemCode.SETTINGS_QUARANTINED
    assert Path(problem.values["path"]).read_bytes() == data
    assert not files.settings_path.exists()


# -- what is not known ------------------------------------------------------------------------------------------------

LATER = {"weather": {"rain": [1, 2.5, None, "ü"]}, "z": True}


def test_unknown_keys_are_written_back_at_any_depth(tmp_path: Path) -> None:
    form = settings() | LATER
    form["last_match"]["setup"]["options"]["night"] = True
    form["lesson"]["teacher"] = "Irma"
    files, _ = files_in(tmp_path)
    files.settings_path.write_bytes(as_bytes(form))
    files.save_settings(replace(files.load_settings(), muted=True))
    assert files.pop_problems() == []
    assert json.loads(files.settings_path.read_bytes()) == form | {"muted": True}


def test_unknown_keys_of_a_setting_go_with_it() -> None:
    form = settings()
    form["lesson"]["teacher"] = "Irma"
    found = read(form)
    written = json.loads(replace(found, settings=replace(found.settings, lesson=None)).to_bytes())
    assert written["lesson"] is None


def test_file_of_another_kind_keeps_its_data_when_read_as_settings(tmp_path: Path) -> None:
    data = as_bytes(gate.match("the first turn"))
    files, _ = files_in(tmp_path)
    files.settings_path.write_bytes(data)
    assert files.load_settings() == Settings()
    assert (
        json.loads(files.settings_path.read_bytes()).items()
        >= {key: value for key, value in json.loads(data).items() if key not in {"format", "version"}}.items()
    )


def nested(depth: int) -> list[object]:
    value: list[object] = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("value", "is_kept"),
    [
        ("x" * (limits.UNKNOWN_BYTES - 9), True),
        ("x" * (limits.UNKNOWN_BYTES - 8), False),
        (nested(limits.UNKNOWN_DEPTH - 1), True),
        (nested(limits.UNKNOWN_DEPTH), False),
        (1e308, True),
        (float("inf"), False),
        ({"in": [1, {"it": float("-inf")}]}, False),
        ("\ud800", True),
        ([0] * 10_000, True),
        ("\U0001f600" * 2_700, True),
        ("\U0001f600" * 2_800, False),
    ],
    ids=str,
)
def test_unknown_values_are_kept_if_they_can_be_read_again(value: object, is_kept: bool) -> None:
    data = json.dumps(settings() | {"x": value}).replace("Infinity", "1e999").encode()
    found = SettingsFile.from_bytes(data)
    assert found.unreadable == (() if is_kept else (UNKNOWN,))
    assert found.settings == EVERYTHING
    written = found.to_bytes()
    assert len(written) <= limits.SETTINGS_BYTES
    assert SettingsFile.from_bytes(written) == replace(found, unreadable=())
    assert (json.loads(written).get("x") == value) is is_kept


# -- versions ---------------------------------------------------------------------------------------------------------


def kept(name: str) -> bytes:
    return (KEPT / f"settings_{name}.json").read_bytes()


def test_settings_file_of_0_1_is_read() -> None:
    found = SettingsFile.from_bytes(kept("0.1"))
    assert found == SettingsFile(Settings(language="fr", plan=DEFAULT_PLAN.with_rules("piatnik")))


@pytest.mark.parametrize("version", ["1", "2"])
def test_settings_file_of_each_version_is_read_with_all_its_settings(version: str) -> None:
    later = (
        *("profiles", "playing", "lesson_finished", "keys", "buttons", "scan", "theme", "assist", "text_size"),
        *("settings_of_others", "remarks", "said", "back", "scenery", "garage_seen"),
    )
    before = {name: value for one in later for name, value in default(one).items()}
    known = EVERYTHING if version == str(VERSION) else replace(EVERYTHING, shared=None, **before)  # type: ignore[arg-type]
    assert SettingsFile.from_bytes(kept(version)) == SettingsFile(known)


def test_settings_file_of_this_version_is_written_as_ever() -> None:
    """Another form is another version: then this file stays, and one of the new version is added."""
    assert SettingsFile(EVERYTHING).to_bytes() == kept(str(VERSION))


@pytest.mark.parametrize(
    ("plan", "settings"),
    [
        (DEFAULT_PLAN, Settings()),
        (DEFAULT_PLAN.with_level(1, "master"), Settings(plan=DEFAULT_PLAN.with_level(1, "master"))),
        (DEFAULT_PLAN.with_legs(1), Settings(race=DEFAULT_PLAN.with_legs(1), raced_last=True)),
    ],
    ids=["nobody chose it", "a match", "a quick race"],
)
def test_single_plan_of_0_1_becomes_match_or_quick_race(plan: object, settings: Settings) -> None:
    rows = json.loads(SettingsFile(Settings(plan=plan)).to_bytes())["last_match"]  # type: ignore[arg-type]
    form = {"format": settings_file.FORMAT, "version": 1, "language": None, "fullscreen": False, **rows}
    del form["manner"], form["take_backs"]
    assert read(form) == SettingsFile(settings)


@pytest.mark.parametrize(
    ("key", "value", "name"),
    [
        ("speed", "warp", "speed"),
        ("pace", 1, "pace"),
        ("lesson", [3, -1], "lesson"),
        ("lesson", [1], "lesson"),
        ("match", [], "plan"),
        ("setup", {}, "plan"),
    ],
)
def test_wrong_value_of_an_older_file_resets_its_own_setting_only(key: str, value: object, name: str) -> None:
    form = {"format": settings_file.FORMAT, "version": 1, "muted": True, "future": 1, key: value}
    assert read(form) == SettingsFile(Settings(muted=True), {"future": 1}, (name,))


@pytest.mark.parametrize("version", [VERSION + 1, 99, 10**30])
@pytest.mark.parametrize("kind", [None, ReadOnlyFiles])
def test_settings_file_of_a_newer_version_is_refused_and_left_unchanged(
    kind: type[ReadOnlyFiles] | None, version: int, tmp_path: Path
) -> None:
    data = as_bytes(json.loads(kept("newer")) | {"version": version})
    with pytest.raises(NewerFormatError):
        SettingsFile.from_bytes(data)
    files = files_in(tmp_path)[0] if kind is None else kind(tmp_path, writer=ObedientWriter())
    files.settings_path.write_bytes(data)
    assert files.load_settings() == Settings()
    (problem,) = files.pop_problems()
    assert problem.code is ProblemCode.SETTINGS_NEWER
    speak("en")
    assert problem_text(problem).startswith("Your settings were made by a newer version of the game. They stay")
    assert str(files.settings_path) in problem_text(problem)
    files.save_settings(Settings(muted=True))
    assert files.settings_path.read_bytes() == data
    assert files.pop_problems() == []


# -- for people -------------------------------------------------------------------------------------------------------


def test_settings_file_has_one_setting_a_line() -> None:
    lines = (
        SettingsFile(Settings(language="de", window_size=(1280, 720), speed=AnimationSpeed.FAST)).to_bytes().decode()
    )
    assert lines.splitlines()[:7] == [
        "{",
        '  "format": "milestone-rally-settings",',
        '  "version": 2,',
        '  "language": "de",',
        '  "fullscreen": false,',
        '  "window_size": [1280, 720],',
        '  "card_speed": "fast",',
    ]
    assert max(map(len, SettingsFile(EVERYTHING).to_bytes().decode().splitlines())) <= 120


def test_settings_guide_lists_all_keys_and_words() -> None:
    guide = (KEPT.parents[1] / "docs" / "settings.md").read_text(encoding="utf-8")
    rows = [line for line in guide.splitlines() if line.startswith("| `")]
    assert [row.split("`")[1] for row in rows] == [row.key for row in FIELDS]
    for words in (AnimationSpeed, BotPace, HandOrder, CarBody, CardBack, Scenery):
        assert all(f"`{word}`" in guide for word in words)


def test_report_omits_personal_and_unknown_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    form = settings()
    assert FIELDS[0].name == "language"
    monkeypatch.setattr(settings_file, "FIELDS", (replace(FIELDS[0], is_personal=True), *FIELDS[1:]))
    personal = {"language", "profiles", "playing", "lesson_finished", "settings_of_others"}
    assert json.loads(settings_for_report(EVERYTHING)) == {
        key: value for key, value in form.items() if key not in {"format", "version", *personal}
    }


def test_lesson_begins_with_no_move_made_and_no_note_read() -> None:
    assert LessonProgress() == LessonProgress(moves=0, notes_read=0)


# -- what every profile has for itself --------------------------------------------------------------------------------


def test_profile_keeps_its_own_settings_and_a_new_one_takes_the_current() -> None:
    first = Settings(theme=ColorTheme.NIGHT, muted=True)
    second = first.with_profile(Profile("b", "Ben", FIRST_PROFILE.livery))
    assert (second.playing, second.theme) == ("b", ColorTheme.NIGHT)
    changed = replace(second, theme=ColorTheme.CONTRAST, text_size=150, language="fr", muted=False)
    back = changed.with_current_profile(FIRST_PROFILE.id)
    assert (back.theme, back.text_size, back.language, back.muted) == (ColorTheme.NIGHT, 100, None, False)
    again = SettingsFile.from_bytes(SettingsFile(back).to_bytes()).settings.with_current_profile("b")
    assert (again.theme, again.text_size, again.language) == (ColorTheme.CONTRAST, 150, "fr")


def test_deleted_profile_leaves_no_settings() -> None:
    settings = Settings().with_profile(Profile("b", "Ben", FIRST_PROFILE.livery))
    after = replace(settings, theme=ColorTheme.NIGHT).without_profile("b")
    assert (after.playing, after.theme, after.settings_of_others) == (FIRST_PROFILE.id, ColorTheme.DAY, ())


def test_settings_each_belong_to_a_person_or_to_the_machine() -> None:
    machine = {"fullscreen", "window_size", "muted", "effects_volume", "ambience_volume", "music_volume"}
    plans = {"plan", "race", "shared", "raced_last"}
    kept = {"knows_game", "lesson", "profiles", "playing", "lesson_finished", "settings_of_others"}
    assert {*PERSONAL_SETTINGS, *machine, *plans, *kept} == {field.name for field in fields(Settings)}
