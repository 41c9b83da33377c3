"""Who plays: the plate on the title, the list, and the driving licence, by mouse and by keyboard alone."""

from __future__ import annotations

import os
import unicodedata
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Literal

import pygame
import pytest
from pygame import Rect

from game.features.profiles.scene import ProfileScene
from game.files import limits
from game.files.writer import write_atomically
from game.match.match_file import SavedMatch
from game.people.looks import CarTrim, Paint, Symbol
from game.people.players import with_person_seated
from game.people.profiles import Livery, PersonTotals, Profile
from game.settings.settings_file import SettingsFile
from game.settings.user_files import UserFiles
from game.ui.drawing import livery, text
from game.ui.layout.scrolling import Scroll
from tests.match.harness import put_match
from tests.nightly import some
from tests.persons import settings_of
from tests.played_legs import played_match
from tests.scenes.stages import open_profiles
from tests.window import Driver, middle, open_window

ZOE = Profile("zoe", "Zoé", Livery(Symbol.RING, Paint.BLACK, CarTrim.LUGGAGE))
ANNA = Profile("anna", "Anna", Livery(Symbol.MOON, Paint.GREEN))
NAMES = ("Țepeș", "Nguyễn", "Ieuan Tŷ", "Anna2", "Łukasz Őz")
FORMS: tuple[Literal["NFC", "NFD"], ...] = ("NFC", "NFD")
WAYS = ("typed", "pasted", "an input method")


@pytest.fixture
def profiles(driver: Driver) -> Driver:
    """The profiles, opened from the title."""
    open_profiles(driver)
    assert driver.scene == "profiles"
    return driver


def with_profiles(folder: Path, *profiles: Profile, **settings: object) -> None:
    wanted = settings_of(*profiles, language="en", **settings)
    write_atomically(folder / "settings.json", SettingsFile(wanted).to_bytes())


def playing(driver: Driver) -> Profile:
    return driver.app.settings.profile


def rows(driver: Driver) -> list[str]:
    return [node.name for node in driver.of_role("listitem")]


# -- the first start --------------------------------------------------------------------------------------------------


def test_first_profile_is_called_you_and_asks_for_a_name(profiles: Driver) -> None:
    assert playing(profiles) == Profile(playing(profiles).id)
    assert profiles.focused == "name"
    profiles.write("Zoé")
    assert playing(profiles).name == "Zoé"
    assert rows(profiles) == ["Zoé"]
    profiles.key(pygame.K_ESCAPE)
    profiles.settle()
    assert profiles.control("who").name.startswith("Zoé. ")
    assert profiles.app.settings.person.language == "en", "no letter was a shortcut"


def test_name_field_takes_letters_that_are_shortcuts_elsewhere(profiles: Driver) -> None:
    profiles.write("Mimi")
    assert (playing(profiles).name, profiles.app.settings.machine.muted) == ("Mimi", False)
    profiles.key(pygame.K_TAB)
    profiles.key(pygame.K_m)
    assert profiles.app.settings.machine.muted


def test_text_input_is_on_only_while_a_field_takes_it(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Rect | None] = []
    monkeypatch.setattr(driver.app.window, "set_text_input", told.append)
    open_profiles(driver)
    assert told == [Rect(driver.control("name").rect)]
    driver.key(pygame.K_TAB)
    assert told[1:] == [None]


# -- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "form", "way"), some([*product(NAMES, FORMS, WAYS)], 7))
def test_name_that_the_fonts_have_is_kept_whole(
    profiles: Driver, monkeypatch: pytest.MonkeyPatch, name: str, form: Literal["NFC", "NFD"], way: str
) -> None:
    told = unicodedata.normalize(form, name)
    if way == "typed":
        for character in told:
            profiles.post(pygame.TEXTINPUT, text=character)
    elif way == "pasted":
        monkeypatch.setattr(pygame.scrap, "get_text", lambda: f"{told}\n")
        profiles.key(pygame.K_v, pygame.KMOD_LCTRL)
    else:
        profiles.post(pygame.TEXTEDITING, text=told, start=0, length=len(told))
        profiles.post(pygame.TEXTINPUT, text=told)
    assert (profiles.control("name").value, playing(profiles).name) == (name, name)
    assert not [node for node in profiles.nodes() if node.id == "fault"]
    profiles.key(pygame.K_ESCAPE)
    kept = SettingsFile.from_bytes(SettingsFile(profiles.app.settings).to_bytes())
    assert kept.settings.profile.name == name


