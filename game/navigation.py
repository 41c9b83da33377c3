"""The transitions between screens that don't simply open on top: title, match, lesson, score, result and back.

Every other screen is opened by the one below. No scene imports this module; scenes call the program as their ``Host``.
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
from typing import TYPE_CHECKING

from game.features.title.scene import TitleScene
from game.i18n import LANGUAGES, _, _p, _r, catalogue, language, menu_order
from game.match.match_file import MatchKind, Saved
from game.match.plan import Plan, with_deal
from game.people.players import seated
from game.scenes import background
from game.scenes.host import Host

if TYPE_CHECKING:
    from game.career.collection import Collection
    from game.career.reader import Collector
    from game.features.calendar.model.level_drives import Drive
    from game.features.replay.model import LegReplay
    from game.features.result.result import ResultExits
    from game.features.review.model import Judgement
    from game.features.review.scene import ReviewExits, Solvable
    from game.features.score.scene import SheetButton
    from game.features.tour.model import Stage
    from game.match.deals import Deal
    from game.match.session import Session
    from game.table.top_bar import BarButton

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
    "milestones.reached",
    "score.scene",
    "score.logbook",
    "score.hits",
    "replay.scene",
    "review.scene",
    "result.scene",
    "calendar.calendar",
    "calendar.scene",
    "calendar.result",
    "tour.scene",
)
"""The modules of the screens reachable from the title; they import their parts."""
_WANTED_LATER = ("game.features.milestones.watch", "game.features.garage.announce", "babel.numbers")
"""Modules that a match or a screen would otherwise import while it is shown."""


def import_screens() -> None:
    """Import the screens and load remarks, puzzles and all languages; runs in a thread that nobody waits for.

    Errors are left to the screen that needs the file and can report it. All objects made until then are excluded from
    garbage collection.
    """
    for name in (*(f"game.features.{name}" for name in SCREENS), *_WANTED_LATER):
        with contextlib.suppress(Exception):
            importlib.import_module(name)
    from game.drivers.words import remark_lines
    from game.features.puzzles.model import shipped

    for read in (shipped, menu_order):
        with contextlib.suppress(Exception):
            read()
    for code in LANGUAGES:
        with contextlib.suppress(Exception):
            remark_lines(code)
            catalogue(code)
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

    def show_profiles(self, files: Sequence[Path] = ()) -> None:
        from game.features.profiles.scene import ProfileScene

        profiles = ProfileScene(self)
        self.push(profiles)
        profiles.files.take_in(files)

    def show_roadbook(self, files: Sequence[Path] = ()) -> None:
        from game.features.garage.page import GaragePage
        from game.features.matches.page import MatchesPage
        from game.features.milestones.page import MilestonesPage
        from game.features.puzzles.page import PuzzlesPage
        from game.features.rivals.page import RivalsPage
        from game.features.roadbook.page import Tab
        from game.features.roadbook.scene import RoadbookScene
        from game.features.statistics.page import StatisticsPage
        from game.table.top_bar import back_button

        def look_at(saved: Saved) -> None:
            from game.features.replay.opening import open_replay

            open_replay(self, saved, len(saved.legs) - 1, back, has_review=True)

        def review(saved: Saved) -> None:
            from game.features.review.scene import ReviewScene

            self.push(ReviewScene(self, saved, len(saved.legs) - 1, review_exits(self, back)))

        back = back_button("stone", lambda: _("Roadbook"), lambda: _("Back to the Roadbook. Key: Esc"))

        scene = next((scene for scene in self.scenes if isinstance(scene, RoadbookScene)), None)
        if scene is None:
            roadbook = self.roadbook
            tabs = [
                Tab(
                    "matches",
                    lambda: _("Matches"),
                    lambda frame: MatchesPage(frame, roadbook, look_at, review, self.show_result),
                ),
                Tab("statistics", lambda: _("Statistics"), StatisticsPage),
                Tab("rivals", lambda: _("Rivals"), RivalsPage),
                Tab("milestones", lambda: _("Milestones"), MilestonesPage),
                Tab("garage", lambda: _("Garage"), GaragePage),
                Tab("puzzles", lambda: _("Puzzles"), PuzzlesPage),
            ]
            scene = RoadbookScene(self, tabs)
            self.push(scene)
        elif files and self.scene is not scene:
            self.pop(self.scenes[self.scenes.index(scene) - 1])
        if files:
            scene.take_in(files)

    # -- achievements -------------------------------------------------------------------------------------------------

    def collectors(self) -> Sequence[Collector]:
        return collectors()

    # -- the garage ---------------------------------------------------------------------------------------------------

    def opened_line(self, milestone: str) -> str:
        from game.features.garage.announce import opened_line

        return opened_line(self, milestone)

    def announce_opened_by(self, milestone: str) -> None:
        from game.features.garage.announce import announce_opened_by

        announce_opened_by(self, milestone)

    def announce_collected(self, before: Collection | None, after: Collection | None) -> None:
        from game.features.garage.announce import announce_collected

        announce_collected(self, before, after)

    def review_replayed(self, saved: Saved, index: int) -> None:
        from game.features.review.scene import ReviewScene
        from game.table.top_bar import back_button

        self.push(
            ReviewScene(
                self, saved, index, review_exits(self, back_button("eye", lambda: _("Replay"), lambda: _("Replay")))
            )
        )

    # -- a match ------------------------------------------------------------------------------------------------------

    def start_match(self, plan: Plan) -> None:
        from game.match.session import Session

        self.save_settings(self.settings.remembering(replace(plan, players=seated(plan.players, None))))
        plan = replace(plan, players=seated(plan.players, self.settings.profile))
        self.start_session(Session.new(plan, seed=self.seed, files=self.files, clock=self.clock))
        self.show_table()

    def start_deal(self, plan: Plan, deal: Deal, day: date | None = None) -> None:
        """Start a chosen deal; ``day`` is the date of a deal of the day."""
        from game.match.session import Session

        plan = replace(plan, players=seated(plan.players, self.settings.profile))
        self.start_session(Session.new(plan, deal, day=day, files=self.files, clock=self.clock))
        self.show_table()

    def show_deals(self, day: date | None = None) -> None:
        from game.features.calendar.calendar import CalendarScene
        from game.features.calendar.model.played import DealsPlayed
        from game.features.calendar.scene import DealScene
        from game.features.replay.opening import open_replay
        from game.table.top_bar import back_button

        def by_code() -> None:
            self.push(DealScene(self, self.start_deal, DealsPlayed(self.files).look))

        def look_at(saved: Saved) -> None:
            open_replay(
                self,
                saved,
                0,
                back_button("calendar", lambda: _("Calendar"), lambda: _("Back to the calendar. Key: Esc")),
            )

        self.push(CalendarScene(self, self.start_deal, by_code, look_at, day=day))

    def show_tour(self) -> None:
        from game.career.digest import digest_of
        from game.features.tour.drives import stages_of
        from game.features.tour.model import Tour, stage_of
        from game.features.tour.scene import Arrival, TourScene
        from game.files.background_reader import BackgroundReader

        arrival, session = None, self.session
        stage = stage_of(session.stage) if session is not None and session.is_match_over else None
        if session is not None and stage is not None:
            saved = session.saved
            brought = BackgroundReader[Tour]("the stage just driven", lambda _: Tour({}))
            brought.begin(lambda: Tour(stages_of([digest_of(saved)]).stages))
            arrival = Arrival(stage, brought, session.deal if stage.plan.is_quick_race else None)
        self.close_session()
        self.go_to(TourScene(self, self.start_stage, arrival))

    def start_stage(self, stage: Stage, deal: Deal | None = None) -> None:
        """Start a stage of the tour, with ``deal`` if given."""
        from game.match.session import Session

        plan = replace(stage.plan, players=seated(stage.plan.players, self.settings.profile))
        seed = self.seed if deal is None else None
        self.start_session(Session.new(plan, deal, stage=stage.id, seed=seed, files=self.files, clock=self.clock))
        self.show_table()

    def resume_match(self, saved: Saved) -> None:
        from game.match.session import Session

        self.start_session(Session(saved, files=self.files, clock=self.clock))
        self.show_table()

    def practise(self, saved: Saved) -> None:
        kept = replace(saved, id=self.files.new_id())
        self.files.save_match(kept.id, kept.to_bytes())
        self.resume_match(kept)

    def show_table(self) -> None:
        from game.features.play.handover import HandoverScene
        from game.features.play.scene import TableScene

        assert self.session is not None
        self.go_to(TableScene(self) if self.session.hot_seat.handover is None else HandoverScene(self))

    def show_result(self, saved: Saved) -> None:
        """Show the result of a kept match; nothing is saved."""
        from game.match.session import Session

        self.start_session(Session(saved, clock=self.clock))
        self.milestones_reached = ()
        self.show_score(ends_at_once=True)

    def show_score(self, *, ends_at_once: bool = False) -> None:
        # A single race or deal goes straight to its result.
        from game.features.play.menu import MenuScene
        from game.features.result.model import NO_SWINGS
        from game.features.result.result import Ending
        from game.features.result.scene import MatchEndScene
        from game.features.score.hits import HitsScene
        from game.features.score.logbook import LogbookScene
        from game.features.score.scene import LegScoreScene, SheetAgainScene, SheetButton, way_on
        from game.features.score.standings import Standings
        from game.scenes.sayings import last_words, moods_of
        from game.table.top_bar import back_button

        session = self.session
        assert session is not None
        standings = Standings.of(session, moods_of(self, session))
        saying, milestones = last_words(self, session), _milestones_of(self)
        ends_at_once = ends_at_once or session.setup.legs == len(standings.legs) == 1

        def go_on() -> None:
            if session.is_match_over:
                self.go_to(MatchEndScene(self, told(), _result_exits(self, session, open_sheet, retell)))
            else:
                session.next_leg()
                self.show_table()

        def told(swings: Mapping[int, float] = NO_SWINGS) -> Ending:
            return Ending.of(session, standings, saying, swings)

        def retell(swings: Mapping[int, float]) -> None:
            next(scene for scene in self.scenes if isinstance(scene, MatchEndScene)).ending = told(swings)

        def open_sheet() -> None:
            self.push(SheetAgainScene(self, standings, self.pop, None, looks_back, milestones))

        back = back_button("chart", lambda: _("Score"), lambda: _("Back to the score. Key: Esc"))
        looks_back = [
            _review_of(self, back, SheetButton("go_on", *way_on(standings), go_on)),
            _replay_of(self, back),
            SheetButton("hits", lambda: _("Who hits whom"), "octagon", lambda: self.push(HitsScene(self, standings))),
            SheetButton("logbook", lambda: _("Log"), "log", lambda: self.push(LogbookScene(self, session))),
            *_compare_of(self, session),
        ]
        if session.is_match_over:
            background.prefetch(self.size, with_stone=True)
        if session.is_match_over and ends_at_once:
            go_on()
        else:
            scene = LegScoreScene(self, standings, go_on, lambda: self.push(MenuScene(self)), looks_back, milestones)
            scene.remark = saying
            self.go_to(scene)

    def show_sheet(self) -> None:
        from game.features.score.scene import SheetAgainScene
        from game.features.score.standings import Standings

        assert self.session is not None
        self.push(SheetAgainScene(self, Standings.of(self.session), self.pop))

    def show_hits(self) -> None:
        from game.features.score.hits import HitsScene
        from game.features.score.standings import Standings

        assert self.session is not None
        standings = Standings.of(self.session)
        self.push(HitsScene(self, replace(standings, hits=(standings.hits_of_match,))))

    # -- the lesson ---------------------------------------------------------------------------------------------------

    def start_lesson(self) -> None:
        # The lesson has the rules of the next match, unless one with other rules was begun and not finished.
        # It has no file: its script is fixed, so the progress in the settings is enough.
        from game.features.lesson.model import lesson_bots, lesson_match, place_to_go_on, rules_to_follow
        from game.features.lesson.scene import LessonScene
        from game.match.session import Session

        left = place_to_go_on(self.settings.lesson)
        wished = self.settings.last_plan(language()).setup.rules
        saved = lesson_match(left.moves, rules_to_follow(wished, left.rules, left.moves))
        saved = replace(saved, players=seated(saved.players, self.settings.profile))
        self.start_session(Session(saved, clock=self.clock, bots=lesson_bots()))
        self.go_to(LessonScene(self))


def _result_exits(
    host: Navigation, session: Session, open_sheet: Callable[[], None], retell: Callable[[Mapping[int, float]], None]
) -> ResultExits:
    """Return the actions on the result of the session's match; ``retell`` gets the swings found by a review."""
    from game.features.replay.opening import open_replay
    from game.features.result.result import ResultExits
    from game.features.score.scene import SheetButton
    from game.table.top_bar import back_button

    is_deal, is_race = session.kind is MatchKind.DEAL and session.deal is not None, session.setup.legs == 1
    deal_again, day = partial(_play_deal_again, host, session), session.saved.day

    def to_calendar() -> None:
        host.go_home()
        host.count_again()
        host.show_deals(day)

    back = back_button("trophy", lambda: _("Result"), lambda: _("Back to the result. Key: Esc"))

    def replay_at(turn: int) -> None:
        index = session.observation.leg - 1
        open_replay(host, session.saved, index, back, has_review=True, place=turn - 1, coming=turn)

    def words() -> str:
        if session.kind is MatchKind.STAGE:
            return _("On along the tour")
        if day is not None:
            return _("Calendar")
        if is_deal:
            return _("Play this deal again")
        return _p("race", "Once more") if is_race else _r(session.setup.rules, "New match")

    ways = [
        _review_of(host, back, on_swings=retell),
        _replay_of(host, back),
        SheetButton("sheet", lambda: _("Score sheet"), "chart", open_sheet),
    ]
    if is_deal:
        ways += _compare_of(host, session)
    elif is_race and session.deal is not None and session.kind is MatchKind.MATCH:
        ways.append(SheetButton("same_cards", lambda: _("Same cards"), "cards", deal_again))
    again: Callable[[], None] = deal_again if is_deal else partial(_play_again, host, session)
    again = host.show_tour if session.kind is MatchKind.STAGE else to_calendar if day is not None else again
    icon = "flag" if day is None else "calendar"
    return ResultExits(SheetButton("again", words, icon, again), host.go_home, ways, replay_at)


