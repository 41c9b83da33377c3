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
        self, progress: MatchProgress, viewer_feed: ViewerFeed, seat_control: SeatControl, hot_seat: HotSeat
    ) -> None:
        self._progress = progress
        self._viewer_feed = viewer_feed
        self._seat_control = seat_control
        self._hot_seat = hot_seat
        self._drawn_out: tuple[Observation | None, bool] = (None, False)

    @property
    def is_leg_hopeless(self) -> bool:
        """Whether it is the viewer's turn in a leg in which, as far as they know, they can gain nothing any more."""
        if not self._hot_seat.is_waiting_for_viewer:
            return False
        seen = self._viewer_feed.delivered_observation
        if self._drawn_out[0] is not seen:
            self._drawn_out = seen, is_hopeless(seen)
        return self._drawn_out[1]

    @property
    def can_autoplay_discards(self) -> bool:
        """Whether the viewer can only discard, in a leg in which they can gain nothing any more.

        Never if several persons play: not asking one would tell the others that they cannot play a card.
        """
        return (
            self.is_leg_hopeless
            and self._viewer_feed.delivered_observation.must_discard
            and not self._seat_control.is_hot_seat
        )

    def autoplay_discards(self) -> None:
        """Make the bot choose the viewer's discards. Raises ``RuntimeError`` unless ``can_autoplay_discards``."""
        if not self.can_autoplay_discards:
            raise RuntimeError("finish: the viewer has something else to do than to throw cards away")
        self._seat_control.autoplays_discards = True

    @property
    def can_start_autopilot(self) -> bool:
        is_running = self._progress.phase is not Phase.OVER
        return self._hot_seat.is_hand_visible and not self._seat_control.is_autopilot_on and is_running

    def start_autopilot(self) -> None:
        """Put the viewer's seat on autopilot. Raises ``RuntimeError`` unless ``can_start_autopilot``."""
        if not self.can_start_autopilot:
            raise RuntimeError("delegate: there is nobody who plays, or nothing left to play")
        self._seat_control.start_autopilot()