def test_letter_left_unfinished_in_the_name_does_not_swallow_the_keys(profiles: Driver) -> None:
    profiles.post(pygame.TEXTEDITING, text="´", start=0, length=1)
    profiles.key(pygame.K_F1)
    profiles.settle()
    assert profiles.scene == "rules"
    profiles.key(pygame.K_ESCAPE)
    profiles.settle()
    profiles.controls.focus("name")
    profiles.pump()
    profiles.key(pygame.K_TAB)
    assert profiles.focused != "name"


@pytest.mark.parametrize(
    ("typed", "kept", "said"),
    [
        ("Мария", "", "A name can have Latin letters, digits, hyphens and apostrophes."),
        ("Ann!a", "Anna", "A name can have Latin letters, digits, hyphens and apostrophes."),
        ("Zoé😀", "Zoé", "A name can have Latin letters, digits, hyphens and apostrophes."),
        ("Wolfgang Mariae", "Wolfgang Maria", "A name can have 14 characters at most."),
    ],
)
def test_refused_part_of_a_name_is_told_below_it(profiles: Driver, typed: str, kept: str, said: str) -> None:
    profiles.post(pygame.TEXTINPUT, text=typed)
    assert (profiles.control("name").value, playing(profiles).name) == (kept, kept)
    assert profiles.control("fault").name == said
    profiles.key(pygame.K_BACKSPACE)
    profiles.post(pygame.TEXTINPUT, text="a")
    assert not [node for node in profiles.nodes() if node.id == "fault"]


@pytest.mark.parametrize("size", [(960, 540), (1280, 720)])
@pytest.mark.parametrize("percent", [100, 200])
def test_refusal_of_a_name_scrolls_into_view_with_its_field(
    driver: Driver, size: tuple[int, int], percent: int
) -> None:
    many = tuple(Profile(f"p{n}", name) for n, name in enumerate(("Ada", "Ben", "Cleo", "Dora", "Emil", "")))
    wanted = settings_of(*reversed(many), text_size=percent, language="de")
    driver.app.save_settings(wanted)
    driver.resize(size)
    open_profiles(driver)
    driver.press("name")
    driver.post(pygame.TEXTINPUT, text="?")
    driver.settle()
    scene = driver.top(ProfileScene)
    field, line = Rect(driver.control("name").rect), scene.part("fault").rect
    seen = next(
        (pane.rect for pane in scene.controls.widgets if isinstance(pane, Scroll)),
        driver.app.window.surface.get_rect(),
    )
    assert seen.contains(field)
    assert seen.contains(line)


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("Carla", "Carla is one of the drivers."),
        ("zoé", "Another profile is called zoé."),
        ("-", "A name needs at least one letter."),
    ],
)
def test_impossible_name_is_told_and_not_kept(name: str, fault: str, tmp_path: Path) -> None:
    with_profiles(tmp_path, ANNA, ZOE)
    with open_window(tmp_path) as driver:
        open_profiles(driver)
        driver.press("name")
        for _ in range(20):
            driver.key(pygame.K_BACKSPACE)
        driver.write(name)
        assert driver.control("fault").name == fault
        assert playing(driver) == ANNA
        driver.write("nne")
        assert not driver.shows("fault")
        assert playing(driver).name == f"{name}nne"


def test_name_has_fourteen_letters_at_most(profiles: Driver) -> None:
    profiles.write("Wolfgang Maria Amadeus")
    assert playing(profiles).name == "Wolfgang Maria"


def test_name_may_be_removed_again(profiles: Driver) -> None:
    profiles.write("Jo")
    profiles.key(pygame.K_BACKSPACE)
    profiles.key(pygame.K_BACKSPACE)
    assert playing(profiles).name == ""
    assert rows(profiles) == ["No name yet"]


# -- the livery -------------------------------------------------------------------------------------------------------


