"""The transitions between screens that replace each other: title, match, lesson, score, result and back.

Every other screen opens on top of the screen that calls for it. No scene imports this module; scenes call the program
as their ``Host``.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from game.engine.rules import rule_sets_by_number
from game.features.title.scene import TitleScene
from game.features.tour.words import check_tour_words
from game.i18n import LANGUAGES, _, _p, _r, catalogue, language, menu_order
from game.match.match_file import MatchKind, SavedMatch
from game.match.plan import Plan
from game.people.players import with_person_seated
from game.scenes import background
from game.scenes.host import Host
from game.system.licences import shipped_parts
from game.ui.scene import Scene

if TYPE_CHECKING:
    from game.career.achievements import Achievements
    from game.career.reader import AchievementSource
    from game.features.calendar.model.level_runs import LegRun
    from game.features.replay.model.leg_replay import LegReplay
    from game.features.replay.model.review import Judgement
    from game.features.result.panel import ResultActions
    from game.features.roadbook.scene import RoadbookScene
    from game.features.score.scene import ActionButton
    from game.features.tour.model import Stage
    from game.match.deals import Deal
    from game.match.session import Session
    from game.table.top_bar import BarButton

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
    "statistics.page",
    "rivals.page",
    "milestones.page",
    "garage.page",
    "puzzles.page",
    "milestones.reached_scene",
    "score.scene",
    "replay.opening",
    "result.scene",
    "calendar.calendar_scene",
    "calendar.deal_code_scene",
    "calendar.deal_result_scene",
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
                page = self._open_roadbook().show_page("matches")
                assert isinstance(page, MatchesPage)
                page.show_imported(found.matches)
            elif found.profiles:
                self.show_profiles()

        import_files(self, paths, show)

    def show_roadbook(self) -> None:
        self._open_roadbook()

    def _open_roadbook(self) -> RoadbookScene:
        from game.features.garage.page import GaragePage
        from game.features.matches.page import MatchesPage
        from game.features.milestones.page import MilestonesPage
        from game.features.puzzles.page import PuzzlesPage
        from game.features.rivals.page import RivalsPage
        from game.features.roadbook.page import RoadbookTab
        from game.features.roadbook.scene import RoadbookScene
        from game.features.statistics.page import StatisticsPage
        from game.table.top_bar import back_button

        def look_at(saved: SavedMatch) -> None:
            from game.features.replay.opening import open_replay

            open_replay(self, saved, len(saved.legs) - 1, back)

        back = back_button("stone", lambda: _("Roadbook"), lambda: _("Back to the Roadbook. Key: Esc"))

        scene = self._return_to(RoadbookScene)
        if scene is None:
            roadbook = self.career
            tabs = [
                RoadbookTab(
                    "matches",
                    lambda: _("Matches"),
                    lambda frame: MatchesPage(frame, roadbook, look_at, self.show_result),
                ),
                RoadbookTab("statistics", lambda: _("Statistics"), StatisticsPage),
                RoadbookTab("rivals", lambda: _("Rivals"), RivalsPage),
                RoadbookTab("milestones", lambda: _("Milestones"), MilestonesPage),
                RoadbookTab("garage", lambda: _("Garage"), GaragePage),
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

    # -- a match ------------------------------------------------------------------------------------------------------

    def start_match(self, plan: Plan) -> None:
        from game.match.session import Session

        self.save_settings(
            self.settings.with_last_match_plan(replace(plan, players=with_person_seated(plan.players, None)))
        )
        plan = replace(plan, players=with_person_seated(plan.players, self.settings.profile))
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
                session.deal if stage.plan.is_quick_race else None,
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
        self.show_score(ends_at_once=True)

    def show_score(self, *, ends_at_once: bool = False) -> None:
        # A single race or deal goes straight to its result.
        from game.features.play.menu import PauseMenuScene
        from game.features.result.model import NO_SWINGS
        from game.features.result.panel import MatchResult
        from game.features.result.scene import MatchEndScene
        from game.features.score.scene import LegScoreScene, ReopenedScoreScene
        from game.features.score.standings import Standings
        from game.scenes.sayings import leg_end_remark, moods_of
        from game.table.top_bar import back_button

        session = self.session
        assert session is not None
        standings = Standings.of(session, moods_of(self, session))
        saying, milestones = leg_end_remark(self, session), _milestones_of(self)
        ends_at_once = ends_at_once or session.setup.legs == len(standings.legs) == 1

        def go_on() -> None:
            if session.is_match_over:
                self.go_to(MatchEndScene(self, told(), _result_exits(self, session, open_sheet, retell)))
            else:
                session.next_leg()
                self.show_table()

        def told(swings: Mapping[int, float] = NO_SWINGS) -> MatchResult:
            return MatchResult.of(session, standings, saying, swings)

        def retell(swings: Mapping[int, float]) -> None:
            next(scene for scene in self.scenes if isinstance(scene, MatchEndScene)).ending = told(swings)

        def open_sheet() -> None:
            self.push(ReopenedScoreScene(self, standings, self.pop, None, looks_back, milestones))

        back = back_button("chart", lambda: _("Score"), lambda: _("Back to the score. Key: Esc"))
        looks_back = [
            _replay_of(self, back),
            *_compare_of(self, session),
        ]
        if session.is_match_over:
            background.preload(self.size, with_stone=True)
        if session.is_match_over and ends_at_once:
            go_on()
        else:
            scene = LegScoreScene(
                self, standings, go_on, lambda: self.push(PauseMenuScene(self)), looks_back, milestones
            )
            scene.remark = saying
            self.go_to(scene)

    def show_sheet(self) -> None:
        from game.features.score.scene import ReopenedScoreScene
        from game.features.score.standings import Standings

        assert self.session is not None
        self.push(ReopenedScoreScene(self, Standings.of(self.session), self.pop))

    # -- the lesson ---------------------------------------------------------------------------------------------------

    def start_lesson(self) -> None:
        # The lesson has the rules of the next match, unless one with other rules was begun and not finished.
        # It has no file: its script is fixed, so the progress in the settings is enough.
        from game.features.lesson.model import lesson_bots, lesson_match, lesson_rules, resume_place
        from game.features.lesson.scene import LessonScene
        from game.match.session import Session

        left = resume_place(self.settings.machine.lesson)
        wished = self.settings.last_match_plan(language()).setup.rules
        saved = lesson_match(left.moves, lesson_rules(wished, left.rules, left.moves))
        saved = replace(saved, players=with_person_seated(saved.players, self.settings.profile))
        self.start_session(Session(saved, clock=self.clock, bots=lesson_bots()))
        self.go_to(LessonScene(self))


def _result_exits(
    host: Navigation, session: Session, open_sheet: Callable[[], None], retell: Callable[[Mapping[int, float]], None]
) -> ResultActions:
    """Return the buttons on the result screen of the session's match.

    ``retell`` is called with the swings that a review has found.
    """
    from game.features.replay.opening import open_replay
    from game.features.result.panel import ResultActions
    from game.features.score.scene import ActionButton
    from game.table.top_bar import back_button

    is_deal, is_race = session.kind is MatchKind.DEAL and session.deal is not None, session.setup.legs == 1
    deal_again, day = partial(_play_deal_again, host, session), session.saved.day

    def to_calendar() -> None:
        host.go_home()
        host.refresh_stats()
        host.show_deals(day)

    back = back_button("trophy", lambda: _("Result"), lambda: _("Back to the result. Key: Esc"))

    def replay_at(turn: int) -> None:
        index = session.observation.leg - 1
        open_replay(host, session.saved, index, back, place=turn - 1, upcoming_turn=turn, on_swings=retell)

    def words() -> str:
        if session.kind is MatchKind.STAGE:
            return _("On along the tour")
        if day is not None:
            return _("Calendar")
        if is_deal:
            return _("Play this deal again")
        return _p("race", "Once more") if is_race else _r(session.setup.rules, "New match")

    ways = [
        _replay_of(host, back, on_swings=retell),
        ActionButton("sheet", lambda: _("Score sheet"), "chart", open_sheet),
    ]
    if is_deal:
        ways += _compare_of(host, session)
    elif is_race and session.deal is not None and session.kind is MatchKind.MATCH:
        ways.append(ActionButton("same_cards", lambda: _("Same cards"), "cards", deal_again))
    again: Callable[[], None] = deal_again if is_deal else partial(_play_again, host, session)
    again = host.show_tour if session.kind is MatchKind.STAGE else to_calendar if day is not None else again
    icon = "flag" if day is None else "calendar"
    return ResultActions(ActionButton("again", words, icon, again), host.go_home, ways, replay_at)


def _play_again(host: Navigation, session: Session) -> None:
    """Start the same match or race again."""
    host.start_match(session.plan)


def _play_deal_again(host: Navigation, session: Session) -> None:
    """Start a match with the same cards as in the last one; of a day's deal, first continue an unfinished match."""
    assert session.deal is not None
    if session.saved.day is not None:
        host.show_deals(session.saved.day, plays=True)
    else:
        host.start_deal(session.plan.with_deal(session.deal), session.deal)


