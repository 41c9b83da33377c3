"""The program's ways from screen to screen, which scenes know as those of their ``Host``.

Only the title is known from the start. All other screens, and what leads to them, are in ``ways``.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable, Sequence
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from game.features.title.scene import TitleScene
from game.i18n import percent
from game.match.match_file import SavedMatch
from game.match.plan import Plan
from game.scenes.host import Host

if TYPE_CHECKING:
    from game.career.achievements import Achievements
    from game.career.career import Career
    from game.features.milestones.watch import MilestoneWatch
    from game.features.replay.model.leg_replay import LegReplay
    from game.features.replay.model.review import Judgement
    from game.features.tour.model import Stage
    from game.match.deals import Deal
    from game.match.session import Session
    from game.ways import Ways


def load_ahead() -> None:
    """Import all screens and load the game's data; runs in a thread for which nobody waits.

    Raises ``AssetError`` or ``RulesFileError`` for the first file that is damaged. All objects created until then are
    excluded from garbage collection.
    """
    from game.ways import load_game_data  # noqa: PLC0415 - the title is to be seen at once

    load_game_data()
    percent(0)  # reads the language's number formats
    gc.freeze()


class Navigation(Host):
    """The part of the program that leads from screen to screen.

    A way taken while ``loader``, the thread of ``load_ahead``, still runs leads on in the frame after its end. Without
    such a thread all is loaded when the first way is taken.
    """

    loader: threading.Thread | None = None
    _waiting: Callable[[Ways], object] | None = None

    @cached_property
    def _ways(self) -> Ways:
        from game.ways import Ways  # noqa: PLC0415 - as above

        return Ways(self)

    def _take(self, way: Callable[[Ways], object]) -> None:
        self._waiting = way
        self.take_waiting_way()

    @property
    def is_way_waiting(self) -> bool:
        return self._waiting is not None

    def take_waiting_way(self) -> None:
        """Take the way chosen last, as soon as everything is loaded; call this in every frame."""
        if self._waiting is not None and not (self.loader is not None and self.loader.is_alive()):
            way, self._waiting = self._waiting, None
            way(self._ways)

    def open_career(self) -> Career:
        from game.achievement_sources import open_career  # noqa: PLC0415 - SQLite: not before the title

        return open_career(self.files)

    def go_home(self) -> None:
        self.close_session()
        self.go_to(TitleScene(self))

    def show_rules(self, topic: str | None = None) -> None:
        self._take(lambda ways: ways.show_rules(topic))

    def show_keys(self) -> None:
        self._take(lambda ways: ways.show_keys())

    def show_settings(self) -> None:
        self._take(lambda ways: ways.show_settings())

    def show_languages(self) -> None:
        self._take(lambda ways: ways.show_languages())

    def show_about(self) -> None:
        self._take(lambda ways: ways.show_about())

    def show_setup(self) -> None:
        self._take(lambda ways: ways.show_setup())

    def show_one_screen(self) -> None:
        self._take(lambda ways: ways.show_one_screen())

    def show_profiles(self) -> None:
        self._take(lambda ways: ways.show_profiles())

    def import_files(self, paths: Sequence[Path]) -> None:
        self._take(lambda ways: ways.import_files(paths))

    def show_roadbook(self) -> None:
        self._take(lambda ways: ways.show_roadbook())

    def watch_milestones(self, session: Session) -> MilestoneWatch | None:
        return self._ways.watch_milestones(session)

    def unlocked_line(self, milestone: str) -> str:
        return self._ways.unlocked_line(milestone)

    def announce_unlocked(self, milestone: str) -> None:
        self._ways.announce_unlocked(milestone)

    def announce_achieved(self, before: Achievements | None, after: Achievements | None) -> None:
        self._ways.announce_achieved(before, after)

    def keep_puzzles(self, leg: LegReplay, judgements: Sequence[Judgement], *, solved: bool = False) -> None:
        """Keep costly decisions of a leg as puzzles of the person whose match it is, solved or not."""
        self._ways.keep_puzzles(leg, judgements, solved=solved)

    def drop_puzzle(self, leg: LegReplay, judgement: Judgement) -> None:
        """Keep a decision of a leg as a puzzle no longer, as its answer was shown."""
        self._ways.drop_puzzle(leg, judgement)

    def start_match(self, plan: Plan) -> None:
        self._take(lambda ways: ways.start_match(plan))

    def start_deal(self, plan: Plan, deal: Deal, day: date | None = None) -> None:
        """Start a chosen deal; ``day`` is the date of a deal of the day, of which no match may be unfinished."""
        self._take(lambda ways: ways.start_deal(plan, deal, day))

    def start_stage(self, stage: Stage, deal: Deal | None = None) -> None:
        """Start a stage of the tour, with the cards of ``deal`` if given."""
        self._take(lambda ways: ways.start_stage(stage, deal))

    def show_deals(self, day: date | None = None, *, plays: bool = False) -> None:
        """Show the calendar, by default at today; with ``plays``, play or continue the deal of ``day`` at once."""
        self._take(lambda ways: ways.show_deals(day, plays=plays))

    def show_tour(self) -> None:
        self._take(lambda ways: ways.show_tour())

    def resume_match(self, saved: SavedMatch) -> None:
        self._take(lambda ways: ways.resume_match(saved))

    def practise(self, saved: SavedMatch) -> None:
        self._take(lambda ways: ways.practise(saved))

    def show_table(self) -> None:
        self._take(lambda ways: ways.show_table())

    def show_score(self) -> None:
        self._take(lambda ways: ways.show_score())

    def start_lesson(self) -> None:
        self._take(lambda ways: ways.start_lesson())
