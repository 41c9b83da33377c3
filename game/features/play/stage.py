"""What every scene with a table has, be it played, looked at again or taught: picture, top bar, log, controls, tips."""

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

_RESTING_S = 0.002  # of a frame at rest, for what may be needed later
_PREPARING_S = 0.01  # of a frame: what the painting of one region takes comes on top
_DONE = object()


class TableStage:
    """The table of a ``scene``: ``make_view`` puts together what is seen, anew only after ``touch``.

    ``labels`` are those of the lit piles, ``pulse`` lets these glow; where it ``is_coached``, somebody explains. Call
    ``lay_out`` first, and whenever size or language are others.
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
        self._until_s = 0.0  # what is left to painting in the frame that lays out
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
        """Have a table of this picture; ``press`` has what the buttons of the bar do, but for the sound's, and a
        ``bare`` view what stands beside them.
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
        """Begin to draw ahead what this table will need, once its controls are there."""
        self.prewarmer = Prewarmer(self.picture, self.renderer, self.view)

    def follow_settings(self) -> None:
        """Show whether the sound is on."""
        self.bar.show_muted(muted=self.app.settings.muted)

    def resume(self) -> None:
        """Be the topmost scene's again: no button is pressed any more."""
        for widget in self.controls.widgets:
            widget.hovered = widget.pressed = False
        self.touch()

    @property
    def text_factor(self) -> float:
        """How large text and controls are."""
        return self.picture.places.layout.t

    @property
    def is_on_top(self) -> bool:
        """Whether nothing lies above the table."""
        return self.app.scene is self._scene

    # -- what is seen -------------------------------------------------------------------------------------------------

    def touch(self) -> None:
        """Something changed: the next view has to be made anew."""
        self._is_stale = True
        self._scene.dirty = True

    def redraw(self) -> None:
        """A control has changed: there is something to draw."""
        self._scene.dirty = True

    @property
    def view(self) -> TableView:
        """The table as it is seen now."""
        if self.latest is None or self._is_stale:
            self._is_stale = False
            self.latest = self.make_view()
            self.labels = labels(self.picture.places, self.latest, self.latest.lit_card)
        return self.latest

    def hit(self, pos: tuple[int, int]) -> int | str | None:
        """What lies at a point."""
        return self.picture.hit(self.view, pos)

    @property
    def label_boxes(self) -> Iterator[Box]:
        """Where the labels of the lit piles are."""
        return (label.box for label in self.labels)

    @property
    def names(self) -> Names:
        """Who is called what."""
        return self.view.names

    def log_lines(self, known: object, make: Callable[[], tuple[LogLine, ...]]) -> tuple[LogLine, ...]:
        """The log so far, told anew only if something else is ``known``, or in another language."""
        if self._told[0] != (known, language()):
            self._told = (known, language()), make()
        return self._told[1]

    def news(self) -> list[str]:
        """The log as it was told so far."""
        return [plain(line.said) for line in self.view.log]

    def prepare(self) -> bool:
        """Paint a part of the table before it is seen for the first time, in this window or language."""
        if not self.picture.is_painted:
            laid_out_until_s, self._until_s = self._until_s, 0.0
            until_s, places = laid_out_until_s or self.app.clock() + _PREPARING_S, self.picture.places
            has_time = not laid_out_until_s or self.app.clock() < until_s  # to take over what is rasterised, too
            is_ready = has_time and ground.is_ready(places.layout.size) and road_strip.is_ready(places.road)
            if is_ready and self.app.clock() < until_s:
                self.picture.prepare(self.view, lambda: self.app.clock() >= until_s)
        return self.picture.is_painted

    def nodes(self) -> list[Node]:
        """What stands in the bar, how the sides stand, the cards, the piles."""
        return [
            *self.picture.bar_nodes(self.view),
            *standing_nodes(self.picture.places, self.view),
            *self.picture.nodes(self.view),
        ]

    def in_groups(self, nodes: Iterable[Node], where: Where) -> list[Node]:
        """What is on the table, with its controls, in the groups that it is seen in, and the keys it has there."""
        return in_groups(nodes, self.picture.places, self.view, {button.id for button in self.bar.buttons}, where)

    # -- time and input -----------------------------------------------------------------------------------------------

    def play_cues(self, clock: Clock) -> None:
        """Let be heard what an animation has come to."""
        for cue in clock.take_cues():
            self.app.sound.play(cue.sound, partial(self._caption, cue))

    def _caption(self, cue: Cue) -> str:
        """What a sound of the table tells."""
        return sound_caption(cue.sound, self.view.observation.rules, self.names, cue.whom)


class Prewarmer:
    """Draws ahead what the table will need, a little a frame, so that no frame waits for many pictures.

    A new one is needed for every new ``TablePicture``. It ``is_done`` once there is no more to draw.
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
        """Begin with the cards of this hand, which is on its way or lies there."""
        self._hand, self._raised = self._picture.prewarm_hand(view), self._picture.prewarm_raised(view)
        self.is_done = False

    def go_on(self, *, is_moving: bool) -> None:
        """Draw one thing, and at rest what else there is time for, unless the background is at it or this frame has
        enough to do, as the first, which lays out, has; while anything moves, or the table is not yet seen, only what
        is soonest needed.
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
