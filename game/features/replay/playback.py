"""The playback of a replay: turns are animated or jumped to, by hand or automatically."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace

from game.engine.observation import Observation
from game.features.replay.model import NOBODY, LegReplay
from game.i18n import _
from game.match.running.viewer_feed import Jump, Step
from game.settings.settings import BotPace, Settings
from game.table.animation.animation_player import AnimationPlayer
from game.table.animation.timing import Timing
from game.table.geometry.box import FloatRect
from game.table.geometry.places import Places
from game.table.hand_order import with_hand_order
from game.ui.animation import Animation, Timeline, smoothstep
from game.words.log import log_line
from game.words.names import Names

SPEEDS = (0.5, 1.0, 2.0, 4.0)
_PAUSE_S = 0.6  # after a turn, at speed 1, before the next one plays automatically
_HEAD_S = 0.16


@dataclass(frozen=True, slots=True)
class ObservationAtTable(Observation):
    """The observation of one seat, or of nobody, at the table of the seat ``table_seat``, whose side is the own one."""

    table_seat: int = 0

    @property
    def side(self) -> int:
        return self.side_of(self.table_seat)


def observation_at_table(observation: Observation, viewer: int, *, as_nobody: bool) -> ObservationAtTable:
    """Return an observation for the viewer's table, where nothing can be played; ``as_nobody`` without a hand."""
    values = {field.name: getattr(observation, field.name) for field in fields(Observation)}
    hand = {"seat": NOBODY, "hand": (), "drawn": ()} if as_nobody else {}
    return ObservationAtTable(**(values | {"legal": ()} | hand), table_seat=viewer)


@dataclass(frozen=True, slots=True)
class TrayPlaces(Places):
    """A table on which every hand lies in a tray: cards come from there and go there."""

    trays: tuple[FloatRect, ...] = ()

    def card_origin(self, seat: int) -> tuple[float, float]:
        return self.trays[seat].center


