"""The settings: how the game moves, sounds and is shown. Each acts at once and is remembered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pygame import Rect, Surface

from game.i18n import _, endonym, language, menu_order
from game.scenes.dialogs import overlay_plate, paint_head, screen_plate
from game.scenes.host import Host
from game.scenes.speech import SpeechScene
from game.session.actions import Action
from game.session.settings import LOUDEST, HandOrder, Pace, Settings, Speed
from game.ui.drawing import text
from game.ui.drawing.theme import THEME
from game.ui.form import FormScene
from game.ui.scene import is_tall, text_factor, unit
from game.ui.widgets import Button, Dropdown, Option, Segmented, Slider, Style, Toggle, Widget
from game.words.keys import key_line
from game.words.settings import hand_order_about, hand_order_name, pace_about, pace_name, setting_name, speed_name

_WIDEST: Final = 1.8  # of the plate's height
_HEADING, _FIELD, _ROW, _APART = 46, 142, 78, 16  # heights at t = 1
_GAME: Final = _HEADING + 3 * _FIELD + 2 * _ROW
_DEVICES: Final = 2 * _HEADING + 6 * _ROW + _APART


@dataclass(frozen=True, slots=True)
class Field:
    """A setting of several steps: its name, a line about it, and below them the steps."""

    name: Rect
    note: Rect
    steps: Rect


@dataclass(frozen=True, slots=True)
class SettingsLayout:
    """The plate with its head; headings and rows of the game, the sound and the screen; the buttons at the foot."""

    plate: Rect
    head: Rect
    headings: tuple[Rect, Rect, Rect]
    fields: tuple[Field, Field, Field]
    motion: Rect
    captions: Rect
    sound: tuple[Rect, Rect, Rect, Rect]
    screen: tuple[Rect, Rect]
    speech: Rect
    keys: Rect
    done: Rect

    @property
    def rows(self) -> tuple[Rect, ...]:
        """All rows that hold one thing each."""
        return self.motion, self.captions, *self.sound, *self.screen


def settings_layout(size: tuple[int, int]) -> SettingsLayout:
    """Lay the screen out for a window: two columns, or one below the other in a tall window."""
    u = unit(size)
    t = text_factor(u)
    plate, head = screen_plate(size, _WIDEST)
    pad = round(max(16, 50 * u))
    gap = round(max(8, 24 * t))
    foot = Rect(0, 0, min(round(1300 * t), plate.w - 2 * pad), max(40, round(76 * t)))
    foot.midbottom = plate.centerx, plate.bottom - round(max(12, 30 * u))
    wide = (foot.w - 2 * gap) // 3
    speech, keys, done = (Rect(foot.x + i * (wide + gap), foot.y, wide, foot.h) for i in range(3))
    inner = Rect(plate.x + pad, head.bottom + round(22 * t), plate.w - 2 * pad, 0)
    inner.h = done.y - round(14 * t) - inner.y
    across = inner.w if is_tall(size) else (inner.w - round(max(24, 70 * u))) // 2
    needed = _GAME + _APART + _DEVICES if is_tall(size) else max(_GAME, _DEVICES)
    k = min(1.25 * t, inner.h / needed)
    left = Rect(inner.x, inner.y, across, round(_GAME * k))
    right = Rect(inner.right - across, inner.y, across, round(_DEVICES * k))
    if is_tall(size):
        right.y = left.bottom + round(_APART * k)
    return _filled(plate, head, (speech, keys, done), (left, right), k)


def _filled(
    plate: Rect, head: Rect, foot: tuple[Rect, Rect, Rect], columns: tuple[Rect, Rect], k: float
) -> SettingsLayout:  # fmt: skip
    left, right = columns
    heading, field, row = round(_HEADING * k), round(_FIELD * k), round(_ROW * k)

    def rows(column: Rect, top: int, count: int) -> list[Rect]:
        return [Rect(column.x, top + i * row, column.w, row) for i in range(count)]

    fields = [_field(Rect(left.x, left.y + heading + i * field, left.w, field)) for i in range(3)]
    motion, captions = rows(left, left.y + heading + 3 * field, 2)
    sound = rows(right, right.y + heading, 4)
    screen_top = sound[-1].bottom + round(_APART * k)
    screen = rows(right, screen_top + heading, 2)
    tops = ((left, left.y), (right, right.y), (right, screen_top))
    game, loud, seen = (Rect(column.x, top, column.w, heading) for column, top in tops)
    return SettingsLayout(
        plate,
        head,
        (game, loud, seen),
        (fields[0], fields[1], fields[2]),
        motion,
        captions,
        (sound[0], sound[1], sound[2], sound[3]),
        (screen[0], screen[1]),
        *foot,
    )


def _field(rect: Rect) -> Field:
    name, note, steps = (round(part * rect.h) for part in (0.2, 0.17, 0.4))
    top = rect.y
    return Field(
        Rect(rect.x, top, rect.w, name),
        Rect(rect.x, top + name, rect.w, note),
        Rect(rect.x, top + name + note + round(0.07 * rect.h), rect.w, steps),
    )


class SettingsScene(FormScene[Host]):
    """A plate over the title or the menu."""

    name = "settings"
    first_focus = "done"
    opaque = False

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self._places: SettingsLayout = settings_layout(app.size)
        self._shows = self._loudness

    def escape(self) -> None:
        """Go back to where the settings were opened."""
        self.app.pop(self)

    @property
    def _now(self) -> Settings:
        return self.app.settings

    def _take(self, settings: Settings) -> None:
        self.app.save_settings(settings)
        self.lay_out()

    # -- controls -------------------------------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        """All controls, showing what is set."""
        self._places = settings_layout(self.app.size)
        done = Button("done", _("Done"), self._places.done, on_press=self.escape, style=Style.RED, icon="check")
        speech = Button(
            "speech", setting_name("speech"), self._places.speech, on_press=self._open_speech, style=Style.PAPER,
            icon="speech",
        )  # fmt: skip
        keys = Button(
            "keys", _("Keys"), self._places.keys, on_press=self.app.show_keys, style=Style.PAPER, icon="keyboard"
        )
        return [*self._game(), *self._sound(), *self._screen(), speech, keys, done]

    def _open_speech(self) -> None:
        self.app.push(SpeechScene(self.app))

    def _game(self) -> list[Widget]:
        now, (speed, pace, order) = self._now, self._places.fields
        return [
            self._steps("speed", setting_name("speed"), speed.steps, [(s, speed_name(s)) for s in Speed], now.speed,
                        lambda key: replace(self._now, speed=Speed(key))),
            self._steps("pace", setting_name("pace"), pace.steps, [(p, pace_name(p)) for p in Pace], now.pace,
                        lambda key: replace(self._now, pace=Pace(key))),
            self._steps("hand_order", setting_name("hand_order"), order.steps,
                        [(o, hand_order_name(o)) for o in HandOrder], now.hand_order,
                        lambda key: replace(self._now, hand_order=HandOrder(key))),
            self._switch("reduced_motion", setting_name("reduced_motion"), self._places.motion, on=now.reduced_motion,
                         note=_("Nothing flies or turns; what happens fades in."),
                         changed=lambda on: replace(self._now, reduced_motion=on)),
            self._switch("captions", setting_name("captions"), self._places.captions, on=now.captions,
                         note=_("What is heard is also written at the top."),
                         changed=lambda on: replace(self._now, captions=on)),
        ]  # fmt: skip

    def _steps(
        self, id: str, name: str, rect: Rect, options: Sequence[Option], chosen: str, changed: Callable[[str], Settings]
    ) -> Segmented:  # fmt: skip
        return Segmented(id, name, rect, options, chosen, on_change=lambda key: self._take(changed(key)))

    def _switch(
        self, id: str, name: str, rect: Rect, *, on: bool, changed: Callable[[bool], Settings], note: str
    ) -> Toggle:  # fmt: skip
        words = (_("on"), _("off"))
        wide = self._flush(rect)
        return Toggle(id, name, wide, on=on, words=words, note=note, on_change=lambda is_on: self._take(changed(is_on)))

    def _flush(self, row: Rect) -> Rect:
        """So much wider than its row that the words of a switch or slider begin and end with it."""
        return row.inflate(2 * round(8 * self.t), 0)

    def settings_changed(self) -> None:
        """Follow the keys that switch sound and music, which work everywhere."""
        if self._shows != self._loudness:
            self.lay_out()

    @property
    def _loudness(self) -> tuple[bool, int]:
        """What these keys switch."""
        return self._now.muted, self._now.music_volume

    def _sound(self) -> list[Widget]:
        now, (all_sound, effects, ambience, music) = self._now, self._places.sound
        self._shows = self._loudness
        return [
            self._switch("sound", setting_name("muted"), all_sound, on=not now.muted, note=key_line(Action.SOUND),
                         changed=lambda on: replace(self._now, muted=not on)),
            Slider("effects_volume", setting_name("effects_volume"), self._flush(effects), at=now.effects_volume,
                   highest=LOUDEST, is_dull=now.muted, on_change=self._set_effects),
            Slider("ambience_volume", setting_name("ambience_volume"), self._flush(ambience), at=now.ambience_volume,
                   highest=LOUDEST, is_dull=now.muted, on_change=self._set_ambience),
            Slider("music_volume", setting_name("music_volume"), self._flush(music), at=now.music_volume,
                   highest=LOUDEST, is_dull=now.muted, on_change=self._set_music, note=key_line(Action.MUSIC)),
        ]  # fmt: skip

    # A slider stays as it is while it is dragged: building it anew would take it out of the hand.
    def _set_effects(self, volume: int) -> None:
        self.app.save_settings(replace(self._now, effects_volume=volume))
        self.app.sound.play("count")  # to hear how loud that is

    def _set_ambience(self, volume: int) -> None:
        self.app.save_settings(replace(self._now, ambience_volume=volume))

    def _set_music(self, volume: int) -> None:
        self._shows = self._now.muted, volume
        self.app.save_settings(replace(self._now, music_volume=volume))

    def _screen(self) -> list[Widget]:
        row, full = self._places.screen
        field = Rect(0, 0, round(0.5 * row.w), row.h - round(22 * self.t))
        field.midright = row.midright
        languages = [(code, endonym(code)) for code in menu_order()]
        return [
            Dropdown("language", setting_name("language"), field, languages, language(),
                   on_change=self.app.set_language, bounds=self.bounds),
            Toggle("fullscreen", setting_name("fullscreen"), self._flush(full), on=self.app.is_fullscreen,
                   words=(_("on"), _("off")), note=key_line(Action.FULLSCREEN),
                   on_change=lambda _on: self.app.toggle_fullscreen()),
        ]  # fmt: skip

    # -- picture --------------------------------------------------------------------------------------------------

    def _headings(self) -> list[tuple[str, Rect]]:
        return list(zip((_("Game"), _("Sound"), _("Screen")), self._places.headings, strict=True))

    def _notes(self) -> list[str]:
        return [_("How fast cards and cars move."), pace_about(self._now.pace), hand_order_about(self._now.hand_order)]

    def texts(self) -> list[tuple[str, str, Rect]]:
        """The headings, and what the steps mean."""
        headings = [(f"heading.{i}", words, rect) for i, (words, rect) in enumerate(self._headings())]
        notes = [
            (f"note.{i}", words, field.note)
            for i, (words, field) in enumerate(zip(self._notes(), self._places.fields, strict=True))
        ]
        return [("title", _("Settings"), self._places.head), *headings, *notes]

    def paint(self, surface: Surface) -> None:
        """Draw veil, plate and all words that are no control's own."""
        places, t = self._places, self.t
        overlay_plate(surface, places.plate, places.head, t)
        paint_head(surface, places.head, places.headings[0].x, "gear", _("Settings"))
        for words, rect in self._headings():
            y = rect.y + 0.36 * rect.h
            text.draw(surface, words, rect.x, y, "O8", max(16, 28 * t), max_width=rect.w)
        for row in places.rows:
            surface.fill(THEME.line, (row.x, row.bottom - 1, row.w, max(1, round(1.5 * t))))
        self._paint_fields(surface)
        self._paint_language(surface, places.screen[0])

    def _paint_fields(self, surface: Surface) -> None:
        t = self.t
        names = [widget.name for widget in self.controls.widgets[:3]]
        for name, note, field in zip(names, self._notes(), self._places.fields, strict=True):
            left, room = field.name.x, field.name.w
            px, small = max(text.MIN_NAME_PX, 25 * t), max(text.MIN_TEXT_PX, 20 * t)
            text.draw(surface, name, left, field.name.centery, "B6", px, max_width=room, min_px=12)
            text.draw(surface, note, left, field.note.centery, "B5", small, THEME.text2, max_width=room, min_px=11)

    def _paint_language(self, surface: Surface, row: Rect) -> None:
        """What stands beside the list of languages, as in a switch's row."""
        t, left, room = self.t, row.x, 0.48 * row.w
        px, y = max(text.MIN_NAME_PX, 25 * t), row.y + 0.34 * row.h
        text.draw(surface, setting_name("language"), left, y, "B6", px, max_width=room, min_px=12)
        small, y = max(text.MIN_TEXT_PX, 0.8 * px), row.y + 0.72 * row.h
        text.draw(surface, key_line(Action.LANGUAGE), left, y, "B5", small, THEME.text2, max_width=room, min_px=11)
