"""The buttons in the table's top bar."""

from __future__ import annotations

from collections.abc import Callable

from game.i18n import _
from game.scenes.host import Host
from game.table.painting.picture import TablePicture
from game.ui.widgets import Button, IconButton, Style


class TopBar:
    """Menu, hint, rules and the switch of the sound, at the places that the picture has for them."""

    def __init__(
        self, app: Host, picture: TablePicture, *, on_menu: Callable[[], None], on_hint: Callable[[], None]
    ) -> None:
        self._app = app
        self._sound = IconButton("sound", "", picture.sound_rect, on_press=app.toggle_mute, style=Style.NAVY)
        rules = Button if picture.names_rules else IconButton
        navy = Style.NAVY
        self.buttons = (
            Button("menu", _("Menu"), picture.menu_rect, on_press=on_menu, style=navy, icon="menu"),
            Button("hint", _("Hint"), picture.hint_rect, on_press=on_hint, style=navy, icon="hint"),
            rules("rules", _("Rules"), picture.rules_rect, on_press=app.show_rules, style=navy, icon="rules"),
            self._sound,
        )
        self.follow_mute()

    def follow_mute(self) -> None:
        """Let the button show what the key may have switched."""
        muted = self._app.settings.muted
        self._sound.icon = "mute" if muted else "sound"
        self._sound.name = _("Switch the sound on") if muted else _("Switch the sound off")
