"""How large the title's words can be, and where everything lies on it then: pure geometry in pixels.

As delivered the lettering has its place above the signs, and the offer of a lesson stands beside them. Where larger
words leave no room, ornament goes first: car and milestone, then the lettering's size; the signs stand on the row at
the foot, and the offer lies above them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pygame import Rect

from game.i18n import _
from game.scenes import background
from game.scenes.title.offer import LessonOffer
from game.scenes.title.plate import ProfilePlate
from game.scenes.title.signs import LEFT, Signpost, SignRow, plate_growth, regrouped
from game.ui.drawing import text
from game.ui.scene import is_tall
from game.ui.widgets import Button
from game.ui.widgets.buttons import label_px

NAME: Final = ("MILESTONE", "RALLY")  # the game's name is the same in every language
_SIGNS_TOP: Final = 400
_NARROW_LEFT: Final = 44
_STEP: Final = 0.05
_LETTERING_LEAST: Final = 0.45
_LETTERING_H: Final = 365  # from the window's upper edge to the end of its shadow
_LETTERING_W: Final = 750
_ONE_LINE_H, _ONE_LINE_W = 240, 1215
_CLOUD: Final = 970  # where one begins that is no ground for letters in one line
_LETTERING_LEFT: Final = 108
_LINE_PX, _LINE_LEAST = 29, 15
_LINE_SHARE: Final = 56  # in units of the lettering: the line is no larger beside it
_BELOW: Final = 1.9  # of the line's size, what it takes below the name
LETTERS_PX: Final = 132
_FOOT_MARGIN, _ABOVE_FOOT, _POST_CAP = 24, 30, 26
_OFFER_SHARES: Final = (0.45, 0.5, 0.55, 0.6)
"""How wide the offer may be above the signs, of the window's width."""


@dataclass(frozen=True, slots=True)
class FootKey:
    """One of the row at the foot: its name, or only its icon if that says it all."""

    id: str
    name: str
    icon: str
    is_small: bool
    act: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Foot:
    """Where the keys at the foot lie, and how large their letters are."""

    places: tuple[Rect, ...]
    px: float

    @property
    def top(self) -> int:
        """Where the row begins."""
        return self.places[0].y


@dataclass(frozen=True, slots=True)
class Lettering:
    """The game's name, from ``x`` on, by a layout unit of its own; and the line said of it, right of it or below it."""

    x: float
    k: float
    line: str
    line_px: float
    line_x: float
    room: float
    is_below: bool
    is_one_line: bool = False

    @property
    def rect(self) -> Rect:
        """The place of the name."""
        wide, high = (_ONE_LINE_W, 130) if self.is_one_line else (740, 260)
        return Rect(round(self.x), round(105 * self.k), round(wide * self.k), round(high * self.k))

    @property
    def words(self) -> Iterator[tuple[str, float, float]]:
        """The words of the name, where they begin, and the middle of their capitals."""
        x = self.x
        for word, y in zip(NAME, (170, 170) if self.is_one_line else (170, 300), strict=True):
            yield word, x, y * self.k
            x += (text.width(word, "O9", LETTERS_PX * self.k) + 44 * self.k) if self.is_one_line else 0

    @property
    def _bottom(self) -> float:
        return (_ONE_LINE_H if self.is_one_line else _LETTERING_H) * self.k

    @property
    def middle(self) -> float:
        """The middle of the line's capitals."""
        return self._bottom + _BELOW * self.line_px / 2 if self.is_below else 301 * self.k

    @property
    def bars(self) -> tuple[float, float]:
        """Where the bars above and below the line begin."""
        if not self.is_below:
            return 257 * self.k, 333 * self.k
        return self.middle - 0.85 * self.line_px, self.middle + 0.65 * self.line_px


@dataclass(frozen=True, slots=True)
class TitleLayout:
    """Everything on the title; what of the illustration would be half hidden is left out."""

    signpost: Signpost
    foot: Foot
    plate: ProfilePlate
    lettering: Lettering
    offer: LessonOffer | None
    has_car: bool
    has_stone: bool


