"""The turn plate: the panel that says whose turn it is, asks questions, and explains refused moves.

The module makes its words, lays them out and paints them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from pygame import Color, Rect, Surface

from game.engine.cards import Card
from game.engine.endgame import helping_cards
from game.engine.moves import MoveKind
from game.engine.observation import Observation, Phase
from game.i18n import _, capital
from game.match.comparisons import Advice
from game.table.geometry.box import FloatRect
from game.table.geometry.layout import TableLayout
from game.table.painting.display import radius
from game.table.targets import WhyNot, accepting_piles, playable_piles, why_unplayable
from game.table.view import LogLine, TurnView
from game.ui import layout as ui
from game.ui.boxes.box import HIT_PX
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.words.captions import way_out
from game.words.coach import move_noun, short_card_name
from game.words.names import Names
from game.words.vocabulary import card_name, term

TAKE_OVER = "take_over"
TAKE_OVER_AS = "take_over_as"
FINISH = "finish"
"""The id of the button above the turn plate that quickly plays a long leg to its end."""
TAKING_OVER = (TAKE_OVER, TAKE_OVER_AS)
"""The ids of the buttons above the turn plate that end the autopilot, for the same or another person."""


@dataclass(frozen=True, slots=True)
class TurnContext:
    """Everything that the words of the turn plate depend on.

    ``card`` is the card of the hand that is chosen (``is_chosen``) or pointed at. ``refused`` says why the latest move
    was refused, ``advice`` is the hint that the player requested. If ``names_card``, the heading is the card's name,
    because cards are too small to show it. ``enter_card`` is the card that Enter discards when none can be played.
    ``waiting_question`` is a question that the player has put aside; it overrides everything else. ``is_taken_back`` is
    true after moves were taken back, until the player decides anew; ``is_delegated`` while a bot drives for the player;
    ``is_finishing`` while a long leg is quickly played to its end.
    """

    observation: Observation
    names: Names
    log: tuple[LogLine, ...]
    card: Card | None = None
    is_chosen: bool = False
    refused: str = ""
    advice: TurnView | None = None
    names_card: bool = False
    enter_card: Card | None = None
    waiting_question: TurnView | None = None
    is_taken_back: bool = False
    is_delegated: bool = False
    is_finishing: bool = False


def turn_view(moment: TurnContext, why_not: WhyNot) -> TurnView:
    """Return the words of the turn plate; ``why_not`` returns why a move is not possible now."""
    if moment.waiting_question is not None:
        return moment.waiting_question
    if moment.advice is not None and not moment.refused:
        return moment.advice
    head = _head(moment)
    if moment.card is not None and moment.names_card:
        head = card_name(moment.card, moment.observation.rules)
    if moment.is_delegated and not moment.refused:
        return TurnView(_("A bot drives for you"), moment.log[-1].full_text if moment.log else "", icon="delegate")
    if moment.is_finishing and not moment.refused:
        return TurnView(_("Finish quickly"), moment.log[-1].full_text if moment.log else "", icon="skip")
    if moment.refused:
        return TurnView(head, moment.refused, "refused")
    if moment.observation.must_discard and moment.card in (None, moment.enter_card):
        return TurnView(_head(moment), _discarding(moment))
    if moment.card is not None and _is_asked(moment.observation):
        said = _card_options_text(moment, moment.card, why_not)
        if said:
            return TurnView(head, said)
    return TurnView(head, _body(moment))


def hint_view(hint: Advice | None, names: Names, rules_id: str) -> TurnView:
    """Return the words of the turn plate for a hint; ``hint`` is None while it is still being computed."""
    if hint is None:
        return TurnView(_("Hint"), _("One moment…"), "advice")
    move = hint.best.move
    told = _("Hint: {what}", what=move_noun(move, names, rules_id))
    card = "" if move.card is None else short_card_name(move.card, rules_id)
    enter = (
        _("Enter discards {card}.", card=card) if move.kind is MoveKind.DISCARD else _("Enter plays {card}.", card=card)
    )
    return TurnView(told, enter, "advice")


def waiting_question_view(title: str, sign: str) -> TurnView:
    """Return the words of the turn plate while a question waits, because the player looks at the table first.

    ``title`` is the question's heading, ``sign`` the name of its icon.
    """
    return TurnView(title, _("Take your time; the game waits for you."), "asked", sign)


def _head(moment: TurnContext) -> str:
    o, names = moment.observation, moment.names
    if o.phase is Phase.OVER:
        return _("The race is over")
    if o.to_move is None:
        return _("The cards are dealt")
    if o.to_move != o.seat:
        return _("{name} is playing", name=names.seat(o.to_move))
    if o.phase is Phase.COUP_FOURRE:
        return capital(term("coup_fourre", o.rules))
    if o.phase is Phase.EXTENSION:
        return capital(term("extension", o.rules))
    return _("Nothing to play") if o.must_discard else _("Your turn")


def _discarding(moment: TurnContext) -> str:
    if moment.enter_card is None:
        return way_out(moment.observation) or _("Choose a card to discard.")
    name = card_name(moment.enter_card, moment.observation.rules)
    return _("Choose a card to discard; Enter discards {card}.", card=name)


def _is_asked(o: Observation) -> bool:
    return o.phase is Phase.TURN and bool(o.legal)


def _card_options_text(moment: TurnContext, card: Card, why_not: WhyNot) -> str:
    """Return a sentence that says what the player can do with a card, or why nothing; empty if neither is needed."""
    o = moment.observation
    name = card_name(card, o.rules)
    laying = playable_piles(o, card)
    if not laying:
        return why_unplayable(o, moment.names, why_not, card)
    if not moment.is_chosen:
        return ""
    if len(laying) > 1:
        # Translators: the chosen card is a hazard that several drivers can be hit with; in French mind the space.
        return _("{card}: who gets it?", card=name)
    if moment.names_card:
        return _("Play it on the lit pile.")  # the heading already names the card
    return _("Play it on the lit pile: {card}.", card=name)


def _body(moment: TurnContext) -> str:
    o = moment.observation
    if moment.is_taken_back and o.to_move == o.seat:
        return _("Taken back. Decide again.")
    if _is_asked(o):
        can_discard = any(accepting_piles(o, card) for card in o.hand)
        asked = _("Play a card or discard one.") if can_discard else _("Play a card.")
        is_helped = any(help in o.hand for help in helping_cards(o.sides[o.side]))
        return asked if is_helped else way_out(o) or asked
    return moment.log[-1].full_text if moment.log else ""


_SHADOW_PX = 3
_MOST_PAD = 0.06
"""The largest padding, as a share of the turn plate's width, so that long words fit a narrow one."""
_HIGH, _HIGH_OFFER = 64, 54
"""The heights in pixels at text scale 1 of the button back to a question, and of an offered button."""


