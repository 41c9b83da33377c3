"""The speech: whether the game reads itself aloud, how fast and how loud, and the keys that go with it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from pygame import Rect, Surface

from game.i18n import _
from game.scenes.dialogs import overlay_plate, paint_head, screen_plate
from game.scenes.host import Host
from game.session.actions import Action
from game.session.settings import FASTEST_SPEECH, LOUDEST
from game.ui.drawing import text
from game.ui.drawing.theme import THEME
from game.ui.form import FormScene
from game.ui.scene import is_tall, text_factor, unit
from game.ui.speech.self_voicing import key_rows
from game.ui.widgets import Button, Slider, Style, Toggle, Widget
from game.words.keys import key_line
from game.words.settings import setting_name

_WIDEST: Final = 1.8  # of the plate's height
_HEADING, _ROW, _KEY, _APART = 50, 84, 52, 20  # heights at t = 1
_CAP: Final = 0.24  # of a column, for the names of the keys


@dataclass(frozen=True, slots=True)
class SpeechLayout:
    """The plate with its head; the rows of the switch and the two sliders; the keys below their heading; the button."""

    plate: Rect
    head: Rect
    rows: tuple[Rect, Rect, Rect]
    heading: Rect
    keys: tuple[Rect, ...]
    done: Rect


def speech_layout(size: tuple[int, int]) -> SpeechLayout:
    """Lay the screen out for a window: two columns, or one below the other in a tall window."""
    u = unit(size)
    t = text_factor(u)
    plate, head = screen_plate(size, _WIDEST)
    pad, gap = round(max(16, 50 * u)), round(max(24, 70 * u))
    done = Rect(0, 0, round(min(420 * t, 0.5 * plate.w)), max(40, round(76 * t)))
    done.midbottom = plate.centerx, plate.bottom - round(max(12, 30 * u))
    inner = Rect(plate.x + pad, head.bottom + round(22 * t), plate.w - 2 * pad, 0)
    inner.h = done.y - round(14 * t) - inner.y
    switches, listed = 3 * _ROW, _HEADING + len(key_rows()) * _KEY
    across = inner.w if is_tall(size) else (inner.w - gap) // 2
    needed = switches + _APART + listed if is_tall(size) else listed
    k = min(1.25 * t, inner.h / needed)
    left = Rect(inner.x, inner.y, across, 0)
    right = Rect(inner.right - across, inner.y, across, 0)
    if is_tall(size):
        right.y += round((switches + _APART) * k)
    row, key, heading = round(_ROW * k), round(_KEY * k), round(_HEADING * k)
    rows = [Rect(left.x, left.y + i * row, across, row) for i in range(3)]
    keys = tuple(Rect(right.x, right.y + heading + i * key, across, key) for i in range(len(key_rows())))
    return SpeechLayout(
        plate, head, (rows[0], rows[1], rows[2]), Rect(right.x, right.y, across, heading), keys, done
    )  # fmt: skip


class SpeechScene(FormScene[Host]):
    """A plate over the settings."""

    name = "speech"
    first_focus = "speech"
    opaque = False

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self._places = speech_layout(app.size)
        self._shows_speech = app.settings.speech

    def escape(self) -> None:
        """Go back to the settings."""
        self.app.pop(self)

    def settings_changed(self) -> None:
        """Follow the key that switches speech, which works everywhere."""
        if self._shows_speech != self.app.settings.speech:
            self.lay_out()

    def build(self) -> list[Widget]:
        """All controls, showing what is set."""
        self._places, now = speech_layout(self.app.size), self.app.settings
        self._shows_speech = now.speech
        switch, speed, volume = (row.inflate(2 * round(8 * self.t), 0) for row in self._places.rows)
        return [
            Toggle(
                "speech", setting_name("speech"), switch, on=now.speech, words=(_("on"), _("off")),
                note=key_line(Action.SPEECH), on_change=lambda _on: self.app.toggle_speech(),
            ),
            Slider(
                "speech_speed", setting_name("speech_speed"), speed, at=now.speech_speed, highest=FASTEST_SPEECH,
                on_change=lambda at: self.app.save_settings(replace(self.app.settings, speech_speed=at)),
            ),
            Slider(
                "speech_volume", setting_name("speech_volume"), volume, at=now.speech_volume, highest=LOUDEST,
                on_change=lambda at: self.app.save_settings(replace(self.app.settings, speech_volume=at)),
            ),
            Button("done", _("Done"), self._places.done, on_press=self.escape, style=Style.RED, icon="check"),
        ]  # fmt: skip

    def texts(self) -> list[tuple[str, str, Rect]]:
        """The heading, and what each key makes heard."""
        keys = [
            (f"key.{i}", f"{row.cap}: {row.about}", rect)
            for i, (row, rect) in enumerate(zip(key_rows(), self._places.keys, strict=True))
        ]
        return [("title", setting_name("speech"), self._places.head), *keys]

    def paint(self, surface: Surface) -> None:
        """Draw veil, plate and the keys."""
        places, t = self._places, self.t
        overlay_plate(surface, places.plate, places.head, t)
        paint_head(surface, places.head, places.rows[0].x, "speech", setting_name("speech"))
        y = places.heading.y + 0.4 * places.heading.h
        text.draw(surface, _("Keys"), places.heading.x, y, "O8", max(16, 28 * t), max_width=places.heading.w)
        for line in (*places.rows, *places.keys):
            surface.fill(THEME.line, (line.x, line.bottom - 1, line.w, max(1, round(1.5 * t))))
        px = max(text.MIN_NAME_PX, 23 * t)
        for row, place in zip(key_rows(), places.keys, strict=True):
            across = _CAP * place.w
            text.draw(surface, row.cap, place.x, place.centery, "B6", px, max_width=across - 8 * t, min_px=11)
            text.draw(
                surface, row.about, place.x + across, place.centery, "B5", px, THEME.text2,
                max_width=place.w - across, min_px=11,
            )  # fmt: skip
