"""The transitions between screens that replace each other: title, match, lesson, score, result and back.

Every other screen opens on top of the screen that calls for it. No scene imports this module; scenes call the program
as their ``Host``.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from game.engine.rules import rule_sets_by_number
from game.features.title.scene import TitleScene
from game.features.tour.words import check_tour_words
from game.i18n import LANGUAGES, _, _p, _r, catalogue, language, menu_order, percent
from game.match.match_file import MatchKind, SavedMatch
from game.match.plan import Plan
from game.people.players import with_first_person, with_person_seated
from game.scenes import background
from game.scenes.host import Host
from game.system.licences import shipped_parts
from game.ui.scene import Scene

if TYPE_CHECKING:
    from game.career.achievements import Achievements
    from game.career.reader import AchievementSource
    from game.features.replay.model.leg_replay import LegReplay
    from game.features.replay.model.review import Judgement
    from game.features.result.comparison import ComparisonTable
    from game.features.result.page import ActionButton, ResultActions
    from game.features.roadbook.scene import RoadbookScene
    from game.features.tour.model import Stage
    from game.match.deals import Deal
    from game.match.session import Session

SceneT = TypeVar("SceneT", bound="Scene[Any]")
SCREENS = (
    "play.scene",
    "play.menu",
    "play.handover",
    "title.about",
    "setup.scene",
    "setup.one_screen",
    "profiles.scene",
    "lesson.scene",
    "rulebook.scene",
    "settings.scene",
    "roadbook.scene",
    "matches.page",
    "drivers.page",
    "garage.collection",
    "puzzles.page",
    "replay.opening",
    "result.scene",
    "calendar.calendar_scene",
    "calendar.deal_code_scene",
    "tour.scene",
)
"""The modules, below ``game.features``, of the screens reachable from the title; they import their parts."""
_PRELOADED_MODULES = (
    "game.features.milestones.watch",
    "game.features.garage.announce",
    "babel.numbers",
    "game.features.calendar.model.played_deals",
)
"""Modules that a match or a screen would otherwise import while it is shown."""


def load_game_data() -> None:
    """Load all rule sets, stages, remarks, puzzles, languages and licenses, each of which is cached.

    Raises ``AssetError`` or ``RulesFileError`` for the first file that is damaged. Takes too long for a frame.
    """
    from game.drivers.words import remark_lines
    from game.features.puzzles.model import shipped_puzzles

    rule_sets_by_number()
    check_tour_words()
    for code in LANGUAGES:
        remark_lines(code)
        catalogue(code)
    menu_order()
    shipped_parts()
    shipped_puzzles()


def import_screens() -> None:
    """Import the screens; runs in a thread for which nobody waits.

    Errors are left to the screen that needs the module and can report it. All objects created until then are excluded
    from garbage collection.
    """
    for name in (*(f"game.features.{name}" for name in SCREENS), *_PRELOADED_MODULES):
        with contextlib.suppress(Exception):
            importlib.import_module(name)
    percent(0)  # reads the language's number formats
    gc.freeze()


class Navigation(Host):
    """The part of the program that knows all screens.

    Screens other than the title are imported when first shown, so that the title appears at once.
    """

    def go_home(self) -> None:
        self.close_session()
        self.go_to(TitleScene(self))

    def show_rules(self, topic: str | None = None) -> None:
        from game.features.rulebook.scene import toggle_rules

        toggle_rules(self, topic)

    def show_keys(self) -> None:
        from game.features.settings.scene import toggle_keys

        toggle_keys(self)

    def show_settings(self) -> None:
        from game.features.settings.scene import SettingsScene

        self.push(SettingsScene(self))

    def show_about(self) -> None:
        from game.features.title.about import AboutScene

        self.push(AboutScene(self))

    def show_profiles(self) -> None:
        from game.features.profiles.scene import ProfileScene

        if self._return_to(ProfileScene) is None:
            self.push(ProfileScene(self))

    def _return_to(self, kind: type[SceneT]) -> SceneT | None:
        """Close all above the open scene of this kind and return the scene, or None if none is open."""
        found = next((scene for scene in self.scenes if isinstance(scene, kind)), None)
        if found is not None and found is not self.scene:
            self.pop(self.scenes[self.scenes.index(found) - 1])
        return found

    def import_files(self, paths: Sequence[Path]) -> None:
        from game.features.matches.page import MatchesPage
        from game.features.profiles.files import ImportedFiles, import_files

        def show(found: ImportedFiles) -> None:
            if found.matches:
                page = self._open_roadbook().show_page("races")
                assert isinstance(page, MatchesPage)
                page.show_imported(found.matches)
            elif found.profiles:
                self.show_profiles()

        import_files(self, paths, show)

    def show_roadbook(self) -> None:
        self._open_roadbook()

    def _open_roadbook(self) -> RoadbookScene:
        from game.features.drivers.page import DriversPage
        from game.features.garage.collection import CollectionPage
        from game.features.matches.page import MatchesPage
        from game.features.puzzles.page import PuzzlesPage
        from game.features.roadbook.page import RoadbookTab
        from game.features.roadbook.scene import RoadbookScene
        from game.table.top_bar import back_button

        def look_back(saved: SavedMatch) -> None:
            from game.features.replay.opening import open_replay

            open_replay(self, saved, len(saved.legs) - 1, back)

        back = back_button("stone", lambda: _("Roadbook"), lambda: _("Back to the Roadbook. Key: Esc"))

        scene = self._return_to(RoadbookScene)
        if scene is None:
            roadbook = self.career
            tabs = [
                RoadbookTab(
                    "races", lambda: _("Races"), lambda frame: MatchesPage(frame, roadbook, look_back, self.show_result)
                ),
                RoadbookTab("drivers", lambda: _("Drivers"), lambda frame: DriversPage(frame, look_back)),
                RoadbookTab("collection", lambda: _("Collection"), CollectionPage),
                RoadbookTab("puzzles", lambda: _("Puzzles"), PuzzlesPage),
            ]
            scene = RoadbookScene(self, tabs)
            self.push(scene)
        return scene

    # -- achievements -------------------------------------------------------------------------------------------------

    def career_achievement_sources(self) -> Sequence[AchievementSource]:
        return achievement_sources()

    # -- the garage ---------------------------------------------------------------------------------------------------

    def unlocked_line(self, milestone: str) -> str:
        from game.features.garage.announce import milestone_unlock_line

        return milestone_unlock_line(self, milestone)

    def announce_unlocked(self, milestone: str) -> None:
        from game.features.garage.announce import announce_unlocked

        announce_unlocked(self, milestone)

    def announce_achieved(self, before: Achievements | None, after: Achievements | None) -> None:
        from game.features.garage.announce import announce_new_unlocks

        announce_new_unlocks(self, before, after)

    def keep_puzzles(self, leg: LegReplay, judgements: Sequence[Judgement], *, solved: bool = False) -> None:
        """Keep costly decisions of a leg as puzzles of the person whose match it is, solved or not."""
        from game.features.puzzles.model import keep_puzzles

        keep_puzzles(self.career, leg, judgements, solved=solved)

    def drop_puzzle(self, leg: LegReplay, judgement: Judgement) -> None:
        """Keep a decision of a leg as a puzzle no longer, as its answer was shown."""
        from game.features.puzzles.model import drop_puzzle

        drop_puzzle(self.career, leg, judgement)

    # -- a match ------------------------------------------------------------------------------------------------------

    def start_match(self, plan: Plan) -> None:
        from game.match.session import Session

        plan = replace(plan, players=with_first_person(plan.players, self.settings.profile))
        self.save_settings(self.settings.with_last_match_plan(plan))
        self.start_session(Session.new(plan, seed=self.seed, files=self.files, clock=self.clock))
        self.show_table()

    def start_deal(self, plan: Plan, deal: Deal, day: date | None = None) -> None:
        """Start a chosen deal; ``day`` is the date of a deal of the day, of which no match may be unfinished."""
        from game.match.session import Session

        plan = replace(plan, players=with_person_seated(plan.players, self.settings.profile))
        self.start_session(Session.new(plan, deal, day=day, files=self.files, clock=self.clock))
        self.show_table()

    def show_deals(self, day: date | None = None, *, plays: bool = False) -> None:
        """Show the calendar, by default at today; with ``plays``, play or continue the deal of ``day`` at once."""
        from game.features.calendar.calendar_scene import CalendarScene
        from game.features.calendar.deal_code_scene import DealCodeScene
        from game.features.calendar.model.played_deals import played_deals_poller
        from game.features.replay.opening import open_replay
        from game.table.top_bar import back_button

        def by_code() -> None:
            self.push(DealCodeScene(self, self.start_deal, played_deals_poller(self.career, self.settings.profile.id)))

        def look_at(saved: SavedMatch) -> None:
            open_replay(
                self,
                saved,
                0,
                back_button("calendar", lambda: _("Calendar"), lambda: _("Back to the calendar. Key: Esc")),
                is_reviewed=False,
            )

        calendar = CalendarScene(self, self.start_deal, by_code, look_at, day=day)
        self.push(calendar)
        if plays and day is not None:
            calendar.play(day)

    def show_tour(self) -> None:
        from game.career.match_stats import match_stats
        from game.features.tour.model import Tour, stage_of
        from game.features.tour.scene import StageArrival, TourScene
        from game.features.tour.stage_results import stage_achievements
        from game.files.background_task import BackgroundTask

        arrival, session = None, self.session
        stage = stage_of(session.stage) if session is not None and session.is_match_over else None
        if session is not None and stage is not None:
            saved = session.saved
            brought = BackgroundTask[Tour]("the stage just driven", lambda _: Tour({}))
            brought.start(lambda: Tour(stage_achievements([match_stats(saved)]).stages))
            before = self.achievements_before
            arrival = StageArrival(
                stage,
                brought,
                session.deal if stage.plan.is_one_leg else None,
                None if before is None else Tour(before.stages),
            )
        self.close_session()
        self.go_to(TourScene(self, self.start_stage, arrival))

    def start_stage(self, stage: Stage, deal: Deal | None = None) -> None:
        """Start a stage of the tour, with the cards of ``deal`` if given."""
        from game.match.session import Session

        plan = replace(stage.plan, players=with_person_seated(stage.plan.players, self.settings.profile))
        seed = self.seed if deal is None else None
        self.start_session(Session.new(plan, deal, stage=stage.id, seed=seed, files=self.files, clock=self.clock))
        self.show_table()

    def resume_match(self, saved: SavedMatch) -> None:
        from game.match.session import Session

        self.start_session(Session(saved, files=self.files, clock=self.clock))
        self.show_table()

    def practise(self, saved: SavedMatch) -> None:
        kept = replace(saved, id=self.files.new_id())
        self.files.save_match(kept.id, kept.to_bytes())
        self.resume_match(kept)

    def show_table(self) -> None:
        from game.features.play.handover import HandoverScene
        from game.features.play.scene import TableScene

        assert self.session is not None
        self.go_to(TableScene(self) if self.session.hot_seat.handover is None else HandoverScene(self))

    def show_result(self, saved: SavedMatch) -> None:
        """Show the result of a match from the library; nothing is saved."""
        from game.match.session import Session

        self.start_session(Session(saved, clock=self.clock))
        self.milestones_reached = ()
        self._show_result(celebrates=False)

    def show_score(self) -> None:
        self._show_result(celebrates=True)

    def _show_result(self, *, celebrates: bool) -> None:
        """Show the page of the leg that has ended; with ``celebrates``, after a celebration if the match is over."""
        from game.features.result.match_result import MatchResult
        from game.features.result.scene import ResultScene
        from game.features.result.standings import Standings
        from game.scenes.sayings import leg_end_remark, moods_of

        session = self.session
        assert session is not None
        standings = Standings.of(session, moods_of(self, session))
        result = MatchResult.of(session, standings, leg_end_remark(self, session), [*self.milestone_shares])
        is_final = session.is_match_over and session.kind is not MatchKind.PRACTICE
        compare = _comparison_of(self, session)
        actions = _result_actions(self, session)
        self.go_to(ResultScene(self, result, actions, compare, celebrates=celebrates and is_final))
        if session.is_match_over:
            background.preload(self.size, with_stone=True)

    # -- the lesson ---------------------------------------------------------------------------------------------------

    def start_lesson(self) -> None:
        # The lesson has the rules of the next match, unless one with other rules was begun and not finished.
        # It has no file: its script is fixed, so the progress in the settings is enough.
        from game.features.lesson.model import lesson_bots, lesson_match, lesson_rules, resume_place
        from game.features.lesson.scene import LessonScene
        from game.match.session import Session

        left = resume_place(self.settings.person.lesson)
        wished = self.settings.last_match_plan(language()).setup.rules
        saved = lesson_match(left.moves, lesson_rules(wished, left.rules, left.moves))
        saved = replace(saved, players=with_person_seated(saved.players, self.settings.profile))
        self.start_session(Session(saved, clock=self.clock, bots=lesson_bots()))
        self.go_to(LessonScene(self))


def _result_actions(host: Navigation, session: Session) -> ResultActions:
    """Return the buttons of the page after a leg or match of the session."""
    from game.features.play.menu import PauseMenuScene
    from game.features.replay.opening import open_replay
    from game.features.result.page import ActionButton, ResultActions
    from game.table.top_bar import back_button

    back = back_button("trophy", lambda: _("Result"), lambda: _("Back to the result. Key: Esc"))

    def look_back(turn: int | None = None) -> None:
        place = None if turn is None else turn - 1
        index = session.observation.leg - 1
        open_replay(host, session.saved, index, back, place=place, upcoming_turn=turn)

    again = _once_more(host, session) if session.is_match_over else None
    ways = [
        ActionButton("look_back", lambda: _("Look back"), "eye", look_back),
        *([ActionButton("once_more", lambda: _p("race", "Once more"), "lap", again)] if again is not None else []),
        ActionButton("to_title", lambda: _p("button", "Main menu"), "close", host.go_home),
    ]
    if session.is_match_over:
        return ResultActions(_way_on(host, session), ways, host.go_home, look_back)

    def next_leg() -> None:
        session.next_leg()
        host.show_table()

    go_on = ActionButton("go_on", lambda: _r(session.setup.rules, "Next leg"), "arrow", next_leg)
    return ResultActions(go_on, ways, lambda: host.push(PauseMenuScene(host)), look_back)


def _way_on(host: Navigation, session: Session) -> ActionButton:
    """Return the red button of the page after a match of the session."""
    from game.features.result.page import ActionButton

    day, is_race = session.saved.day, session.setup.legs == 1

    def to_calendar() -> None:
        host.go_home()
        host.refresh_stats()
        host.show_deals(day)

    if session.kind is MatchKind.STAGE:
        return ActionButton("go_on", lambda: _("On with the tour"), "flag", host.show_tour)
    if day is not None:
        return ActionButton("go_on", lambda: _("Calendar"), "calendar", to_calendar)
    words = (lambda: _("New race")) if is_race else (lambda: _r(session.setup.rules, "New match"))
    return ActionButton("go_on", words, "flag", lambda: host.start_match(session.plan))


def _once_more(host: Navigation, session: Session) -> Callable[[], None] | None:
    """Return what plays the race, stage or deal of the session again, with its cards; None for a match of legs."""
    from game.features.tour.model import stage_of

    deal, stage, day = session.deal, stage_of(session.stage), session.saved.day
    if session.kind is MatchKind.PRACTICE or session.setup.legs != 1 or deal is None:
        return partial(host.start_stage, stage) if stage is not None else None
    if stage is not None:
        return partial(host.start_stage, stage, deal)
    if day is not None:
        return partial(host.show_deals, day, plays=True)
    return partial(host.start_deal, session.plan.with_deal(deal), deal)


def _comparison_of(host: Navigation, session: Session) -> Callable[[Callable[[], None]], ComparisonTable] | None:
    """Return what makes the comparison with bots in the person's seat; None if no deal was chosen.

    For a deal of the day the comparison is recorded, and the Master's run is kept.
    """
    from game.features.calendar.model.day_runs import MASTER
    from game.features.calendar.model.deal_calendar import level_points_adder
    from game.features.calendar.model.level_runs import LegRun, SeatComparison, last_leg_scenario, with_run_as_last_leg
    from game.features.replay.opening import open_replay
    from game.features.result.comparison import ComparisonTable
    from game.table.top_bar import back_button

    deal, day = session.deal, session.saved.day
    if deal is None or session.kind is not MatchKind.DEAL or session.seat_control.is_hot_seat:
        return None
    back = back_button("bot", lambda: _("Result"), lambda: _("Back to the result. Key: Esc"))

    def look_at(run: LegRun) -> None:
        open_replay(
            host, with_run_as_last_leg(session.saved, run), session.observation.leg - 1, back,
            is_reviewed=run.level is None,
        )  # fmt: skip

    def keep(comparison: SeatComparison) -> None:
        if day is not None:
            host.record_achievement(level_points_adder(day, comparison.points))
            master = next(run for run in comparison.runs if run.level == MASTER)
            host.master_runs[day] = with_run_as_last_leg(session.saved, master)

    return lambda on_change: ComparisonTable(
        deal, lambda: SeatComparison(last_leg_scenario(session)), look_at, keep, on_change
    )


def achievement_sources() -> Sequence[AchievementSource]:
    """Return the features' functions that compute a person's achievements from matches."""
    from game.features.calendar.model.deal_calendar import daily_deal_achievements
    from game.features.milestones.model import reached_milestones
    from game.features.tour.stage_results import finished_stages

    return daily_deal_achievements, finished_stages, reached_milestones
