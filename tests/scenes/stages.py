"""Every screen of the game in a state full of words, reached by events alone and in any language.

A stage is a function that brings a freshly started program there; ``STAGES`` has them by name. Nothing in it goes by
words on the screen, and nothing moves when it returns (but for what says so): two programs brought to the same stage
in the same language and size show the same picture. Its match is by the rules of the plan in the settings, or, as long
as there is none, by those of the default whatever the language.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path
from unittest import mock

import pygame

from game import i18n
from game.career.achievements import Achievements, DailyDealResult, LaterPlay
from game.drivers import remarks
from game.engine.cards import card
from game.engine.moves import MoveKind, move
from game.engine.record import Record, deal_record
from game.engine.rules import Seating, load_rules
from game.engine.setup import Options
from game.features.calendar.calendar_scene import CalendarScene
from game.features.calendar.deal_code_scene import DealCodeScene
from game.features.calendar.model import level_runs
from game.features.lesson.end import LessonEndScene
from game.features.play.scene import TableScene
from game.features.puzzles.model import PUZZLES, PuzzleBook, find_puzzles, shipped_puzzles
from game.features.puzzles.scene import PuzzleScene
from game.features.replay.model.leg_replay import LegReplay
from game.features.replay.model.review import Judgement, ReviewFinding
from game.features.replay.pin_scene import PinScene
from game.features.replay.scene import ReplayScene
from game.features.report.error import SaveStatus
from game.features.title.already_open import AlreadyOpenScene
from game.features.tour.model import stage_of, stages
from game.files.background_task import BackgroundTask, Progress
from game.files.problems import Problem, ProblemCode
from game.files.single_instance import SingleInstance, WindowRequestState
from game.i18n import language
from game.match.bot_reasons import BotReason, ReasonCode
from game.match.comparisons import Comparison, ComparisonKind
from game.match.deals import Deal, PlayedDeal, deal_of_the_day
from game.match.library import Autosave
from game.match.match_file import MatchKind, SavedLeg, SavedMatch
from game.match.plan import DEFAULT_PLAN
from game.match.session import Session
from game.people.looks import CarTrim, Symbol
from game.people.players import HUMAN, Player, PlayerKind, bot
from game.people.profiles import Livery, Profile
from game.scenes.dialogs import NoticeScene
from game.scenes.host import Host
from game.scenes.progress import ProgressScene
from game.system.resources import DamagedAssetError
from game.table.animation.choreography import PlayedCardStart
from game.words.problems import problem_text
from tests.features.replay.review_stage import (
    FAULT,
    TO_PUZZLES,
    ScriptedReview,
    findings,
    look_back,
    without_dear,
)
from tests.features.roadbook.roadbook_stage import NOVEMBER_S, fill, fill_season
from tests.fixed_decks import HAND_SIZE, ScriptedBots, saved_match, sit_down
from tests.persons import person
from tests.played_legs import played_match
from tests.raced_legs import raced_match
from tests.window import Driver, middle

Stage = Callable[[Driver], None]

ROLLING = ["0 go", "1 go", "2 go", "3 go"]
LONG_KM = 1000
TIP_S = 0.7
ROUNDS = 3
KEPT = BotReason(ReasonCode.KEEPS_SAFETY, card("km_25"), card("puncture_proof"))
HANDS = ["go accident stop driving_ace km_100 km_25", "go km_50", "go", "go"]
DRAWS = "speed_limit km_50 km_50 km_50 repairs"
WOLFGANG, ZOE = (
    Player(PlayerKind.HUMAN, profile=Profile(id, name, Livery(Symbol.RING)))
    for id, name in (("wolfgang", "Wolfgang Maria"), ("zoe", "Zoé"))
)


WON, LOST, PILE, SIX, DEAL, MATCH, STAGE = 6, 25, 9, 0, 2, 6, 3
"""The races whose results are shown, by their seeds."""


def title(driver: Driver) -> None:
    """The title of a first start."""
    driver.settle()


def title_with_match(driver: Driver) -> None:
    """The title, where a match can be continued."""
    _leave_a_match(driver)
    driver.settle()


def title_with_days(driver: Driver) -> None:
    """The title of whoever has played deals of the day this week."""
    today = driver.app.today()
    days = [today - timedelta(days=n) for n in range(today.weekday() + 1)]
    drives = {day.isoformat(): played_day(day, 600 + 400 * day.weekday()) for day in days}
    driver.app.record_achievement(
        lambda _before: Achievements(drives, levels=dict.fromkeys(drives, (550, 825, 1025, 1350)))
    )
    driver.app.scene.rebuild_layout()
    title_with_match(driver)


def title_of_several(driver: Driver) -> None:
    """The title after several persons have played, where their match can be continued."""
    plan = driver.app.settings.machine.plan or DEFAULT_PLAN
    driver.app.start_match(replace(plan, players=(HUMAN, HUMAN, *plan.players[2:])))
    driver.app.go_home()
    driver.settle()


def one_screen(driver: Driver) -> None:
    """Who plays at one screen: a guest, and two persons by the same name, the widest there is."""
    settings = driver.app.settings
    wolfgang = Profile("wolfgang", "Wolfgang Maria", Livery(Symbol.RING))
    driver.app.save_settings(replace(settings, people=(*settings.people, person(wolfgang))))
    driver.press("one_screen")
    driver.press("name-0")
    driver.write("Jonas")
    driver.press("known-1")
    driver.press("known-1.wolfgang")
    driver.press("add")
    driver.write("Wolfgang Maria")
    driver.press("add_bot")
    driver.settle()


def one_screen_begun(driver: Driver) -> None:
    """Who plays at one screen, where a match of several persons can be continued."""
    title_of_several(driver)
    driver.press("one_screen")
    driver.settle()


def tour(driver: Driver) -> None:
    """The tour, four stages driven and the fifth looked at."""
    won = {"port_sablon": (0, 1, 2), "les_tilleuls": (0, 1), "saint_aubin": (0, 2), "weidenau": (0,)}
    app = driver.app
    app._profile_stats._earned = {app.settings.profile.id: Achievements(stages=won)}
    driver.press("tour")
    driver.settle()


def tour_stage(driver: Driver) -> None:
    """The table of a stage of the tour, at the own first turn."""
    _drive_stage(driver, "monteverro")


def tour_coast(driver: Driver) -> None:
    """The table of a stage on the coast, where everybody starts on green."""
    _drive_stage(driver, "port_sablon")


def tour_alps(driver: Driver) -> None:
    """The table of a stage in the Alps, where everybody starts on green behind a limit, with nine cards in hand."""
    _drive_stage(driver, "col_des_marmottes")


def tour_night(driver: Driver) -> None:
    """The table of a stage of the night road, with six drivers."""
    _drive_stage(driver, "szelvar")


def _drive_stage(driver: Driver, id: str) -> None:
    """Start a stage at the own first turn, if it is of one leg with the same cards every time."""
    stage = stage_of(id)
    assert stage is not None
    setup = stage.plan.setup
    driver.app.start_stage(stage, Deal.of(setup, setup.seats - 1, 7) if setup.legs == 1 else None)
    driver.settle()
    driver.until(lambda: driver.app.session is not None and driver.app.session.is_waiting_for_viewer, "the own turn")
    driver.settle()


def tour_ahead(driver: Driver) -> None:
    """The tour before anything was driven, at a stage that is still ahead."""
    driver.press("tour")
    driver.press("stages.szelvar")
    driver.settle()


def languages(driver: Driver) -> None:
    """The list of languages."""
    driver.press("language")
    driver.settle()


def setup(driver: Driver) -> None:
    """The setup of a new match."""
    driver.press("race.setup")
    driver.settle()


def setup_of_two(driver: Driver) -> None:
    """The setup of a match of two, whose rows are high."""
    setup(driver)
    driver.press("seats.2")
    driver.settle()


def setup_of_six(driver: Driver) -> None:
    """The setup of six, a friend among them, in teams if the rules know teams, scrolled to its beginning."""
    setup(driver)
    driver.press("seats.6")
    driver.press("add")
    for _ in range(4):
        driver.key(pygame.K_PAGEUP)
    driver.settle()


def setup_house_rules(driver: Driver) -> None:
    """The setup of a race with its house rules unfolded, the first one off and focused, scrolled to its beginning."""
    setup(driver)
    driver.press("house_rules")
    driver.press("rolling_start")
    for _ in range(4):
        driver.key(pygame.K_PAGEUP)
    driver.settle()


def setup_rules(driver: Driver) -> None:
    """The setup with its details, the focus among them, scrolled to its beginning."""
    setup(driver)
    driver.press("details")
    driver.press("take-backs")
    for _ in range(4):
        driver.key(pygame.K_PAGEUP)
    driver.settle()


def rule_sets(driver: Driver) -> None:
    """The list of rule sets, open on the setup."""
    setup(driver)
    driver.press("rules")
    driver.key(pygame.K_DOWN)
    driver.settle()


def deal(driver: Driver) -> None:
    """The dialog of deals by their number: deals played before, and a code with a slip."""
    played = tuple(
        PlayedDeal(deal_of_the_day(date(2026, 9, day)).code, date(2026, 9, day), points, place, 4)
        for day, points, place in ((23, 1450, 2), (21, 2300, 1), (12, -575, 4))
    )
    app = driver.app
    scene = DealCodeScene(app, app.start_deal, lambda: played)
    app.push(scene)
    driver.settle()
    scene.controls.focus("code", ring=True)
    for letter in "bbbbbbbc":
        driver.key(ord(letter))
    driver.settle()


def calendar(driver: Driver) -> None:
    """A month of deals of the day with all medals, today's still to come, yesterday's chosen."""
    open_calendar(driver, date(2027, 3, 24), PLAYED_DAYS)
    driver.press("days.2027-03-23")
    driver.settle()


def calendar_new(driver: Driver) -> None:
    """The calendar of who has not played any yet, in its first days."""
    open_calendar(driver, date(2026, 11, 25), {})


def calendar_done(driver: Driver) -> None:
    """The calendar once today's deal is played, with help; it was played again."""
    today = date(2027, 3, 24)
    again = DailyDealResult("again", played_day(today, 0).begun_s, 1150, has_help=True, again=LaterPlay(1450, "later"))
    open_calendar(driver, today, {**PLAYED_DAYS, today: again})


