"""The settings screen: the list of pages at the left, the entries of the open page at the right."""

from __future__ import annotations

from pygame.event import Event

from game.features.settings.categories import CATEGORIES
from game.features.settings.entries import SettingsPage
from game.i18n import _, language, say
from game.phrases import N_
from game.scenes.dialogs import DialogButton, confirmation_dialog
from game.scenes.host import Host
from game.scenes.screen import corner_button, overlay_panel
from game.ui.drawing import text
from game.ui.layout import ROLES, Box, Button, Column, Divider, Row, Scroll, ScrollPosition, Spacer, title_list
from game.ui.widgets import ButtonStyle

_WIDEST = 1.8  # of the panel's height
_TITLES = 0.205  # least width of the list of pages, of the panel's width, the same for all pages
_KEYS = "controls"


def toggle_keys(app: Host) -> None:
    """Open the settings at the key table, or close them if the key table is already visible."""
    scene = next((scene for scene in app.scenes if isinstance(scene, SettingsScene)), None)
    if scene is None:
        scene = SettingsScene(app)
        app.push(scene)
    elif scene is not app.scene or scene.category == _KEYS:
        if scene is app.scene:
            app.pop(scene)
        return
    scene.show_keys()


class SettingsScene(SettingsPage):
    """The settings screen, which opens above any other screen (F3)."""

    name = "settings"
    first_focus = "categories"
    opaque = False

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self._category = CATEGORIES[0]
        self._measured: object = None
        self._has_room_beside = True

    @property
    def category(self) -> str:
        """The id of the open page."""
        return self._category.id

    def escape(self) -> None:
        if not self.key_table.escape():
            self.app.pop(self)

    def apply_changed_settings(self) -> None:
        if self.shown_settings != self.app.settings:
            self.rebuild_layout()

    # -- the pages ------------------------------------------------------------------------------------------------

    def open(self, id: str) -> None:
        self._category = next(category for category in CATEGORIES if category.id == id)
        self.key_table.escape()
        self.lay_out()

    def show_keys(self) -> None:
        """Open the page with the key table and scroll to the table."""
        self.open(_KEYS)
        self.scrolled(self._position.id).scroll_into_view(self.part("keys").rect)
        self.controls.focus("where", ring=self.app.shows_focus)

    def _read_on(self) -> None:
        """Move the focus from the list of pages to the first control of the open page."""
        self.controls.focus(next(self.part("page").widgets()).id, ring=True)

    def _ask_reset(self) -> None:
        yes = DialogButton("reset", N_("Defaults"), self._reset, ButtonStyle.RED)
        self.app.push(confirmation_dialog(self.app, self._category.title, _reset_words, yes))

    def save_dragged_value(self, name: str, value: object) -> None:
        super().save_dragged_value(name, value)
        for widget in self.controls.widgets:
            if widget.id == "reset":
                widget.enabled = bool(self._category.changed(self.shown_settings))

    def _reset(self) -> None:
        self.controls.focus("categories", ring=self.app.shows_focus)  # the button has nothing more to do
        self.app.save_settings(self.app.settings.with_values(**self._category.changed(self.app.settings)))

    # -- layout ---------------------------------------------------------------------------------------------------

    def tree(self) -> Box:
        self.shown_settings = self.app.settings
        close = corner_button(self.scale, self.escape)
        return overlay_panel(
            self.app.size, self.scale, "gear", _("Settings"), self._body, max_aspect_ratio=_WIDEST, corner=close
        )

    def _body(self, room: tuple[int, int]) -> Box:
        if (key := (room, text.text_size_factor(), language())) != self._measured:
            self._measured, self._has_room_beside = key, text.text_size_factor() <= 1 or self._is_room_beside(room)
        if not self._has_room_beside:
            return self._above(self._page(is_stacked=True))
        wide = room[0]
        return self.view_state.first_that_fits(
            f"body.{self.category}",
            room,
            *(lambda at=at: self._beside(self._page(at), wide) for at in (False, True)),
        )

    def _is_room_beside(self, room: tuple[int, int]) -> bool:
        """Return whether every page fits beside the list of pages; then the list is in the same place on all of them.

        ``room`` is the available width and height in px.
        """
        shown = self._category
        try:
            for self._category in CATEGORIES:
                if not self._beside(self._page(is_stacked=True), room[0]).has_room(room):
                    return False
        finally:
            self._category = shown
        return True

    def _beside(self, page: Box, wide: int) -> Box:
        s = self.scale
        apart = Spacer((round(_TITLES * wide), 0))
        left = Column(self._contents(), apart, self._defaults(), gap=s.space_px(14), share=_TITLES)
        right = Column(self._scrolled(page, s.space_px(300)), self._foot(), gap=s.space_px(8), grow=1)
        return Row(left, Divider(s.text_px(2)), right, gap=s.space_px(25), middle=False)

    def _above(self, page: Box) -> Box:
        s = self.scale
        whole = Column(self._contents(across=(4, 2, 1)), page, self._defaults(), gap=s.space_px(20))
        return Column(self._scrolled(whole, 0), self._foot(), gap=s.space_px(8))

    def _scrolled(self, box: Box, least: int) -> Box:
        return Scroll(self.scale, self._position, box, min_height=least)

    @property
    def _position(self) -> ScrollPosition:
        """The scroll position of the open page; if the list of pages scrolls with it, all pages share one position."""
        return self.view_state.position(f"page.{self.category}" if self._has_room_beside else "page")

    def _contents(self, across: tuple[int, ...] = (1,)) -> Box:
        titles = [(known.id, say(known.title)) for known in CATEGORIES]
        icons = {known.id: known.icon for known in CATEGORIES}
        return title_list(
            self.scale, "categories", _("Settings"), titles, self.category, self.open, on_press=self._read_on,
            icons=icons, across=across,
        )  # fmt: skip

    def _defaults(self) -> Box:
        return Button(
            self.scale, "reset", _("Defaults"), self._ask_reset, style=ButtonStyle.PAPER, icon="undo",
            role=ROLES.name, enabled=bool(self._category.changed(self.shown_settings)),
        )  # fmt: skip

    def _page(self, is_stacked: bool) -> Box:
        self.key_table.is_stacked = is_stacked
        s, boxes = self.scale, list[Box]()
        for entry in self._category.entries:
            boxes += [entry.box(self), Divider(s.text_px(1.5))]
        return Column(*boxes[:-1], gap=s.space_px(18), id="page")

    def _foot(self) -> Box | None:
        return self.key_table.foot(self.scale) if self.category == _KEYS else None

    # -- events ---------------------------------------------------------------------------------------------------

    def is_typed_key(self, event: Event) -> bool:
        return self.key_table.is_waiting or super().is_typed_key(event)

    def offer_next_control(self) -> None:
        if not self.key_table.is_waiting:
            super().offer_next_control()

    def handle_button(self, button: str) -> bool:
        return self.key_table.assign_button(button)

    def handle(self, event: Event) -> bool:
        return self.key_table.handle(event) or super().handle(event)


def _reset_words() -> str:
    return _("Everything on this page goes back to its default. The language stays.")