@dataclass(frozen=True, slots=True)
class TitleParts:
    """What is on the title: the signs row by row, the keys at the foot, whether a lesson is offered and whether that is
    one begun, and who plays, on a plate whose words are so much larger.
    """

    rows: Sequence[SignRow]
    keys: Sequence[FootKey]
    has_offer: bool
    is_begun: bool
    plate: Callable[[float], ProfilePlate]


def title_layout(bounds: Rect, u: float, parts: TitleParts) -> TitleLayout:
    """Lay the title out with the largest words there is room for, up to those that are wished."""
    if text.wished() > 1:
        for larger in _sizes(text.wished()):
            for is_regrouped, left in ((False, LEFT), (False, _NARROW_LEFT), (True, LEFT), (True, _NARROW_LEFT)):
                found = _Grown(bounds, u, parts, larger, left, is_regrouped=is_regrouped).layout()
                if found is not None:
                    return found
    return _delivered(bounds, u, parts, min(1.0, text.wished()))


def _sizes(wished: float) -> Iterator[float]:
    """The sizes to try, the largest first."""
    for step in range(round((wished - 1) / _STEP)):
        yield wished - step * _STEP


def foot_row(bounds: Rect, u: float, keys: Sequence[FootKey], left: float, larger: float) -> Foot:
    """The keys at the foot, as large as they go beside each other."""
    for size in (*_sizes(larger), min(1.0, larger)):
        foot = _foot(bounds, u, keys, left, size)
        if foot.places[-1].right <= bounds.w - round(_FOOT_MARGIN * u):
            break
    return foot


def _foot(bounds: Rect, u: float, keys: Sequence[FootKey], left: float, larger: float) -> Foot:
    plain = max(34, round(52 * u))
    height, px = max(34, round(plain * plate_growth(larger))), max(text.MIN_TEXT_PX, label_px(plain) * larger)
    x, y = round(left * u), bounds.h - height - round(22 * u)
    places = []
    for key in keys:
        wide = height if key.is_small else max(round(150 * u), Button.natural_width(key.name, height, icon=True, px=px))
        places.append(Rect(x, y, wide, height))
        x += wide + round(20 * u)
    return Foot(tuple(places), px)


def _delivered(bounds: Rect, u: float, parts: TitleParts, larger: float) -> TitleLayout:
    """Everything in its own place."""
    signpost = Signpost(parts.rows, bounds, u, top=_SIGNS_TOP * u, larger=larger)
    x, offer = _LETTERING_LEFT * u, None
    if parts.has_offer:
        right, high = bounds.w - round(60 * u), is_tall(bounds.size)
        beside = max(0.56 * bounds.w, signpost.right + 30 * u)
        left, top = (LEFT * u, signpost.bottom + 60 * u) if high else (beside, _SIGNS_TOP * u)
        bottom = background.stone_box(bounds.size).top - 20 * u
        area = Rect(round(left), round(top), right - round(left), round(bottom - top))
        offer = LessonOffer(area, u, is_begun=parts.is_begun, larger=larger)
    at = _line_left(x, u)
    room = bounds.w - at - 24 * u
    line, px = text.fit(_line(), "O7", max(_LINE_LEAST, _LINE_PX * u * larger), room, text.MIN_TEXT_PX)
    lettering = Lettering(x, u, line, px, at, room, is_below=False)
    foot = foot_row(bounds, u, parts.keys, LEFT, larger)
    return TitleLayout(signpost, foot, parts.plate(larger), lettering, offer, has_car=True, has_stone=True)


def _line() -> str:
    return _("The card game of the open road")


def _line_left(x: float, k: float) -> float:
    """Where the line right of the name begins."""
    return x + text.width(NAME[1], "O9", LETTERS_PX * k) + 36 * k


