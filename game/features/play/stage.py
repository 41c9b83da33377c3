"""What all scenes with a table share, in play, replay, puzzles and lesson: picture, top bar, log and controls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from time import perf_counter

from game.i18n import language
from game.scenes.host import Host
from game.settings.bindings import KeyContext
from game.table.animation.animation_renderer import AnimationRenderer
from game.table.geometry.box import FloatRect
from game.table.groups import group_nodes
from game.table.log import LogPanel
from game.table.painting import ground, road_strip
from game.table.painting.picture import TablePicture
from game.table.painting.target_glow import GlowPulse, TargetLabel, labels
from game.table.sound_words import sound_caption
from game.table.standing import side_state_nodes
from game.table.top_bar import TABLE_BUTTONS, BarButton, TopBar, bar_view
from game.table.view import LogLine, TableView
from game.ui.accessibility_tree import Node, accessible_text
from game.ui.animation import AnimationClock, Cue
from game.ui.drawing import art
from game.ui.scene import Scene
from game.ui.widgets.focus_group import FocusGroup
from game.words.names import Names

_PRELOAD_S = 0.002  # of a frame at rest, for preloading
_PREPARING_S = 0.01  # of a frame; painting the last region may exceed it
_DONE = object()


class TableStage:
    """What is visible of a table in a ``scene``: its picture, top bar, log and controls.

    Call ``lay_out`` first, and again after every change of size or language. The scene sets ``make_view``, which
    returns what to show; it is called again only after ``invalidate``. ``labels`` are the labels of the lit piles,
    and ``pulse`` makes these piles glow; ``is_coached`` says that a coach explains the game.
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
        self.latest_view: TableView | None = None
        self.labels: tuple[TargetLabel, ...] = ()
        self.pulse = GlowPulse()
        self.pointer = (0, 0)
        self._scene = scene
        self._is_stale = True
        self._until_s = 0.0  # until when the frame that lays out may paint; 0 in any other frame
        self._cached_log: tuple[object, tuple[LogLine, ...]] = (None, ())

    def lay_out(
        self,
        picture: TablePicture,
        renderer: AnimationRenderer,
        actions: Mapping[str, Callable[[], None]],
        label_view: TableView,
        buttons: Sequence[BarButton] = TABLE_BUTTONS,
        *,
        has_hints: bool = True,
    ) -> None:
        """Use a new picture of the table, and build the top bar and the log for it.

        ``actions`` maps the ids of the bar's buttons, except that of the sound, to what they do; ``label_view`` is a
        view that has at least the texts of the bar.
        """
        self.picture, self.renderer = picture, renderer
        self._until_s = self.app.now_s + _PREPARING_S
        layout, end = picture.places.layout, None if self.latest_view is None else self.log.end
        actions = {**actions, "sound": self.app.toggle_mute}
        self.bar = TopBar(
            layout,
            bar_view(label_view, picture.places.lanes, has_paper=layout.goals is not None),
            actions,
            buttons,
            has_hints=has_hints,
        )
        self.update_sound_button()
        self.log = LogPanel(layout, lambda: self.view.log, end=end, on_scroll=self.invalidate)
        self.invalidate()

    def start_preloading(self) -> None:
        """Start to load the table's pictures in advance; call this after ``lay_out`` when the controls are set."""
        self.preloader = TablePreloader(self.picture, self.renderer, self.view)

    def update_sound_button(self) -> None:
        """Make the sound button show whether the sound is muted."""
        self.bar.show_muted(muted=self.app.settings.machine.muted)

    def clear_button_states(self) -> None:
        """Mark no button as hovered or pressed, and draw again; call this when the scene is on top again."""
        for widget in self.controls.widgets:
            widget.hovered = widget.pressed = False
        self.invalidate()

    @property
    def text_factor(self) -> float:
        return self.picture.places.layout.text_scale

    @property
    def is_on_top(self) -> bool:
        return self.app.scene is self._scene

    # -- what is seen -------------------------------------------------------------------------------------------------

    def invalidate(self) -> None:
        """Mark the view as outdated: it is built and drawn again in the next frame."""
        self._is_stale = True
        self._scene.dirty = True

    def request_redraw(self) -> None:
        """Draw again in the next frame with the same view, because only a control has changed."""
        self._scene.dirty = True

    @property
    def view(self) -> TableView:
        """What the table shows now, built again if it is outdated."""
        if self.latest_view is None or self._is_stale:
            self._is_stale = False
            self.latest_view = self.make_view()
            self.labels = labels(self.picture.places, self.latest_view, self.latest_view.lit_card)
        return self.latest_view

    def item_at(self, pos: tuple[int, int]) -> int | str | None:
        """Return the index of the hand's card or the id of the pile at a point, or None if neither is there."""
        return self.picture.thing_at(self.view, pos)

    @property
    def label_boxes(self) -> Iterator[FloatRect]:
        """The boxes of the lit piles' labels."""
        return (label.box for label in self.labels)

    @property
    def names(self) -> Names:
        return self.view.names

    def log_lines(self, cache_key: object, make_lines: Callable[[], tuple[LogLine, ...]]) -> tuple[LogLine, ...]:
        """Return the lines of the log: those of the last call, or new ones if ``cache_key`` or the language has
        changed.

        ``cache_key`` is a value that changes whenever the lines do; ``make_lines`` returns the new lines.
        """
        if self._cached_log[0] != (cache_key, language()):
            self._cached_log = (cache_key, language()), make_lines()
        return self._cached_log[1]

    def log_texts(self) -> list[str]:
        """Return the lines of the log as plain text, the newest last."""
        return [accessible_text(line.full_text) for line in self.view.log]

    def prepaint_slice(self) -> bool:
        """Paint part of the table, before it is first shown in this window or language.

        Call this in every frame until it returns True: then everything is painted.
        """
        if not self.picture.is_painted:
            laid_out_until_s, self._until_s = self._until_s, 0.0
            until_s, places = laid_out_until_s or self.app.clock() + _PREPARING_S, self.picture.places
            has_time = not laid_out_until_s or self.app.clock() < until_s  # for adopting rasterised pictures too
            is_ready = has_time and ground.is_ready(places.layout.size) and road_strip.is_ready(places.road)
            if is_ready and self.app.clock() < until_s:
                self.picture.prepare(self.view, lambda: self.app.clock() >= until_s)
        return self.picture.is_painted

    def nodes(self) -> list[Node]:
        """Return the accessibility nodes of the top bar, the sides' states, the cards and the piles."""
        return [
            *self.picture.bar_nodes(self.view),
            *side_state_nodes(self.picture.places, self.view),
            *self.picture.nodes(self.view),
        ]

    def grouped_nodes(self, nodes: Iterable[Node], key_context: KeyContext) -> list[Node]:
        """Return accessibility nodes of table and controls, grouped as they are seen on the screen.

        ``key_context`` is the kind of scene, which decides the keys that the nodes mention.
        """
        return group_nodes(
            nodes, self.picture.places, self.view, {button.id for button in self.bar.buttons}, key_context
        )

    # -- time and input -----------------------------------------------------------------------------------------------

    def play_cues(self, clock: AnimationClock) -> None:
        """Play the sounds of the animations on this clock whose time has come."""
        for cue in clock.pop_due_cues():
            self.app.sound.play(cue.sound, partial(self._caption, cue))

    def _caption(self, cue: Cue) -> str:
        return sound_caption(cue.sound, self.view.observation.rules, self.names, cue.target)