@dataclass(frozen=True, slots=True)
class _TurnPlateLayout:
    """A possible layout of the words: text scale, factor by which letters shrink, and whether sign and body show."""

    growth: float
    shrunk: float = 1.0
    has_sign: bool = True
    has_body: bool = True


@dataclass(frozen=True, slots=True)
class TurnPlaces:
    """The places of the turn plate, which is as high as its words, and of its button, None without one.

    The button is above the plate, or to its right in a tall window. ``word_layout`` is the layout of the words, None if
    no layout fits.
    """

    plate: FloatRect
    button: FloatRect | None
    word_layout: _TurnPlateLayout | None


def turn_places(layout: TableLayout, what: TurnView) -> TurnPlaces:
    """Return the places of the turn plate and of its button for these words."""
    return _places(layout, what, text.text_size_factor())


@lru_cache(maxsize=16)  # called in every frame while a button is offered
def _places(layout: TableLayout, what: TurnView, _wished: float) -> TurnPlaces:
    box, gap = layout.turn, round(12 * layout.text_scale)
    if layout.tall:
        button = FloatRect.between(box.right - what.button_w, box.y, box.right, box.bottom) if what.button_w else None
        room = box if button is None else FloatRect.between(box.x, box.y, button.x - layout.gap, box.bottom)
        return TurnPlaces(room, button, _first_fitting_layout(layout, what, room))
    if what.button_w:
        way = _first_fitting_layout(layout, what, box, lambda way: _button_height(layout, way) + gap)
        high = _button_height(layout, way or _SHORTEST)
        plate = _plate(layout, what, way, _below(box, high + gap))
        return TurnPlaces(plate, FloatRect.between(box.x, plate.y - gap - high, box.right, plate.y - gap), way)
    alone = _first_fitting_layout(layout, what, box)
    if what.offered_button:
        high = offer_height(layout)
        room = _below(box, high + gap)
        beside = _first_fitting_layout(layout, what, room)
        if what.offered_button == "firmly" or (
            beside is not None and beside == alone
        ):  # else a word would have to shrink
            place = FloatRect.between(box.x, box.y, box.right, box.y + high)
            return TurnPlaces(_plate(layout, what, beside, room), place, beside)
    return TurnPlaces(_plate(layout, what, alone, box), None, alone)


