"""The ways from screen to screen that lead round: home, to a match or the lesson, to its score and end, and on.

Every other screen is opened by the one it lies above. No scene imports this module: it asks the program, its ``Host``.
"""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from game.engine.rules import Seating
from game.i18n import _, _p, _r, language
from game.scenes import background
from game.scenes.host import Host
from game.scenes.title.scene import TitleScene
from game.session.comparison import Drive, SeatComparison, as_driven, driven_leg
from game.session.deals import Deal
from game.session.lesson import LessonBots, lesson_match, rules_to_follow
from game.session.players import seated
from game.session.session import Session
from game.session.settings import LessonPlace
from game.session.setup import Plan, with_deal
from game.session.storage.deals_played import DealsPlayed
from game.session.storage.match_file import Saved

if TYPE_CHECKING:
    from game.scenes.match_end.result import ResultExits
    from game.scenes.score.scene import SheetButton
    from game.table.top_bar import BarButton

SCREENS = (
    "table.scene",
    "handover",
    "about",
    "setup.scene",
    "profile.scene",
    "lesson",
    "rules",
    "settings.scene",
    "roadbook.scene",
    "roadbook.matches",
    "roadbook.statistics",
    "roadbook.rivals",
    "roadbook.milestones",
    "milestones_reached",
    "score.scene",
    "score.logbook",
    "score.hits",
    "replay.scene",
    "review.scene",
    "match_end.scene",
    "deals.scene",
    "deals.result",
)
"""What the title leads to, by its module; each takes its parts along."""


def import_screens() -> None:
    """Import what the title leads to; in a thread of its own, so that no press has to wait for it.

    What is damaged is left to whoever opens that screen, and can be told of it.
    """
    for name in SCREENS:
        with contextlib.suppress(Exception):
            importlib.import_module(f"game.scenes.{name}")