def test_symbol_color_and_car_are_chosen_by_the_mouse(profiles: Driver) -> None:
    for name in ("Ring", "Black", "Luggage"):
        profiles.click(middle(profiles.find(name, "radio")))
        profiles.settle()
    assert playing(profiles).livery == ZOE.livery


def test_keyboard_alone_does_everything_on_the_profiles_screen(tmp_path: Path) -> None:
    with_profiles(tmp_path, ANNA)
    with open_window(tmp_path) as driver:
        for way, key in (("roadbook", pygame.K_RETURN), ("tabs.races", pygame.K_RIGHT), ("licence", pygame.K_RETURN)):
            while driver.focused != way:
                driver.key(pygame.K_TAB)
            driver.key(key)
            driver.settle()
        order = []
        for _ in range(9):
            order.append((driver.focused or "").partition(".")[0])
            driver.key(pygame.K_TAB)
        assert order == ["profiles", "new", "export", "import", "name", "symbol", "colour", "car", "close"]
        assert driver.focused == "profiles", "the last one cannot be deleted"
        driver.key(pygame.K_RETURN)
        assert driver.focused == "name"
        driver.write("bel")
        driver.key(pygame.K_RETURN)
        for _ in range(3):
            driver.key(pygame.K_RIGHT)
            driver.settle()
            driver.key(pygame.K_TAB)
        wanted = Livery(Symbol.DIAMOND, Paint.LILAC, CarTrim.STRIPE)
        assert playing(driver) == Profile("anna", "Annabel", wanted)
        driver.key(pygame.K_RETURN)
        assert driver.scene == "roadbook"


def test_table_shows_the_persons_livery_and_a_match_keeps_it(tmp_path: Path) -> None:
    with_profiles(tmp_path, ANNA, ZOE, knows_game=True)
    with open_window(tmp_path) as driver:
        driver.click("Race")
        driver.until(lambda: driver.scene == "table")
        assert driver.session.players[0].profile == ANNA
        driver.app.go_home()
        driver.settle()
        open_profiles(driver)
        driver.press("profiles.zoe")
        for _ in range(2):
            driver.key(pygame.K_ESCAPE)
            driver.settle()
        driver.click("Continue")
        driver.until(lambda: driver.scene == "table")
        assert driver.session.players[0].profile == ANNA, "who began it goes on"
        assert driver.app.settings.last_match_plan("en").players[0].profile is None, (
            "the next match is for whoever plays"
        )


