"""The settings file: what is wrong in it costs itself only, what is unknown stays, what is written can be read."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from game.engine.setup import HOUSE_RULES
from game.files import limits
from game.files.forms import FormatError, NewerFormatError
from game.files.problems import ProblemCode
from game.i18n import LANGUAGES
from game.i18n import set_language as speak
from game.match.plan import DEFAULT_PLAN
from game.people.looks import CarBody, CardBack, Scenery
from game.people.players import HUMAN
from game.people.profiles import FIRST_PROFILE, Profile
from game.settings import settings_file
from game.settings.bindings import BUTTON_NAMES, Action, Bindings, Device, is_assignable
from game.settings.settings import (
    FASTEST_SPEECH,
    LOUDEST,
    NAMES,
    TEXT_SIZES,
    AnimationSpeed,
    BotPace,
    ColorTheme,
    HandOrder,
    LessonProgress,
    Machine,
    Person,
    Settings,
    TooManyProfilesError,
)
from game.settings.settings_file import (
    UNKNOWN,
    VERSION,
    SettingsFile,
    person_from_bytes,
    person_to_bytes,
    settings_for_report,
)
from game.settings.user_files import ReadOnlyFiles, UserFiles
from game.words.problems import problem_text
from game.words.settings import setting_name
from tests.cases import each
from tests.gate import SETTINGS_EDGES, Change, Json, as_bytes, put, settings
from tests.match.harness import ObedientWriter, files_in
from tests.persons import settings_of

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


def without(name: str, form: Json) -> Settings:
    """Everything but the setting of that name, which is wrong in the form."""
    if name == "machine":
        return replace(EVERYTHING, machine=Machine())
    if name == "people":
        known = [id for id in form["people"] if id in ("other", "3f9a")] if isinstance(form["people"], dict) else []
        people = [person for person in EVERYTHING.people if person.id in known]
        return replace(EVERYTHING, people=tuple(people))
    return EVERYTHING.with_values(**{name: Settings().value(name)})


# -- one by one -------------------------------------------------------------------------------------------------------


def test_settings_are_all_tried_with_wrong_values() -> None:
    assert {name for name, _change in (case.values for case in cases("outside"))} == {*NAMES}  # type: ignore[attr-defined]


@each(("name", "change"), cases("outside"))
def test_wrong_value_resets_its_own_setting_only_and_is_named(name: str, change: Change, tmp_path: Path) -> None:
    form = settings()
    change(form)
    files, _ = files_in(tmp_path)
    files.settings_path.write_bytes(as_bytes(form))
    found, right = files.load_settings(), without(name, form)
    if not right.people:  # somebody new is there
        right = Settings(replace(right.machine, playing=found.person.id), (Person(found.person.id),))
    assert found == right
    (problem,) = files.pop_problems()
    assert (problem.code, problem.values["settings"]) == (ProblemCode.SETTINGS_REPLACED, name)
    assert list(tmp_path.iterdir()) == [files.settings_path], "nothing is set aside"
    again, _ = files_in(tmp_path)
    assert again.load_settings() == found, "they are right on disk as well"
    assert again.pop_problems() == []


@each(("name", "change"), cases("inside"))
def test_value_just_inside_a_limit_is_read_and_written_back(name: str, change: Change) -> None:
    form = settings()
    change(form)
    found = read(form)
    assert found.unreadable == ()
    assert SettingsFile.from_bytes(found.to_bytes()) == found


NUMBERS = {
    "effects_volume": (("machine", "effects_volume"), 0, 10),
    "speech_speed": (("people", "3f9a", "speech_speed"), 0, 10),
    "plan": (("machine", "plan", "setup", "target_score"), 1, limits.MAX_TARGET_SCORE),
    "window_size": (("machine", "window_size", 0), 0, limits.WINDOW_PX),
    "lesson": (("people", "3f9a", "lesson", "moves"), 0, limits.LESSON_MOVES),
    "lesson_finished_s": (("people", "3f9a", "lesson_finished_s"), 0, limits.MAX_TIME_S),
}


@hypothesis_settings(deadline=None)
@given(st.sampled_from([*NUMBERS]), st.integers() | st.integers(-1, 20))
def test_numbers_of_the_settings_are_read_within_their_limits_only(name: str, number: int) -> None:
    path, low, high = NUMBERS[name]
    form = settings()
    put(*path, value=number)(form)
    assert read(form).unreadable == (() if low <= number <= high else (name,))


def test_wrong_values_are_all_reported_in_one_sentence(tmp_path: Path) -> None:
    form = settings()
    form["machine"]["muted"] = 1
    form["people"]["3f9a"] |= {"speed": "warp", "language": "?", "name": "?", "livery": "?"}
    form["people"]["other"] |= {"speed": "warp"}
    files, _ = files_in(tmp_path)
    files.settings_path.write_bytes(as_bytes(form))
    files.load_settings()
    (problem,) = files.pop_problems()
    speak("en")
    assert problem_text(problem) == (
        "These settings could not be read and are back to their defaults: Sound, Card speed, Profiles, Language."
    )


@each("name", [*NAMES, UNKNOWN])
def test_setting_has_a_name_in_each_language(name: str) -> None:
    for code in LANGUAGES:
        speak(code)
        assert setting_name(name)
    speak("en")


def test_person_who_is_wrong_costs_no_other_and_keeps_the_rest() -> None:
    form = settings()
    form["people"] |= {"b": {"name": "?", "speech_speed": 3, "livery": {"symbol": "ring", "paint": "?"}}, "no id": {}}
    found = read(form)
    assert found.settings == replace(EVERYTHING, people=(*EVERYTHING.people, Person("b", speech_speed=3)))
    assert found.unreadable == ("name", "livery", "people")


HEAD = {"format": settings_file.FORMAT, "version": VERSION}


def test_missing_or_null_setting_is_silently_the_default() -> None:
    assert read(HEAD) == SettingsFile(Settings(people=()))
    nulls = {
        "machine": dict.fromkeys(settings()["machine"]),
        "people": {"first": dict.fromkeys(settings()["people"]["3f9a"])},
    }
    assert read(HEAD | nulls) == SettingsFile(Settings())


def test_garage_items_of_a_later_version_become_the_first_there_is() -> None:
    form = settings()
    form["people"]["3f9a"] |= {"back": "rocket", "scenery": "moon"}
    form["people"]["3f9a"]["livery"]["body"] = "rocket"
    found, zoe = read(form), EVERYTHING.person
    livery = replace(zoe.livery, body=CarBody.SALOON)
    assert found.unreadable == ()
    assert found.settings.person == replace(zoe, back=CardBack.ROAD, scenery=Scenery.DAY, livery=livery)


@each(
    "head",
    [
        *({"format": word, "version": VERSION} for word in ("", "milestone-rally-match", 1, None)),
        *({"format": settings_file.FORMAT, "version": n} for n in (0, -1, 1, 2, True, 3.0, "3", None, [], {}, 1e300)),  # type: ignore[var-annotated]
        {},
    ],
)
def test_settings_file_of_another_format_or_version_is_refused(head: Json) -> None:
    with pytest.raises(FormatError) as refusal:
        read({**{key: value for key, value in settings().items() if key not in HEAD}, **head})
    assert not isinstance(refusal.value, NewerFormatError)


@pytest.mark.parametrize("data", [b"{}", b"", b"[]", b"1", b"null", b"{", b'{"muted": true,}', b"\xff"])
def test_settings_file_that_is_no_object_is_set_aside(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(FormatError):
        SettingsFile.from_bytes(data)
    files, _ = files_in(tmp_path)
    files.settings_path.write_bytes(data)
    settings = files.load_settings()
    assert settings == settings_of(Profile(settings.person.id))
    (problem,) = files.pop_problems()
    assert problem.code is ProblemCode.SETTINGS_QUARANTINED
    assert Path(problem.values["path"]).read_bytes() == data
    assert SettingsFile.from_bytes(files.settings_path.read_bytes()).settings == settings


# -- what is not known ------------------------------------------------------------------------------------------------

LATER = {"weather": {"rain": [1, 2.5, None, "ü"]}, "z": True}


def test_unknown_keys_are_written_back_at_any_depth(tmp_path: Path) -> None:
    form = settings() | LATER
    form["machine"] |= LATER
    form["machine"]["plan"]["setup"]["options"]["night"] = True
    form["people"]["3f9a"]["lesson"]["teacher"] = "Irma"
    form["people"]["3f9a"] |= LATER
    form["people"]["other"]["livery"]["hat"] = "red"
    files, _ = files_in(tmp_path)
    files.settings_path.write_bytes(as_bytes(form))
    files.save_settings(files.load_settings().with_values(muted=True))
    assert files.pop_problems() == []
    form["machine"]["muted"] = True
    assert json.loads(files.settings_path.read_bytes()) == form


def test_unknown_keys_go_with_their_setting_and_their_person() -> None:
    form = settings()
    form["people"]["3f9a"]["lesson"]["teacher"] = "Irma"
    form["people"]["other"]["hat"] = "red"
    found = read(form)
    left = found.settings.with_values(lesson=None).without_profile("other")
    written = json.loads(replace(found, settings=left).to_bytes())
    assert written["people"]["3f9a"]["lesson"] is None
    assert [*written["people"]] == ["3f9a"]


def nested(depth: int) -> list[object]:
    value: list[object] = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("value", "is_kept"),
    [
        ("x" * (limits.UNKNOWN_BYTES - 13), True),
        ("x" * (limits.UNKNOWN_BYTES - 12), False),
        (nested(60), True),
        (nested(900), False),
        (1e308, True),
        (float("inf"), False),
        ({"in": [1, {"it": float("-inf")}]}, False),
        ("\ud800", True),
        ([0] * 4_000, True),
        ("\U0001f600" * 2_700, True),
        ("\U0001f600" * 2_800, False),
    ],
    ids=lambda value: f"{value!s:.20}",
)
def test_unknown_values_are_kept_if_they_can_be_read_again(value: object, is_kept: bool) -> None:
    data = json.dumps(settings() | {"x": value}).replace("Infinity", "1e999").encode()
    found = SettingsFile.from_bytes(data)
    assert found.unreadable == (() if is_kept else (UNKNOWN,))
    assert found.settings == EVERYTHING
    written = found.to_bytes()
    assert SettingsFile.from_bytes(written) == replace(found, unreadable=())
    assert (json.loads(written).get("x") == value) is is_kept


# -- what is written can be read --------------------------------------------------------------------------------------

WORDS = st.text("abcdefghijklmnopqrstuvwxyz0123456789_/", min_size=1, max_size=40)
PLANS = st.none() | st.sampled_from(
    [
        DEFAULT_PLAN,
        DEFAULT_PLAN.with_legs(1),
        DEFAULT_PLAN.with_persons((HUMAN, replace(HUMAN, profile=Profile("zoe", "Zoé")))),
    ]
)


def bindings_of(device: Device) -> st.SearchStrategy[Bindings]:
    inputs = [*"abcdefhklm+", "f24", "ctrl+alt+shift+ö", ""] if device is Device.KEYBOARD else [*BUTTON_NAMES, ""]
    words = st.sampled_from([word for word in inputs if is_assignable(word, device)])
    return st.dictionaries(st.sampled_from(Action), words).map(lambda changed: Bindings.of(device, changed))


PEOPLE = st.builds(
    Person,
    st.from_regex(r"\A[0-9a-z]{1,16}\Z"),
    name=st.sampled_from(("", "Anna", "Wolfgang Maria")),
    keys=bindings_of(Device.KEYBOARD),
    buttons=bindings_of(Device.CONTROLLER),
    said=st.lists(st.tuples(WORDS, st.integers(0, 10**6)), max_size=5).map(tuple),
    garage_seen=st.lists(WORDS, max_size=5).map(tuple),
    language=st.sampled_from((None, *LANGUAGES)),
    text_size=st.sampled_from(TEXT_SIZES),
    knows_game=st.booleans(),
    lesson=st.none()
    | st.builds(LessonProgress, st.integers(0, limits.LESSON_MOVES), st.integers(0, limits.LESSON_NOTES)),
    lesson_finished_s=st.none() | st.integers(0, limits.MAX_TIME_S),
    speech_speed=st.integers(0, FASTEST_SPEECH),
    speech_volume=st.integers(0, LOUDEST),
)
MACHINES = st.builds(
    Machine,
    window_size=st.none() | st.tuples(st.integers(0, limits.WINDOW_PX), st.integers(0, limits.WINDOW_PX)),
    effects_volume=st.integers(0, LOUDEST),
    ambience_volume=st.integers(0, LOUDEST),
    music_volume=st.integers(0, LOUDEST),
    plan=PLANS,
    one_leg=st.booleans(),
    race_rules=st.none() | st.lists(st.sampled_from(HOUSE_RULES), max_size=2).map(tuple),
    shared=PLANS,
    guests=st.lists(st.builds(Profile, st.just("mia"), st.sampled_from(("", "Mia"))), max_size=3).map(tuple),
)


@hypothesis_settings(deadline=None, max_examples=60)
@given(MACHINES, st.lists(PEOPLE, min_size=1, max_size=3, unique_by=lambda person: person.id))
def test_settings_of_any_kind_are_read_as_they_were_written(machine: Machine, people: list[Person]) -> None:
    machine = replace(machine, playing=people[-1].id)
    wanted = SettingsFile(Settings(machine, tuple(people)))
    assert SettingsFile.from_bytes(wanted.to_bytes()) == wanted
    assert person_from_bytes(person_to_bytes(people[0])) == people[0]


def at_the_limits() -> SettingsFile:
    """As many persons as there may be, each with everything changed, and as much as may be that is not known."""
    keys = Bindings.of(Device.KEYBOARD, dict.fromkeys(Action, "ctrl+alt+shift+kp_multiply"))
    buttons = Bindings.of(Device.CONTROLLER, dict.fromkeys(Action, "stick_r_right"))
    said = tuple((f"{'x' * 36}{n:04}", 10**6) for n in range(200))
    seen = tuple(f"{'x' * 36}{n:04}" for n in range(40))
    people = tuple(
        Person(f"{'a' * 14}{n}", "Ő" * 14, keys=keys, buttons=buttons, said=said, garage_seen=seen, language="hu")
        for n in range(10, 10 + limits.MAX_PROFILES)
    )
    persons = tuple(replace(HUMAN, profile=person.profile) for person in people)
    plan = DEFAULT_PLAN.with_rules("dujardin").with_persons(persons[:6])
    guests = tuple(Profile(f"{'b' * 14}{n}", "Ő" * 14) for n in range(10, 10 + limits.MAX_GUESTS))
    machine = Machine(playing=people[0].id, plan=plan, shared=plan, guests=guests)
    return SettingsFile(Settings(machine, people), {"x": "x" * (limits.UNKNOWN_BYTES - 13)})


def test_settings_at_all_their_limits_take_half_of_the_largest_file() -> None:
    file = at_the_limits()
    data = file.to_bytes()
    assert SettingsFile.from_bytes(data) == file
    assert len(data) < limits.SETTINGS_BYTES / 2


@each("wrong", [Settings().with_values(effects_volume=11), Settings().with_values(said=(("a" * 40, 1),) * 30_000)])
def test_settings_that_could_not_be_read_are_not_written_and_told(wrong: Settings, tmp_path: Path) -> None:
    files = UserFiles(tmp_path)
    files.save_settings(EVERYTHING)
    files.save_settings(wrong)
    assert files.close()
    assert [problem.code for problem in files.pop_problems()] == [ProblemCode.SETTINGS_FAILED]
    assert UserFiles(tmp_path).load_settings() == EVERYTHING


# -- versions ---------------------------------------------------------------------------------------------------------


def kept(name: str) -> bytes:
    return (KEPT / f"settings_{name}.json").read_bytes()


def test_settings_file_of_this_version_is_written_as_ever() -> None:
    """Another form is another version."""
    assert SettingsFile(EVERYTHING).to_bytes() == kept(str(VERSION))


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
    settings = files.load_settings()
    assert settings == settings_of(Profile(settings.person.id))
    (problem,) = files.pop_problems()
    assert problem.code is ProblemCode.SETTINGS_NEWER
    speak("en")
    assert problem_text(problem).startswith("Your settings were made by a newer version of the game. They stay")
    assert str(files.settings_path) in problem_text(problem)
    files.save_settings(Settings().with_values(muted=True))
    assert files.settings_path.read_bytes() == data
    assert files.pop_problems() == []


# -- for people -------------------------------------------------------------------------------------------------------


def test_settings_file_has_one_setting_a_line() -> None:
    settings = Settings().with_values(fullscreen=True, window_size=(1280, 720))
    lines = SettingsFile(settings).to_bytes().decode()
    assert lines.splitlines()[:6] == [
        "{",
        '  "format": "milestone-rally-settings",',
        '  "version": 3,',
        '  "machine": {',
        '    "fullscreen": true,',
        '    "window_size": [1280, 720],',
    ]
    assert max(map(len, SettingsFile(EVERYTHING).to_bytes().decode().splitlines())) <= 120


def test_settings_guide_lists_all_keys_and_words() -> None:
    guide = (KEPT.parents[1] / "docs" / "settings.md").read_text(encoding="utf-8")
    rows = [line.split("`")[1] for line in guide.splitlines() if line.startswith("| `")]
    assert rows == [*settings()["machine"], *settings()["people"]["3f9a"]]
    for words in (AnimationSpeed, BotPace, HandOrder, CarBody, CardBack, Scenery):
        assert all(f"`{word}`" in guide for word in words)


def test_report_omits_persons_and_unknown_settings() -> None:
    zoe = replace(HUMAN, profile=EVERYTHING.profile)
    shared = DEFAULT_PLAN.with_persons((HUMAN, zoe))
    told = settings_for_report(EVERYTHING.with_values(shared=shared))
    found = SettingsFile.from_bytes(told).settings
    nobody = replace(EVERYTHING.person, id="first", name="", lesson_finished_s=None)
    assert (found.machine.guests, found.people) == ((), (nobody,))
    assert not any(word in told.decode() for word in ("3f9a", "Ann", "Ben", "other"))


def test_lesson_begins_with_no_move_made_and_no_note_read() -> None:
    assert LessonProgress() == LessonProgress(moves=0, notes_read=0)


# -- what every person has alone --------------------------------------------------------------------------------------

BEN = Profile("b", "Ben")


def test_profile_keeps_its_own_settings_and_a_new_one_takes_the_current() -> None:
    first = Settings().with_values(theme=ColorTheme.NIGHT, muted=True, lesson_finished_s=5)
    second = first.with_profile(BEN)
    assert (second.profile, second.person.theme, second.person.lesson_finished_s) == (BEN, ColorTheme.NIGHT, None)
    changed = second.with_values(theme=ColorTheme.CONTRAST, text_size=150, language="fr", muted=False)
    back = changed.with_current_profile(FIRST_PROFILE.id)
    assert (back.person, back.machine.muted) == (first.person, False)
    again = SettingsFile.from_bytes(SettingsFile(back).to_bytes()).settings.with_current_profile("b")
    assert (again.person.theme, again.person.text_size, again.person.language) == (ColorTheme.CONTRAST, 150, "fr")


def test_deleted_profile_leaves_no_settings() -> None:
    after = Settings().with_profile(BEN).with_values(theme=ColorTheme.NIGHT).without_profile("b")
    assert after == Settings()


def test_profile_beyond_the_last_is_refused() -> None:
    full = settings_of(*(Profile(f"p{n}") for n in range(limits.MAX_PROFILES)))
    assert len(full.with_profile(Profile("p3", "Ada")).people) == limits.MAX_PROFILES
    with pytest.raises(TooManyProfilesError):
        full.with_profile(BEN)


@pytest.mark.parametrize("count", [0, 2])
def test_exported_settings_are_those_of_one_person(count: int) -> None:
    with pytest.raises(FormatError):
        person_from_bytes(as_bytes(HEAD | {"people": {f"p{n}": {} for n in range(count)}}))


def test_person_beyond_the_last_is_left_out_and_told() -> None:
    found = read(HEAD | {"people": {f"p{n}": {} for n in range(limits.MAX_PROFILES + 1)}})
    assert [person.id for person in found.settings.people] == [f"p{n}" for n in range(limits.MAX_PROFILES)]
    assert found.unreadable == ("people",)
