"""The garage: what there is, the two ways to each thing, and what is open."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace as replaced

from game.career.achievements import Achievements, DailyDealResult
from game.features.garage.model import (
    NO_PROGRESS,
    UNLOCKABLES,
    Unlockable,
    UnlockableKind,
    UnlockProgress,
    newly_unlocked,
    unlocked_by_milestone,
)
from game.features.garage.words import unlockable_line, unlocked_line
from game.features.milestones.model import MILESTONES
from game.features.milestones.words import milestone_name
from game.features.tour.model import REGIONS, Tour, stages
from game.i18n import LANGUAGES, say
from game.i18n import set_language as speak
from game.people.drivers import CHARACTERS
from game.people.looks import CarBody, CardBack, Scenery
from game.people.profiles import Livery, Profile
from game.scenes.background import LAYERS
from game.settings.settings import Settings
from game.system.resources import asset_path
from tests.cases import each

LOCKED = [thing for thing in UNLOCKABLES if not thing.is_free]
ALL_STARS = dict.fromkeys((region.value for region in REGIONS), 9)


def of(thing: CarBody | CardBack | Scenery) -> Unlockable:
    return next(one for one in UNLOCKABLES if one.look is thing)


def test_shelves_hold_every_car_card_back_and_scenery_once() -> None:
    assert [thing.look for thing in UNLOCKABLES] == [*CarBody, *CardBack, *Scenery]
    assert len({thing.id for thing in UNLOCKABLES}) == len(UNLOCKABLES) == len(CarBody) + len(CardBack) + len(Scenery)


def test_default_things_are_open_from_the_start_and_so_are_the_rivals_cars() -> None:
    free = {thing.look for thing in UNLOCKABLES if NO_PROGRESS.has_unlocked(thing)}
    assert free == {Livery().body, Settings().person.back, Settings().person.scenery}
    assert free == {thing.look for thing in UNLOCKABLES if thing.is_free}
    assert {driver.body.value for driver in CHARACTERS.values()} <= {*CarBody}, (
        "the rivals have theirs whatever is locked"
    )


@each("thing", LOCKED)
def test_garage_thing_can_be_earned_in_either_of_two_ways(thing: Unlockable) -> None:
    assert UnlockProgress(ALL_STARS).has_unlocked(thing)
    assert bool(thing.milestone) != bool(thing.medals)
    by_other = UnlockProgress({}, frozenset({thing.milestone}), thing.medals)
    assert by_other.has_unlocked(thing)
    assert not UnlockProgress(
        {}, frozenset(m.id for m in MILESTONES) - {thing.milestone}, thing.medals - 1
    ).has_unlocked(thing)
    assert thing.milestone in {"", *(m.id for m in MILESTONES)}
    if thing.region:
        assert thing.region in set(REGIONS)
        assert thing.stars <= Tour({}).stars() + 3 * sum(stage.region == thing.region for stage in stages())
        assert not UnlockProgress(ALL_STARS | {thing.region: thing.stars - 1}).has_unlocked(thing)
    else:
        assert UnlockProgress({"coast": thing.stars}).has_unlocked(thing)
        assert not UnlockProgress({"coast": thing.stars - 1}).has_unlocked(thing)


def test_milestones_open_one_thing_each_and_stars_rise_along_a_shelf() -> None:
    milestones = [thing.milestone for thing in LOCKED if thing.milestone]
    assert len(set(milestones)) == len(milestones)
    for shelf in UnlockableKind:
        stars = [thing.stars for thing in UNLOCKABLES if thing.kind is shelf]
        assert all(one < other or shelf is UnlockableKind.SCENERY for one, other in pairwise(stars))


def test_milestone_opens_only_what_stars_have_not_opened_yet() -> None:
    assert unlocked_by_milestone("first_stone", None) == (of(CarBody.BUBBLE),)
    assert unlocked_by_milestone("first_stone", Achievements(stages={"port_sablon": (0, 1)})) == (of(CarBody.BUBBLE),)
    assert unlocked_by_milestone("first_stone", Achievements(stages={"port_sablon": (0, 1, 2)})) == ()
    assert unlocked_by_milestone("big_leg", None) == ()


def test_stars_open_each_thing_once() -> None:
    two, three = (Achievements(stages={"port_sablon": goals}) for goals in ((0, 1), (0, 1, 2)))
    assert newly_unlocked(None, two) == (of(CardBack.SIGNPOST),)
    assert newly_unlocked(two, three) == (of(CarBody.BUBBLE),)
    assert newly_unlocked(three, three) == ()


@each("thing", UNLOCKABLES)
def test_garage_thing_has_all_its_pictures(thing: Unlockable) -> None:
    files = {
        UnlockableKind.BODY: [("parts", f"body_{thing.look}.svg")],
        UnlockableKind.BACK: [("cards", f"back_{thing.look}.svg")],
        UnlockableKind.SCENERY: [("scenery", f"{thing.look}_{layer}.svg") for layer in (*LAYERS, "strip")],
    }
    assert all(asset_path(*file).exists() for file in files[thing.kind])


@pytest.mark.parametrize("code", LANGUAGES)
def test_garage_things_have_names_and_ways_in_every_language(code: str) -> None:
    speak(code)
    for shelf in UnlockableKind:
        names = [say(thing.look.phrase) for thing in UNLOCKABLES if thing.kind is shelf]
        assert len(set(names)) == len(names)
        assert say(shelf.phrase)
    for thing in LOCKED:
        line = unlockable_line(thing, UnlockProgress({"coast": 1}), is_open=False)
        assert line.startswith(say(thing.look.phrase))
        assert str(thing.stars) in line
        assert (milestone_name(thing.milestone) if thing.milestone else str(thing.medals)) in line
        assert say(thing.look.phrase) in unlockable_line(thing, NO_PROGRESS, is_open=True)
        assert say(thing.look.phrase) in unlocked_line([thing])
    speak("en")


def test_garage_thing_tells_the_progress_on_each_way_to_it() -> None:
    speak("en")
    earned = UnlockProgress({"coast": 5, "hills": 2})
    assert unlockable_line(of(CarBody.ESTATE), earned, is_open=False) == (
        "Wagon: 9 stars on the tour – you have 7. Or the milestone “Good mechanic”."
    )
    assert unlockable_line(of(Scenery.AUTUMN), earned, is_open=False) == (
        "Autumn: 6 stars in the region “Lake and hills” – you have 2. Or the milestone “Well read”."
    )
    assert unlockable_line(of(Scenery.NIGHT), earned, is_open=False).endswith("Or 7 gold medals in the daily race.")


def test_new_profile_begins_with_the_defaults_and_keeps_its_own_choice() -> None:
    anna = Settings().with_values(back=CardBack.SUN, scenery=Scenery.SNOW, garage_seen=("back/sun",), whole_garage=True)
    new = anna.with_profile(Profile("new"))
    assert (new.person.back, new.person.scenery, new.person.garage_seen) == (CardBack.ROAD, Scenery.DAY, ())
    again = new.with_values(scenery=Scenery.COAST).with_current_profile(anna.person.id)
    assert again.person == anna.person
    assert again.with_current_profile("new").person.scenery is Scenery.COAST


def test_gold_medal_needs_fewer_points_of_all_four_levels() -> None:
    gold = DailyDealResult("a", 1, 900)
    days = {"2026-11-22": gold, "2026-11-23": replaced(gold, has_help=True), "2026-11-24": replaced(gold, points=800)}
    levels: dict[str, tuple[int, ...]] = dict.fromkeys(days, (100, 300, 500, 850))
    assert UnlockProgress.of(Achievements(days, {"port_sablon": (0, 2)}, levels=levels), ["school"]) == UnlockProgress(
        {"coast": 2, "hills": 0, "alps": 0, "night": 0}, frozenset({"school"}), 1
    )