def open_calendar(driver: Driver, today: date, days: Mapping[date, DailyDealResult]) -> None:
    """The calendar on that day, these days played."""
    app, drives = driver.app, {day.isoformat(): drive for day, drive in days.items()}
    app.record_achievement(lambda _before: Achievements(drives, levels=dict.fromkeys(drives, (550, 825, 1025, 1350))))
    app.today = lambda: today
    app.push(CalendarScene(app, app.start_deal, app.show_deals, lambda _saved: None))
    driver.settle()


def played_day(day: date, points: int) -> DailyDealResult:
    """A drive of that day's deal."""
    return DailyDealResult(day.isoformat(), int(datetime(day.year, day.month, day.day, 12).timestamp()), points)


PLAYED_DAYS = {
    date(2027, 3, day): played_day(date(2027, 3, day), points)
    for day, points in (
        *((1, 1750), (2, 625), (3, 300), (5, 1200), (6, 1150), (7, 2150), (8, 175), (9, 900), (11, 1650), (12, 1050)),
        *((13, 425), (14, -75), (16, 1300), (17, 350), (18, 1900), (19, 1250), (21, 1450), (22, 1800), (23, 900)),
    )
}


def settings(driver: Driver) -> None:
    """The settings, opened from the title."""
    driver.press("settings")
    driver.settle()


def keys(driver: Driver) -> None:
    """The key table over the title, after a key was taken from another action."""
    driver.key(pygame.K_F3)
    driver.press("keyboard.look_through")
    driver.key(pygame.K_h)
    driver.settle()


def open_profiles(driver: Driver) -> None:
    """The profiles, by the licence in the Roadbook."""
    _open_tab(driver, "drivers")
    open_sheet(driver)
    driver.press("licence")
    driver.settle()


def profiles(driver: Driver) -> None:
    """Three profiles, one with the widest of names, and a fourth that is about to be called like one of the drivers."""
    for symbol, name in ((1, "Wolfgang Maria"), (4, "Jonas"), (2, "Zoé"), (3, "Carla")):
        if driver.scene == "profiles":
            driver.press("new")
        else:
            open_profiles(driver)
            driver.press("name")
        driver.write(name)
        driver.press(f"symbol.{[*Symbol][symbol]}")
        driver.press(f"car.{[*CarTrim][symbol % len(CarTrim)]}")
    driver.settle()