class Navigation(Host):
    """What of the program knows all screens.

    A screen other than the title is imported when it is shown first, since the title is to be seen at once.
    """

    def go_home(self) -> None:
        """Close the running match, which is saved, and show the title."""
        self.close_session()
        self.go_to(TitleScene(self))

    def show_rules(self, topic: str | None = None) -> None:
        """Open the rules, at a section or card or else at what the player looks at; close them if they are open."""
        from game.scenes.rules import toggle_rules

        toggle_rules(self, topic)

    def show_keys(self) -> None:
        """Show which key does what, and let that be changed; close it if it is open."""
        from game.scenes.settings.scene import toggle_keys

        toggle_keys(self)

    def show_settings(self) -> None:
        """Show what can be set."""
        from game.scenes.settings.scene import SettingsScene

        self.push(SettingsScene(self))

    def show_about(self) -> None:
        """Show the About screen over the one on top."""
        from game.scenes.about import AboutScene

        self.push(AboutScene(self))

    def show_profiles(self) -> None:
        """Show who plays, and let that be changed."""
        from game.scenes.profile.scene import ProfileScene

        self.push(ProfileScene(self))

    def show_roadbook(self, files: Sequence[Path] = ()) -> None:
        """Open the Roadbook at the kept matches, or go back to it, and take these files in."""
        from game.scenes.roadbook.matches import MatchesPage
        from game.scenes.roadbook.milestones import MilestonesPage
        from game.scenes.roadbook.page import Tab
        from game.scenes.roadbook.rivals import RivalsPage
        from game.scenes.roadbook.scene import RoadbookScene
        from game.scenes.roadbook.statistics import StatisticsPage

        def look_at(saved: Saved) -> None:
            from game.scenes.replay.scene import BACK_TO_ROADBOOK, ReplayExits, ReplayScene

            ways = ReplayExits(BACK_TO_ROADBOOK, self.pop, self.practise, self.review_replayed)
            self.push(ReplayScene(self, saved, len(saved.legs) - 1, ways))

        scene = next((scene for scene in self.scenes if isinstance(scene, RoadbookScene)), None)
        if scene is None:
            roadbook = self.roadbook
            tabs = [
                Tab("matches", lambda: _("Matches"), lambda frame: MatchesPage(frame, roadbook, look_at)),
                Tab("statistics", lambda: _("Statistics"), StatisticsPage),
                Tab("rivals", lambda: _("Rivals"), RivalsPage),
                Tab("milestones", lambda: _("Milestones"), MilestonesPage),
            ]
            scene = RoadbookScene(self, tabs)
            self.push(scene)
        elif files and self.scene is not scene:
            self.pop(self.scenes[self.scenes.index(scene) - 1])
        if files:
            scene.take_in(files)

    def review_replayed(self, saved: Saved, index: int) -> None:
        """Open the review of a leg above the replay of it."""
        from game.scenes.review.scene import ReviewExits, ReviewScene
        from game.scenes.score.scene import SheetButton

        back = SheetButton("back", lambda: _("Replay"), "eye", self.pop)
        self.push(ReviewScene(self, saved, index, ReviewExits(back)))

    # -- a match ------------------------------------------------------------------------------------------------------

    def start_match(self, plan: Plan) -> None:
        """Begin a match or quick race and remember its plan; one that was left stays among those kept."""
        self.save_settings(self.settings.remembering(replace(plan, players=seated(plan.players, None))))
        plan = replace(plan, players=seated(plan.players, self.settings.profile))
        self.start_session(Session.new(plan, seed=self.seed, files=self.files, clock=self.clock))
        self.show_table()

    def start_deal(self, plan: Plan, deal: Deal, day: date | None = None) -> None:
        """Begin a deal that was chosen, ``day`` being the date of a deal of the day."""
        self.start_session(Session.new(plan, deal, day=day, files=self.files, clock=self.clock))
        self.show_table()

    def show_deals(self) -> None:
        """Open the dialog of the deal of the day and of deals by their number."""
        from game.scenes.deals.scene import DealScene

        self.push(DealScene(self, self.start_deal, DealsPlayed(self.files).look))

    def resume_match(self, saved: Saved) -> None:
        """Go on with a saved match and show the table."""
        self.start_session(Session(saved, files=self.files, clock=self.clock))
        self.show_table()

    def practise(self, saved: Saved) -> None:
        """Keep a match that begins in the midst of another one, go on with it and show the table."""
        kept = replace(saved, id=self.files.new_id())
        self.files.save_match(kept.id, kept.to_bytes())
        self.resume_match(kept)

    def show_table(self) -> None:
        """Close every scene and show the table of the running match, or ask for the person who is to see it."""
        from game.scenes.handover import HandoverScene
        from game.scenes.table.scene import TableScene

        assert self.session is not None
        self.go_to(TableScene(self) if self.session.hot_seat.handover is None else HandoverScene(self))

    def show_score(self) -> None:
        """Show the score of the leg that has just ended; from there it goes on to the next one or the match's end.

        A single race, or a deal, ends with its result at once.
        """
        from game.scenes.match_end.result import Ending
        from game.scenes.match_end.scene import MatchEndScene
        from game.scenes.menu import MenuScene
        from game.scenes.replay.scene import BACK_TO_SCORE
        from game.scenes.rivals import last_words, moods_of
        from game.scenes.score.hits import HitsScene
        from game.scenes.score.logbook import LogbookScene
        from game.scenes.score.scene import LegScoreScene, SheetAgainScene, SheetButton, way_on
        from game.scenes.score.standings import Standings

        session = self.session
        assert session is not None
        standings = Standings.of(session, moods_of(self, session))
        saying, milestones = last_words(self, session), _milestones_of(self)
        is_race = session.setup.legs == len(standings.legs) == 1

        def go_on() -> None:
            if session.is_match_over:
                ending = Ending.of(session, standings, saying)
                self.go_to(MatchEndScene(self, ending, _result_exits(self, session, open_sheet)))
            else:
                session.next_leg()
                self.show_table()

        def open_sheet() -> None:
            self.push(SheetAgainScene(self, standings, self.pop, None, looks_back, milestones))

        to_score = SheetButton("back", lambda: _("Score"), "log", self.pop)
        looks_back = [
            _review_of(self, to_score, SheetButton("go_on", *way_on(standings), go_on)),
            _replay_of(self, BACK_TO_SCORE),
            SheetButton("hits", lambda: _("Who hits whom"), "octagon", lambda: self.push(HitsScene(self, standings))),
            SheetButton("logbook", lambda: _("Log"), "log", lambda: self.push(LogbookScene(self, session))),
            *_compare_of(self, session),
        ]
        if session.is_match_over:
            background.prefetch(self.size, with_stone=True)
        if session.is_match_over and is_race:
            go_on()
        else:
            scene = LegScoreScene(self, standings, go_on, lambda: self.push(MenuScene(self)), looks_back, milestones)
            scene.remark = saying
            self.go_to(scene)

    def show_sheet(self) -> None:
        """Show the score of the running match after its latest leg."""
        from game.scenes.score.scene import SheetAgainScene
        from game.scenes.score.standings import Standings

        assert self.session is not None
        self.push(SheetAgainScene(self, Standings.of(self.session), self.pop))

    def show_hits(self) -> None:
        """Show who hit whom in the legs of the running match that are over."""
        from game.scenes.score.hits import HitsScene
        from game.scenes.score.standings import Standings

        assert self.session is not None
        standings = Standings.of(self.session)
        self.push(HitsScene(self, replace(standings, hits=(standings.hits_of_match,))))

    # -- the lesson ---------------------------------------------------------------------------------------------------

    def start_lesson(self) -> None:
        """Begin the first lesson, or go on where it was left; a match that waits on disk stays as it is.

        It is by the rules that the next match will have, unless another course was followed too far.
        The lesson has no file of its own: its script is known, so the place in the settings says everything.
        """
        from game.scenes.lesson import LessonScene

        left = self.settings.lesson or LessonPlace()
        wished = self.settings.last_plan(language()).setup.rules
        saved = lesson_match(left.moves, rules_to_follow(wished, left.rules, left.moves))
        saved = replace(saved, players=seated(saved.players, self.settings.profile))
        self.start_session(Session(saved, clock=self.clock, bots=LessonBots()))
        self.go_to(LessonScene(self))


