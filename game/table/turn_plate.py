"""The turn plate: whose turn it is, what is asked or refused, in words, and how they are set and painted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from pygame import Color, Surface

from game.engine.cards import Card
from game.engine.observation import Observation, Phase
from game.i18n import _, capital
from game.session.running.hints import Hint
from game.table.geometry.box import Box
from game.table.geometry.layout import TableLayout
from game.table.painting.display import radius
from game.table.targets import WhyNot, lay_targets, targets, why_unplayable
from game.table.view import LogLine, TurnShown
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.words import Names, advice, because_sentence
from game.words.vocabulary import card_name, term

TAKE_OVER: Final = "take_over"
TAKE_OVER_AS: Final = "take_over_as"
FINISH: Final = "finish"
"""The button above the plate in a leg that is drawn out: to have it played to its end."""
TAKING_OVER: Final = (TAKE_OVER, TAKE_OVER_AS)
"""The ids of the button above the plate to drive again, and to do that for another person."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What the turn plate speaks about: ``card`` is the card of the hand chosen or pointed at, ``log`` what was told.

    ``refused`` is the reason why the latest move was refused, ``advice`` the hint that was asked for. With
    ``names_card`` the heading is that card's name, for hands too small to show it. ``ready`` is the card that Enter
    discards when none can be laid. ``aside`` is the question that was put aside, which nothing else is said above.
    After moves were taken back, ``is_taken_back`` until the player decides; it ``is_delegated`` while a bot does, and
    ``is_finishing`` while a leg that is drawn out is played to its end.
    """

    observation: Observation
    names: Names
    log: tuple[LogLine, ...]
    card: Card | None = None
    is_chosen: bool = False
    refused: str = ""
    advice: TurnShown | None = None
    names_card: bool = False
    ready: Card | None = None
    aside: TurnShown | None = None
    is_taken_back: bool = False
    is_delegated: bool = False
    is_finishing: bool = False


def turn_shown(moment: Moment, why_not: WhyNot) -> TurnShown:
    """The words for this moment."""
    if moment.aside is not None:
        return moment.aside
    if moment.advice is not None and not moment.refused:
        return moment.advice
    head = _head(moment)
    if moment.card is not None and moment.names_card:
        head = card_name(moment.card, moment.observation.rules)
    if moment.is_delegated and not moment.refused:
        return TurnShown(_("A bot drives for you"), moment.log[-1].said if moment.log else "", sign="delegate")
    if moment.is_finishing and not moment.refused:
        return TurnShown(_("Finish quickly"), moment.log[-1].said if moment.log else "", sign="skip")
    if moment.refused:
        return TurnShown(head, moment.refused, "refused")
    if moment.observation.must_discard and moment.card in (None, moment.ready):
        return TurnShown(_head(moment), _discarding(moment))
    if moment.card is not None and _is_asked(moment.observation):
        said = _about(moment, moment.card, why_not)
        if said:
            return TurnShown(head, said)
    return TurnShown(head, _body(moment))


def advice_shown(hint: Hint | None, names: Names, rules_id: str) -> TurnShown:
    """The words of a hint; None is one that is still being thought about."""
    if hint is None:
        return TurnShown(_("Hint"), _("One moment…"), "advice")
    why = because_sentence(hint.reason, rules_id) if hint.reason else ""
    return TurnShown(advice(hint.move, names, rules_id), why, "advice")


def aside_shown(title: str, sign: str) -> TurnShown:
    """The words about a question that waits while the player looks at the table."""
    return TurnShown(title, _("Take your time; the game waits for you."), "asked", sign)


def _head(moment: Moment) -> str:
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


def _discarding(moment: Moment) -> str:
    """What to do when nothing can be laid."""
    if moment.ready is None:
        return _("Choose a card to discard.")
    name = card_name(moment.ready, moment.observation.rules)
    return _("Choose a card to discard; Enter discards {card}.", card=name)


def _is_asked(o: Observation) -> bool:
    return o.phase is Phase.TURN and bool(o.legal)


def _about(moment: Moment, card: Card, why_not: WhyNot) -> str:
    """What can be done with a card, or why nothing."""
    o = moment.observation
    name = card_name(card, o.rules)
    laying = lay_targets(o, card)
    if not laying:
        return why_unplayable(o, moment.names, why_not, card)
    if not moment.is_chosen:
        return ""
    if len(laying) > 1:
        # Translators: the chosen card is a hazard that several drivers can be hit with; in French mind the space.
        return _("{card}: who gets it?", card=name)
    if moment.names_card:
        return _("Play it on the lit pile.")  # the heading says already which
    return _("Play it on the lit pile: {card}.", card=name)


def _body(moment: Moment) -> str:
    o = moment.observation
    if moment.is_taken_back and o.to_move == o.seat:
        return _("Taken back. Decide again.")
    if _is_asked(o):
        can_discard = any(targets(o, card) for card in o.hand)
        return _("Play a card or discard one.") if can_discard else _("Play a card.")
    return moment.log[-1].said if moment.log else ""


_SHADOW_PX = 3


@dataclass(frozen=True, slots=True)
class TurnPlaces:
    """Where the plate may lie, and the button back to a question that was put aside: above it, or in a tall window
    at its right.
    """

    plate: Box
    button: Box | None


def turn_places(layout: TableLayout, what: TurnShown) -> TurnPlaces:
    """Divide the place of the turn."""
    box = layout.turn
    if not what.button_w:
        return _offering(layout, what)
    if layout.tall:
        button = Box.between(box.right - what.button_w, box.y, box.right, box.bottom)
        return TurnPlaces(Box.between(box.x, box.y, button.x - layout.gap, box.bottom), button)
    high, gap = max(44, round(64 * layout.t)), round(12 * layout.t)
    room = Box.between(box.x, box.y + high + gap, box.right, box.bottom)
    plate = _plate(layout, what, room)[0]
    return TurnPlaces(plate, Box.between(box.x, plate.y - gap - high, box.right, plate.y - gap))


def offer_height(layout: TableLayout) -> int:
    """How high a button is that is only offered, in pixels."""
    return max(44, round(54 * layout.t))


def _offering(layout: TableLayout, what: TurnShown) -> TurnPlaces:
    """The button stands at the head of the place, if it is only offered as long as no word has to shrink for it."""
    box, t = layout.turn, layout.t
    high, gap = offer_height(layout), round(12 * t)
    if not what.offering or layout.tall:
        return TurnPlaces(box, None)
    room = Box.between(box.x, box.y + high + gap, box.right, box.bottom)
    button = Box.between(box.x, box.y, box.right, box.y + high)
    if what.offering == "firmly":
        return TurnPlaces(room, button)
    beside, alone = _plate(layout, what, room)[1], _plate(layout, what, box)[1]
    fits = beside.fits and (beside.head_px, beside.body_px) == (alone.head_px, alone.body_px)
    return TurnPlaces(room, button) if fits else TurnPlaces(box, None)


def extent(layout: TableLayout) -> Box:
    """What the plate and its shadow take at most."""
    x, y, w, h = layout.turn
    return Box(x, y, w + _SHADOW_PX, h + _SHADOW_PX + 0.5)


def paint_turn(surface: Surface, layout: TableLayout, what: TurnShown) -> None:
    """Paint the plate, as high as its words need; nothing if there are none."""
    if not what.head and not what.body:
        return
    if layout.tall:
        _paint_line(surface, layout, what)
    else:
        _paint_plate(surface, layout, what)


def _fill(what: TurnShown) -> Color:
    return {"refused": THEME.red_d, "asked": THEME.red}.get(what.tone, THEME.blue)


def _paint_sign(surface: Surface, what: TurnShown, center: tuple[float, float], size: float) -> None:
    """An arrow, for a hint its lamp, or for a refusal an octagon with a bar, as on the chip of who is stopped."""
    if what.tone != "refused":
        art.blit_icon(surface, what.sign or ("arrow" if what.tone == "calm" else "hint"), center, size, THEME.gold_l)
        return
    art.blit_icon(surface, "octagon", center, size, THEME.white)
    bar = Box.around(*center, size * 0.5, max(2, size * 0.14))
    surface.fill(_fill(what), bar)


@dataclass(frozen=True, slots=True)
class _TurnSetting:
    """How large the words of a plate are set, in pixels, and how high they come out."""

    head_px: float
    head: tuple[str, ...]
    sign: float  # the width of the sign before the head; 0 where a word of the head needs the room
    body: str
    body_px: float
    body_height: float
    fits: bool

    @property
    def head_height(self) -> float:
        return len(self.head) * self.head_px * _HEAD_LINE


_HEAD_LINE = 1.2  # of the size of the letters
_HEAD_LINES = 4  # a long name of a card in a narrow plate
_SIZES = (1.0, 0.9, 0.8, 0.7)
_ROUNDED = 1e-6  # a plate made as high as its words still has room for them


def _set(what: TurnShown, t: float, head_width: float, body_width: float, height: float) -> _TurnSetting:
    """The largest letters with which head and body fit the height; the head may take four lines."""
    setting = None
    for scale in _SIZES:
        head_px, body_px = max(text.MIN_NAME_PX, 22 * t * scale), max(text.MIN_CAPTION_PX, 18 * t * scale)
        head = tuple(text.wrap(what.head, "O8", head_px, head_width))
        body = text.wrap(what.body, "B5", body_px, body_width) if what.body else []
        wide = any(text.width(line, "O8", head_px) > head_width for line in head)
        wide = wide or any(text.width(line, "B5", body_px) > body_width for line in body)
        body_height = len(body) * body_px * text.LINE_HEIGHT
        total = len(head) * head_px * _HEAD_LINE + _between(what.body, t) + body_height
        fits = not wide and len(head) <= _HEAD_LINES and total <= height + _ROUNDED
        sign = body_width - head_width
        setting = _TurnSetting(head_px, head[:_HEAD_LINES], sign, what.body, body_px, body_height, fits)
        if setting.fits:
            return setting
    assert setting is not None
    if (what.button_w or what.offering == "firmly") and what.body:  # the button says it too
        return _set(replace(what, body=""), t, head_width, body_width, height)
    if len(head) > _HEAD_LINES:
        text.record_overflow(what.head, max(text.width(line, "O8", head_px) for line in head), head_width)
    return setting


def plate_box(layout: TableLayout, what: TurnShown) -> Box:
    """Where the plate lies, which is as high as its words need."""
    return turn_places(layout, what).plate if layout.tall else _plate(layout, what)[0]


def _plate(layout: TableLayout, what: TurnShown, room: Box | None = None) -> tuple[Box, _TurnSetting]:
    """The plate at the foot of its room, by default the whole place of the turn."""
    box, t = room or turn_places(layout, what).plate, layout.t
    pad, sign = _pad(box, t), 30 * t
    wide, high = box.w - 2 * pad, box.h - 2 * pad
    setting = _set(what, t, wide - sign, wide, high)
    if not setting.fits:
        setting = _set(what, t, wide, wide, high)
    height = min(box.h, setting.head_height + setting.body_height + 2 * pad + _between(setting.body, t))
    return Box(box.x, box.bottom - height, box.w, height), setting


def _pad(box: Box, t: float) -> float:
    """How far the words are from the edges: less in a plate that is narrower than a long name."""
    return min(16 * t, 0.06 * box.w)


def _between(body: str, t: float) -> float:
    """How far the body is from the head, if there is one."""
    return 6 * t if body else 0.0


def _paint_plate(surface: Surface, layout: TableLayout, what: TurnShown) -> None:
    u, t = layout.u, layout.t
    box, setting = _plate(layout, what)
    pad = _pad(box, t)
    top, height, said = box.y, box.h, setting.body
    draw.enamel(surface, box, radius(u), _fill(what), k=max(0.8, t), shadow_px=_SHADOW_PX)
    step = setting.head_px * _HEAD_LINE
    if setting.sign:
        _paint_sign(surface, what, (box.x + pad + 12 * t, top + pad + step / 2), 26 * t)
    for i, line in enumerate(setting.head):
        y = top + pad + (i + 0.5) * step
        room = box.w - 2 * pad - setting.sign
        left = box.x + pad + setting.sign
        text.draw(surface, line, left, y, "O8", setting.head_px, THEME.white, max_width=room, min_px=12)
    if not said:
        return
    below = top + pad + setting.head_height + _between(said, t)
    across = text.balanced(said, "B5", setting.body_px, box.w - 2 * pad)
    body = (box.x + pad, below, across, top + height - pad / 2 - below)
    text.paragraph(surface, said, body, "B5", setting.body_px, THEME.white, min_px=text.MIN_CAPTION_PX)


def _paint_line(surface: Surface, layout: TableLayout, what: TurnShown) -> None:
    """The low, wide plate of a tall window: head and words side by side, long words in two lines; larger letters give
    up what they have grown where these have no room.
    """
    box, t = turn_places(layout, what).plate, layout.t
    draw.enamel(surface, box, box.h * 0.25, _fill(what), k=t, shadow_px=_SHADOW_PX)
    left, y = box.x + 22 * t, box.center[1]
    delivered = min(t, text.delivered(layout.u))
    for kept in (1.0, 0.8, 0.6, 0.4, 0.2, 0.0):
        size = delivered + kept * (t - delivered)
        head_px, px = max(14, 20 * size), max(text.MIN_TEXT_PX, 18 * size)
        x = left + min(text.width(what.head, "O8", head_px), box.w * 0.4) + 16 * t
        room = box.right - 18 * t - x
        lines = text.wrap(what.body, "B5", px, room)
        if len(lines) * px * text.LINE_HEIGHT <= box.h - 4:
            break
    text.draw(surface, what.head, left, y, "O8", head_px, THEME.white, max_width=box.w * 0.4)
    if len(lines) == 1:
        text.draw(surface, what.body, x, y, "B5", px, THEME.white)
        return
    px = min(px, (box.h - 8) / 2 / text.LINE_HEIGHT)
    height = text.paragraph_height(what.body, "B5", px, room)
    text.paragraph(surface, what.body, (x, y - height / 2, room, box.h - 4), "B5", px, THEME.white, min_px=11)