def settings_page(driver: Driver, category: str) -> None:
    """The settings at that category."""
    settings(driver)
    driver.press(f"categories.{category}")
    driver.settle()


def picture(driver: Driver) -> None:
    """What is set of picture and sound."""
    settings_page(driver, "picture")


def settings_language(driver: Driver) -> None:
    """The list of languages, open in the settings, where what is chosen has many words."""
    settings_page(driver, "game")
    for choice in ("pace.adaptive", "hand_order.own", "language"):
        driver.press(choice)
    driver.settle()


def controls(driver: Driver) -> None:
    """One switch, keys and buttons."""
    settings_page(driver, "controls")


def speech(driver: Driver) -> None:
    """What helps and speaks, and its keys."""
    settings_page(driver, "help")


def about(driver: Driver) -> None:
    """About the game, opened from the title, at the credits."""
    driver.press("about")
    driver.settle()


def about_licences(driver: Driver) -> None:
    """The licences, at one whose name and words are long."""
    about(driver)
    driver.press("page.licences")
    driver.key(pygame.K_TAB)
    for _ in range(12):
        driver.key(pygame.K_DOWN)
    driver.settle()


def roadbook(driver: Driver) -> None:
    """The Roadbook with matches of every kind, one of them deleted just now."""
    fill(driver.app.files, driver.app.settings.profile)
    driver.press("roadbook")
    driver.settle()
    driver.key(pygame.K_DELETE)
    driver.settle()


def roadbook_of_none(driver: Driver) -> None:
    """The Roadbook before the first match."""
    driver.press("roadbook")
    driver.settle()


def roadbook_of_broken(driver: Driver) -> None:
    """The Roadbook at a file that cannot be read, its list scrolled to the end."""
    fill(driver.app.files, driver.app.settings.profile)
    driver.press("roadbook")
    driver.settle()
    driver.key(pygame.K_END)
    driver.settle()


def roadbook_of_deleted(driver: Driver) -> None:
    """The Roadbook at a match that was deleted."""
    roadbook(driver)
    driver.key(pygame.K_END)
    driver.settle()


def emptying(driver: Driver) -> None:
    """The question before what was deleted goes for good."""
    roadbook_of_deleted(driver)
    driver.press("empty")
    driver.settle()


def statistics(driver: Driver) -> None:
    """The licence and the statistics of a season."""
    fill_season(driver.app.files, driver.app.settings.profile)
    _open_tab(driver, "drivers")
    open_sheet(driver)


def statistics_of_none(driver: Driver) -> None:
    """The statistics before the first leg."""
    _open_tab(driver, "drivers")
    open_sheet(driver)


def drivers(driver: Driver) -> None:
    """A rival after a season, in the list and beside it where there is room."""
    fill_season(driver.app.files, driver.app.settings.profile)
    _open_tab(driver, "drivers")
    driver.press("drivers.carla")
    driver.settle()


def rival(driver: Driver) -> None:
    """The whole sheet of a rival after a season."""
    drivers(driver)
    open_sheet(driver)


def open_sheet(driver: Driver) -> None:
    """Open the chosen driver, where that is not beside the list already."""
    driver.controls.focus("drivers", ring=True)
    if driver.control("drivers").role == "list":
        driver.key(pygame.K_RETURN)
    driver.settle()


def milestones(driver: Driver) -> None:
    """The milestones after a season."""
    fill_season(driver.app.files, driver.app.settings.profile)
    _open_tab(driver, "collection")


def garage(driver: Driver) -> None:
    """The garage after a season, at a car that is open since."""
    fill_season(driver.app.files, driver.app.settings.profile)
    _look_at_shelf(driver, "body")


def garage_of_locked(driver: Driver) -> None:
    """The garage of a beginner, at a card back that is still locked."""
    _look_at_shelf(driver, "back")


def landscapes(driver: Driver) -> None:
    """The landscapes of a beginner."""
    _look_at_shelf(driver, "scenery")


def _look_at_shelf(driver: Driver, shelf: str) -> None:
    _open_tab(driver, "collection")
    driver.press(f"collection.{shelf}")
    driver.settle()
    driver.controls.focus(f"garage_{shelf}", ring=True)
    driver.key(pygame.K_RIGHT)
    driver.settle()


def _open_tab(driver: Driver, tab: str) -> None:
    driver.press("roadbook")
    driver.settle()
    driver.press(f"tabs.{tab}")
    driver.settle()


def puzzles(driver: Driver) -> None:
    """All puzzles, own ones among them, one solved."""
    judged = [one for one in findings("winning_moves", 4, Seating.SOLO) if isinstance(one, Judgement)]
    own = find_puzzles(LegReplay(replace(played_match(), id="m", begun_s=NOVEMBER_S), 1), judged)[:3]
    book = PuzzleBook(own).with_answer(own[0].id, solved=True).with_answer(own[1].id, solved=False)
    driver.app.career.files.change_later(PUZZLES, driver.app.settings.profile.id, lambda _before: book)
    _open_tab(driver, "puzzles")


def open_puzzle(driver: Driver, first: int) -> PuzzleScene:
    """A shipped puzzle, and the two after it, one solved and one shown before."""
    scene = PuzzleScene(
        driver.app,
        (shipped_puzzles()[0], shipped_puzzles()[1], *shipped_puzzles()[first : first + 3]),
        TO_PUZZLES,
        (True, False),
    )
    driver.app.push(scene)
    driver.settle()
    return scene


def puzzle(driver: Driver) -> None:
    """A puzzle at a table of four, at a card that can hit several."""
    scene = open_puzzle(driver, 4)
    driver.key(pygame.K_5)
    driver.settle()
    assert scene.hand.selected is not None


def puzzle_missed(driver: Driver) -> None:
    """A puzzle at a table of three after a wrong answer, then narrowed to two."""
    scene = open_puzzle(driver, 3)
    driver.key(pygame.K_1)
    driver.key(pygame.K_d)
    driver.settle()
    assert len(scene.attempt.wrong_moves) == 2
    driver.key(pygame.K_h)
    driver.settle()