class TablePreloader:
    """Draws pictures for the table in advance, a few per frame, so that no frame has to draw many of them.

    Every new ``TablePicture`` needs a new preloader. ``is_done`` says that no pictures are left to draw.
    """

    def __init__(self, picture: TablePicture, renderer: AnimationRenderer, view: TableView) -> None:
        self._picture = picture
        self._hand: Iterator[None] = iter(())
        self._raised: Iterator[None] = iter(())
        self._table: Iterator[None] = chain(picture.preload(view), renderer.preload())
        self._is_new = True
        self.is_done = False
        self.preload_hand(view)

    def preload_hand(self, view: TableView) -> None:
        """Draw the pictures of the cards in this view's hand before all others."""
        self._hand, self._raised = self._picture.preload_hand(view), self._picture.preload_raised(view)
        self.is_done = False

    def draw_next(self, *, is_moving: bool) -> None:
        """Draw one picture while anything moves on the table, else as many as there is time for in a frame.

        Nothing is drawn in the first frame, which also lays out the table, or in a frame with enough other work. While
        anything moves, or the table is not painted yet, only cards of the hand are drawn.
        """
        if self._is_new:
            self._is_new = False
            return
        is_hurried = is_moving or not self._picture.is_painted
        if not self._picture.is_behind and (self._picture.budget.is_untouched or not is_moving):
            waiting = (self._hand,) if is_hurried else (self._hand, self._raised, self._table)
            until_s = 0.0 if is_hurried else perf_counter() + _PRELOAD_S
            while has_drawn := any(next(things, _DONE) is not _DONE for things in waiting):
                if perf_counter() >= until_s or art.PRELOADER.is_busy:
                    break
            self.is_done = not has_drawn and not is_hurried
