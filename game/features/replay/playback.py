"""The playback of a replay: going from turn to turn, with animations, by the player's commands or automatically."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace

from game.engine.observation import Observation
from game.features.replay.model.leg_replay import NOBODY, LegReplay
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
    """What one seat or nobody knows, shown on the table of the seat ``table_seat``, whose side is in front."""

    table_seat: int = 0

    @property
    def side(self) -> int:
        return self.side_of(self.table_seat)


def observation_at_table(observation: Observation, viewer: int, *, as_nobody: bool) -> ObservationAtTable:
    """Return an observation to be shown on the table of the seat ``viewer``, on which nothing can be played.

    With ``as_nobody`` it has no seat and no hand.
    """
    values = {field.name: getattr(observation, field.name) for field in fields(Observation)}
    hand = {"seat": NOBODY, "hand": (), "drawn": ()} if as_nobody else {}
    return ObservationAtTable(**(values | {"legal": ()} | hand), table_seat=viewer)


@dataclass(frozen=True, slots=True)
class TrayPlaces(Places):
    """Where things are on a table on which every hand is visible in a tray: cards fly from and to the trays."""

    trays: tuple[FloatRect, ...] = ()

    def card_origin(self, seat: int) -> tuple[float, float]:
        return self.trays[seat].center


class ReplayPlayback:
    """Keeps which position of a leg is shown, and animates the way to another one.

    ``place`` is the number of the turn after which the position is, 0 for the deal. ``seat`` is the seat whose hand is
    visible: None for all hands, ``NOBODY`` for none, in a running leg of several persons. ``is_playing`` says that
    turns follow automatically. ``coming`` is the turn that the replay was opened to explain, if any; ``upcoming_turn``
    keeps it. ``animation`` is what the table shows. Call ``lay_out`` first, and ``update`` every frame.
    """

    def __init__(self, leg: LegReplay, place: int, coming: int | None, settings: Settings) -> None:
        self.leg = leg
        self.place = place
        self.upcoming_turn = coming
        self.seat: int | None = leg.onlooker
        self.has_seen_others = False
        """Whether the player has seen a hand other than the viewer's."""
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
        """Whether an animation runs, or the marker of the current turn moves on the timeline."""
        return self.animation.is_moving or not self.animation.is_over or self._head.is_running

    @property
    def head(self) -> float:
        """The turn, with fractions, at which the marker is drawn on the timeline while it moves to the current turn."""
        return self._head_from + (self.place - self._head_from) * self._head.eased_progress("head")

    @property
    def shown_place(self) -> int:
        """The number of the last turn that was shown completely; a turn that is being undone no longer counts."""
        return self.place if self.animation.is_over or self._runs_back else self.place - 1

    # -- going about ----------------------------------------------------------------------------------------------

    def go(self, place: int, now_s: float) -> bool:
        """Go to the position after turn ``place``, 0 for the deal; return False if it is the current one.

        The next turn is animated, the previous one is reached by undoing a turn, all others without animation.
        """
        place = min(self.leg.length, max(0, place))
        if place == self.place:
            return False
        self._send_head(now_s)
        was, self.place = self.place, place
        self._rests_since_s = None
        self._runs_back = place == was - 1
        self.animation = self._table_at_rest(was if self.is_adjacent(was) else place)
        if self.is_adjacent(was):
            self._animate_turn()
            self.animation.update(now_s)
        return True

    def is_adjacent(self, place: int) -> bool:
        """Return whether turn ``place`` is the one before or after the current turn."""
        return abs(place - self.place) == 1

    def show_hand(self, seat: int | None) -> None:
        """Show that seat's hand from now on, or all hands for None; a running animation ends."""
        self.seat = seat
        self.has_seen_others = self.has_seen_others or seat != self.leg.viewer
        self._lay_out_anew()

    def play(self, now_s: float, *, on: bool) -> None:
        """Start automatic playback, or stop it if ``on`` is False; at the end of the leg it starts with the deal."""
        self.is_playing, self._rests_since_s = on, None
        if on and self.place == self.leg.length:
            self.go(0, now_s)

    def finish_animations(self, now_s: float) -> None:
        """Finish all animations at once: the current position is then at rest."""
        if self.is_moving:
            self._head.skip_to_end()
            self.animation = self._table_at_rest(self.place)
            self.animation.update(now_s)

    @property
    def names(self) -> Names:
        return Names.for_table(self.leg.saved.players, self.leg.sides, self.leg.onlooker)

    def turn_line(self, place: int) -> str:
        """Return the line of the log about turn ``place``, or about the deal for 0."""
        if not place:
            return _("The cards are dealt")
        return log_line(self.leg.turns[place - 1].event, self.names, self.leg.saved.setup.rules) or ""

    def set_speed(self, speed: float) -> None:
        """Set how many times faster than normal animations run and turns follow each other."""
        self.speed = speed
        self.apply_settings(self._settings)

    def apply_settings(self, settings: Settings) -> None:
        """Apply new settings; the chosen playback speed stays."""
        self._settings = settings
        self.animation.configure(self._timing, settings.person.hand_order)

    def lay_out(self, places: Places, trays: tuple[FloatRect, ...]) -> None:
        """Use a new layout of the table; ``trays`` are the boxes of all hands by seat. Running animations end."""
        self._places, self._trays = places, trays
        self._head.skip_to_end()
        self._lay_out_anew()

    def update(self, now_s: float, *, may_begin: Callable[[], bool]) -> bool:
        """Advance animations and automatic playback to this time; return True if the table must be drawn again.

        ``may_begin`` returns whether the next step may be shown now.
        """
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
        return Timing(settings.person.speed.factor / self.speed, BotPace.QUICK, settings.person.reduced_motion)

    def _play_on(self, now_s: float) -> bool:
        """Go to the next turn after a pause; at the end of the leg, stop playback. Return True if anything changed."""
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
        """Start to move the timeline's marker from where it is drawn now; with reduced motion it jumps."""
        self._head_from = self.head
        factor = 0.0 if self._settings.person.reduced_motion else self._settings.person.speed.factor
        self._head = Timeline(now_s, factor, {"head": Animation(duration_s=_HEAD_S, easing=smoothstep)})

    def _animate_turn(self) -> None:
        """Animate the current turn, or the undoing of the turn after it."""
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
            self._at_viewers_table(self.leg.observation_at(place, self._onlooker)), self._settings.person.hand_order
        )

    def _table_at_rest(self, place: int) -> AnimationPlayer:
        """Return an animation player that shows the position after turn ``place`` at rest."""
        animation = AnimationPlayer(self._shown(place), self._timing, self._settings.person.hand_order)
        if self._places is not None:
            animation.set_places(self._places_seen(self._places))
        return animation

    def _places_seen(self, places: Places) -> Places:
        """Return the places with the trays or the visible hand, from and to which cards fly."""
        if self.seat is not None:
            return replace(places, viewer=self.seat)
        values = {field.name: getattr(places, field.name) for field in fields(Places)}
        return TrayPlaces(**values, trays=self._trays)

    def _lay_out_anew(self) -> None:
        self.animation = self._table_at_rest(self.place)