def puzzle_solved(driver: Driver) -> None:
    """A puzzle of two that is solved."""
    scene = open_puzzle(driver, 0)
    move = scene.attempt.judgement.best.move
    scene.play(move, scene.hand.take_off_of(move.card))
    driver.settle()
    assert scene.attempt.solved


def puzzle_shown(driver: Driver) -> None:
    """A puzzle whose answer was shown: a safety held back."""
    open_puzzle(driver, 8)
    driver.press("show")
    driver.settle()


def puzzle_question(driver: Driver) -> None:
    """The puzzle of an extension."""
    open_puzzle(driver, 9)


def naming(driver: Driver) -> None:
    """The Roadbook while a match gets a long name."""
    fill(driver.app.files, driver.app.settings.profile)
    driver.press("roadbook")
    driver.settle()
    driver.press("name")
    driver.post(pygame.TEXTINPUT, text=" with everybody in the old car")
    driver.settle()


def importing(driver: Driver) -> None:
    """The plate with the files that can be taken in."""
    fill(driver.app.files, driver.app.settings.profile)
    exports = driver.app.files.folder / "exports"
    exports.mkdir(exist_ok=True)
    for id in ("a", "c"):
        path = exports / f"milestone-rally-20241122-184000-{id}.json"
        path.write_bytes(driver.app.files.match_bytes(id))
        os.utime(path, (NOVEMBER_S, NOVEMBER_S))
    driver.press("roadbook")
    driver.settle()
    driver.press("import")
    driver.settle()


class HaltedTask(BackgroundTask[None | OSError]):
    """A job that has come as far as it ever will, until it is cancelled."""

    def __init__(self, progress: Progress) -> None:
        super().__init__("halted", lambda _: None)
        self._progress = progress

    @property
    def is_running(self) -> bool:
        return not self._progress.is_cancelled


class HaltedProgress(ProgressScene[None]):
    """The dialog of such a job."""

    def __init__(self, app: Host) -> None:
        super().__init__(app, lambda: i18n._("Import"), lambda _progress: None, lambda _end: None)
        self._task = HaltedTask(self.progress)
        self.progress.name, self.progress.done = "milestone-rally-profile-wolfgang-maria.zip", 1405
        self.progress.total = 3000

    def is_settled(self) -> bool:
        return bool(self.controls.widgets)


def importing_long(driver: Driver) -> None:
    """The dialog of an import that takes long."""
    driver.app.push(HaltedProgress(driver.app))
    driver.settle()


def rules_of_a_card(driver: Driver) -> None:
    """The rules, at the page of the end of limit, whose name is long."""
    _section(driver, "cards")
    while driver.focused != "link-11.end_of_limit":
        driver.key(pygame.K_TAB)
    driver.key(pygame.K_RETURN)
    driver.settle()


def rules_of_attack(driver: Driver) -> None:
    """The rules, at attack and defence."""
    _section(driver, "attack")


def rules_of_differences(driver: Driver) -> None:
    """The rules, at what other rule sets do otherwise."""
    _section(driver, "differences")


def _section(driver: Driver, section: str) -> None:
    driver.key(pygame.K_F1)
    driver.press(f"contents.{section}")
    driver.settle()


def notice(driver: Driver) -> None:
    """A long notice, with a path in it."""
    values = {"path": "/home/somebody/.local/share/milestone-rally/match.broken-1.json", "error": "", "seat": "1"}
    problem = Problem(ProblemCode.SAVE_QUARANTINED, values)
    driver.app.push(NoticeScene(driver.app, lambda: problem_text(problem)))
    driver.settle()


def already_open(driver: Driver) -> None:
    """The plate of a second copy of the game."""
    _stand_second(driver, WindowRequestState.NONE)


def already_open_silent(driver: Driver) -> None:
    """The plate of a second copy whose call was not answered."""
    _stand_second(driver, WindowRequestState.TIMED_OUT)


def restart(driver: Driver) -> None:
    """What is said in a race after an update of the game."""
    table(driver)
    with mock.patch("game.app.installation_id", return_value=None):
        driver.app.show_rules()
    driver.settle()


def _stand_second(driver: Driver, reply: WindowRequestState) -> None:
    second = SingleInstance(driver.app.instance.folder)
    assert not second.claim()
    second.request_state = reply
    driver.app.go_to(AlreadyOpenScene(driver.app, second, driver.app.go_home, driver.app.go_home))
    driver.settle()


def table(driver: Driver) -> None:
    """Four seats alone, all rolling, the own turn, and a limit just laid on the own side."""
    sit_down(driver, _four(driver), ["1 - km_50"])


def table_of_two(driver: Driver) -> None:
    """Two sides face to face, both held up, the rival by what has the longest name."""
    moves = ["0 go", "1 go", "0 speed_limit > 1", "1 km_50", "0 - km_25", "1 speed_limit > 0"]
    hands = ["go speed_limit km_25", "go km_50 speed_limit"]
    sit_down(driver, saved_match(hands, "km_50 km_50 km_50 km_50 km_50 km_50", moves, rules=_rules(driver)))


def table_of_six(driver: Driver) -> None:
    """Six seats in their first turn, in three teams if the rules know teams."""
    hands = ["go km_25", "go stop", "go", "go", "go", "go"]
    seating = Seating.TEAMS if load_rules(_rules(driver)).seating_option(6, Seating.TEAMS) else Seating.SOLO
    sit_down(driver, saved_match(hands, seating=seating, rules=_rules(driver)))


def nine_cards(driver: Driver) -> None:
    """Nine cards by the house rules, a hazard among them chosen; the empty battle piles that roll are lit."""
    _by_house_rules(driver)
    driver.key(pygame.K_1 + _index(driver, "accident"))
    driver.settle()


def green_light(driver: Driver) -> None:
    """A Go is pointed at that an empty battle pile which rolls does not need, and the turn plate says so."""
    _by_house_rules(driver)
    driver.point(middle(driver.control(f"card/{_index(driver, 'go')}")))
    driver.settle()


def _by_house_rules(driver: Driver) -> None:
    hands = ["km_25 km_50 km_200 go accident end_of_limit spare_tire driving_ace", "km_100", "km_75", "km_100"]
    moves = ["0 km_100", "1 km_100", "2 km_75", "3 km_100"]
    draws, options = "km_100 km_25 km_25 km_25 gasoline", Options(rolling_start=True, eight_cards=True)
    sit_down(driver, saved_match(hands, draws, moves, rules=_rules(driver), options=options, legs=1, target_score=None))