def _result_exits(host: Navigation, session: Session, open_sheet: Callable[[], None]) -> ResultExits:
    """Where the result of the session's match leads."""
    from game.scenes.match_end.result import ResultExits
    from game.scenes.replay.scene import BACK_TO_RESULT, ReplayExits, ReplayScene
    from game.scenes.score.scene import SheetButton

    is_deal, is_race = session.is_chosen_deal, session.setup.legs == 1

    def replay_at(turn: int) -> None:
        ways = ReplayExits(BACK_TO_RESULT, host.pop, host.practise, host.review_replayed)
        index = session.observation.leg - 1
        host.push(ReplayScene(host, session.saved, index, ways, place=turn - 1, coming=turn))

    def words() -> str:
        if is_deal:
            return _("Play this deal again")
        return _p("race", "Once more") if is_race else _r(session.setup.rules, "New match")

    ways = [
        _review_of(host, SheetButton("back", lambda: _("Result"), "trophy", host.pop)),
        _replay_of(host, BACK_TO_RESULT),
        SheetButton("sheet", lambda: _("Score sheet"), "chart", open_sheet),
    ]
    if is_deal:
        ways += _compare_of(host, session)
    elif is_race and session.deal is not None:
        again = partial(_play_deal_again, host, session)
        ways.append(SheetButton("same_cards", lambda: _("Same cards"), "cards", again))
    begin = partial(_play_deal_again, host, session) if is_deal else partial(_play_again, host, session)
    return ResultExits(SheetButton("again", words, "flag", begin), host.go_home, ways, replay_at)


def _play_again(host: Navigation, session: Session) -> None:
    """Begin the same match or race anew."""
    host.start_match(session.plan)


def _play_deal_again(host: Navigation, session: Session) -> None:
    """Begin a race with the same cards."""
    assert session.deal is not None
    host.start_deal(with_deal(session.plan, session.deal), session.deal)


def _compare_of(host: Navigation, session: Session) -> list[SheetButton]:
    """The way to what others make of the person's seat, in a leg whose cards have a code."""
    from game.scenes.deals.result import DealResultScene
    from game.scenes.replay.scene import BACK_TO_DRIVES, ReplayExits, ReplayScene
    from game.scenes.score.scene import SheetButton

    deal = session.deal
    if deal is None or session.deciders.is_shared:
        return []

    def compare() -> None:
        comparison, again = SeatComparison(driven_leg(session)), partial(_play_deal_again, host, session)
        is_team = deal.seating is Seating.TEAMS
        host.push(DealResultScene(host, deal, comparison, again, look_at, is_team=is_team))

    def look_at(drive: Drive) -> None:
        ways = ReplayExits(BACK_TO_DRIVES, host.pop, host.practise)
        host.push(ReplayScene(host, as_driven(session.saved, drive), session.observation.leg - 1, ways))

    return [SheetButton("compare", lambda: _("Compare"), "bot", compare)]


def _milestones_of(host: Host) -> SheetButton:
    """The way to the milestones reached in the running match."""
    from game.scenes.milestones_reached import MilestonesReachedScene
    from game.scenes.score.scene import SheetButton

    def look() -> None:
        host.push(MilestonesReachedScene(host, host.milestones_reached, is_new=False))

    return SheetButton("milestones", lambda: _("Milestones"), "star", look, lambda: bool(host.milestones_reached))


def _replay_of(host: Navigation, back: BarButton) -> SheetButton:
    """The way to the replay of the leg that has just ended."""
    from game.scenes.replay.scene import ReplayExits, ReplayScene
    from game.scenes.score.scene import SheetButton

    session = host.session
    assert session is not None

    def look() -> None:
        ways = ReplayExits(back, host.pop, host.practise, host.review_replayed)
        host.push(ReplayScene(host, session.saved, session.observation.leg - 1, ways))

    return SheetButton("replay", lambda: _("Replay"), "eye", look)


def _review_of(host: Host, back: SheetButton, on: SheetButton | None = None) -> SheetButton:
    """The way to the review of the leg that has just ended, and the ways from there."""
    from game.scenes.review.scene import ReviewExits, ReviewScene
    from game.scenes.score.scene import SheetButton

    session = host.session
    assert session is not None

    def look() -> None:
        host.push(ReviewScene(host, session.saved, session.observation.leg - 1, ReviewExits(back, on)))

    return SheetButton("review", lambda: _("Review"), "hint", look)