def _below(box: FloatRect, high: float) -> FloatRect:
    return FloatRect.between(box.x, box.y + high, box.right, box.bottom)


def offer_height(layout: TableLayout) -> int:
    """Return the height in pixels of an offered button."""
    return max(HIT_PX, round(_HIGH_OFFER * layout.text_scale))


def _button_height(layout: TableLayout, way: _TurnPlateLayout) -> int:
    """Return the height in pixels of the button back to a question; it grows with the words below the button."""
    return max(HIT_PX, round(_HIGH * text.default_scale(layout.unit) * way.growth))


def extent(layout: TableLayout) -> FloatRect:
    """Return the largest place that the turn plate may have, including its shadow."""
    x, y, w, h = layout.turn
    return FloatRect(x, y, w + _SHADOW_PX, h + _SHADOW_PX + 0.5)


def paint_turn(surface: Surface, layout: TableLayout, what: TurnView) -> None:
    """Paint the turn plate, or nothing if it has no words."""
    if not what.head and not what.body:
        return
    where = turn_places(layout, what)
    plate, words = where.plate, _words(layout, what, where.word_layout or _SHORTEST, where.plate.w)
    if where.word_layout is None:
        text.record_overflow(what.body or what.head, words.width_range()[0], plate.w)
    words.place(Rect(*map(round, plate)))
    words.paint(surface)


def _fill(what: TurnView) -> Color:
    return {"refused": THEME.red_d, "asked": THEME.red}.get(what.tone, THEME.blue)


def _paint_sign(surface: Surface, what: TurnView, center: tuple[float, float], size: float) -> None:
    """Paint the sign before the heading: an arrow, a lamp for a hint, or an octagon with a bar for a refused move."""
    if what.tone != "refused":
        art.blit_icon(surface, what.icon or ("arrow" if what.tone == "calm" else "hint"), center, size, THEME.gold_l)
        return
    art.blit_icon(surface, "octagon", center, size, THEME.white)
    bar = FloatRect.around(*center, size * 0.5, max(2, size * 0.14))
    surface.fill(_fill(what), bar)


_HEAD, _BODY = ui.Role("O8", 22, text.MIN_NAME_PX), ui.Role("B5", 18, text.MIN_CAPTION_PX)
_LOW_HEAD, _LOW_BODY = ui.Role("O8", 20, text.MIN_NAME_PX), ui.Role("B5", 18, text.MIN_TEXT_PX)
"""The text styles of the low turn plate in a tall window."""
_WIDEST_HEAD = 0.4
"""The share of the low turn plate's width that a heading in one line may take."""
_STEPS = (1.8, 1.65, 1.5, 1.4, 1.3, 1.2, 1.1, 1.0)
_SHRUNK = (0.9, 0.8, 0.7)