def handover(driver: Driver) -> None:
    """The screen is to be given to the first of two persons at a new table."""
    persons = (HUMAN, bot("carla"), HUMAN, bot("hugo"))
    app, plan = driver.app, replace(DEFAULT_PLAN, players=persons)
    app.start_session(Session.new(plan, seed=7, files=app.files, clock=app.clock, bots=ScriptedBots()))
    app.show_table()
    driver.settle()


def hazard(driver: Driver) -> None:
    """One of two persons at one screen is asked alone about a hazard that she holds the answer to."""
    moves = [*ROLLING, "0 - repairs"]
    saved = saved_match(["go right_of_way repairs", "go speed_limit", "go", "go"], moves=moves, rules=_rules(driver))
    sit_down(driver, replace(saved, players=(HUMAN, bot("carla"), ZOE, bot("hugo"))), ["1 speed_limit > 0"])
    for _ in range(2):  # at first to the other person, whose turn is the next
        driver.press("here")
        driver.settle()
    assert driver.scene == "hazard"


def taking_over(driver: Driver) -> None:
    """At a table of three persons, two of whom let bots drive, the third is asked who takes over."""
    app, plan = driver.app, replace(DEFAULT_PLAN, players=(HUMAN, WOLFGANG, ZOE, bot("hugo")))
    session = Session.new(plan, seed=7, files=app.files, clock=app.clock, bots=ScriptedBots())
    app.start_session(session)
    while len(session.seat_control.autopilot_seats) < 2 or not session.is_waiting_for_viewer:
        if session.hot_seat.handover is not None:
            session.accept_handover()
        elif session.is_waiting_for_viewer:
            session.start_autopilot()
        session.poll()
    app.show_table()
    driver.settle()
    driver.key(pygame.K_g)
    driver.settle()


def captioned(driver: Driver) -> None:
    """What was heard last is written above the table."""
    table(driver)
    driver.app.save_settings(driver.app.settings.with_values(captions=True))
    driver.wait(TIP_S)
    driver.app.sound.play("salute")
    driver.pump()


def chosen(driver: Driver) -> None:
    """A card is chosen, and its piles are lit."""
    table(driver)
    driver.key(pygame.K_1 + _index(driver, "accident"))
    driver.settle()


def refused(driver: Driver) -> None:
    """A card that cannot be laid is pointed at, and the turn plate says why."""
    table(driver)
    driver.point(middle(driver.control(f"card/{_index(driver, 'repairs')}")))
    driver.settle()


def tip(driver: Driver) -> None:
    """A tooltip, on a card that cannot be laid."""
    refused(driver)
    driver.wait(TIP_S)
    assert driver.control("tip").name


def hint(driver: Driver) -> None:
    """A hint, its card and pile marked, with a move that is nearly as good."""
    costs = "0 km_25", Comparison(ComparisonKind.HOLD, 2, is_level=True)
    bots = ScriptedBots(["1 - km_50"], advice="0 stop > 2", compared={"0 stop > 2": costs})
    sit_down(driver, _four(driver), bots)
    driver.key(pygame.K_h)
    driver.settle()


def delegating(driver: Driver) -> None:
    """The question whether a bot is to finish the leg."""
    table(driver)
    driver.settle()
    driver.key(pygame.K_g)
    driver.settle()


def log(driver: Driver) -> None:
    """The log of some rounds, scrolled back."""
    table(driver)
    for _ in range(ROUNDS):
        driver.key(pygame.K_1)
        driver.key(pygame.K_d)
        while not driver.app.is_settled:
            driver.key(pygame.K_F5)  # a key without a meaning ends what moves
    driver.point(middle(driver.control("log")))
    driver.post(pygame.MOUSEWHEEL, x=0, y=1, flipped=False, precise_x=0.0, precise_y=1.0)
    driver.settle()


def discarding(driver: Driver) -> None:
    """The question whether a safety is discarded."""
    table(driver)
    driver.key(pygame.K_1 + _index(driver, "driving_ace"))
    driver.key(pygame.K_d)
    driver.settle()


def taken_back(driver: Driver) -> None:
    """A move was taken back twice, and the way forth is explained."""
    sit_down(driver, replace(_four(driver), allows_take_backs=True))
    driver.key(pygame.K_1 + _index(driver, "km_25"))
    driver.key(pygame.K_RETURN)
    driver.settle()
    for _ in range(2):
        driver.key(pygame.K_u)
        driver.settle()
    driver.point(middle(driver.control("make_again")))
    driver.wait(TIP_S)
    assert driver.control("tip").name


def standing(driver: Driver) -> None:
    """The turn of a player who can lay nothing: what helps."""
    hands = ["end_of_limit gasoline spare_tire repairs gasoline km_100", "go", "repairs go", "end_of_limit go"]
    moves = ["0 - gasoline", "1 go", "2 - repairs", "3 - end_of_limit"]
    sit_down(driver, saved_match(hands, "km_25 km_25 km_25 km_25 km_50", moves, rules=_rules(driver)))
    driver.settle()


def stranded(driver: Driver) -> None:
    """The turn of a player whom no card that is left gets rolling, and the button that ends such a leg."""
    sit_down(driver, hopeless_match())
    assert driver.control("finish").enabled


def hopeless_match(last: str = "right_of_way") -> SavedMatch:
    """Seat 0 waits for a Go, all lie open, and the card ``last`` too; seat 1 rolls, and the draw pile is high."""
    waits, drives = "gasoline spare_tire repairs gasoline spare_tire repairs", "km_100 km_100 km_75 km_75 km_50 km_50"
    draws = ["go"] * 14 + [last, "km_50", "end_of_limit"]
    thrown = [f"{n % 2} - {drawn}" for n, drawn in enumerate(draws[:-1])]
    return saved_match([waits, drives], " ".join(draws), ["0 - go", "1 go", *thrown[2:]])


def nothing_to_lay(driver: Driver) -> None:
    """The same, with a card of a long name that stands out."""
    standing(driver)
    driver.key(pygame.K_1 + _index(driver, "end_of_limit"))
    driver.settle()