class _Grown:
    """The title with words so much larger: the signs stand on the foot, and the rest has what is left above them."""

    def __init__(
        self, bounds: Rect, u: float, parts: TitleParts, larger: float, left: float, *, is_regrouped: bool
    ) -> None:
        self._bounds, self._u, self._parts, self._larger, self._left = bounds, u, parts, larger, left
        self._foot = foot_row(bounds, u, parts.keys, left, larger)
        lowest = self._foot.top - round(_ABOVE_FOOT * u)
        self._below: LessonOffer | None = None
        if parts.has_offer and is_tall(bounds.size):
            x = round(left * u)
            area = Rect(x, 0, bounds.w - round(60 * u) - x, lowest)
            high = self._offer(area, is_flat=True).rect.h
            self._below = self._offer(area.move(0, area.h - high), is_flat=True)
            lowest = self._below.rect.y - round(_ABOVE_FOOT * u)
        rows = regrouped(parts.rows) if is_regrouped else parts.rows
        height = Signpost(rows, bounds, u, top=0, larger=larger, left=left).bottom
        top = min(round(_SIGNS_TOP * u), lowest - height)
        self._signpost = Signpost(rows, bounds, u, top=top, larger=larger, left=left)
        self._plate = parts.plate(larger)

    def layout(self) -> TitleLayout | None:
        """Where everything lies; None if that is too much."""
        if self._signpost.is_cut:
            return None
        if not self._parts.has_offer:
            return self._with(None, self._signpost.top, self._bounds.w)
        for offer, bottom, right in self._offers():
            found = None if offer.is_cut else self._with(offer, bottom, right)
            if found is not None:
                return found
        return None

    def _offers(self) -> Iterator[tuple[LessonOffer, float, float]]:
        """The places of the offer, each with the lower and the right end of what that leaves for the lettering."""
        u, w, post = self._u, self._bounds.w, self._signpost
        right = w - round(60 * u)
        if self._below is not None:
            yield self._below, post.top, w
            return
        top = self._plate.rect.bottom + round(30 * u)
        left = round(max(0.56 * w, post.right + 30 * u))
        if left < right:
            high = Rect(left, max(top, post.top), right - left, self._foot.top - round(20 * u) - max(top, post.top))
            yield self._offer(high, is_flat=False), post.top, w
        for share in _OFFER_SHARES:
            low = Rect(round(right - share * w), top, round(share * w), post.top - round(_POST_CAP * u) - top)
            yield self._offer(low, is_flat=True), post.top, low.x

    def _offer(self, area: Rect, *, is_flat: bool) -> LessonOffer:
        return LessonOffer(area, self._u, is_begun=self._parts.is_begun, larger=self._larger, is_flat=is_flat)

    def _with(self, offer: LessonOffer | None, bottom: float, right: float) -> TitleLayout | None:
        lettering = self._lettering(bottom - _POST_CAP * self._u, right)
        if lettering is None:
            return None
        taken = [*(sign.rect for sign in self._signpost.signs), *([offer.rect] if offer else [])]
        car, stone = (box(self._bounds.size) for box in (background.car_box, background.stone_box))
        return TitleLayout(
            self._signpost, self._foot, self._plate, lettering, offer,
            has_car=car.collidelist(taken) < 0, has_stone=stone.collidelist(taken) < 0,
        )  # fmt: skip

    def _lettering(self, bottom: float, right: float) -> Lettering | None:
        """The largest lettering above that height and left of that place and of the profile's plate."""
        u, line = self._u, _line()
        px = max(_LINE_LEAST, _LINE_PX * u) * self._larger
        x = (self._left - LEFT + _LETTERING_LEFT) * u
        plate = self._plate.rect
        most = min(right, plate.x) - 24 * u - x
        k = min(u, bottom / _LETTERING_H, most / _LETTERING_W)
        at = _line_left(x, k)
        room = min(right, self._bounds.w if 257 * k > plate.bottom else plate.x) - 24 * u - at
        if k >= _LETTERING_LEAST * u and px <= _LINE_SHARE * k and text.width(line, "O7", px) <= room:
            return Lettering(x, k, line, px, at, room, is_below=False)
        high = bottom - _BELOW * px
        k = min(u, high / _LETTERING_H, most / _LETTERING_W)
        one = min(u, high / _ONE_LINE_H, min(most, _CLOUD * u - x) / _ONE_LINE_W)
        if max(k, one) < _LETTERING_LEAST * u or text.width(line, "O7", px) > most:
            return None
        return Lettering(x, max(k, one), line, px, x, most, is_below=True, is_one_line=one > k)