def _play_again(host: Navigation, session: Session) -> None:
    """Start the same match or race again."""
    host.start_match(session.plan)


def _play_deal_again(host: Navigation, session: Session) -> None:
    """Start a match with the same cards."""
    assert session.deal is not None
    host.start_deal(with_deal(session.plan, session.deal), session.deal, session.saved.day)


def _compare_of(host: Navigation, session: Session) -> list[SheetButton]:
    """Return the button to compare with other players in the person's seat, if the leg's cards have a code.

    For a deal of the day the comparison is recorded.
    """
    from game.features.calendar.model.calendar import with_levels
    from game.features.calendar.model.level_drives import SeatComparison, as_driven, driven_leg
    from game.features.calendar.result import DealResultScene
    from game.features.replay.opening import open_replay
    from game.features.score.scene import SheetButton
    from game.table.top_bar import back_button

    deal = session.deal
    if deal is None or session.deciders.is_shared:
        return []

    def compare() -> None:
        comparison, again = SeatComparison(driven_leg(session)), partial(_play_deal_again, host, session)
        host.push(DealResultScene(host, deal, comparison, again, look_at, keep))

    def look_at(drive: Drive) -> None:
        open_replay(
            host,
            as_driven(session.saved, drive),
            session.observation.leg - 1,
            back_button("bot", lambda: _("Compare"), lambda: _("Back to the runs. Key: Esc")),
        )

    def keep(points: tuple[int, ...]) -> None:
        if session.saved.day is not None:
            host.collect(with_levels(session.saved.day, points))

    return [SheetButton("compare", lambda: _("Compare"), "bot", compare)]