def discards(driver: Driver) -> None:
    """The discard pile, looked through."""
    table(driver)
    driver.key(pygame.K_1 + _index(driver, "km_25"))
    driver.key(pygame.K_d)
    driver.settle()
    driver.key(pygame.K_v)
    driver.settle()
    assert driver.scene == "discards"


def menu(driver: Driver) -> None:
    """The menu over the table."""
    table(driver)
    driver.press("menu")
    driver.settle()


def menu_more(driver: Driver) -> None:
    """Both plates of the menu over the table."""
    menu(driver)
    driver.press("more")
    driver.settle()


def report(driver: Driver) -> None:
    """What a report of a problem would hold, asked in the menu over the table."""
    menu_more(driver)
    driver.press("report")
    driver.settle()


def report_saved(driver: Driver) -> None:
    """Where the report lies."""
    report(driver)
    driver.press("save")
    driver.until(lambda: "report-" in driver.control("message").name, "the report")
    driver.settle()


def report_without_match(driver: Driver) -> None:
    """What a report would hold, asked on the title."""
    about(driver)
    driver.press("report")
    driver.settle()


def coup_fourre(driver: Driver) -> None:
    """The question of the coup fourré."""
    hands, moves = ["go right_of_way repairs", "go speed_limit"], ["0 go", "1 go", "0 - repairs"]
    saved = saved_match(hands, moves=moves, rules=_rules(driver))
    sit_down(driver, saved, ["1 speed_limit > 0"])
    assert driver.scene == "coup_fourre"


def coup_fourre_hint(driver: Driver) -> None:
    """The same with a hint."""
    hands, moves = ["go driving_ace repairs", "go accident"], ["0 go", "1 go", "0 - repairs"]
    compared = {"0 .": ("0 ! driving_ace", Comparison(ComparisonKind.EVEN, is_level=True))}
    bots = ScriptedBots(["1 accident > 0"], compared=compared, advice="0 .")
    sit_down(driver, saved_match(hands, moves=moves, rules=_rules(driver)), bots)
    driver.key(pygame.K_h)
    driver.settle()


def coup_fourre_aside(driver: Driver) -> None:
    """The same, put aside to look at the table, of five drivers if the rules know so many."""
    hands = ["go driving_ace repairs", "go accident", *["go"] * 3]
    seats = 5 if load_rules(_rules(driver)).seating_option(5, Seating.SOLO) else 4
    moves = [*(f"{seat} go" for seat in range(seats)), "0 - repairs"]
    sit_down(driver, saved_match(hands[:seats], moves=moves, rules=_rules(driver)), ["1 accident > 0"])
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    assert driver.control("question")


def extension(driver: Driver) -> None:
    """The question of the extension."""
    _arrive(driver, target_score=5000)
    assert driver.scene == "extension"


def last_question(driver: Driver) -> None:
    """The question of the extension, whose “no” ends the match."""
    _arrive(driver, target_score=1000)


def extension_of_teams(driver: Driver) -> None:
    """The same asked with a hint, of three teams."""
    ways = ["go", "km_200", "km_200", "km_100", "km_100", "km_75"]
    saved = saved_match([" ".join(ways), *["go"] * 5], "km_25", rules="dujardin", seating=Seating.TEAMS)
    leg = deal_record(saved.legs[0].record)
    for way in ways:
        leg.apply(move(f"0 {way}"))
        while leg.seat:
            leg.apply(next(move for move in leg.legal_moves() if move.kind is MoveKind.DISCARD))
    sit_down(driver, replace(saved, legs=(SavedLeg(Record.of(leg)),)))
    driver.key(pygame.K_1 + _index(driver, "km_25"))
    driver.key(pygame.K_RETURN)
    driver.settle()
    driver.key(pygame.K_h)
    driver.settle()
    assert driver.scene == "extension"


def put_aside(driver: Driver) -> None:
    """The question of the extension, put aside to look at the table."""
    extension(driver)
    driver.press("look")
    driver.settle()
    assert driver.scene == "table"


def leg_score(driver: Driver) -> None:
    """The result of the first leg of a match."""
    _finish(driver, target_score=5000)
    assert driver.scene == "result"


def replay(driver: Driver) -> None:
    """A leg of four looked back at in its midst, its chances known and its decisions judged."""
    look_again(driver, 4)


def replay_open(driver: Driver) -> None:
    """The same with all hands laid open."""
    look_again(driver, 4)
    driver.key(pygame.K_0)
    driver.settle()


def replay_of_six(driver: Driver) -> None:
    """A leg of six, in teams if the rules know them, all hands laid open."""
    look_again(driver, 6)
    driver.key(pygame.K_0)
    driver.settle()


def replay_running(driver: Driver) -> None:
    """A leg of two that still runs, looked at where it is."""
    moves = ["0 go", "1 go", "0 speed_limit > 1", "1 km_50", "0 - km_25"]
    hands = ["go speed_limit km_25", "go km_50 speed_limit"]
    saved = saved_match(hands, "km_50 km_50 km_50 km_50 km_50 km_50", moves, rules=_rules(driver))
    look_back(driver, saved, 0)