class ReplayPlayback:
    """The current ``place``, the ``seat`` whose hand is seen (None for all), and automatic playback (``is_playing``).

    ``upcoming_turn`` is the turn right before which the replay was opened. In a running leg of several persons ``seat``
    is ``NOBODY``. Call ``lay_out`` first, and ``update`` every frame. ``animation`` is what the table shows.
    """

    def __init__(self, leg: LegReplay, place: int, coming: int | None, settings: Settings) -> None:
        self.leg = leg
        self.place = place
        self.upcoming_turn = coming
        self.seat: int | None = leg.onlooker
        self.has_seen_others = False
        """Whether a hand was seen that is not the viewer's."""
        self.is_playing = False
        self.speed = 1.0
        self._settings = settings
        self._places: Places | None = None
        self._trays: tuple[FloatRect, ...] = ()
        self._rests_since_s: float | None = None
        self._runs_back = False
        self._head_from = float(place)
        self._head = Timeline()
        self.animation = self._table_at_rest(place)

    # -- what is to be seen ---------------------------------------------------------------------------------------

    @property
    def is_moving(self) -> bool:
        """Whether an animation runs, or the head moves."""
        return self.animation.is_moving or not self.animation.is_over or self._head.is_running

    @property
    def head(self) -> float:
        """The place, with fractions, at which the head of the timeline is drawn."""
        return self._head_from + (self.place - self._head_from) * self._head.eased("head")

    @property
    def shown_place(self) -> int:
        """The place up to which everything was shown; turns that run backwards are gone at once."""
        return self.place if self.animation.is_over or self._runs_back else self.place - 1

    # -- going about ----------------------------------------------------------------------------------------------

    def go(self, place: int, now_s: float) -> bool:
        """Go to a place; return False if it is the current one.

        A turn on is animated, a turn back runs back at once, any other place is jumped to.
        """
        place = min(self.leg.length, max(0, place))
        if place == self.place:
            return False
        self._send_head(now_s)
        was, self.place = self.place, place
        self._rests_since_s = None
        self._runs_back = place == was - 1
        self.animation = self._table_at_rest(was if self.is_next(was) else place)
        if self.is_next(was):
            self._animate_turn()
            self.animation.update(now_s)
        return True

    def is_next(self, place: int) -> bool:
        """Return whether that place is one turn before or after the current one."""
        return abs(place - self.place) == 1

    def show_hand(self, seat: int | None) -> None:
        """Show that seat's hand from now on, or all; a running animation ends."""
        self.seat = seat
        self.has_seen_others = self.has_seen_others or seat != self.leg.viewer
        self._lay_out_anew()

    def play(self, now_s: float, *, on: bool) -> None:
        """Start automatic playback, at the end of the leg from its beginning; or stop it."""
        self.is_playing, self._rests_since_s = on, None
        if on and self.place == self.leg.length:
            self.go(0, now_s)

    def finish_animations(self, now_s: float) -> None:
        """Finish all animations at once."""
        if self.is_moving:
            self._head.skip()
            self.animation = self._table_at_rest(self.place)
            self.animation.update(now_s)

    @property
    def names(self) -> Names:
        return Names.for_table(self.leg.saved.players, self.leg.sides, self.leg.onlooker)

    def turn_line(self, place: int) -> str:
        """Return the log's line about the turn before a place."""
        if not place:
            return _("The cards are dealt")
        return log_line(self.leg.turns[place - 1].event, self.names, self.leg.saved.setup.rules) or ""

    def set_speed(self, speed: float) -> None:
        """Set how much faster animations run and turns follow each other."""
        self.speed = speed
        self.apply_settings(self._settings)

    def apply_settings(self, settings: Settings) -> None:
        """Apply new settings, with the speed that was chosen."""
        self._settings = settings
        self.animation.configure(self._timing, settings.hand_order)

    def lay_out(self, places: Places, trays: tuple[FloatRect, ...]) -> None:
        """Use a new layout of the table; running animations end."""
        self._places, self._trays = places, trays
        self._head.skip()
        self._lay_out_anew()

    def update(self, now_s: float, *, may_begin: Callable[[], bool]) -> bool:
        """Advance to this time in seconds; return True if the table at rest changed."""
        self._head.update(now_s)
        was_told = self.shown_place
        changed = self.animation.update(now_s, may_begin=may_begin)
        if self.is_playing and may_begin():
            changed = self._play_on(now_s) or changed
        return changed or self.shown_place != was_told

    # -- inside ---------------------------------------------------------------------------------------------------

    @property
    def _onlooker(self) -> int:
        return self.leg.onlooker if self.seat is None else self.seat

    @property
    def _timing(self) -> Timing:
        settings = self._settings
        return Timing(settings.speed.factor / self.speed, BotPace.QUICK, settings.reduced_motion)

    def _play_on(self, now_s: float) -> bool:
        """Go to the next turn after a pause; at the end, stop. Return True if anything changed."""
        if self.is_moving:
            self._rests_since_s = None
            return False
        if self.place == self.leg.length:
            self.is_playing = False
            return True
        if self._rests_since_s is None:
            self._rests_since_s = now_s
        if now_s - self._rests_since_s < _PAUSE_S / self.speed:
            return False
        return self.go(self.place + 1, now_s)

    def _send_head(self, now_s: float) -> None:
        """Move the head from where it is drawn, with an animation if there are any."""
        self._head_from = self.head
        factor = 0.0 if self._settings.reduced_motion else self._settings.speed.factor
        self._head = Timeline(now_s, factor, {"head": Animation(duration_s=_HEAD_S, easing=smoothstep)})

    def _animate_turn(self) -> None:
        """Animate the way from the neighboring place to this one."""
        if self._runs_back:
            then = self._shown(self.place)
            self.animation.record_hand(then)
            self.animation.add(Step((), then, Jump.BACK))
            return
        for step in self.leg.steps(self.place, self._onlooker):
            self.animation.add(Step(step.events, self._at_viewers_table(step.observation)))

    def _at_viewers_table(self, observation: Observation) -> Observation:
        return observation_at_table(observation, self.leg.viewer, as_nobody=self.seat in (None, NOBODY))

    def _shown(self, place: int) -> Observation:
        return with_hand_order(
            self._at_viewers_table(self.leg.observation_at(place, self._onlooker)), self._settings.hand_order
        )

    def _table_at_rest(self, place: int) -> AnimationPlayer:
        """Return the table at rest at a place."""
        animation = AnimationPlayer(self._shown(place), self._timing, self._settings.hand_order)
        if self._places is not None:
            animation.set_places(self._places_seen(self._places))
        return animation

    def _places_seen(self, places: Places) -> Places:
        """Return where cards come from and go to: the trays, or the hand of the visible seat."""
        if self.seat is not None:
            return replace(places, viewer=self.seat)
        values = {field.name: getattr(places, field.name) for field in fields(Places)}
        return TrayPlaces(**values, trays=self._trays)

    def _lay_out_anew(self) -> None:
        self.animation = self._table_at_rest(self.place)
