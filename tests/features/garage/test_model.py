"""The garage: what there is, the two ways to each thing, and what is open."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from msgspec.structs import replace as replaced

from game.career.collection import Collection, Day
from game.features.garage.model import NOTHING, THINGS, Earned, Shelf, Thing, opened_by, opened_since
from game.features.garage.words import new_line, shelf_name, thing_line
from game.features.milestones.model import MILESTONES
from game.features.milestones.words import milestone_name
from game.features.tour.model import REGIONS, Tour, stages
from game.i18n import LANGUAGES
from game.i18n import set_language as speak
from game.people.profiles import DRIVEN, Back, Body, Livery, Scenery
from game.scenes.background import LAYERS
from game.settings.settings import Settings
from game.system.resources import asset
from game.words.profiles import look_name
from tests.cases import each

LOCKED = [thing for thing in THINGS if not thing.is_free]
ALL_STARS = dict.fromkeys((region.value for region in REGIONS), 9)


def of(thing: Body | Back | Scenery) -> Thing:
    return next(one for one in THINGS if one.of is thing)


def test_every_car_card_back_and_scenery_stands_on_its_shelf_once() -> None:
    assert [thing.of for thing in THINGS] == [*Body, *Back, *Scenery]
    assert len({thing.id for thing in THINGS}) == len(THINGS) == len(Body) + len(Back) + len(Scenery)


def test_what_nobody_chose_is_open_from_the_start_and_so_is_whatever_a_match_needs() -> None:
    free = {thing.of for thing in THINGS if NOTHING.opens(thing)}
    assert free == {Livery().body, Settings().back, Settings().scenery}
    assert free == {thing.of for thing in THINGS if thing.is_free}
    assert {driven.value for driven in DRIVEN.values()} <= {*Body}, "the rivals have theirs whatever is locked"


@each("thing", LOCKED)
def test_each_thing_has_two_ways_and_both_can_be_gone(thing: Thing) -> None:
    assert Earned(ALL_STARS).opens(thing)
    assert bool(thing.milestone) != bool(thing.medals)
    by_other = Earned({}, frozenset({thing.milestone}), thing.medals)
    assert by_other.opens(thing)
    assert not Earned({}, frozenset(m.id for m in MILESTONES) - {thing.milestone}, thing.medals - 1).opens(thing)
    assert thing.milestone in {"", *(m.id for m in MILESTONES)}
    if thing.region:
        assert thing.region in set(REGIONS)
        assert thing.stars <= Tour({}).stars() + 3 * sum(stage.region == thing.region for stage in stages())
        assert not Earned(ALL_STARS | {thing.region: thing.stars - 1}).opens(thing)
    else:
        assert Earned({"coast": thing.stars}).opens(thing)
        assert not Earned({"coast": thing.stars - 1}).opens(thing)


def test_no_milestone_opens_two_things_and_the_stars_rise_along_each_shelf() -> None:
    milestones = [thing.milestone for thing in LOCKED if thing.milestone]
    assert len(set(milestones)) == len(milestones)
    for shelf in Shelf:
        stars = [thing.stars for thing in THINGS if thing.shelf is shelf]
        assert all(one < other or shelf is Shelf.SCENERY for one, other in pairwise(stars))


def test_a_milestone_opens_what_stars_have_not_opened_yet() -> None:
    assert opened_by("first_stone", None) == (of(Body.BUBBLE),)
    assert opened_by("first_stone", Collection(stages={"port_sablon": (0, 1)})) == (of(Body.BUBBLE),)
    assert opened_by("first_stone", Collection(stages={"port_sablon": (0, 1, 2)})) == ()
    assert opened_by("big_leg", None) == ()


def test_stars_open_things_once() -> None:
    two, three = (Collection(stages={"port_sablon": goals}) for goals in ((0, 1), (0, 1, 2)))
    assert opened_since(None, two) == (of(Back.SIGNPOST),)
    assert opened_since(two, three) == (of(Body.BUBBLE),)
    assert opened_since(three, three) == ()


@each("thing", THINGS)
def test_each_thing_is_drawn(thing: Thing) -> None:
    files = {
        Shelf.BODY: [("parts", f"body_{thing.of}.svg")],
        Shelf.BACK: [("cards", f"back_{thing.of}.svg")],
        Shelf.SCENERY: [("scenery", f"{thing.of}_{layer}.svg") for layer in (*LAYERS, "strip")],
    }
    assert all(asset(*file).exists() for file in files[thing.shelf])


@pytest.mark.parametrize("code", LANGUAGES)
def test_names_and_ways_are_said_in_every_language(code: str) -> None:
    speak(code)
    for shelf in Shelf:
        names = [look_name(thing.of) for thing in THINGS if thing.shelf is shelf]
        assert len(set(names)) == len(names)
        assert shelf_name(shelf)
    for thing in LOCKED:
        line = thing_line(thing, Earned({"coast": 1}), is_open=False)
        assert line.startswith(look_name(thing.of))
        assert str(thing.stars) in line
        assert (milestone_name(thing.milestone) if thing.milestone else str(thing.medals)) in line
        assert look_name(thing.of) in thing_line(thing, NOTHING, is_open=True)
        assert look_name(thing.of) in new_line([thing])
    speak("en")


def test_the_way_to_a_thing_is_told_with_how_far_one_has_come() -> None:
    speak("en")
    earned = Earned({"coast": 5, "hills": 2})
    assert thing_line(of(Body.ESTATE), earned, is_open=False) == (
        "Wagon: 9 stars on the tour – you have 7. Or the milestone “Good mechanic”."
    )
    assert thing_line(of(Scenery.AUTUMN), earned, is_open=False) == (
        "Autumn: 6 stars in the region “Lake and hills” – you have 2. Or the milestone “Well read”."
    )
    assert thing_line(of(Scenery.NIGHT), earned, is_open=False).endswith("Or 7 gold medals for deals of the day.")


def test_a_new_profile_begins_with_what_is_open_and_keeps_its_own_choice() -> None:
    anna = Settings(back=Back.SUN, scenery=Scenery.SNOW, garage_seen=("back/sun",), whole_garage=True)
    new = anna.played_by("new")
    assert (new.back, new.scenery, new.garage_seen) == (Back.ROAD, Scenery.DAY, ())
    again = replace(new, scenery=Scenery.COAST).played_by(anna.playing)
    assert (again.back, again.scenery, again.garage_seen) == (Back.SUN, Scenery.SNOW, ("back/sun",))
    assert again.played_by("new").scenery is Scenery.COAST


def test_a_gold_medal_is_a_day_on_which_all_four_levels_had_fewer_points() -> None:
    gold = Day("a", 1, 900)
    days = {"2026-11-22": gold, "2026-11-23": replaced(gold, has_help=True), "2026-11-24": replaced(gold, points=800)}
    levels = dict.fromkeys(days, (100, 300, 500, 850))
    assert Earned.of(Collection(days, {"port_sablon": (0, 2)}, levels=levels), ["school"]) == Earned(
        {"coast": 2, "hills": 0, "alps": 0, "night": 0}, frozenset({"school"}), 1
    )
