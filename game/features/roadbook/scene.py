"""The screen of the Roadbook: a large panel on the dimmed background, with a tab for each page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pygame import Rect, Surface

from game.features.roadbook.page import PageContext, PageGroup, RoadbookPage, RoadbookTab
from game.i18n import _, say
from game.scenes import background
from game.scenes.host import Host
from game.scenes.screen import ScreenPanel, corner_button
from game.settings.bindings import Action
from game.ui.animation import Animation, Timeline, linear
from game.ui.drawing import draw
from game.ui.drawing.looks import LOOKS
from game.ui.drawing.theme import THEME
from game.ui.keys import Commands
from game.ui.layout import Box, TabBar
from game.ui.layout.tree_form import TreeForm

_VEIL = 0.55
_POSTER = "poster"
_FADING = Animation(duration_s=0.2, easing=linear)
_LOW = 600
"""In a window lower than this, in pixels, the panel covers almost the whole background."""


class RoadbookScene(TreeForm[Host]):
    """The screen of the Roadbook with these tabs; the first one is open at the start."""

    name = "roadbook"

    def __init__(self, app: Host, tabs: Sequence[RoadbookTab]) -> None:
        super().__init__(app)
        self._tabs = tuple(tabs)
        frame = PageContext(app, self.rebuild_layout, self.controls.focus, self._focused)
        self._pages = PageGroup(frame, {tab.id: tab.make for tab in tabs}, tabs[0].id)
        self._ground: Surface | None = None
        self._before: Surface | None = None
        self._scenery = ""
        self._awaits_background = False
        self._fade = Timeline()

    @property
    def page(self) -> RoadbookPage:
        """The page of the open tab."""
        return self._pages.shown

    def _focused(self) -> str | None:
        focused = self.controls.focused
        return focused.id if focused is not None else None

    def enter(self, app: Host) -> None:
        super().enter(app)
        if self.page.first_focus:
            self.controls.focus(self.page.first_focus)

    def leave(self) -> None:
        self._pages.close()

    def escape(self) -> None:
        if self.page.escape():
            self.lay_out()
        else:
            self.app.pop(self)

    def tree(self) -> Box:
        s, (w, h) = self.scale, self.bounds.size
        mx, my = (8, 8) if h < _LOW else (s.space_px(70), s.space_px(48))
        plate = Rect(mx, my, w - 2 * mx, h - 2 * my)
        titles = [(tab.id, say(tab.words)) for tab in self._tabs]
        owner, corner = self.app.settings.profile.name, corner_button(s, self._close)
        title = _("{name}’s Roadbook", name=owner) if owner else _("Roadbook")
        tabs = TabBar(s, "tabs", _("Page"), titles, self._pages.shown_id, self._open_tab)
        return ScreenPanel(plate, s, "stone", title, self._page_tree, tabs=tabs, corner=corner, side=s.space_px(36))

    def _page_tree(self, room: tuple[int, int]) -> Box:
        return self.page.tree(room, self.scale, self.view_state)

    def _close(self) -> None:
        self.app.pop(self)

    def _open_tab(self, id: str) -> None:
        if id != self._pages.shown_id:
            self._pages.show(id)
            for first in (self.page.first_focus, "tabs"):
                if self.controls.focused is None:  # the focused control was on the page before
                    self.controls.focus(first)

    def show_page(self, id: str) -> RoadbookPage:
        """Open the tab with that id and return its page."""
        self._open_tab(id)
        return self.page

    def resume(self) -> None:
        self.page.resume()
        super().resume()

    def commands(self) -> Commands:
        tabs = next(widget for widget in self.controls.widgets if isinstance(widget, TabBar))
        on, back = (partial(tabs.turn, step, around=True) for step in (1, -1))
        return {Action.TAB_ON: on, Action.TAB_BACK: back, **self.page.commands()}

    def update(self, now_s: float) -> None:
        is_fading = self._fade.is_running
        self._fade.update(now_s)
        self.dirty = self.page.update(now_s) or self._awaits_background or is_fading or self.dirty

    def is_settled(self) -> bool:
        return self.page.is_settled() and not (self._awaits_background or self._fade.is_running)

    def paint(self, surface: Surface) -> None:
        surface.blit(self._poster(), (0, 0))
        draw.veil(surface, THEME.prompt_veil, _VEIL)
        super().paint(surface)

    def _poster(self) -> Surface:
        """Return the background picture. A new scenery fades in over the old one as soon as it is rendered."""
        size, scenery, before = self.app.size, LOOKS.seen_scenery, self._ground
        if before is not None and before.get_size() != size:
            before = self._before = None
        ground = background.preloaded_background(size)
        self._awaits_background = ground is None and before is not None
        if ground is None and before is not None:
            return before
        self._ground = ground or background.picture(size)
        if scenery != self._scenery:
            self._scenery, self._before = scenery, before
            person = self.app.settings.person
            speed = 0 if person.reduced_motion or before is None else person.speed.factor
            self._fade = Timeline(self.app.now_s, speed, {_POSTER: _FADING})
        if self._before is None or (part := self._fade.eased_progress(_POSTER)) == 1:
            return self._ground
        return draw.crossfaded(self._before, self._ground, part)
