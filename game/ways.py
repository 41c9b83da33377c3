"""Where each way between screens leads.

``Navigation`` has these ways as its own methods, and loads this module, with all screens, when the first is taken or
after the title is shown, whichever comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from game.career.achievements import Achievements
from game.career.match_stats import match_stats, person_of
from game.drivers.words import remark_lines
from game.engine.rules import rule_sets_by_number
from game.features.calendar.calendar_scene import CalendarScene
from game.features.calendar.deal_code_scene import DealCodeScene
from game.features.calendar.model.day_runs import MASTER
from game.features.calendar.model.deal_calendar import level_points_adder
from game.features.calendar.model.level_runs import LegRun, SeatComparison, first_leg_scenario, with_run_as_first_leg
from game.features.calendar.model.played_deals import played_deals_poller
from game.features.drivers.page import DriversPage
from game.features.garage.announce import announce_new_unlocks, announce_unlocked, milestone_unlock_line
from game.features.garage.collection import CollectionPage
from game.features.lesson.model import lesson_bots, lesson_match, lesson_rules, resume_place
from game.features.lesson.scene import LessonScene
from game.features.matches.page import MatchesPage
from game.features.milestones.watch import MilestoneWatch
from game.features.play.handover import HandoverScene
from game.features.play.menu import LanguageScene, PauseMenuScene
from game.features.play.scene import TableScene
from game.features.profiles.files import ImportedFiles, import_files
from game.features.profiles.scene import ProfileScene
from game.features.puzzles.model import drop_puzzle, keep_puzzles, shipped_puzzles
from game.features.puzzles.page import PuzzlesPage
from game.features.replay.model.leg_replay import LegReplay
from game.features.replay.model.review import Judgement
from game.features.replay.opening import open_replay
from game.features.result.comparison import ComparisonTable
from game.features.result.match_result import MatchResult
from game.features.result.page import ActionButton, ResultActions
from game.features.result.scene import ResultScene
from game.features.result.standings import Standings
from game.features.roadbook.page import RoadbookTab
from game.features.roadbook.scene import RoadbookScene
from game.features.rulebook.scene import toggle_rules
from game.features.settings.scene import SettingsScene, toggle_keys
from game.features.setup.one_screen import OneScreenScene
from game.features.setup.scene import SetupScene
from game.features.title.about import AboutScene
from game.features.tour.model import Stage, Tour, stage_of
from game.features.tour.scene import StageArrival, TourScene
from game.features.tour.stage_results import stage_achievements
from game.features.tour.words import check_tour_words
from game.files.background_task import BackgroundTask
from game.i18n import LANGUAGES, _p, _r, catalogue, language, menu_order
from game.match.deals import Deal
from game.match.match_file import MatchKind, SavedMatch
from game.match.plan import Plan
from game.match.session import Session
from game.people.players import with_first_person, with_person_seated
from game.phrases import N_
from game.scenes import background
from game.scenes.host import Host
from game.scenes.sayings import leg_end_remark, moods_of
from game.system.licences import shipped_parts
from game.table.top_bar import back_button
from game.ui.scene import Scene

SceneT = TypeVar("SceneT", bound="Scene[Any]")


def load_game_data() -> None:
    """Load all rule sets, stages, remarks, puzzles, languages and licenses, each of which is cached.

    Raises ``AssetError`` or ``RulesFileError`` for the first file that is damaged. Takes too long for a frame.
    """
    rule_sets_by_number()
    check_tour_words()
    for code in LANGUAGES:
        remark_lines(code)
        catalogue(code)
    menu_order()
    shipped_parts()
    shipped_puzzles()


class Ways:
    """The ways between the screens of the program ``app``."""

    def __init__(self, app: Host) -> None:
        self._app = app

    def show_rules(self, topic: str | None) -> None:
        toggle_rules(self._app, topic)

    def show_keys(self) -> None:
        toggle_keys(self._app)

    def show_settings(self) -> None:
        self._app.push(SettingsScene(self._app))

    def show_languages(self) -> None:
        self._app.push(LanguageScene(self._app))

    def show_about(self) -> None:
        self._app.push(AboutScene(self._app))

    def show_setup(self) -> None:
        self._app.push(SetupScene(self._app))

    def show_one_screen(self) -> None:
        self._app.push(OneScreenScene(self._app))

    def show_profiles(self) -> None:
        if self._return_to(ProfileScene) is None:
            self._app.push(ProfileScene(self._app))

    def _return_to(self, kind: type[SceneT]) -> SceneT | None:
        """Close all above the open scene of this kind and return the scene, or None if none is open."""
        scenes = self._app.scenes
        found = next((scene for scene in scenes if isinstance(scene, kind)), None)
        if found is not None and found is not scenes[0]:
            self._app.pop(scenes[scenes.index(found) - 1])
        return found

    def import_files(self, paths: Sequence[Path]) -> None:
        def show(found: ImportedFiles) -> None:
            if found.matches:
                page = self.show_roadbook().show_page("races")
                assert isinstance(page, MatchesPage)
                page.show_imported(found.matches)
            elif found.profiles:
                self.show_profiles()

        import_files(self._app, paths, show)

    def show_roadbook(self) -> RoadbookScene:
        scene = self._return_to(RoadbookScene)
        if scene is None:
            scene = RoadbookScene(self._app, self._roadbook_tabs())
            self._app.push(scene)
        return scene

    def _roadbook_tabs(self) -> list[RoadbookTab]:
        career = self._app.career
        back = back_button("stone", N_("Roadbook"), N_("Back to the Roadbook. Key: Esc"))

        def look_back(saved: SavedMatch) -> None:
            open_replay(self._app, saved, len(saved.legs) - 1, back)

        return [
            RoadbookTab("races", N_("Races"), lambda frame: MatchesPage(frame, career, look_back, self.show_result)),
            RoadbookTab("drivers", N_("Drivers"), lambda frame: DriversPage(frame, look_back)),
            RoadbookTab("collection", N_("Collection"), CollectionPage),
            RoadbookTab("puzzles", N_("Puzzles"), PuzzlesPage),
        ]

    # -- achievements -------------------------------------------------------------------------------------------------

    def watch_milestones(self, session: Session) -> MilestoneWatch | None:
        """Return what finds the milestones of a match, or None if it is another person's than the profile in use."""
        person = self._app.settings.profile.id
        return MilestoneWatch(session, self._app.career, person) if person_of(session.saved) == person else None

    def unlocked_line(self, milestone: str) -> str:
        return milestone_unlock_line(self._app, milestone)

    def announce_unlocked(self, milestone: str) -> None:
        announce_unlocked(self._app, milestone)

    def announce_achieved(self, before: Achievements | None, after: Achievements | None) -> None:
        announce_new_unlocks(self._app, before, after)

    def keep_puzzles(self, leg: LegReplay, judgements: Sequence[Judgement], *, solved: bool) -> None:
        keep_puzzles(self._app.career, leg, judgements, solved=solved)

    def drop_puzzle(self, leg: LegReplay, judgement: Judgement) -> None:
        drop_puzzle(self._app.career, leg, judgement)

    # -- a match ------------------------------------------------------------------------------------------------------

    def start_match(self, plan: Plan) -> None:
        app = self._app
        plan = replace(plan, players=with_first_person(plan.players, app.settings.profile))
        app.save_settings(app.settings.with_last_match_plan(plan))
        self._start(Session.new(plan, seed=app.seed, files=app.files, clock=app.clock))

    def start_deal(self, plan: Plan, deal: Deal, day: date | None = None) -> None:
        app, plan = self._app, self._with_person(plan)
        self._start(Session.new(plan, deal, day=day, files=app.files, clock=app.clock))

    def start_stage(self, stage: Stage, deal: Deal | None = None) -> None:
        app, plan = self._app, self._with_person(stage.plan)
        seed = app.seed if deal is None else None
        self._start(Session.new(plan, deal, stage=stage.id, seed=seed, files=app.files, clock=app.clock))

    def _with_person(self, plan: Plan) -> Plan:
        return replace(plan, players=with_first_person(plan.players, self._app.settings.profile))

    def resume_match(self, saved: SavedMatch) -> None:
        self._start(Session(saved, files=self._app.files, clock=self._app.clock))

    def practise(self, saved: SavedMatch) -> None:
        files = self._app.files
        kept = replace(saved, id=files.new_id())
        files.save_match(kept.id, kept.to_bytes())
        self.resume_match(kept)

    def _start(self, session: Session) -> None:
        self._app.start_session(session)
        self.show_table()

    def show_deals(self, day: date | None, *, plays: bool) -> None:
        app = self._app
        back = back_button("calendar", N_("Calendar"), N_("Back to the calendar. Key: Esc"))

        def by_code() -> None:
            app.push(DealCodeScene(app, self.start_deal, played_deals_poller(app.career, app.settings.profile.id)))

        def look_at(saved: SavedMatch) -> None:
            open_replay(app, saved, 0, back, is_reviewed=False)

        calendar = CalendarScene(app, self.start_deal, by_code, look_at, day=day)
        app.push(calendar)
        if plays and day is not None:
            calendar.play(day)

    def show_tour(self) -> None:
        arrival = self._arrival()
        self._app.close_session()
        self._app.go_to(TourScene(self._app, self.start_stage, arrival))

    def _arrival(self) -> StageArrival | None:
        """Return how the stage that has just been driven is shown on the map, or None if none was."""
        session = self._app.session
        stage = stage_of(session.stage) if session is not None and session.is_match_over else None
        if session is None or stage is None:
            return None
        saved, before = session.saved, self._app.achievements_before
        brought = BackgroundTask[Tour]("the stage just driven", lambda _: Tour({}))
        brought.start(lambda: Tour(stage_achievements([match_stats(saved)]).stages))
        deal = session.deal if stage.plan.is_one_leg else None
        return StageArrival(stage, brought, deal, None if before is None else Tour(before.stages))

    def show_table(self) -> None:
        session = self._app.session
        assert session is not None
        self._app.go_to(TableScene(self._app) if session.hot_seat.handover is None else HandoverScene(self._app))

    def show_result(self, saved: SavedMatch) -> None:
        """Show the result of a match from the library; nothing is saved."""
        self._app.start_session(Session(saved, clock=self._app.clock))
        self._app.milestones_reached = ()
        self.show_score(celebrates=False)

    def show_score(self, *, celebrates: bool = True) -> None:
        """Show the page of the leg that has ended; with ``celebrates``, after a celebration if the match is over."""
        app, session = self._app, self._app.session
        assert session is not None
        standings = Standings.of(session, moods_of(app, session))
        result = MatchResult.of(session, standings, leg_end_remark(app, session), [*app.milestone_shares])
        is_final = session.is_match_over and session.kind is not MatchKind.PRACTICE
        compare, actions = self._comparison_of(session), self._result_actions(session)
        app.go_to(ResultScene(app, result, actions, compare, celebrates=celebrates and is_final))
        if session.is_match_over:
            background.preload(app.size, with_stone=True)

    def _result_actions(self, session: Session) -> ResultActions:
        """Return the buttons of the page after a leg or match of the session."""

        back = back_button("trophy", N_("Result"), N_("Back to the result. Key: Esc"))

        def look_back(turn: int | None = None) -> None:
            place = None if turn is None else turn - 1
            index = session.observation.leg - 1
            open_replay(self._app, session.saved, index, back, place=place, upcoming_turn=turn)

        again = self._once_more(session) if session.is_match_over else None
        ways = [
            ActionButton("look_back", N_("Look back"), "eye", look_back),
            *([ActionButton("once_more", lambda: _p("race", "Once more"), "lap", again)] if again is not None else []),
            ActionButton("to_title", lambda: _p("button", "Main menu"), "close", self._app.go_home),
        ]
        if session.is_match_over:
            return ResultActions(self._way_on(session), ways, self._app.go_home, look_back)

        def next_leg() -> None:
            session.next_leg()
            self.show_table()

        go_on = ActionButton("go_on", lambda: _r(session.setup.rules, "Next leg"), "arrow", next_leg)
        return ResultActions(go_on, ways, lambda: self._app.push(PauseMenuScene(self._app)), look_back)

    def _way_on(self, session: Session) -> ActionButton:
        """Return the red button of the page after a match of the session."""

        day, is_race = session.saved.day, session.setup.legs == 1

        def to_calendar() -> None:
            self._app.go_home()
            self._app.refresh_stats()
            self.show_deals(day, plays=False)

        if session.kind is MatchKind.STAGE:
            return ActionButton("go_on", N_("On with the tour"), "flag", self.show_tour)
        if day is not None:
            return ActionButton("go_on", N_("Calendar"), "calendar", to_calendar)
        words = N_("New race") if is_race else (lambda: _r(session.setup.rules, "New match"))
        return ActionButton("go_on", words, "flag", lambda: self.start_match(session.plan))

    def _once_more(self, session: Session) -> Callable[[], None] | None:
        """Return what plays the race, stage or deal of the session again, with its cards; None for a match of legs."""
        deal, stage, day = session.deal, stage_of(session.stage), session.saved.day
        if session.kind is MatchKind.PRACTICE or session.setup.legs != 1 or deal is None:
            return partial(self.start_stage, stage) if stage is not None else None
        if stage is not None:
            return partial(self.start_stage, stage, deal)
        if day is not None:
            return partial(self.show_deals, day, plays=True)
        return partial(self.start_deal, session.plan.with_deal(deal), deal)

    def _comparison_of(self, session: Session) -> Callable[[Callable[[], None]], ComparisonTable] | None:
        """Return what makes the comparison with bots in the person's seat; None if no deal was chosen.

        For a deal of the day the comparison is recorded, and the Master's run is kept.
        """
        deal, day = session.deal, session.saved.day
        if deal is None or session.kind is not MatchKind.DEAL or session.seat_control.is_hot_seat:
            return None
        back = back_button("bot", N_("Result"), N_("Back to the result. Key: Esc"))

        def look_at(run: LegRun) -> None:
            open_replay(self._app, with_run_as_first_leg(session.saved, run), 0, back, is_reviewed=run.level is None)

        def keep(comparison: SeatComparison) -> None:
            if day is not None:
                self._app.record_achievement(level_points_adder(day, comparison.points))
                master = next(run for run in comparison.runs if run.level == MASTER)
                self._app.master_runs[day] = with_run_as_first_leg(session.saved, master)

        return lambda on_change: ComparisonTable(
            deal, lambda: SeatComparison(first_leg_scenario(session)), look_at, keep, on_change
        )

    # -- the lesson ---------------------------------------------------------------------------------------------------

    def start_lesson(self) -> None:
        # The lesson has the rules of the next match, unless one with other rules was begun and not finished.
        # It has no file: its script is fixed, so the progress in the settings is enough.
        app = self._app
        left = resume_place(app.settings.person.lesson)
        wished = app.settings.last_match_plan(language()).setup.rules
        saved = lesson_match(left.moves, lesson_rules(wished, left.rules, left.moves))
        saved = replace(saved, players=with_person_seated(saved.players, app.settings.profile))
        app.start_session(Session(saved, clock=app.clock, bots=lesson_bots()))
        app.go_to(LessonScene(app))
