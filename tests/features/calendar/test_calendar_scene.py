"""The calendar of the deals of the day through the window: days, months, medals, and what is kept of them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path

import pygame
import pytest

from ai.spec import LEVELS
from game.career.achievements import ACHIEVEMENT_FILES, Achievements, DailyDealResult, LaterPlay
from game.features.calendar.calendar_scene import CalendarScene
from game.features.calendar.model import level_runs as comparisons
from game.features.calendar.model.day_runs import day_scenario
from game.features.calendar.model.deal_calendar import FIRST_DAY
from game.features.replay.scene import ReplayScene
from game.match import session as sessions
from game.match.bots.client import InlineBots
from game.match.bots.decisions import BotAnswer, BotQuestion, stand_in_for
from game.match.deals import deal_of_the_day
from game.match.match_file import SavedMatch
from game.people.profiles import Profile
from game.settings.bindings import Action
from game.ui.layout import Label
from tests.features.calendar.test_deal_code_scene import played_to_the_end
from tests.fit import boxes
from tests.fixed_decks import ScriptedBots
from tests.scenes.stages import PLAYED_DAYS, open_calendar, played_day
from tests.window import Driver, open_window

TODAY = date(2027, 3, 24)
ONE = timedelta(days=1)


@pytest.fixture(autouse=True)
def bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rivals that take no time."""
    monkeypatch.setattr(sessions, "WorkerBots", ScriptedBots)
    monkeypatch.setattr(comparisons, "WorkerBots", ScriptedBots)


def earned(driver: Driver) -> Achievements:
    found = driver.app.achievements(driver.app.settings.profile.id)
    assert found is not None
    return found


def opened(driver: Driver, days: dict[date, DailyDealResult] | None = None, *, counted: bool = True) -> CalendarScene:
    if counted:
        open_calendar(driver, TODAY, PLAYED_DAYS if days is None else days)
    else:
        kept = {day.isoformat(): drive for day, drive in (days or {}).items()}
        driver.app.record_achievement(lambda _before: Achievements(kept))
        driver.app.push(scene_of(driver))
        driver.settle()
    return driver.top(CalendarScene)


def scene_of(driver: Driver) -> CalendarScene:
    driver.app.today = lambda: TODAY
    return CalendarScene(driver.app, driver.app.start_deal, driver.app.show_deals, lambda _saved: None)


def said(driver: Driver, day: date) -> str:
    return driver.control(f"days.{day}").name


def play(driver: Driver, button: str = "play") -> SavedMatch:
    """Press a button that plays a day, and return the match at the table."""
    driver.press(button)
    driver.until(lambda: driver.scene == "table", "the table")
    return driver.session.saved


def left(driver: Driver, button: str = "play") -> str:
    """Play a day, leave it for the title, and return the id of its match."""
    id = play(driver, button).id
    driver.app.go_home()
    driver.settle()
    return id


# -- what is shown ----------------------------------------------------------------------------------------------------


def test_title_sign_opens_the_calendar_with_todays_deal_focused(driver: Driver) -> None:
    driver.app.today = lambda: TODAY
    driver.press("deals")
    driver.settle()
    assert (driver.scene, driver.focused) == ("calendar", "play")
    driver.key(pygame.K_RETURN)
    driver.until(lambda: driver.scene == "table", "the table")
    session = driver.session
    assert session.saved.day == TODAY
    assert session.deal == deal_of_the_day(TODAY)


def test_calendar_tells_medal_and_points_of_each_day_played(driver: Driver) -> None:
    opened(driver)
    assert said(driver, TODAY) == "Wednesday, March 24: today’s race"
    assert said(driver, date(2027, 3, 22)) == "Monday, March 22: gold, 1,800 points"
    assert said(driver, date(2027, 3, 23)) == "Tuesday, March 23: bronze, 900 points"
    assert said(driver, date(2027, 3, 17)) == "Wednesday, March 17: finished, 350 points"
    assert said(driver, date(2027, 3, 20)) == "Saturday, March 20: still to play"
    shown = [node.id for node in driver.of_role("cell")]
    assert shown == [f"days.2027-03-{n:02}" for n in range(1, 25)]
    names = driver.names()
    assert "3 days in a row" in names
    assert "19 days in all" in names
    assert "13 medals" in names
    week = driver.control("week").name
    assert week == "Week 12 rally: 2,700 points · Bronze trophy · your best five of seven days count"


def test_calendar_shows_only_figures_that_have_a_value(driver: Driver) -> None:
    """One day is no row of days, and an empty calendar has no figures at all."""
    opened(driver, {TODAY: played_day(TODAY, 100)})
    assert [name for name in driver.names() if "days in" in name or "day in" in name] == ["1 day in all"]