def _compare_of(host: Navigation, session: Session) -> list[ActionButton]:
    """Return the button to compare with other players in the person's seat; no button if the cards have no code.

    For a deal of the day the comparison is recorded.
    """
    from game.features.calendar.deal_result_scene import DealResultScene
    from game.features.calendar.model.deal_calendar import level_points_adder
    from game.features.calendar.model.level_runs import SeatComparison, last_leg_scenario, with_run_as_last_leg
    from game.features.replay.opening import open_replay
    from game.features.score.scene import ActionButton
    from game.table.top_bar import back_button

    deal = session.deal
    if deal is None or session.seat_control.is_hot_seat:
        return []

    def compare() -> None:
        comparison, again = SeatComparison(last_leg_scenario(session)), partial(_play_deal_again, host, session)
        host.push(DealResultScene(host, deal, comparison, again, look_at, keep))

    def look_at(drive: LegRun) -> None:
        open_replay(
            host,
            with_run_as_last_leg(session.saved, drive),
            session.observation.leg - 1,
            back_button("bot", lambda: _("Compare"), lambda: _("Back to the runs. Key: Esc")),
            is_reviewed=drive.level is None,
        )

    def keep(points: tuple[int, ...]) -> None:
        if session.saved.day is not None:
            host.record_achievement(level_points_adder(session.saved.day, points))

    return [ActionButton("compare", lambda: _("Compare"), "bot", compare)]


