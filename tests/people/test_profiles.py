"""Who plays: names, liveries at a table, and what the settings and a match keep of both."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.rules import Seating
from game.i18n import LANGUAGES
from game.i18n import set_language as speak
from game.match.match_file import SavedMatch
from game.match.plan import DEFAULT_PLAN
from game.match.session import Session
from game.people.looks import CarBody, CarTrim, Paint, Symbol
from game.people.players import DRIVERS, HUMAN, Player, PlayerKind, bot, liveries_by_side, with_person_seated
from game.people.profiles import (
    FIRST_PROFILE,
    Livery,
    NameFault,
    Profile,
    assign_liveries,
    is_name_character,
    name_fault,
    new_profile,
)
from game.settings.settings import Settings
from game.words.names import driver_name
from tests.cases import each
from tests.match.harness import QuickBots, files_in
from tests.persons import settings_of

ZOE = Profile("zoe", "Zoé", Livery(Symbol.RING, Paint.BLACK, CarTrim.LUGGAGE))
ANNA = Profile("anna", "Anna", Livery(Symbol.RING, Paint.BLUE))


# -- names ------------------------------------------------------------------------------------------------------------


@each(
    ("name", "fault"),
    [
        ("Zoé", None),
        ("Wolfgang Maria", None),
        ("Ann-Kathrin", None),
        ("O’Neill Jr.", None),
        ("Wolfgang Mariae", NameFault.LETTERS),
        ("", NameFault.LETTERS),
        ("-", NameFault.LETTERS),
        (" Anna", NameFault.LETTERS),
        ("Anna  Maria", NameFault.LETTERS),
        ("Anna2", None),
        ("2 Go", None),
        ("2", NameFault.LETTERS),
        ("Țepeș", None),
        ("Nguyễn", None),
        ("Tŷ Ŵen", None),
        ("T\u0326epes", NameFault.LETTERS),
        ("Лев", NameFault.LETTERS),
        ("Ĕva", NameFault.LETTERS),
        ("Anna😀", NameFault.LETTERS),
        ("nina", NameFault.DRIVER),
        ("Léo", NameFault.DRIVER),
        ("Leonie", None),
        ("ANNA", NameFault.TAKEN),
    ],
)
def test_profile_name_is_letters_and_unique(name: str, fault: NameFault | None) -> None:
    assert name_fault(name, [ANNA]) is fault


def test_driver_names_of_any_language_cannot_be_taken() -> None:
    for code in LANGUAGES:
        speak(code)
        for driver in DRIVERS:
            assert name_fault(driver_name(driver)) is NameFault.DRIVER
    speak("en")


@given(st.text(max_size=16).map(lambda typed: "".join(filter(is_name_character, unicodedata.normalize("NFC", typed)))))
def test_profile_takes_exactly_the_names_with_no_fault(name: str) -> None:
    if name and name_fault(name):
        with pytest.raises(ValueError, match="profile"):
            Profile("a", name)
    else:
        assert Profile("a", name).name == name


# -- liveries ---------------------------------------------------------------------------------------------------------


@given(st.lists(st.none() | st.builds(Livery), min_size=1, max_size=6) | st.just([None] * 6))
def test_liveries_never_share_a_symbol_or_a_colour(wishes: list[Livery | None]) -> None:
    worn = assign_liveries(wishes)
    assert len(worn) == len(wishes) == len({one.symbol for one in worn}) == len({one.paint for one in worn})


def test_livery_not_chosen_is_that_of_the_seat() -> None:
    worn = assign_liveries([None] * 6)
    assert [(one.symbol, one.paint) for one in worn] == list(zip(Symbol, Paint, strict=True))
    assert {one.trim for one in worn} == {CarTrim.PLAIN}
    assert assign_liveries([Livery(), None, None]) == worn[:3], "as the first profile has it"


def test_livery_chosen_by_two_goes_to_the_earlier_seat() -> None:
    """The later seat gets the next one that is free."""
    first, other, bots = assign_liveries([ANNA.livery, ZOE.livery, None])
    assert (first, other.symbol, other.paint) == (ANNA.livery, Symbol.BARS, Paint.BLACK)
    assert (bots.symbol, bots.paint) == (Symbol.DIAMOND, Paint.YELLOW)


def test_livery_of_a_person_displaces_only_the_bot_that_would_have_had_it() -> None:
    worn = assign_liveries([None, None, Livery(Symbol.MOON, Paint.RED)])
    assert [one.symbol for one in worn] == [Symbol.STAR, Symbol.DIAMOND, Symbol.MOON]
    assert [one.paint for one in worn] == [Paint.YELLOW, Paint.BLUE, Paint.RED]


def test_team_has_the_livery_of_its_person() -> None:
    players = (bot("leo"), bot("nina"), bot("irma"), Player(PlayerKind.HUMAN, profile=ZOE))
    assert liveries_by_side(players, ((0, 2), (1, 3)))[1] == ZOE.livery


def test_drivers_have_cars_of_their_own_and_persons_the_chosen_one() -> None:
    driving = replace(ZOE, livery=replace(ZOE.livery, body=CarBody.RACER))
    players = (*map(bot, DRIVERS), Player(PlayerKind.HUMAN, profile=driving))
    bodies = [worn.body for worn in liveries_by_side(players[1:], tuple((seat,) for seat in range(6)))]
    assert bodies == [CarBody.ROADSTER, CarBody.ESTATE, CarBody.COUPE, CarBody.RACER, CarBody.SALOON, CarBody.RACER]


def test_new_profile_takes_a_free_livery() -> None:
    made = new_profile("b", [FIRST_PROFILE, Profile("c", livery=Livery(Symbol.MOON, Paint.GREEN))])
    assert (made.name, made.livery) == ("", Livery(Symbol.DIAMOND, Paint.BLUE))


# -- settings ---------------------------------------------------------------------------------------------------------


def test_settings_always_have_a_profile_that_plays() -> None:
    settings = Settings()
    assert settings.profile == FIRST_PROFILE
    assert settings.without_profile(FIRST_PROFILE.id) == settings
    settings = settings.with_profile(ZOE).with_profile(ANNA)
    assert [profile.id for profile in settings.profiles] == ["first", "zoe", "anna"]
    assert settings.profile == ANNA
    assert settings.without_profile("anna").profile == ZOE
    assert settings.with_values(playing="first").without_profile("first").profile == ZOE
    assert settings.with_values(playing="nobody").profile == FIRST_PROFILE


def test_changed_profile_keeps_its_place() -> None:
    settings = settings_of(ZOE, ANNA).with_profile(replace(ZOE, name="Zsófi"))
    assert [profile.name for profile in settings.profiles] == ["Zsófi", "Anna"]


def test_profiles_are_there_again_at_the_next_start(tmp_path: Path) -> None:
    files, _ = files_in(tmp_path)
    wanted = Settings().with_profile(ZOE).with_profile(ANNA)
    files.load_settings()
    files.save_settings(wanted)
    files.close()
    again, _ = files_in(tmp_path)
    assert again.load_settings() == wanted


# -- matches ----------------------------------------------------------------------------------------------------------


def test_match_keeps_the_profile_of_its_player() -> None:
    plan = replace(DEFAULT_PLAN, players=with_person_seated(DEFAULT_PLAN.players, ZOE))
    session = Session.new(plan, seed=3, bots=QuickBots())
    saved = SavedMatch.from_bytes(session.saved.to_bytes())
    assert saved.players == plan.players
    assert saved.players[0].profile == ZOE
    assert with_person_seated(saved.players, None) == DEFAULT_PLAN.players
    session.close()


def test_bot_has_no_profile() -> None:
    with pytest.raises(ValueError, match="player"):
        replace(bot("leo"), profile=ZOE)
    assert HUMAN.profile is None


def test_person_with_a_profile_keeps_a_seat_when_the_seats_become_fewer() -> None:
    players = (*(bot(driver) for driver in DRIVERS[:3]), Player(PlayerKind.HUMAN, profile=ZOE))
    assert replace(DEFAULT_PLAN, players=players).with_seats(2).players[1].profile == ZOE
    assert DEFAULT_PLAN.with_seating(2, Seating.SOLO).players[0] == HUMAN