def _milestones_of(host: Host) -> SheetButton:
    """Return the button to the milestones reached in the running match."""
    from game.features.milestones.reached import MilestonesReachedScene
    from game.features.score.scene import SheetButton

    def look() -> None:
        host.push(MilestonesReachedScene(host, host.milestones_reached, is_new=False))

    return SheetButton("milestones", lambda: _("Milestones"), "star", look, lambda: bool(host.milestones_reached))


def _replay_of(host: Navigation, back: BarButton) -> SheetButton:
    """Return the button to the replay of the leg that has just ended."""
    from game.features.replay.opening import open_replay
    from game.features.score.scene import SheetButton

    session = host.session
    assert session is not None

    def look() -> None:
        open_replay(host, session.saved, session.observation.leg - 1, back, has_review=True)

    return SheetButton("replay", lambda: _("Replay"), "eye", look)


def collectors() -> Sequence[Collector]:
    """Return the features' functions that compute lasting achievements from matches."""
    from game.features.calendar.model.calendar import days_driven
    from game.features.milestones.model import milestones_reached
    from game.features.tour.drives import stages_driven

    return days_driven, stages_driven, milestones_reached


def review_exits(
    host: Host, back: BarButton, on: SheetButton | None = None,
    on_swings: Callable[[Mapping[int, float]], None] = lambda _swings: None,
) -> ReviewExits:  # fmt: skip
    """Return the actions of a review, including its puzzles."""
    from game.features.puzzles.model import keep_puzzles
    from game.features.puzzles.scene import PuzzleScene
    from game.features.review.scene import TO_REVIEW, ReviewExits, Solvable

    def keep(leg: LegReplay, judgements: Sequence[Judgement]) -> Solvable:
        puzzles = keep_puzzles(host.roadbook, leg, judgements)
        return Solvable(len(puzzles), lambda: host.push(PuzzleScene(host, puzzles, TO_REVIEW)))

    return ReviewExits(back, keep, on, on_swings)


def _review_of(
    host: Host, back: BarButton, on: SheetButton | None = None,
    on_swings: Callable[[Mapping[int, float]], None] = lambda _swings: None,
) -> SheetButton:  # fmt: skip
    """Return the button to the review of the leg that has just ended, with the actions there."""
    from game.features.review.scene import ReviewScene
    from game.features.score.scene import SheetButton

    session = host.session
    assert session is not None

    def look() -> None:
        exits = review_exits(host, back, on, on_swings)
        host.push(ReviewScene(host, session.saved, session.observation.leg - 1, exits))

    return SheetButton("review", lambda: _("Review"), "hint", look)
