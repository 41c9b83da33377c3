"""What all table scenes share, in play, replay and lesson: picture, top bar, log and controls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from time import perf_counter

from game.i18n import language
from game.scenes.host import Host
from game.settings.bindings import Where
from game.table.animation.animation_renderer import AnimationRenderer
from game.table.geometry.box import Box
from game.table.groups import in_groups
from game.table.log import LogPanel
from game.table.painting import ground, road_strip
from game.table.painting.picture import TablePicture
from game.table.painting.target_glow import GlowPulse, Label, labels
from game.table.sound_words import sound_caption
from game.table.standing import standing_nodes
from game.table.top_bar import TABLE_BUTTONS, BarButton, TopBar, bar_shown
from game.table.view import LogLine, TableView
from game.ui.accessibility_tree import Node, plain
from game.ui.animation import Clock, Cue
from game.ui.drawing import art
from game.ui.scene import Scene
from game.ui.widgets.widget import FocusGroup
from game.words.names import Names

_RESTING_S = 0.002  # of a frame at rest, for preloading
_PREPARING_S = 0.01  # of a frame; painting the last region may exceed it
_DONE = object()


class TableStage:
    """The table of a ``scene``; ``make_view`` builds the view, again only after ``touch``.

    ``labels`` are those of the lit piles, ``pulse`` makes these glow; ``is_coached`` says that a coach explains. Call
    ``lay_out`` first, and after every change of size or language.
    """

    picture: TablePicture
    renderer: AnimationRenderer
    bar: TopBar
    log: LogPanel
    is_coached = False

    make_view: Callable[[], TableView]

    def __init__(self, scene: Scene[Host], on_escape: Callable[[], None] | None = None) -> None:
        app = self.app = scene.app
        self.controls = FocusGroup(on_escape=on_escape, on_pressed=lambda: app.sound.play("press"))
        self.latest: TableView | None = None
        self.labels: tuple[Label, ...] = ()
        self.pulse = GlowPulse()
        self.pointer = (0, 0)
        self._scene = scene
        self._is_stale = True
        self._until_s = 0.0  # until when the frame that lays out may paint; 0 in any other frame
        self._told: tuple[object, tuple[LogLine, ...]] = (None, ())

    def lay_out(
        self,
        picture: TablePicture,
        renderer: AnimationRenderer,
        press: Mapping[str, Callable[[], None]],
        bare: TableView,
        buttons: Sequence[BarButton] = TABLE_BUTTONS,
        *,
        has_hints: bool = True,
    ) -> None:
        """Use a new picture and build bar and log for it.

        ``press`` has the actions of the bar's buttons except the sound's; ``bare`` is a view with the bar's words.
        """
        self.picture, self.renderer = picture, renderer
        self._until_s = self.app.now_s + _PREPARING_S
        layout, end = picture.places.layout, None if self.latest is None else self.log.end
        press = {**press, "sound": self.app.toggle_mute}
        self.bar = TopBar(
            layout,
            bar_shown(bare, picture.places.lanes, has_paper=layout.goals is not None),
            press,
            buttons,
            has_hints=has_hints,
        )
        self.follow_settings()
        self.log = LogPanel(layout, lambda: self.view.log, end=end, on_scroll=self.touch)
        self.touch()

    def prewarm(self) -> None:
        """Begin to preload pictures for this table; call this once its controls are there."""
        self.prewarmer = Prewarmer(self.picture, self.renderer, self.view)

    def follow_settings(self) -> None:
        """Update the sound button."""
        self.bar.show_muted(muted=self.app.settings.muted)

    def resume(self) -> None:
        """Reset hovered and pressed buttons, because the scene is on top again."""
        for widget in self.controls.widgets:
            widget.hovered = widget.pressed = False
        self.touch()

    @property
    def text_factor(self) -> float:
        return self.picture.places.layout.t

    @property
    def is_on_top(self) -> bool:
        return self.app.scene is self._scene

    # -- what is seen -------------------------------------------------------------------------------------------------

    def touch(self) -> None:
        """Mark the view as outdated, so that it is built again."""
        self._is_stale = True
        self._scene.dirty = True

    def redraw(self) -> None:
        """Draw again with the same view, because a control changed."""
        self._scene.dirty = True

    @property
    def view(self) -> TableView:
        """The current view of the table."""
        if self.latest is None or self._is_stale:
            self._is_stale = False
            self.latest = self.make_view()
            self.labels = labels(self.picture.places, self.latest, self.latest.lit_card)
        return self.latest

    def hit(self, pos: tuple[int, int]) -> int | str | None:
        """Return the index of the hand's card or the id of the pile at a point; None for neither."""
        return self.picture.hit(self.view, pos)

    @property
    def label_boxes(self) -> Iterator[Box]:
        """The boxes of the lit piles' labels."""
        return (label.box for label in self.labels)

    @property
    def names(self) -> Names:
        return self.view.names

    def log_lines(self, known: object, make: Callable[[], tuple[LogLine, ...]]) -> tuple[LogLine, ...]:
        """Return the log's lines, made again only if ``known`` or the language has changed."""
        if self._told[0] != (known, language()):
            self._told = (known, language()), make()
        return self._told[1]

    def news(self) -> list[str]:
        """Return the log so far as plain text."""
        return [plain(line.said) for line in self.view.log]

    def prepare(self) -> bool:
        """Paint part of the table before it is first seen in this window or language; True once all is painted."""
        if not self.picture.is_painted:
            laid_out_until_s, self._until_s = self._until_s, 0.0
            until_s, places = laid_out_until_s or self.app.clock() + _PREPARING_S, self.picture.places
            has_time = not laid_out_until_s or self.app.clock() < until_s  # for adopting rasterised pictures too
            is_ready = has_time and ground.is_ready(places.layout.size) and road_strip.is_ready(places.road)
            if is_ready and self.app.clock() < until_s:
                self.picture.prepare(self.view, lambda: self.app.clock() >= until_s)
        return self.picture.is_painted

    def nodes(self) -> list[Node]:
        """Return the accessibility nodes of the bar, the standing of the sides, the cards and the piles."""
        return [
            *self.picture.bar_nodes(self.view),
            *standing_nodes(self.picture.places, self.view),
            *self.picture.nodes(self.view),
        ]

    def in_groups(self, nodes: Iterable[Node], where: Where) -> list[Node]:
        """Return nodes of table and controls in their visible groups, with the keys that apply in ``where``."""
        return in_groups(nodes, self.picture.places, self.view, {button.id for button in self.bar.buttons}, where)

    # -- time and input -----------------------------------------------------------------------------------------------

    def play_cues(self, clock: Clock) -> None:
        """Play the sounds that an animation has come to."""
        for cue in clock.take_cues():
            self.app.sound.play(cue.sound, partial(self._caption, cue))

    def _caption(self, cue: Cue) -> str:
        return sound_caption(cue.sound, self.view.observation.rules, self.names, cue.whom)