def test_day_is_chosen_by_mouse_and_keys_and_shown_beside_the_month(driver: Driver) -> None:
    opened(driver)
    driver.press("days.2027-03-23")
    assert driver.control("day").name.startswith("Tuesday, March 23: bronze, 900 points")
    assert driver.control("run.master").name == "Master: 1,350 points"
    assert driver.control("run.own").name == "You: 900 points"
    driver.key(pygame.K_UP)
    assert driver.control("days").value == said(driver, date(2027, 3, 16))
    driver.key(pygame.K_RIGHT)
    assert driver.control("day").name.startswith("Wednesday, March 17")
    driver.key(pygame.K_HOME)
    assert driver.control("day").name.startswith("Wednesday, March 24")


def test_month_turns_by_arrows_keys_and_shoulders_up_to_the_first_and_last(driver: Driver) -> None:
    scene = opened(driver)
    assert not driver.control("after").enabled
    driver.press("before")
    assert driver.control("month").name == "February 2027"
    driver.key(pygame.K_PAGEUP)
    assert scene.handle_button("shoulder_l")
    driver.key(pygame.K_PAGEUP)
    driver.settle()
    assert driver.control("month").name == "November 2026"
    assert not driver.control("before").enabled
    assert driver.control("day").name.startswith("Tuesday, November 24")
    driver.key(pygame.K_PAGEUP)
    assert driver.control("month").name == "November 2026"
    cells = [node.id for node in driver.of_role("cell")]
    assert cells[0] == f"days.{FIRST_DAY}"
    driver.key(pygame.K_PAGEDOWN)
    driver.settle()
    assert driver.control("month").name == "December 2026"
    assert not scene.handle_button("south")


def test_switch_scanning_goes_through_the_weeks_then_the_days_of_one_week(driver: Driver) -> None:
    scene = opened(driver)
    scene.controls.focus("days")
    scene.select_scanned_item()
    seen = []
    for _ in range(3):
        seen.append((driver.control("days").value, scene.controls.scanned_rect is not None))
        scene.offer_next_control()
    assert seen == [(said(driver, date(2027, 3, day)), True) for day in (1, 8, 15)]
    scene.select_scanned_item()
    scene.offer_next_control()
    assert (driver.control("days").value, scene.controls.scanned_rect) == (said(driver, date(2027, 3, 23)), None)
    scene.select_scanned_item()
    scene.offer_next_control()
    assert driver.focused != "days"


def test_week_count_stands_beside_past_and_current_weeks_only(driver: Driver) -> None:
    def weeks(scene: CalendarScene) -> list[str]:
        return [box.words for box in boxes(scene.root) if isinstance(box, Label) and box.words.endswith(" / 7")]

    assert weeks(opened(driver)) == ["6 / 7", "6 / 7", "5 / 7", "2 / 7"], "of five in that month"
    driver.app.pop(driver.app.scene)
    assert weeks(opened(driver, {})) == ["0 / 7"] * 4


def test_calendar_keys_can_be_changed(driver: Driver) -> None:
    scene = opened(driver)
    now = driver.app.settings
    driver.app.save_settings(now.with_values(keys=now.person.keys.with_input(Action.BY_CODE, "x")))
    driver.key(pygame.K_n)
    assert driver.app.scene is scene
    driver.key(pygame.K_x)
    assert driver.app.scene is not scene


def test_day_panel_tells_of_help_and_of_later_drives(driver: Driver) -> None:
    again = LaterPlay(1450, "again")
    opened(driver, {TODAY: DailyDealResult("m", played_day(TODAY, 0).begun_s, 1800, has_help=True, again=again)})
    told = driver.control("day").name
    assert told == "Wednesday, March 24: finished, 1,800 points · You had help, so no medal · again: 1,450"


def test_play_button_vanishes_once_all_days_are_played(driver: Driver) -> None:
    """The days have the focus then."""
    every = [TODAY - n * ONE for n in range((TODAY - FIRST_DAY).days + 1)]
    opened(driver, {day: played_day(day, 100) for day in every})
    assert driver.focused == "days"
    assert not driver.shows("play")


def test_tab_order_goes_from_the_play_button_to_the_days_and_the_day_panel(driver: Driver) -> None:
    opened(driver)
    driver.press("days.2027-03-23")
    driver.controls.focus("play")
    order = []
    for _ in range(8):
        order.append(driver.focused)
        driver.key(pygame.K_TAB)
    assert order == ["play", "days", "watch", "again", "before", "code", "close", "play"]


def test_midnight_brings_the_next_day(driver: Driver) -> None:
    driver.app.push(scene_of(driver))
    driver.settle()
    driver.app.today = lambda: TODAY + 8 * ONE
    driver.pump(2)
    driver.key(pygame.K_HOME)
    assert driver.control("month").name == "April 2027"
    assert said(driver, date(2027, 4, 1)) == "Thursday, April 1: today’s race"


# -- playing ----------------------------------------------------------------------------------------------------------


