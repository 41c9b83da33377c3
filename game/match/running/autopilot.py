"""The autopilot: the strongest bot plays the rest of a leg, or discards that no longer matter, for the viewer."""

from __future__ import annotations

from game.engine.endgame import is_hopeless
from game.engine.observation import Observation, Phase
from game.match.progress import MatchProgress
from game.match.running.hot_seat import HotSeat
from game.match.running.seat_control import SeatControl
from game.match.running.viewer_feed import ViewerFeed


class AutopilotControl:
    """Says whether the viewer may use the autopilot, or automatic discards, and starts them."""

    def __init__(
        self, progress: MatchProgress, viewpoint: ViewerFeed, deciders: SeatControl, hot_seat: HotSeat
    ) -> None:
        self._progress = progress
        self._viewpoint = viewpoint
        self._deciders = deciders
        self._hot_seat = hot_seat
        self._drawn_out: tuple[Observation | None, bool] = (None, False)

    @property
    def is_drawn_out(self) -> bool:
        """Whether it is the viewer's turn in a leg in which, as far as they know, nothing can be gained any more."""
        if not self._hot_seat.is_waiting_for_viewer:
            return False
        seen = self._viewpoint.delivered
        if self._drawn_out[0] is not seen:
            self._drawn_out = seen, is_hopeless(seen)
        return self._drawn_out[1]

    @property
    def can_autoplay_discards(self) -> bool:
        """Whether the viewer can only discard, in a leg in which nothing can be gained any more.

        Never if several persons play: not asking one would tell the others that they cannot play a card.
        """
        return self.is_drawn_out and self._viewpoint.delivered.must_discard and not self._deciders.is_hot_seat

    def autoplay_discards(self) -> None:
        """Make the bot choose the viewer's discards. Raises ``RuntimeError`` unless ``can_autoplay_discards``."""
        if not self.can_autoplay_discards:
            raise RuntimeError("finish: the viewer has something else to do than to throw cards away")
        self._deciders.autoplays_discards = True

    @property
    def can_start_autopilot(self) -> bool:
        is_running = self._progress.phase is not Phase.OVER
        return self._hot_seat.is_hand_visible and not self._deciders.is_autopilot_on and is_running

    def start_autopilot(self) -> None:
        """Put the viewer's seat on autopilot. Raises ``RuntimeError`` unless ``can_start_autopilot``."""
        if not self.can_start_autopilot:
            raise RuntimeError("delegate: there is nobody who plays, or nothing left to play")
        self._deciders.start_autopilot()