class Prewarmer:
    """Preloads pictures for the table, a few per frame, so that no frame waits for many of them.

    Every new ``TablePicture`` needs a new one. It ``is_done`` once there is nothing left to draw.
    """

    def __init__(self, picture: TablePicture, renderer: AnimationRenderer, view: TableView) -> None:
        self._picture = picture
        self._hand: Iterator[None] = iter(())
        self._raised: Iterator[None] = iter(())
        self._table: Iterator[None] = chain(picture.prewarm(view), renderer.prewarm())
        self._is_new = True
        self.is_done = False
        self.follow(view)

    def follow(self, view: TableView) -> None:
        """Preload the cards of this view's hand next."""
        self._hand, self._raised = self._picture.prewarm_hand(view), self._picture.prewarm_raised(view)
        self.is_done = False

    def go_on(self, *, is_moving: bool) -> None:
        """Draw one picture, at rest as many as there is time for.

        Nothing is drawn in the first frame, which lays out, while the background draws, or in a frame with enough to
        do. While anything moves, or the table is not painted yet, only the hand's cards are drawn.
        """
        if self._is_new:
            self._is_new = False
            return
        is_hurried = is_moving or not self._picture.is_painted
        if not self._picture.is_behind and (self._picture.budget.is_untouched or not is_moving):
            waiting = (self._hand,) if is_hurried else (self._hand, self._raised, self._table)
            until_s = 0.0 if is_hurried else perf_counter() + _RESTING_S
            while has_drawn := any(next(things, _DONE) is not _DONE for things in waiting):
                if perf_counter() >= until_s or art.is_drawing_ahead():
                    break
            self.is_done = not has_drawn and not is_hurried
