"""The top bar of the table: leg, goal, each side's points, and the buttons.

To add a button, add one ``BarButton`` and its action.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from types import MappingProxyType

from pygame import Rect, Surface

from game.i18n import Words, _, _r, number, say
from game.i18n.punctuation import join_with_dots, label_with_text
from game.people.profiles import Livery
from game.phrases import N_
from game.settings.bindings import Action
from game.table.geometry.box import FloatRect as Place
from game.table.geometry.layout import TableLayout
from game.table.geometry.places import Places
from game.table.goals import GOALS, bar_stars
from game.table.view import BarChip, GoalView, TableView
from game.ui import layout as ui
from game.ui.accessibility_tree import Node
from game.ui.boxes.box import HIT_PX
from game.ui.drawing import livery, text
from game.ui.drawing.theme import THEME
from game.ui.widgets import Button, ButtonStyle, IconButton
from game.words.house_rules import house_rules_about, house_rules_line
from game.words.keys import key_line


@dataclass(frozen=True, slots=True)
class SideTotal:
    """The points that a side had before this leg."""

    side: int
    name: str
    livery: Livery
    points: int


@dataclass(frozen=True, slots=True)
class BarView:
    """The data that the top bar shows; ``totals`` are in the order of the road's lanes.

    ``leg`` is the number of the leg, ``target`` its distance in km; ``title``, if any, replaces both. ``chip`` is a
    label behind them. ``goals`` are those of a tour stage if the bar shows them, as stars.
    """

    leg: int
    target: int
    totals: tuple[SideTotal, ...]
    rules: str
    has_take_backs: bool = False
    title: tuple[str, str] | None = None
    goals: tuple[GoalView, ...] = ()
    chip: BarChip | None = None


def bar_view(view: TableView, lanes: tuple[int, ...], *, has_paper: bool = False) -> BarView:
    """Return the data for the top bar; ``lanes`` are the road's lanes by side.

    A table that ``has_paper`` shows the goals in a panel of their own, so they are left out of the bar.
    """
    o = view.observation
    totals = o.totals or (0,) * len(o.sides)
    order = sorted(range(len(o.sides)), key=lanes.__getitem__)
    goals = () if has_paper else view.goals
    names = view.names
    shown = tuple(SideTotal(side, names.side(side), names.livery(side), totals[side]) for side in order)
    return BarView(o.leg, o.target, shown, o.rules, view.has_take_backs, view.title, goals, view.chip)


def house_rules_chip(ids: Collection[str], rules_id: str) -> BarChip | None:
    """Return the label in the top bar that names the house rules of a match, or None if it has none."""
    return BarChip(house_rules_line(ids), house_rules_about(ids, rules_id)) if ids else None


@dataclass(frozen=True, slots=True)
class BarButton:
    """A button of the top bar; in a narrow bar, one with ``has_word_if_wide`` loses its word before the others do."""

    id: str
    icon: str
    word: Words
    tooltip: Words
    has_word_if_wide: bool = False


def back_button(icon: str, word: Words, tooltip: Words) -> BarButton:
    """Return the button that goes back to the screen from which the table was opened."""
    return BarButton("back", icon, word, tooltip)


def _with_key(about: str, action: Action) -> str:
    return f"{about} {key_line(action)}".rstrip()


_HINT = BarButton(
    "hint",
    "hint",
    N_("Hint"),
    lambda: _with_key(_("What the strongest driver would do in your place, and why."), Action.HINT),
)
TABLE_BUTTONS = (
    BarButton(
        "menu",
        "menu",
        N_("Menu"),
        lambda: _with_key(_("Pauses the game: resume, settings, quit."), Action.ESCAPE),
    ),
    _HINT,
    BarButton(
        "rules",
        "rules",
        N_("Rules"),
        lambda: _with_key(_("All the rules, or those for the chosen card."), Action.RULES),
        has_word_if_wide=True,
    ),
)
"""The top bar's buttons while a match is played, from left to right."""