@pytest.mark.parametrize("way", ["race.setup", "one_screen", "race"])
def test_person_alone_wears_the_livery_wherever_a_table_is(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: set[tuple[str, str]] = set()
    draw_plate = livery.draw_badge

    def noting(surface: pygame.Surface, worn: livery.SideLivery, x: float, y: float, r: float) -> None:
        drawn.add((worn.symbol, worn.paint))
        draw_plate(surface, worn, x, y, r)

    monkeypatch.setattr(livery, "draw_badge", noting)
    with_profiles(tmp_path, ANNA, knows_game=True)
    with open_window(tmp_path) as driver:
        drawn.clear()
        driver.press(way)
        driver.until(lambda: driver.scene != "title" and len(drawn) > 1)
        driver.wait(0.5)
        assert ("moon", "green") in drawn
        assert len(drawn) == len({symbol for symbol, _paint in drawn}) == len({paint for _symbol, paint in drawn})


# -- several ----------------------------------------------------------------------------------------------------------


def test_new_profile_is_added_beside_the_others_and_plays(profiles: Driver) -> None:
    profiles.write("Anna")
    profiles.click("New profile")
    profiles.settle()
    assert profiles.focused == "name"
    profiles.write("Jonas")
    assert rows(profiles) == ["Anna", "Jonas"]
    first, other = profiles.app.settings.profiles
    assert other == playing(profiles)
    assert first.livery.symbol is not other.livery.symbol
    assert first.livery.paint is not other.livery.paint
    assert first.id != other.id
    profiles.press(f"profiles.{first.id}")
    assert playing(profiles) == first
    assert profiles.control("name").value == "Anna"


def test_profile_is_chosen_by_arrows_in_a_list_longer_than_its_place(tmp_path: Path) -> None:
    many = [Profile(f"p{n}", f"A{'b' * (n % 12)}{'c' * (n // 12)}") for n in range(limits.MAX_PROFILES)]
    with_profiles(tmp_path, *many)
    with open_window(tmp_path, size=(960, 540)) as driver:
        open_profiles(driver)
        driver.settle()
        assert not driver.control("new").enabled, "there are as many as there may be"
        for _ in range(limits.MAX_PROFILES + 1):
            driver.key(pygame.K_DOWN) if playing(driver) != many[-1] else None
        assert playing(driver) == many[-1]
        assert many[-1].name in rows(driver)
        driver.key(pygame.K_HOME)
        assert playing(driver) == many[0]
        assert text.overflows == []


def test_delete_asks_and_never_removes_the_last_profile(tmp_path: Path) -> None:
    with_profiles(tmp_path, ANNA, ZOE)
    with open_window(tmp_path) as driver:
        open_profiles(driver)
        driver.settle()
        driver.click("Delete")
        driver.settle()
        assert driver.scene == "confirm"
        assert "Anna" in driver.control("message").name
        driver.key(pygame.K_ESCAPE)
        assert playing(driver) == ANNA
        driver.wait(0.6)
        driver.click("Delete")
        driver.wait(0.6)
        driver.click("Delete")
        driver.settle()
        assert driver.app.settings.profiles == (ZOE,)
        assert driver.control("name").value == "Zoé"
        assert not driver.control("delete").enabled


def test_profile_choices_are_there_at_the_next_start(tmp_path: Path) -> None:
    with open_window(tmp_path) as driver:
        open_profiles(driver)
        driver.write("Anna")
        driver.click(middle(driver.find("Moon", "radio")))
    with open_window(tmp_path) as driver:
        assert driver.control("roadbook").name == "Anna’s Roadbook"
        assert playing(driver).livery.symbol is Symbol.MOON


# -- figures ----------------------------------------------------------------------------------------------------------


def test_figures_not_yet_counted_are_left_out(profiles: Driver) -> None:
    assert "figures" not in [node.id for node in profiles.nodes()]


def test_figures_stand_on_the_title_plate_in_the_list_and_on_the_licence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = {"anna": PersonTotals(14, 5, 9350, 7), "zoe": PersonTotals(0, 0, 0, 0)}
    monkeypatch.setattr("game.app.App.profile_stats", lambda _app, id: done[id])
    with_profiles(tmp_path, ANNA, ZOE)
    with open_window(tmp_path) as driver:
        assert driver.control("roadbook").value == "14 legs, 5 won"
        open_profiles(driver)
        driver.settle()
        assert rows(driver) == ["Anna · 14 legs", "Zoé · New here"]
        assert driver.control("figures").name == "14 legs, 5 won, 9,350 km, 7 coups fourrés"


def test_kept_matches_count_for_the_person_who_drove(tmp_path: Path) -> None:
    with_profiles(tmp_path, ANNA, ZOE)
    put_match(UserFiles(tmp_path), match_of_anna(legs=2, of=2).to_bytes())
    with open_window(tmp_path, counts=True) as driver:
        driver.until(lambda: driver.control("roadbook").value == "2 legs, 0 won", "the figures")
        assert driver.app.profile_stats("zoe") == PersonTotals(0, 0, 0, 0)
        figures = driver.app.profile_stats("anna")
        assert figures is not None
        assert figures.km > 0


def test_leg_keeps_counting_when_a_bot_drives_the_next_one(tmp_path: Path) -> None:
    with_profiles(tmp_path, ANNA)
    running = match_of_anna(legs=2, of=3)
    first, second = running.legs
    for legs in ((first,), (first, replace(second, delegated=frozenset({0})))):
        put_match(UserFiles(tmp_path), replace(running, legs=legs).to_bytes())
        with open_window(tmp_path, counts=True) as driver:

            def is_counted(driver: Driver = driver) -> bool:
                figures = driver.app.profile_stats("anna")
                return figures is not None and figures.km > 0

            driver.until(is_counted, "the first leg, which counts by itself")
            driver.pump()
            assert driver.control("roadbook").value == "1 leg, 0 won"


def match_of_anna(*, legs: int, of: int) -> SavedMatch:
    """A match of so many legs, of which so many were played."""
    played = played_match(legs=legs)
    return replace(
        played, setup=replace(played.setup, legs=of), players=with_person_seated(played.players, ANNA), id="one"
    )


def exported(folder: Path) -> Path:
    with_profiles(folder, ANNA)
    put_match(UserFiles(folder), match_of_anna(legs=2, of=2).to_bytes())
    with open_window(folder) as driver:
        open_profiles(driver)
        driver.press("export")
        driver.until(lambda: driver.scene == "notice", "the file")
        (path,) = (driver.app.files.folder / "exports").iterdir()
        assert str(path) in driver.control("message").name
        driver.settle()
        driver.press("ok")
        assert driver.scene == "profiles"
    return path


@pytest.mark.parametrize("way", ["button", "drop"])
def test_profile_is_exported_and_imported_on_another_machine(way: str, tmp_path: Path) -> None:
    path, here = exported(tmp_path / "there"), tmp_path / "here"
    with_profiles(here, ZOE)
    with open_window(here, counts=True) as driver:
        if way == "button":
            folder = driver.app.files.folder / "exports"
            folder.mkdir()
            (folder / path.name).write_bytes(path.read_bytes())
            open_profiles(driver)
            driver.press("import")
            driver.settle()
            driver.press("take_in")
        else:
            pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
        driver.until(lambda: driver.scene == "notice", "the profile")
        assert driver.control("message").name == "Imported: Anna · 1 race"
        driver.settle()
        driver.press("ok")
        assert playing(driver) == ANNA
        driver.until(lambda: rows(driver) == ["Zoé · New here", "Anna · 2 legs"], "the figures")


# -- picture ----------------------------------------------------------------------------------------------------------


def test_car_rolls_in_and_the_symbol_is_stamped(profiles: Driver) -> None:
    profiles.click(middle(profiles.find("Pennant", "radio")))
    scene = profiles.app.scene
    assert scene.is_moving()
    profiles.wait(0.4)
    assert not scene.is_moving()
    profiles.click(middle(profiles.find("Ring", "radio")))
    assert scene.is_moving()
    profiles.wait(0.2)
    assert not scene.is_moving()


def test_car_and_symbol_are_in_place_at_once_with_reduced_motion(tmp_path: Path) -> None:
    with_profiles(tmp_path, ANNA, reduced_motion=True)
    with open_window(tmp_path) as driver:
        open_profiles(driver)
        driver.click(middle(driver.find("Pennant", "radio")))
        assert not driver.app.scene.is_moving()


# -- who is there at a start -------------------------------------------------------------------------------------------


def test_first_start_makes_a_person_of_a_random_id_who_stays(tmp_path: Path) -> None:
    ids = []
    for folder in ("one", "other", "one"):
        with open_window(tmp_path / folder, language=None) as driver:
            ids.append(playing(driver).id)
    assert ids[0] == ids[2] != ids[1]


@pytest.mark.parametrize("settings", [None, b"{", b'{"format": "milestone-rally-settings", "version": 3}'], ids=str)
def test_people_come_back_from_their_matches_when_the_settings_are_lost(tmp_path: Path, settings: bytes | None) -> None:
    files, played = UserFiles(tmp_path), match_of_anna(legs=1, of=2)
    files.matches.mkdir()
    zoe = replace(played, players=with_person_seated(played.players, ZOE), name="Zoé’s")
    guest = replace(played, players=with_person_seated(played.players, Profile("guest")), is_imported=True)
    earlier = replace(played, players=with_person_seated(played.players, replace(ANNA, name="An")))
    for at_s, (id, saved) in enumerate({"a": earlier, "b": zoe, "c": played, "d": guest}.items(), 1_000):
        files.match_path(id).write_bytes(saved.to_bytes())
        os.utime(files.match_path(id), (at_s, at_s))
    if settings is not None:
        files.settings_path.write_bytes(settings)
    with open_window(tmp_path, language=None) as driver:
        assert (playing(driver), driver.app.settings.profiles) == (ANNA, (ANNA, ZOE))
    with open_window(tmp_path, language=None) as driver:
        assert driver.app.settings.profiles == (ANNA, ZOE)