def replay_counting(driver: Driver) -> None:
    """A leg of two of which a third of the curve is known so far."""
    look_again(driver, 2, change=lambda found: found[: len(found) // 4], is_done=False)


def replay_broken_off(driver: Driver) -> None:
    """The end of a leg whose review ended before its end, half of the decisions judged."""
    look_again(driver, 2, change=lambda found: found[:-5], fault=FAULT)
    driver.key(pygame.K_END)
    driver.settle()


def replay_flawless(driver: Driver) -> None:
    """The end of a leg of three in which no decision cost anything."""
    look_again(driver, 3, change=without_dear)
    driver.key(pygame.K_END)
    driver.settle()


def replay_hits(driver: Driver) -> None:
    """Who hits whom in a leg of four, a cell chosen."""
    look_again(driver, 4)
    _open_panel_tab(driver, "hits")
    driver.press("hits.0.1")
    driver.settle()


def replay_hits_of_teams(driver: Driver) -> None:
    """Who hits whom in a match of six, in teams if the rules know them, all hands laid open."""
    replay_of_six(driver)
    _open_panel_tab(driver, "hits")
    assert driver.control("hits.0.1").value


def replay_log(driver: Driver) -> None:
    """The end of a leg of four; where text is large, the panel shows the log."""
    look_again(driver, 4)
    driver.key(pygame.K_END)
    _open_panel_tab(driver, "log")


def _open_panel_tab(driver: Driver, id: str) -> None:
    """Open a tab of the look back's panel, which has tabs or, for large text, a list of them."""
    scene = driver.top(ReplayScene)
    scene.open_tab(id)
    driver.settle()


def pin(driver: Driver) -> None:
    """A costly decision asked again in the look back, opened by its key: the keyboard's ring is on the hand."""
    look_again(driver, 4)
    driver.key(pygame.K_p)
    driver.settle()
    assert driver.scene == "pin"


def pin_missed(driver: Driver) -> None:
    """The same after a wrong card."""
    pin(driver)
    scene = driver.top(PinScene)
    scene.play(next(value.move for value in scene.attempt.judgement.values[::-1]), PlayedCardStart(0, None))
    driver.settle()


def pin_shown(driver: Driver) -> None:
    """The same with the answer shown."""
    pin(driver)
    driver.press("show")
    driver.settle()


def look_again(
    driver: Driver,
    seats: int,
    *,
    change: Callable[[Sequence[ReviewFinding]], Sequence[ReviewFinding]] = lambda found: found,
    fault: str | None = None,
    is_done: bool = True,
) -> None:
    """Look back at the second leg of a match played by chance, in the midst of it, with what its review finds."""
    rules = _rules(driver)
    is_team = seats == 6 and load_rules(rules).seating_option(6, Seating.TEAMS) is not None
    seating = Seating.TEAMS if is_team else Seating.SOLO
    review = ScriptedReview(change(findings(rules, seats, seating)), fault=fault, is_done=is_done)
    saved = replace(played_match(rules, seats, seating), id="m", begun_s=NOVEMBER_S)
    look_back(driver, saved, 1, review=review, place=25)


def lesson(driver: Driver) -> None:
    """The first note of the lesson."""
    driver.app.start_lesson()
    driver.settle()


def lesson_task(driver: Driver) -> None:
    """A task of the lesson, its card and pile marked."""
    lesson(driver)
    for _ in range(3):
        driver.key(pygame.K_RETURN)
        driver.settle()


def lesson_end(driver: Driver) -> None:
    """The end of the lesson, the first time."""
    rules_id = driver.app.settings.last_match_plan(language()).setup.rules
    driver.app.go_to(LessonEndScene(driver.app, rules_id, is_first_time=True))
    driver.settle()


def match_end(driver: Driver) -> None:
    """The end of a match of one leg, though it could have had more."""
    _finish(driver, target_score=1000)
    assert driver.scene == "result"


def result_won(driver: Driver) -> None:
    """The story of a race that was won, with two new milestones and what a driver says."""
    known = replace(driver.app.settings.person, id="known")  # whom a driver tells the same whenever it starts
    driver.app.save_settings(replace(driver.app.settings, people=(known,)))
    with mock.patch.object(remarks, "REMARK_PROBABILITIES", dict.fromkeys(remarks.RemarkOccasion, 1.0)):
        _result(driver, raced_match(WON))
    driver.app.milestones_reached = ("exactly_there", "first_coup")
    driver.settle()


def result_lost(driver: Driver) -> None:
    """The story of a race that was lost, with a milestone that is near."""
    _result(driver, raced_match(LOST))
    driver.app.milestone_shares = {"each_coup": 0.75}
    driver.settle()


def result_of_pile(driver: Driver) -> None:
    """The story of a race in which nobody came to the finish."""
    _result(driver, raced_match(PILE))


def result_of_six(driver: Driver) -> None:
    """The story of a race of six."""
    _result(driver, raced_match(SIX, 6, "mille_miglia"))


def result_of_teams(driver: Driver) -> None:
    """The story of a long match of three teams, with moves taken back and a bot that drove."""
    saved = raced_match(MATCH, 6, "dujardin", Seating.TEAMS, legs=30)
    legs = [replace(leg, taken_back=(1,), delegated=frozenset({0})) for leg in saved.legs]
    _result(driver, replace(saved, legs=tuple(legs)))


def result_of_deal(driver: Driver) -> None:
    """The story of a deal that was chosen."""
    _result(driver, raced_match(DEAL, is_deal=True))


def result_of_bots(driver: Driver) -> None:
    """The same, compared with the bots in the same seat."""
    with mock.patch.object(level_runs, "WorkerBots", ScriptedBots):
        result_of_deal(driver)
        driver.press("tabs.bots")
        driver.settle()
    assert driver.control("drive.own")


def result_by_house_rules(driver: Driver) -> None:
    """The story of a race by both house rules."""
    _result(driver, raced_match(WON, options=Options(rolling_start=True, eight_cards=True)))


def result_rows(driver: Driver) -> None:
    """All rows of the points of a match of several legs."""
    result_of_match(driver)
    driver.press("rows")
    driver.settle()


def result_of_leg(driver: Driver) -> None:
    """A leg in the midst of a match of five, four milestones reached in it."""
    saved = raced_match(MATCH, legs=5)
    _result(driver, replace(saved, legs=saved.legs[:3], winner=None), legs=3)
    driver.app.milestones_reached = ("no_200", "each_coup", "foot_down", "big_leg")
    driver.settle()


def result_driven_on(driver: Driver) -> None:
    """The result of a race that was driven on from a turn of another."""
    _result(driver, replace(raced_match(LOST), kind=MatchKind.PRACTICE, driven_on_turn=14))


def result_of_stage(driver: Driver) -> None:
    """The story of a stage of the tour, with its stars."""
    _result(driver, raced_match(STAGE, stage=stages()[1]))


def result_of_match(driver: Driver) -> None:
    """The story of a match of several legs."""
    _result(driver, raced_match(MATCH, legs=5))


def error(driver: Driver) -> None:
    """The plate after an error at the table."""
    table(driver)
    go_wrong(driver)
    assert driver.scene == "error"


def error_told(driver: Driver) -> None:
    """The plate after an error, its report saved."""
    error(driver)
    driver.press("report")
    driver.until(lambda: "report-" in driver.control("explanation").name, "the report")
    driver.settle()


def error_of_unsaved(driver: Driver) -> None:
    """The plate after an error in a match that could not be saved."""
    table(driver)
    assert driver.app.session is not None
    with mock.patch.object(Autosave, "is_kept", False):
        go_wrong(driver)
    driver.app.scene._read_save_status = lambda: SaveStatus.LOST  # type: ignore[attr-defined]
    driver.settle()


def error_of_file(driver: Driver) -> None:
    """The plate after a file of the game, one with a long name, turned out to be damaged."""
    table(driver)
    driver.may_fail = True
    damage = DamagedAssetError(Path("assets/cards/right_of_way.small.svg"), "it is no SVG")
    with mock.patch.object(driver.app.scene, "update", side_effect=damage):
        driver.pump()
    forgive(driver)
    driver.settle()
    assert driver.scene == "error"


def error_again(driver: Driver) -> None:
    """The plate after going on has failed twice."""
    table(driver)
    with mock.patch.object(TableScene, "update", side_effect=RuntimeError("again")):
        go_wrong(driver)
        for _ in range(2):
            driver.may_fail = True
            driver.press("go_on")
            driver.pump()
            forgive(driver)
    assert driver.scene == "error"


def go_wrong(driver: Driver) -> None:
    """Let the scene on the screen fail once."""
    driver.may_fail = True
    with mock.patch.object(driver.app.scene, "update", side_effect=RuntimeError("on purpose")):
        driver.pump()
    forgive(driver)
    driver.settle()


def forgive(driver: Driver) -> None:
    """Forget the errors that were wanted; any other ends the test."""
    driver.may_fail, driver.app.recovery.last_error = False, None


STAGES: dict[str, Stage] = {
    stage.__name__: stage
    for stage in (
        *(
            title,
            title_with_match,
            title_with_days,
            title_of_several,
            one_screen,
            one_screen_begun,
            tour,
            tour_ahead,
            tour_stage,
            tour_coast,
            tour_alps,
            tour_night,
            languages,
            keys,
            setup,
            setup_of_two,
            rule_sets,
            deal,
            calendar,
            calendar_new,
            calendar_done,
            settings,
            picture,
            controls,
            profiles,
            speech,
            about,
            about_licences,
            notice,
        ),
        *(roadbook, roadbook_of_none, roadbook_of_broken, roadbook_of_deleted, emptying, naming, importing),
        *(importing_long, statistics, statistics_of_none, drivers, rival),
        *(milestones, garage, garage_of_locked, landscapes),
        *(puzzles, puzzle, puzzle_missed, puzzle_solved, puzzle_shown, puzzle_question),
        *(
            table,
            table_of_two,
            table_of_six,
            nine_cards,
            green_light,
            handover,
            taking_over,
            captioned,
            chosen,
            refused,
            tip,
            hint,
            delegating,
            log,
            taken_back,
            standing,
            nothing_to_lay,
            discarding,
            discards,
            menu,
            menu_more,
        ),
        *(report, report_saved, report_without_match),
        *(
            coup_fourre,
            extension,
            put_aside,
            leg_score,
            match_end,
            result_won,
            result_lost,
            result_of_pile,
            result_of_six,
            result_of_deal,
            result_of_bots,
            result_by_house_rules,
            result_rows,
            result_of_leg,
            result_driven_on,
            result_of_stage,
            result_of_match,
        ),
        *(replay, replay_open, replay_of_six, replay_running),
        *(replay_counting, replay_broken_off, replay_flawless, replay_hits, replay_hits_of_teams, replay_log),
        *(pin, pin_missed, pin_shown),
        *(lesson, lesson_task, lesson_end),
        *(rules_of_a_card, rules_of_attack, rules_of_differences),
        *(
            error,
            error_told,
            error_of_unsaved,
            error_of_file,
            error_again,
            already_open,
            already_open_silent,
            restart,
            setup_of_six,
            setup_rules,
            setup_house_rules,
        ),
        *(hazard, stranded, coup_fourre_hint, coup_fourre_aside, extension_of_teams),
        *(settings_language, result_of_teams),
    )
}


def _rules(driver: Driver) -> str:
    return (driver.app.settings.machine.plan or DEFAULT_PLAN).setup.rules


def _four(driver: Driver) -> SavedMatch:
    return saved_match(HANDS, DRAWS, ROLLING, rules=_rules(driver))


def _index(driver: Driver, card_id: str) -> int:
    return driver.top(TableScene).animation.observation.hand.index(card(card_id))


def _leave_a_match(driver: Driver) -> None:
    table(driver)
    driver.key(pygame.K_1)
    driver.key(pygame.K_RETURN)
    driver.settle()
    driver.app.go_home()
    driver.settle()


def _arrive(driver: Driver, target_score: int) -> None:
    """Lay the card that brings the own side to the goal: 700 km, or 1000 where every leg is as long as that."""
    rules = _rules(driver)
    is_long = load_rules(rules).distance_km(2, Seating.SOLO) == LONG_KM
    ways = ["go", "km_200", "km_200", "km_100", "km_100", "km_75", *(["km_100"] * 3 if is_long else [])]
    moves = [text for way in ways for text in (f"0 {way}", "1 - km_25")]
    draws = " ".join([*(f"{way} km_25" for way in ways[HAND_SIZE:]), "km_25"])
    hands = [" ".join(ways[:HAND_SIZE]), " ".join(["km_25"] * 6)]
    saved = saved_match(hands, draws, moves, rules=rules, target_score=target_score)
    reasons = {at: KEPT for at, text in enumerate(moves) if text.startswith("1")}
    sit_down(driver, replace(saved, legs=(replace(saved.legs[0], reasons=reasons),)))
    driver.key(pygame.K_1 + _index(driver, "km_25"))
    driver.key(pygame.K_RETURN)
    driver.settle()


def _finish(driver: Driver, target_score: int) -> None:
    """End the leg there."""
    _arrive(driver, target_score)
    if driver.scene == "extension":
        driver.press("no")
        driver.settle()


def _result(driver: Driver, saved: SavedMatch, *, legs: int = 0) -> None:
    """Show the result of a match that is over, or of so many of its legs."""
    app = driver.app
    app.files.save_match(saved.id, saved.to_bytes())
    session = Session(saved, files=app.files, clock=app.clock, bots=ScriptedBots())
    while not (session.is_leg_over if legs else session.is_match_over):
        session.poll()
    app.start_session(session)
    app.show_score()
    driver.settle()
    assert driver.scene == "result"