def take_back_name() -> str:
    """Return the label of the button that takes back the last move, for the top bar and the menu."""
    return _("Take back your last move")


def make_again_name() -> str:
    """Return the label of the button that makes a taken-back move again."""
    return _("Redo")


_TAKE_BACKS = (
    BarButton("take_back", "undo", take_back_name, lambda: key_line(Action.TAKE_BACK)),
    BarButton("make_again", "redo", make_again_name, lambda: key_line(Action.REDO)),
)
"""The undo and redo buttons: only icons, after a thin line, in matches that allow taking moves back."""
_SOUND = BarButton(
    "sound",
    "sound",
    N_("Switch the sound off"),
    lambda: _with_key(_("Effects, road and music together; each has its own volume in the settings."), Action.SOUND),
)
"""The sound button: only an icon, at the right end of the bar."""


def no_hints_text() -> str:
    """Return a sentence that says why no hint is available in this match."""
    return _("No hints on this stage.")


def button_about(id: str) -> str | None:
    """Return the tooltip text of the top bar's button with that id, or None for any other control."""
    return next((say(button.tooltip) for button in (*TABLE_BUTTONS, *_TAKE_BACKS, _SOUND) if button.id == id), None)


class TopBar:
    """The buttons of the top bar; ``on_press`` has the action of each button by its id."""

    def __init__(
        self,
        layout: TableLayout,
        what: BarView,
        on_press: Mapping[str, Callable[[], None]],
        buttons: Sequence[BarButton] = TABLE_BUTTONS,
        *,
        has_hints: bool = True,
    ) -> None:
        box = _bar(layout, what, buttons, on_press)
        self.buttons = [widget for widget in box.widgets() if isinstance(widget, Button)]
        self._by_id = {button.id: button for button in self.buttons}
        if _HINT.id in self._by_id:
            self._by_id[_HINT.id].enabled = has_hints

    def show_take_backs(self, *, back: bool, again: bool) -> bool:
        """Enable the undo button if ``back`` and the redo button if ``again``; return whether either changed."""
        is_changed = False
        for button, enabled in zip(_TAKE_BACKS, (back, again), strict=True):
            shown = self._by_id.get(button.id)
            if shown is not None and shown.enabled is not enabled:
                shown.enabled, is_changed = enabled, True
        return is_changed

    def show_muted(self, *, muted: bool) -> None:
        """Update icon and name of the sound button after the sound was switched on or off."""
        sound = self._by_id[_SOUND.id]
        sound.icon = "mute" if muted else "sound"
        sound.name = _("Switch the sound on") if muted else say(_SOUND.word)


def paint_bar(
    surface: Surface, layout: TableLayout, what: BarView, buttons: Sequence[BarButton] = TABLE_BUTTONS
) -> None:
    """Paint the top bar without its buttons; ``buttons`` are those for which space is left."""
    _bar(layout, what, buttons).paint(surface)


def bar_nodes(layout: TableLayout, what: BarView, buttons: Sequence[BarButton] = TABLE_BUTTONS) -> Iterator[Node]:
    """Yield the accessible nodes of the top bar's texts: leg and goal, and the points if anybody has some."""
    told = _bar(layout, what, buttons).accessible_nodes(Rect(0, 0, *layout.size))
    return (node for node in told if node.role == "text")


@lru_cache(4)
def _text_places(layout: TableLayout, what: BarView) -> Mapping[str, Place]:
    """Return the places of the top bar's texts by id; cached, because every mouse movement needs them."""
    return {node.id: Place(*node.rect) for node in bar_nodes(layout, what)}


def goals_place(where: Places, view: TableView) -> Place | None:
    """Return the place of a tour stage's goals, in their panel or in the top bar, or None if there are no goals."""
    if not view.goals:
        return None
    return where.layout.goals or _text_places(where.layout, bar_view(view, where.lanes)).get(GOALS)


