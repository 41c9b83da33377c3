"""The bar below the table: curve of chances, timeline, playback, the choice of the visible hand, and playing on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pygame import Rect, Surface

from game.features.replay.curve import ChancesCurve, axis_left, draw_chances, pin_words
from game.features.replay.hands import ALL_HANDS, HandsChoice
from game.features.replay.layout import ReplayLayout
from game.features.replay.model.findings import ReviewRun
from game.features.replay.playback import SPEEDS, ReplayPlayback
from game.features.replay.timeline import TurnAxis, TurnTimeline, turn_words
from game.i18n import _
from game.i18n.punctuation import label_with_text, with_full_stop
from game.settings.bindings import Action
from game.table.geometry.box import FloatRect
from game.table.top_bar import BarButton, button_about
from game.ui.accessibility_tree import Node, accessible_text, node_rect
from game.ui.drawing import text
from game.ui.drawing.theme import THEME
from game.ui.tooltip import Tooltip
from game.ui.widgets import Button, ButtonStyle, Dropdown, IconButton, Widget
from game.ui.widgets.buttons import label_px
from game.ui.widgets.dropdown import field_px
from game.ui.widgets.widget import HIT_PX
from game.words.keys import input_name, key_line

_SYMBOLS = 52.0  # u
_PLAY_WIDE = 1.5
_HANDS_SHARE = 0.37  # of a control's height, for the words beside the symbols
_LIST_BELOW_PX = 1500
_MOST_SYMBOLS = 4
"""For more seats than this, or fewer with enlarged text, a narrow window has a list of hands instead of symbols."""
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
    """The controls of the bar below the table, in ``widgets`` in the order of the Tab key.

    Call ``update`` whenever the current position or the visible hand has changed. ``window`` is its size in px.
    """

    def __init__(
        self, player: ReplayPlayback, acts: ReplayCommands, layout: ReplayLayout, window: tuple[int, int], *,
        has_chances: bool,
    ) -> None:  # fmt: skip
        self._player = player
        self._commands = acts
        self._layout = layout
        self._window = Rect(0, 0, *window)
        self._leg = player.leg
        left = layout.paper.x + max(34, round(_SYMBOLS * layout.u))
        if has_chances:
            left = max(left, axis_left(layout.curve, layout.t))
        right = layout.paper.right - max(6, round(16 * layout.u))
        axis = TurnAxis(left, right - left, self._leg.length, player.place, layout.u)
        self.timeline = self._timeline(axis)
        self.curve = self._curve(axis) if has_chances else None
        first, last = layout.rows[0], layout.rows[-1]
        self._buttons = self._players(first)
        self._speed = self._speeds(self._buttons[-1].rect.right + 2 * layout.gap, first)
        self._words_at = self._speed.rect.right + 2 * layout.gap
        left = self._words_at if first is last else last.x
        self._hands, self._play_on = self._right_controls(left, last)
        self._caption = self._caption_rect(left, last)
        timeline = self.timeline if self._has_timeline else None
        parts = self.curve, timeline, *self._buttons, self._speed, self._hands, self._play_on
        self.widgets: list[Widget] = [widget for widget in parts if widget is not None]
        self.update(None)

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

    def _players(self, row: Rect) -> list[IconButton]:
        player, acts, x, made = self._player, self._commands, row.x, list[IconButton]()

        def go(by: int) -> Callable[[], None]:
            return lambda: acts.go(player.place + by)

        every = len(self._leg.turns)
        for id, name, icon, press in (
            ("first", _("To the start"), "first", go(-every)),
            ("back_one", _("Previous turn"), "step", go(-1)),
            ("play", _("Play"), "play", acts.toggle_play),
            ("on_one", _("Next turn"), "step", go(1)),
            ("last", _("To the last turn"), "first", go(every)),
        ):
            wide = round((_PLAY_WIDE if id == "play" else 1) * row.h)
            style = ButtonStyle.GOLD if id == "play" else ButtonStyle.NAVY
            button = IconButton(id, name, Rect(x, row.y, wide, row.h), on_press=press, style=style, icon=icon)
            button.is_mirrored = id in ("back_one", "last")
            made.append(button)
            x += wide + max(self._layout.gap, HIT_PX - row.h)
        return made

    def _speeds(self, left: int, row: Rect) -> Dropdown:
        player = self._player
        return Dropdown(
            "speed",
            _("Speed"),
            Rect(left, row.y, round(1.8 * self._layout.control * self._layout.text_growth), row.h),
            list(_SPEED_WORDS.items()),
            str(player.speed),
            on_change=lambda key: player.set_speed(float(key)),
            bounds=self._window,
            px=self._layout.text_growth * field_px(self._layout.control),
        )

    # -- the right end: whose hand is seen, and playing on --------------------------------------------------------

    def _right_controls(self, left: int, row: Rect) -> tuple[HandsChoice | Dropdown | None, Button | None]:
        if not self._leg.is_open:
            return None, None
        gap, name = self._layout.gap, _("Play on from here")
        hands = self._hands_choice(row)
        room = row.right - left - hands.rect.w - gap
        px = self._layout.text_growth * label_px(self._layout.control)
        natural = Button.natural_width(name, row.h, icon=True, px=px)
        if self._layout.text_growth > 1 and row is self._layout.rows[0]:
            room -= self._turn_width + gap  # the turn's words come first: the button has a tooltip too
        kind, wide = (Button, natural) if natural <= room else (IconButton, round(1.3 * row.h))
        place = Rect(row.right - wide, row.y, wide, row.h)
        play_on = kind(
            "play_on", name, place, on_press=self._commands.play_on, style=ButtonStyle.BLUE, icon="flag", px=px
        )
        hands.rect.right = place.x - gap
        return hands, play_on

    def _hands_choice(self, row: Rect) -> HandsChoice | Dropdown:
        leg, player, look = self._leg, self._player, self._commands.show_hand
        seats = leg.saved.setup.seats
        order = [(leg.viewer + i) % seats for i in range(seats)]
        named = [(seat, player.names.seat(seat)) for seat in order]
        chosen = ALL_HANDS if player.seat is None else str(player.seat)
        if seats * self._layout.text_growth > _MOST_SYMBOLS and self._window.w < _LIST_BELOW_PX:
            options = [*((str(seat), name) for seat, name in named), (ALL_HANDS, _("All open"))]
            px = self._layout.text_growth * field_px(self._layout.control)
            widest = max(text.width(name, "O7", px) for _key, name in options)
            place = Rect(0, row.y, round(widest + 1.3 * row.h), row.h)
            return Dropdown("hands", _("Hands"), place, options, chosen, on_change=look, bounds=self._window, px=px)
        return HandsChoice(
            (0, row.y),
            row.h,
            named,
            chosen,
            sides=[leg.side_of(seat) for seat in range(seats)],
            names=player.names,
            on_change=look,
            px=self._layout.text_growth * max(text.MIN_NAME_PX, _HANDS_SHARE * self._layout.control),
        )

    def _caption_rect(self, left: int, row: Rect) -> Rect | None:
        """Return the rectangle of the caption "Hands", or None if it does not fit beside the number of the turn."""
        if self._hands is None:
            return None
        wide = text.width(_("Hands"), "B6", self._px)
        if row is self._layout.rows[0]:
            left += self._turn_width + 2 * self._layout.gap
        place = Rect(self._hands.rect.x - self._layout.gap - wide, row.y, wide, row.h)
        return place if place.x >= left else None

    # -- what it shows --------------------------------------------------------------------------------------------

    def update(self, review: ReviewRun | None) -> None:
        """Update the controls to the current position, the visible hand and what the review has found."""
        player = self._player
        self.timeline.place = player.place
        self.hide_later(hides=False)
        if self.curve is not None:
            self.curve.place = player.place
        if self.curve is not None and review is not None:
            self.curve.update(review.chances, review.pins, is_flawless=review.is_flawless)
        play = next(button for button in self._buttons if button.id == "play")
        play.icon, play.name = ("pause", _("Pause")) if player.is_playing else ("play", _("Play"))
        if self._hands is not None:
            self._hands.chosen = ALL_HANDS if player.seat is None else str(player.seat)
        if self._play_on is not None:
            self._play_on.enabled = self._leg.may_play_on(player.place)

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

    @property
    def _px(self) -> float:
        return self._layout.text_growth * max(text.MIN_NAME_PX, 0.4 * self._layout.control)

    @property
    def _ends_px(self) -> float:
        return max(text.MIN_NAME_PX, 22 * self._layout.t)

    @property
    def _turn_width(self) -> int:
        """The width in px of the longest text about the current turn, such as "Turn 12 of 80"."""
        total, coming = self._leg.length, self._player.upcoming_turn
        words = {turn_words(0, total), turn_words(max(1, total), total)}
        if coming is not None:
            words.add(turn_words(coming - 1, total, coming))
        return max(text.width(said, "O7", self._px) for said in words)

    @property
    def _has_turn_words(self) -> bool:
        row = self._layout.rows[0]
        same_row = self._hands is not None and row is self._layout.rows[-1]
        right = self._hands.rect.x - self._layout.gap if same_row and self._hands is not None else row.right
        return self._words_at + self._turn_width <= right

    def draw_bar(self, surface: Surface) -> None:
        """Draw the background of the bar, and the texts between its controls."""
        bar, row = self._layout.bar, self._layout.rows[0]
        surface.fill(THEME.navy, bar)
        surface.fill(THEME.gold, Rect(bar.x, bar.y, bar.w, max(2, round(3 * self._layout.t))))
        px = self._px
        if self.curve is not None:
            draw_chances(surface, self._layout.ends, self.curve, self._player.names, self._ends_px)
        if self._has_turn_words:
            text.draw(surface, self.timeline.value, self._words_at, row.centery, "O7", px, THEME.white)
        if self._caption is not None:
            text.draw(surface, _("Hands"), self._caption.x, self._caption.centery, "B6", px, THEME.on_navy)

    def text_nodes(self) -> list[Node]:
        """Return the accessibility node of the text about the current turn, in a list."""
        row = self._layout.rows[0]
        wide = self._turn_width if self._has_turn_words else 1
        return [
            Node("turn", accessible_text(self.timeline.value), "text", node_rect((self._words_at, row.y, wide, row.h)))
        ]


def control_tooltip(
    player: ReplayPlayback, widget: Widget, part: str, buttons: Sequence[BarButton]
) -> tuple[Tooltip, FloatRect] | None:
    """Return the tooltip of a control and the box that it must not cover, or None if the control needs no tooltip.

    ``part`` is what the mouse points at within the control: on the timeline the number of a turn, else unused.
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
        pin = int(part) if part.isdigit() else None
        return (
            None if pin is None else (Tooltip(pin_words(widget.pins[pin], pin), ""), FloatRect(*widget.pin_rect(pin)))
        )
    if isinstance(widget, HandsChoice):
        return None if widget.pointed is None else (Tooltip(widget.pointed[0], ""), FloatRect(*widget.pointed[1]))
    about = next((button.tooltip() for button in buttons if button.id == widget.id), None)
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
        "play_on": _("Starts a separate practice match from this turn, with the same deck."),
    }.get(id)


def _and_side(turn: Action, side: Action) -> str:
    """Return the text about two keys: one to the next or previous turn, and one to that of the same side."""
    said, key = key_line(turn), input_name(side)
    if not key:
        return said
    more = _("the same car’s previous turn") if side is Action.SIDE_BACK else _("the same car’s next turn")
    return " ".join((with_full_stop(said), label_with_text(key, more))) if said else label_with_text(key, more)