def _milestones_of(host: Host) -> ActionButton:
    """Return the button that shows the milestones reached in the running match."""
    from game.features.milestones.reached_scene import MilestonesReachedScene
    from game.features.score.scene import ActionButton

    def look() -> None:
        host.push(MilestonesReachedScene(host, host.milestones_reached, is_new=False))

    return ActionButton("milestones", lambda: _("Milestones"), "star", look, lambda: bool(host.milestones_reached))


def _replay_of(
    host: Navigation, back: BarButton, on_swings: Callable[[Mapping[int, float]], None] = lambda _swings: None
) -> ActionButton:
    """Return the button that opens the replay of the leg that has just ended."""
    from game.features.replay.opening import open_replay
    from game.features.score.scene import ActionButton

    session = host.session
    assert session is not None

    def look() -> None:
        open_replay(host, session.saved, session.observation.leg - 1, back, on_swings=on_swings)

    return ActionButton("replay", lambda: _("Look back"), "eye", look)


def achievement_sources() -> Sequence[AchievementSource]:
    """Return the features' functions that compute a person's achievements from matches."""
    from game.features.calendar.model.deal_calendar import daily_deal_achievements
    from game.features.milestones.model import reached_milestones
    from game.features.tour.stage_results import finished_stages

    return daily_deal_achievements, finished_stages, reached_milestones
