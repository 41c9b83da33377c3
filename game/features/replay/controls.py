"""The bar below the table: curve of chances, timeline, playback, the choice of the visible hand, and playing on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from pygame import Rect, Surface

from game.features.replay.curve import ChancesCurve, axis_left, draw_chances, pin_words
from game.features.replay.layout import ReplayLayout
from game.features.replay.model.findings import ReviewRun
from game.features.replay.playback import SPEEDS, ReplayPlayback
from game.features.replay.timeline import TurnAxis, TurnTimeline, turn_words
from game.i18n import _, say
from game.i18n.punctuation import label_with_text, with_full_stop
from game.settings.bindings import Action
from game.table.geometry.box import FloatRect
from game.table.top_bar import BarButton, button_about
from game.ui import layout as ui
from game.ui.accessibility_tree import Node
from game.ui.boxes.box import HIT_PX
from game.ui.drawing import art, draw, livery, text
from game.ui.drawing.theme import THEME
from game.ui.layout.choice import Choice
from game.ui.tooltip import Tooltip
from game.ui.widgets import ButtonStyle, Option, Widget
from game.ui.widgets.buttons import label_px
from game.ui.widgets.dropdown import field_px
from game.words.keys import input_name, key_line

ALL_HANDS = "all"
"""The key of the choice that all hands are visible; the key of a single seat is its number."""
_SYMBOLS = 52.0  # u
_PLAY_WIDE, _FLAG_WIDE = 1.5, 1.3  # of the height
_LIST_BELOW_PX = 1500
_MOST_SYMBOLS = 4
"""For more seats than this, or fewer with enlarged text, a narrow window has a list of hands instead of symbols."""
_TURN_SIZES = (1.0, 0.92, 0.84, 0.76, 0.0)
"""The sizes of the words about the turn, as fractions of their full size; the first that fits is taken."""
_SPEED_WORDS = dict(zip(map(str, SPEEDS), ("½ ×", "1 ×", "2 ×", "4 ×"), strict=True))


@dataclass(frozen=True, slots=True)
class ReplayCommands:
    """What the controls call: go to a position, play or pause, show a seat's hand, play on from the current position.

    ``go`` gets the number of the turn whose position to show, 0 for the deal; ``show_hand`` gets the seat's number as
    text, or ``ALL_HANDS``; ``ask`` the index of a pin.
    """

    go: Callable[[int], None]
    toggle_play: Callable[[], None]
    show_hand: Callable[[str], None]
    play_on: Callable[[], None]
    ask: Callable[[int], None]


class ReplayControls:
    """The controls of the bar below the table; ``scale`` is that of the window, ``window`` its size in px.

    Call ``update`` whenever the current position, the visible hand or the review has changed.
    """

    def __init__(
        self, player: ReplayPlayback, acts: ReplayCommands, layout: ReplayLayout, scale: ui.Scale,
        window: tuple[int, int], *, has_chances: bool,
    ) -> None:  # fmt: skip
        self._player, self._commands, self._layout, self._scale = player, acts, layout, scale
        self._window = Rect(0, 0, *window)
        self._leg = player.leg
        self._px = layout.text_growth * max(text.MIN_NAME_PX, 0.4 * layout.control)
        left = layout.paper.x + max(34, round(_SYMBOLS * layout.u))
        if has_chances:
            left = max(left, axis_left(layout.curve, layout.t))
        right = layout.paper.right - max(6, round(16 * layout.u))
        axis = TurnAxis(left, right - left, self._leg.length, player.place, layout.u)
        self.timeline = self._timeline(axis)
        self.curve = self._curve(axis) if has_chances else None
        self._row = ui.Box()
        self.update(None)

    @property
    def widgets(self) -> list[Widget]:
        """The controls in the order of the Tab key."""
        timeline = self.timeline if self._has_timeline else None
        return [*(widget for widget in (self.curve, timeline) if widget is not None), *self._row.widgets()]

    @property
    def _has_timeline(self) -> bool:
        """Whether there is space for the timeline of all sides, as a control of its own."""
        return self._layout.foot > 0

    def _curve(self, axis: TurnAxis) -> ChancesCurve:
        leg, player = self._leg, self._player
        return ChancesCurve(
            self._layout.curve, axis, player.names, leg.side_of(leg.viewer), player.place,
            (self._layout.u, self._layout.t), lane=None if self._has_timeline else self.timeline,
            on_seek=self._commands.go, on_pin=self._commands.ask,
        )  # fmt: skip

    def _timeline(self, axis: TurnAxis) -> TurnTimeline:
        leg = self._leg
        own, sides = leg.side_of(leg.viewer), len(leg.sides)
        lanes = [(own + i) % sides for i in range(sides if self._has_timeline else 1)]
        place, seats = self._player.place, leg.saved.setup.seats
        return TurnTimeline(
            self._layout.paper, axis, leg.turns, lanes, place,
            liveries=[self._player.names.livery(side) for side in range(len(leg.sides))],
            u=self._layout.u, foot=self._layout.foot, larger=self._layout.text_growth,
            rounds=seats, on_seek=self._commands.go, coming=self._player.upcoming_turn,
        )  # fmt: skip

    # -- the row of controls --------------------------------------------------------------------------------------

    def _fitting_row(self) -> ui.Box:
        """Return the row of controls, two rows in a tall window.

        Where it does not fit, the caption of the hands goes, then the words on the button to play on; then the turn
        gets smaller, and goes at last.
        """
        whole = self._layout.row
        smaller = ((False, False, turn) for turn in _TURN_SIZES)
        ways = ((True, True, 1.0), (False, True, 1.0), *smaller)
        rows = (self._controls(caption=caption, words=words, turn=turn) for caption, words, turn in ways)
        return next((row for row in rows if row.has_room(whole.size)), None) or self._controls(
            caption=False, words=False, turn=0.0
        )

    def _controls(self, *, caption: bool, words: bool, turn: float) -> ui.Box:
        gap = self._layout.gap
        walk = ui.Row(*self._walk_buttons(), gap=max(gap, HIT_PX - self._layout.button))
        speed = self._list("speed", _("Speed"), list(_SPEED_WORDS.items()), str(self._player.speed), self._set_speed)
        left = ui.Row(walk, speed, self._turn_label(turn) if turn else None, gap=2 * gap)
        if not self._leg.is_open:
            return ui.Row(left, ui.Spacer())
        hands = ui.Label(
            self._scale, _("Hands"), replace(ui.ROLES.label, face="B6"), THEME.on_navy, one_line=True, id="hands_word"
        )
        right = ui.Row(hands if caption else None, self._hands(), self._play_on(has_words=words), gap=gap)
        if self._layout.is_tall:
            return ui.Column(ui.Row(left, ui.Spacer()), ui.Row(ui.Spacer(), right), gap=self._layout.gap)
        return ui.Row(left, ui.Spacer((2 * gap, 0)), right)

    def _walk_buttons(self) -> list[ui.Box]:
        player, acts, h, every = self._player, self._commands, self._layout.button, len(self._leg.turns)

        def button(id: str, name: str, icon: str, press: Callable[[], None], wide: float = 1) -> ui.Box:
            style = ButtonStyle.GOLD if id == "play" else ButtonStyle.NAVY
            is_mirrored, size = id in ("back_one", "last"), (round(wide * h), h)
            return ui.IconButton(self._scale, id, name, press, icon, style=style, size=size, is_mirrored=is_mirrored)

        def go(by: int) -> Callable[[], None]:
            return lambda: acts.go(player.place + by)

        play = ("pause", _("Pause")) if player.is_playing else ("play", _("Play"))
        return [
            button("first", _("To the start"), "first", go(-every)),
            button("back_one", _("Previous turn"), "step", go(-1)),
            button("play", play[1], play[0], acts.toggle_play, _PLAY_WIDE),
            button("on_one", _("Next turn"), "step", go(1)),
            button("last", _("To the last turn"), "first", go(every)),
        ]

    def _set_speed(self, key: str) -> None:
        self._player.set_speed(float(key))

    def _turn_label(self, size: float) -> ui.Box:
        total, coming = self._leg.length, self._player.upcoming_turn
        longest = [turn_words(0, total), turn_words(max(1, total), total)]
        if coming is not None:
            longest.append(turn_words(coming - 1, total, coming))
        words, role = self.timeline.value, ui.ROLES.name
        if size != 1:
            role = replace(role, size=size * role.size, min_px=size * role.min_px)
        return ui.Label(self._scale, words, role, THEME.white, one_line=True, alternatives=longest, id="turn")

    def _list(
        self, id: str, name: str, options: Sequence[Option], chosen: str, on_change: Callable[[str], None]
    ) -> ui.Box:
        h, px = self._layout.button, self._layout.text_growth * field_px(self._layout.control)

        size = round(max(text.width(label, "O7", px) for _key, label in options) + 1.3 * h), h
        return ui.Dropdown(self._scale, id, name, options, chosen, on_change, bounds=self._window, px=px, size=size)

    def _play_on(self, *, has_words: bool) -> ui.Box:
        h, name = self._layout.button, _("Play on from here")
        s, act, enabled = self._scale, self._commands.play_on, self._leg.may_play_on(self._player.place)
        if not has_words:
            size = round(_FLAG_WIDE * h), h
            return ui.IconButton(s, "play_on", name, act, "flag", style=ButtonStyle.BLUE, size=size, enabled=enabled)
        px = self._layout.text_growth * label_px(self._layout.control)
        size = ui.Button.natural_width(name, h, icon=True, px=px), h
        return ui.Button(s, "play_on", name, act, icon="flag", px=px, size=size, enabled=enabled)

    def _hands(self) -> ui.Box:
        """Return the choice whose hand is visible: the symbols of all seats, or a list, and the words for all hands."""
        leg, names, h = self._leg, self._player.names, self._layout.button
        seats, shown = leg.saved.setup.seats, self._player.seat
        options = [(str(seat), names.seat(seat)) for seat in ((leg.viewer + i) % seats for i in range(seats))]
        options.append((ALL_HANDS, _("All open")))
        chosen = ALL_HANDS if shown is None else str(shown)

        def show(key: str) -> None:
            if key != chosen:
                self._commands.show_hand(key)

        if seats * self._layout.text_growth > _MOST_SYMBOLS and self._window.w < _LIST_BELOW_PX:
            return self._list("hands", _("Hands"), options, chosen, show)
        px = 0.9 * self._px
        wide = round(text.width(options[-1][1], "O7", px) + h)

        def paint(key: str, surface: Surface, rect: Rect) -> None:
            field, is_on = rect.inflate(-6, -6), key == chosen
            if is_on or choice.is_pointed(key):
                draw.rounded_rect(surface, field, 0.19 * field.h, THEME.blue if is_on else THEME.raised)
            if key != ALL_HANDS:
                self._paint_seat(surface, field, int(key), is_on=is_on)
                return
            tick = 0.5 * field.h if is_on else 0
            left = field.centerx - (text.width(options[-1][1], "O7", px) + tick) / 2
            ink = THEME.white if is_on else THEME.text
            if is_on:
                art.blit_icon(surface, "check", (left + 0.4 * tick, field.centery), 0.8 * tick, ink)
            text.draw(surface, options[-1][1], left + tick, field.centery, "O7", px, ink)

        cells = [
            ui.Cell(key, ui.Canvas(partial(paint, key), wide if key == ALL_HANDS else max(HIT_PX, h), h), name)
            for key, name in options
        ]
        row = ui.Panel(
            ui.Row(*(cell.box for cell in cells)), 0, fill=THEME.surface2, rim=THEME.faint,
            rim_px=max(1, 2 * self._layout.t), radius=0.2 * h,
        )  # fmt: skip
        choice = ui.Choice("hands", _("Hands"), row, cells, chosen, show, role="radiogroup")
        return choice

    def _paint_seat(self, surface: Surface, field: Rect, seat: int, *, is_on: bool) -> None:
        """Draw the symbol of a seat's side; if sides are teams, the portrait of a bot."""
        leg, names, d = self._leg, self._player.names, 0.72 * field.h
        driver = names.drivers[seat]
        if driver is not None and len(leg.sides) < leg.saved.setup.seats:
            surface.blit(art.portrait(driver, d), (round(field.centerx - d / 2), round(field.centery - d / 2)))
        else:
            livery.draw_badge(surface, names.livery(leg.side_of(seat)), field.centerx, field.centery, 0.42 * d + 1)
        if is_on:
            center = field.right - 0.19 * field.h, field.bottom - 0.19 * field.h
            art.blit_icon(surface, "check", center, 0.36 * field.h, THEME.white)

    # -- what it shows --------------------------------------------------------------------------------------------

    def update(self, review: ReviewRun | None) -> None:
        """Update the controls to the current position, the visible hand and what the review has found."""
        self.timeline.at = self._player.place
        self.hide_later(hides=False)
        if self.curve is not None:
            self.curve.at = self._player.place
        if self.curve is not None and review is not None:
            self.curve.update(review.chances, review.pins, is_flawless=review.is_flawless)
        self._row = self._fitting_row()
        self._row.place(self._layout.row)

    def hide_later(self, *, hides: bool) -> None:
        """Cover the turns after the current one, or show them."""
        self.timeline.hides_later = hides
        if self.curve is not None:
            self.curve.hides_later = hides

    def move_head(self, head: float) -> bool:
        """Draw the marker of the current turn at ``head`` from now on; return whether it has moved."""
        was, self.timeline.head = self.timeline.head, head
        if self.curve is not None:
            self.curve.head = head
        return was != head

    def draw_bar(self, surface: Surface) -> None:
        """Draw the background of the bar, and what is no control on it."""
        bar = self._layout.bar
        surface.fill(THEME.navy, bar)
        surface.fill(THEME.gold, Rect(bar.x, bar.y, bar.w, max(2, round(3 * self._layout.t))))
        if self.curve is not None:
            px = max(text.MIN_NAME_PX, 22 * self._layout.t)
            draw_chances(surface, self._layout.ends, self.curve, self._player.names, px)
        self._row.paint(surface)

    def text_nodes(self) -> list[Node]:
        """Return the accessibility nodes of the texts between the controls."""
        return [node for node in self._row.accessible_nodes(self._layout.row) if node.role == "text"]