def chip_place(where: Places, view: TableView) -> Place | None:
    """Return the place of the chip in the top bar, or that of the leg where the chip has no space; None without any."""
    what = bar_view(view, where.lanes, has_paper=where.layout.goals is not None)
    found = _text_places(where.layout, what) if what.chip is not None else {}
    return found.get(CHIP) or found.get(_LEG_ID)


CHIP, _LEG_ID = "chip", "leg"
_LEG = ui.Role("O8", 23, text.MIN_NAME_PX)
_GOAL = ui.Role("B5", 19, text.MIN_TEXT_PX)
_CHIP = ui.Role("B6", 19, text.MIN_TEXT_PX)
_POINTS = ui.Role("O7", 18, text.MIN_TEXT_PX)
_LARGE = 1.5
_STEPS = (1.75, _LARGE, 1.25, 1.0)
"""Text scales to try, in order, if the one from the settings does not fit."""
_NOTHING = MappingProxyType[str, Callable[[], None]]({})
_WIDEST_NUMBERS = BarView(10, 1000, (), "")
"""Numbers as wide as they usually become; the layout is chosen for these, so that it stays while numbers change."""
_MOST_POINTS = 8888


@dataclass(frozen=True, slots=True)
class _BarLayout:
    """A possible layout of the bar: its text scale, which buttons have a word, and which texts are shown."""

    growth: float
    words: tuple[bool, bool] = (True, True)
    """Whether ordinary buttons have a word, and whether those with ``has_word_if_wide`` have one."""
    has_chip: bool = False
    has_goal: bool = True
    has_leg: bool = True


def _bar_layouts() -> Iterator[_BarLayout]:
    """Yield the layouts to try, the fullest first.

    The chip is left out before anything else changes. Then the buttons lose their words, then the goal is left out
    (the red stone at the road shows it too), then the number of the leg; only then do letters become smaller than
    ``_LARGE``.
    """
    wished, icons = text.text_size_factor(), (False, False)
    sizes = [wished, *(size for size in _STEPS if size < wished)]
    large = [size for size in sizes if size >= min(wished, _LARGE)]
    yield _BarLayout(wished, has_chip=True)
    for words in ((True, True), (True, False), icons):
        yield from (_BarLayout(size, words) for size in large)
    for larger in (large, sizes):
        yield from (_BarLayout(size, icons, has_goal=False) for size in larger)
        yield from (_BarLayout(size, icons, has_goal=False, has_leg=False) for size in larger)


def _bar(
    layout: TableLayout, what: BarView, buttons: Sequence[BarButton],
    on_press: Mapping[str, Callable[[], None]] = _NOTHING,
) -> ui.Box:  # fmt: skip
    """Return the bar in the first layout that fits the window."""
    totals = tuple(replace(total, points=max(total.points, _MOST_POINTS)) for total in what.totals)
    most = replace(
        what, leg=max(what.leg, _WIDEST_NUMBERS.leg), target=max(what.target, _WIDEST_NUMBERS.target), totals=totals
    )
    place = Rect(*map(round, layout.top))
    for way in _bar_layouts():
        if _box(layout, most, buttons, on_press, way).has_room(place.size):
            break
    box = _box(layout, what, buttons, on_press, way)
    box.place(place)
    return box