def test_past_day_is_played_as_a_deal_of_its_own_day(driver: Driver) -> None:
    opened(driver)
    assert driver.control("play").name == "Play today’s race"
    driver.press("days.2027-03-15")
    assert play(driver, "play_day").day == date(2027, 3, 15)
    assert driver.session.deal == deal_of_the_day(date(2027, 3, 15))


def test_play_button_offers_the_latest_open_day_after_todays_deal(driver: Driver) -> None:
    opened(driver, {**PLAYED_DAYS, TODAY: played_day(TODAY, 500)})
    assert driver.control("play").name == "Play Mar 20"
    assert play(driver).day == date(2027, 3, 20)


def test_deal_of_the_day_belongs_to_the_playing_profile(driver: Driver) -> None:
    zoe = Profile("zoe", "Zoé")
    driver.app.save_settings(driver.app.settings.with_profile(zoe))
    opened(driver, {})
    saved = play(driver)
    player = saved.players[saved.viewer]
    assert player.profile is not None
    assert player.profile.id == "zoe"


# -- a day under way --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["mouse", "keys"])
def test_day_left_is_continued_by_the_calendar(driver: Driver, way: str) -> None:
    opened(driver, {})
    id = left(driver)
    driver.press("deals")
    driver.settle()
    assert said(driver, TODAY) == "Wednesday, March 24: today’s race, under way"
    assert driver.control("day").name.endswith("under way · The same cards for everyone")
    assert (driver.control("play").name, driver.focused) == ("Continue today’s race", "play")
    if way == "keys":
        driver.key(pygame.K_RETURN)
        driver.until(lambda: driver.scene == "table", "the table")
        assert driver.session.saved.id == id
    else:
        assert play(driver).id == id


def test_days_under_way_at_once_stay_apart(driver: Driver) -> None:
    opened(driver, {})
    today = left(driver)
    opened(driver, {})
    driver.press("days.2027-03-15")
    past = left(driver, "play_day")
    opened(driver, {})
    assert said(driver, date(2027, 3, 15)) == "Monday, March 15: under way"
    driver.press("days.2027-03-15")
    assert driver.control("play_day").name == "Continue"
    assert left(driver, "play_day") == past != today
    opened(driver, {})
    assert play(driver).id == today


def test_day_played_again_is_continued_too(driver: Driver) -> None:
    opened(driver)
    driver.press("days.2027-03-23")
    id = left(driver, "again")
    opened(driver)
    driver.press("days.2027-03-23")
    assert driver.control("day").name.startswith("Tuesday, March 23: bronze, 900 points, under way")
    assert driver.control("again").name == "Continue"
    assert play(driver, "again").id == id


def test_day_is_continued_right_after_the_start_before_the_matches_are_read(tmp_path: Path) -> None:
    with open_window(tmp_path) as driver:
        opened(driver, {})
        id = left(driver)
    with open_window(tmp_path) as driver:
        scene = scene_of(driver)
        driver.app.push(scene)
        scene.play(TODAY)
        scene.play(TODAY)
        driver.until(lambda: driver.scene == "table", "the table")
        assert driver.session.saved.id == id
        assert driver.app.files.match_ids() == [id]


def test_day_begins_anew_if_its_match_was_deleted(driver: Driver) -> None:
    opened(driver, {})
    id = left(driver)
    opened(driver, {})
    driver.app.files.delete_match(id)
    assert play(driver).id != id


def test_day_left_by_another_profile_is_not_continued(driver: Driver) -> None:
    opened(driver, {})
    id = left(driver)
    driver.app.save_settings(driver.app.settings.with_profile(Profile("zoe", "Zoé")))
    opened(driver, {})
    assert driver.control("play").name == "Play today’s race"
    assert play(driver).id != id


def test_calendar_left_while_a_day_is_awaited_begins_nothing(driver: Driver) -> None:
    opened(driver, {}).play(TODAY)
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    assert (driver.scene, driver.app.session) == ("title", None)


def test_read_only_copy_plays_a_day_as_one_that_was_never_begun(tmp_path: Path) -> None:
    with open_window(tmp_path) as first:
        opened(first, {})
        left(first)
        with open_window(tmp_path) as driver:
            driver.press("play")
            driver.settle()
            opened(driver, {})
            assert driver.control("play").name == "Play today’s race"
            assert play(driver).day == TODAY


# -- what the levels make of it ---------------------------------------------------------------------------------------