def control_tooltip(
    player: ReplayPlayback, widget: Widget, part: str, buttons: Sequence[BarButton]
) -> tuple[Tooltip, FloatRect] | None:
    """Return the tooltip of a control and the box that it must not cover, or None if the control needs no tooltip.

    ``part`` is what the mouse points at within the control: a turn, a pin or a seat.
    ``buttons`` are those of the top bar.
    """
    where = FloatRect(*widget.rect)
    if isinstance(widget, TurnTimeline):
        if not part.isdigit() or int(part) > player.leg.length:
            return None
        place = int(part)
        title = _("Turn {n}", n=place) if place else _("The deal")
        return Tooltip(title, player.turn_line(place) if place else ""), FloatRect(*widget.column(place))
    if isinstance(widget, ChancesCurve):
        if not part.isdigit():
            return None
        return Tooltip(pin_words(widget.pins[int(part)], int(part)), ""), FloatRect(*widget.pin_rect(int(part)))
    if isinstance(widget, Choice):
        cell = next((cell for cell in widget.cells if cell.id == part and part != ALL_HANDS), None)
        return None if cell is None else (Tooltip(cell.description, ""), FloatRect(*cell.box.rect))
    about = next((say(button.tooltip) for button in buttons if button.id == widget.id), None)
    about = about or button_about(widget.id) or _about(widget.id)
    return None if about is None else (Tooltip(widget.name, about), where)


def _about(id: str) -> str | None:
    """Return the tooltip's text for a button of the bar, with its key, or None for another control."""
    return {
        "first": key_line(Action.TO_DEAL),
        "back_one": _and_side(Action.TURN_BACK, Action.SIDE_BACK),
        "play": key_line(Action.PLAY),
        "on_one": _and_side(Action.TURN_ON, Action.SIDE_ON),
        "last": key_line(Action.TO_LAST),
        "play_on": _("Starts a separate practice race from this turn, with the same deck."),
    }.get(id)


def _and_side(turn: Action, side: Action) -> str:
    """Return the text about two keys: one to the next or previous turn, and one to that of the same side."""
    said, key = key_line(turn), input_name(side)
    if not key:
        return said
    more = _("the same car’s previous turn") if side is Action.SIDE_BACK else _("the same car’s next turn")
    return " ".join((with_full_stop(said), label_with_text(key, more))) if said else label_with_text(key, more)