def _box(
    layout: TableLayout, what: BarView, buttons: Sequence[BarButton], on_press: Mapping[str, Callable[[], None]],
    way: _BarLayout,
) -> ui.Box:  # fmt: skip
    s = ui.Scale(layout.unit, way.growth)
    high = _button_height(layout, s)
    between = s.text_px(12) if all(way.words) else max(s.text_px(12), HIT_PX - round(high))

    def button(what: BarButton, *, has_word: bool = False) -> ui.Box:
        return _button(s, high, what, on_press.get(what.id), has_word=has_word)

    shown: ui.Box = ui.Row(*(button(b, has_word=way.words[b.has_word_if_wide]) for b in buttons), gap=between)
    if what.has_take_backs:
        line = ui.Panel(ui.Spacer((s.text_px(2), round(high / 2)), grow=0), 0, fill=THEME.navy_l)
        shown = ui.Row(
            shown,
            line,
            ui.Row(*map(button, _TAKE_BACKS), gap=max(s.text_px(6), HIT_PX - round(high))),
            gap=s.text_px(10),
        )
    leg, goal = what.title or (_r(what.rules, "Leg {n}", n=what.leg), _("Target {km} km", km=number(what.target)))
    chip, said = _chip(s, what.chip) if what.chip and way.has_chip else None, label_with_text(leg, goal)
    about = ui.Row(
        ui.Label(s, leg, _LEG, THEME.white, one_line=True) if way.has_leg else None,
        ui.Label(s, goal, _GOAL, THEME.on_navy, one_line=True) if way.has_goal else None,
        gap=s.text_px(16), id=_LEG_ID, label=said if chip or not what.chip else join_with_dots([said, what.chip.words]),
    )  # fmt: skip
    are_told = any(total.points for total in what.totals)
    totals = (_total(s, total, is_told=are_told) for total in what.totals)
    end = ui.Row(*totals, button(_SOUND), gap=s.text_px(16))
    stars = bar_stars(s, round(0.5 * layout.top.h), what.goals) if what.goals else None
    bar = ui.Row(shown, stars, about, chip, ui.Spacer(), end, gap=s.text_px(20))
    return ui.Panel(bar, (round(layout.margin), 0, 2), ground=partial(_paint_ground, s))


def _chip(s: ui.Scale, chip: BarChip) -> ui.Box:
    words = ui.Label(s, chip.words, _CHIP, THEME.ink, one_line=True)
    pad = s.text_px(12), s.text_px(4), s.text_px(4)
    radius = 0.5 * words.height_range(0)[1] + pad[1]
    return ui.Panel(words, pad, fill=THEME.gold, radius=radius, id=CHIP, label=chip.words)


def _paint_ground(s: ui.Scale, surface: Surface, rect: Rect) -> None:
    line = s.text_px(3, 2)
    surface.fill(THEME.navy, rect)
    surface.fill(THEME.gold, (rect.x, rect.bottom - line, rect.w, line))


def _button_height(layout: TableLayout, s: ui.Scale) -> float:
    return max(32, layout.top.h * (0.68 if s.growth <= 1 else 0.9))


def _button(s: ui.Scale, high: float, what: BarButton, press: Callable[[], None] | None, *, has_word: bool) -> Button:
    if not has_word:
        size = round(high), round(high)
        return IconButton(s, what.id, say(what.word), press, what.icon, style=ButtonStyle.NAVY, size=size)
    px = min(max(text.MIN_NAME_PX, 0.46 * high) * max(1, s.growth), 0.64 * high)

    wide = round(text.width(say(what.word), "O7", px) + 1.6 * px + 0.66 * high)
    return Button(
        s, what.id, say(what.word), press, style=ButtonStyle.NAVY, icon=what.icon, px=px, size=(wide, round(high))
    )


def _total(s: ui.Scale, total: SideTotal, *, is_told: bool) -> ui.Box:
    px = s.px(_POINTS)

    def paint(surface: Surface, rect: Rect) -> None:
        livery.draw_badge(surface, total.livery, *rect.center, rect.w / 2)

    words = ui.Label(s, number(total.points), _POINTS, THEME.white, one_line=True)
    said = label_with_text(total.name, _("{points} points", points=number(total.points))) if is_told else ""
    return ui.Row(
        ui.Canvas(paint, round(1.32 * px), round(1.32 * px)),
        words,
        gap=s.text_px(5),
        id=f"points/{total.side}",
        label=said,
    )