def test_day_not_compared_yet_is_compared_when_chosen_and_keeps_its_medal(driver: Driver) -> None:
    yesterday = TODAY - ONE
    scene = opened(driver, {yesterday: played_day(yesterday, 9000)}, counted=False)
    assert said(driver, yesterday) == "Tuesday, March 23: 9,000 points"
    driver.press(f"days.{yesterday}")
    sizes = set()
    while not driver.app.is_settled:
        driver.pump()
        sizes.add(scene._medal_scale(yesterday))
    assert max(sizes) > 1.2, "the medal is stamped"
    assert scene._medal_scale(yesterday) == 1
    assert said(driver, yesterday) == "Tuesday, March 23: gold, 9,000 points"
    assert set(earned(driver).levels) == {yesterday.isoformat()}
    driver.key(pygame.K_ESCAPE)
    driver.app.push(scene_of(driver))
    driver.settle()
    assert said(driver, yesterday) == "Tuesday, March 23: gold, 9,000 points"


def test_comparison_tells_that_levels_drive_and_ends_when_left(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = []

    class Slow(InlineBots):
        def poll(self) -> BotAnswer | None:
            return None

        def close(self) -> None:
            closed.append(True)

    monkeypatch.setattr(comparisons, "WorkerBots", Slow)
    kept = {TODAY.isoformat(): played_day(TODAY, 500)}
    driver.app.record_achievement(lambda _before: Achievements(kept))
    driver.app.push(scene_of(driver))
    driver.pump(5)
    assert "The bots are playing your cards" in driver.control("day").name
    assert driver.control("run.master").name == "Master: still to come"
    assert not driver.control("watch").enabled
    assert not driver.app.is_settled
    driver.key(pygame.K_ESCAPE)
    assert (driver.scene, closed) == ("title", [True])


def test_bot_failure_is_told_and_the_points_stay(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(question: BotQuestion) -> BotAnswer:
        return stand_in_for(question, "broken")

    monkeypatch.setattr(comparisons, "WorkerBots", lambda: InlineBots(failing))
    opened(driver, {TODAY: played_day(TODAY, 500)}, counted=False)
    assert "The rest couldn’t be calculated" in driver.control("day").name
    assert said(driver, TODAY) == "Wednesday, March 24: 500 points"
    assert earned(driver).levels == {}


def test_masters_run_opens_in_the_replay_and_leads_back(driver: Driver) -> None:
    driver.app.today, day = lambda: TODAY, TODAY.isoformat()
    driver.app.record_achievement(
        lambda _before: Achievements({day: played_day(TODAY, 500)}, levels={day: (1, 2, 3, 4)})
    )
    driver.press("deals")
    driver.settle()
    driver.press("watch")
    driver.until(lambda: driver.scene == "replay" and bool(driver.nodes()), "the replay")
    replayed = driver.top(ReplayScene)
    saved, _driven = day_scenario(TODAY)
    assert replayed.leg.record.deck == saved.records[0].deck
    assert replayed.leg.is_over
    assert earned(driver).levels[day] == (1, 2, 3, 4)
    driver.settle()
    driver.key(pygame.K_ESCAPE)
    assert driver.scene == "calendar"
    driver.press("watch")  # known now: at once
    driver.until(lambda: driver.scene == "replay", "the replay")


def test_comparison_after_a_days_deal_is_kept_and_leads_to_the_calendar(driver: Driver) -> None:
    opened(driver, {})
    driver.press("days.2027-03-15")
    play(driver, "play_day")
    played_to_the_end(driver)
    driver.press("tabs.bots")
    driver.settle()
    assert len(earned(driver).levels["2027-03-15"]) == len(LEVELS)
    assert [*driver.app.master_runs] == [date(2027, 3, 15)], "the Master need not drive again to be watched"
    assert driver.control("go_on").name == "Calendar"
    driver.press("go_on")
    driver.settle()
    assert (driver.scene, driver.app.session) == ("calendar", None)
    assert driver.control("month").name == "March 2027"


@contextmanager
def counting(folder: Path) -> Iterator[Driver]:
    """The calendar with what was counted of the kept matches."""
    with open_window(folder, counts=True) as driver:
        driver.until(lambda: driver.app.achievements(driver.app.settings.profile.id) is not None, "the count")
        driver.app.push(scene_of(driver))
        driver.pump(3)
        yield driver


def test_past_day_keeps_its_medal_after_a_restart(tmp_path: Path) -> None:
    day = date(2027, 3, 15)
    with open_window(tmp_path) as driver:
        opened(driver, {})
        driver.press(f"days.{day}")
        play(driver, "play_day")
        played_to_the_end(driver)
    with counting(tmp_path) as driver:
        assert [*earned(driver).days] == [day.isoformat()]
        driver.press(f"days.{day}")
        driver.settle()
        told = said(driver, day)
        end_s = time.monotonic() + 10
        while not any(kept.levels for kept in driver.app.career.files.read_all(ACHIEVEMENT_FILES).values()):
            assert time.monotonic() < end_s
            time.sleep(0.01)
    with counting(tmp_path) as driver:
        assert said(driver, day) == told
        assert any(medal in told for medal in ("gold", "silver", "bronze", "finished"))