_SHORTEST = _TurnPlateLayout(1.0, _SHRUNK[-1], has_sign=False)


def _turn_plate_layouts(what: TurnView, *, low: bool) -> Iterator[_TurnPlateLayout]:
    """Yield the layouts to try, those with the largest letters first.

    The sign is left out next, and the body last, only if a button says the same.
    """
    wished = text.text_size_factor()
    sizes = [
        _TurnPlateLayout(larger, has_sign=not low) for larger in (wished, *(step for step in _STEPS if step < wished))
    ]
    sizes += [replace(sizes[-1], shrunk=shrunk) for shrunk in _SHRUNK]
    yield from sizes
    if not low:
        sizes = [replace(way, has_sign=False) for way in sizes]
        yield from sizes
    if (what.button_w or what.offered_button == "firmly") and what.body:
        yield from (replace(way, has_body=False) for way in sizes)


def _first_fitting_layout(
    layout: TableLayout, what: TurnView, room: FloatRect, above: Callable[[_TurnPlateLayout], int] = lambda _way: 0
) -> _TurnPlateLayout | None:
    """Return the first layout that fits the area ``room``, or None.

    ``above`` returns the height in pixels that a layout needs for other things above the words.
    """
    wide, high = round(room.w), round(room.h)
    ways = _turn_plate_layouts(what, low=layout.tall)
    return next((way for way in ways if _words(layout, what, way, wide).has_room((wide, high - above(way)))), None)


def _plate(layout: TableLayout, what: TurnView, way: _TurnPlateLayout | None, room: FloatRect) -> FloatRect:
    """Return the place of the turn plate: as high as its words, at the foot of the area ``room``."""
    height = min(room.h, _words(layout, what, way or _SHORTEST, room.w).height_range(round(room.w))[1])
    return FloatRect(room.x, room.bottom - height, room.w, height)


def _words(layout: TableLayout, what: TurnView, way: _TurnPlateLayout, wide: float) -> ui.Panel:
    """Return the turn plate as a layout box: heading above body, or beside it in the low plate of a tall window."""
    s, t = ui.Scale(layout.unit, way.growth), layout.text_scale

    def ground(surface: Surface, rect: Rect) -> None:
        round_px, k = (rect.h * 0.25, t) if layout.tall else (radius(layout.unit), max(0.8, t))
        draw.road_sign(surface, rect, round_px, _fill(what), line_scale=k, shadow_px=_SHADOW_PX)

    def label(words: str, role: ui.Role, *, grow: float = 0, is_head: bool = False) -> ui.Label:
        role = replace(role, size=role.size * way.shrunk)
        in_line = is_head and layout.tall and text.width(words, role.face, s.px(role)) <= _WIDEST_HEAD * wide
        return ui.Label(s, words, role, THEME.white, balanced=not layout.tall, one_line=in_line, grow=grow)

    if layout.tall:
        head = label(what.head, _LOW_HEAD, is_head=True)
        body = label(what.body, _LOW_BODY, grow=1) if way.has_body else None
        return ui.Panel(ui.Row(head, body, gap=s.text_px(16)), (s.text_px(20), 2, 2), ground=ground)
    head, pad = label(what.head, _HEAD, grow=1), min(s.text_px(16), round(_MOST_PAD * wide))
    px = head.px

    def sign(surface: Surface, rect: Rect) -> None:
        _paint_sign(surface, what, (rect.x + 0.55 * px, rect.y + text.LINE_HEIGHT / 2 * px), 1.18 * px)

    before = ui.Canvas(sign, round(1.36 * px), 0) if way.has_sign else None
    body = label(what.body, _BODY) if what.body and way.has_body else None
    return ui.Panel(ui.Column(ui.Row(before, head, middle=False), body, gap=s.text_px(6)), pad, ground=ground)
