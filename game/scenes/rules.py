"""The rules of the match in play, to be looked up at any time: contents left, the open page right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.engine.cards import CARD_BY_ID, CARDS
from game.engine.setup import MatchSetup
from game.i18n import _, language
from game.i18n.punctuation import facts
from game.scenes.dialogs import paper_plate
from game.scenes.host import Host
from game.scenes.rules_blocks import Arranged, Link, Pen, arrange
from game.scenes.setup.scene import SetupScene
from game.ui.accessibility_tree import Node, node_rect, plain
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.ui.form import FormScene
from game.ui.scene import is_tall, text_factor, unit
from game.ui.widgets import Button, IconButton, Style, Widget
from game.ui.widgets.scroll import Scroll
from game.ui.widgets.table_of_contents import TableOfContents
from game.words.rulebook import SECTIONS, Page, Played, page, section_of, section_title
from game.words.rulesets import rule_set_name, seating_line

_WIDEST_PLATE = 1.78
"""A window wider than so many times its height keeps the plate in its middle."""


@dataclass(frozen=True, slots=True)
class RulesLayout:
    """The plate with its head, the contents on the left, and the page on the right.

    ``title`` is the line above the page, ``view`` the part of the page that is seen, ``bar`` the trough of its scroll
    bar and ``grip`` what can be held of it.
    """

    plate: Rect
    head: Rect
    close: Rect
    contents: Rect
    title: Rect
    view: Rect
    bar: Rect
    grip: Rect


def rules_layout(size: tuple[int, int]) -> RulesLayout:
    """Lay the screen out for a window."""
    w, h = size
    u = unit(size)
    t = text_factor(u)
    margin = round(max(8, 44 * u - 30 * max(0, 1 - u)))
    across = min(w, round(_WIDEST_PLATE * h)) - 2 * margin
    plate = Rect((w - across) // 2, margin, across, h - 2 * margin)
    head = Rect(plate.x, plate.y, plate.w, round(max(46, 84 * u)))
    pad = round(max(14, 40 * u))
    side = max(32, round(0.62 * head.h))
    close = Rect(head.right - pad - side, head.centery - side // 2 - 1, side, side)
    top, bottom = head.bottom + round(max(10, 26 * u)), plate.bottom - round(max(12, 28 * u))
    column = round((0.25 if is_tall(size) else 0.215) * plate.w)
    contents = Rect(plate.x + pad, top, column, bottom - top)
    bar_w = max(8, round(12 * t))
    left, right = contents.right + round(max(16, 40 * u)), plate.right - pad
    title = Rect(left, top, right - left, max(34, round(56 * t)))
    view = Rect(left, title.bottom + round(8 * t), right - left - bar_w - round(14 * t), 0)
    view.h = bottom - view.y
    bar = Rect(right - bar_w, view.y, bar_w, view.h)
    return RulesLayout(plate, head, close, contents, title, view, bar, bar.inflate(max(0, 32 - bar_w), 0))


_VEIL: Final = 0.62
_LINE_PX: Final = 64  # what an arrow key or a notch of the wheel scrolls, at 1080p
_BUTTON_PX, _LEAST_PX = 56, 34
_PAGE: Final = 0.9  # of the view: what Page Down scrolls, so that the last lines stay in sight


def toggle_rules(app: Host, topic: str | None = None) -> None:
    """Close the rules, or open those of the match that is seen, at a topic or at what the topmost scene is about."""
    scenes = app.scenes
    if any(isinstance(scene, RulesScene) for scene in scenes):
        if isinstance(app.scene, RulesScene):
            app.pop(app.scene)
        return
    setup = next((scene.plan.setup for scene in scenes if isinstance(scene, SetupScene)), None)
    if setup is None:
        setup = app.session.setup if app.session is not None else app.settings.last_plan(language()).setup
    about = topic or next((topic for scene in scenes if (topic := scene.rules_topic())), None)
    app.push(RulesScene(app, setup, about, offers_lesson=all(scene.name != "lesson" for scene in scenes)))


class _CardLink(Widget):
    """A card on the page that opens its own page; only what lies in the view is drawn and can be pressed."""

    role = "link"

    def __init__(self, scene: RulesScene, index: int, link: Link, place: Rect) -> None:
        name = page(link.card.id, scene.played).title
        super().__init__(f"link-{index}.{link.card.id}", name, place, on_press=lambda: scene.open(link.card.id))
        self._view = scene.places.view

    def contains(self, pos: tuple[int, int]) -> bool:
        """Whether a point lies on the part that is seen."""
        return bool(self.rect.clip(self._view).collidepoint(pos))

    def distance_from(self, pos: tuple[int, int]) -> float | None:  # noqa: ARG002 - as every control
        """Take no press beside it: it may have been scrolled out of sight."""
        return None

    def draw(self, surface: Surface, t: float) -> None:
        """Frame the card that is pointed at or has the focus."""
        clip = surface.get_clip()
        surface.set_clip(self._view.inflate(16, 0))
        if self.hovered:
            draw.rounded(surface, self.rect, 12 * t, None, THEME.gold_d, max(2, 3 * t))
        if self.has_ring:
            draw.focus_ring(surface, self.rect.inflate(-round(8 * t), -round(8 * t)), 10 * t, max(0.6, 0.7 * t))
        surface.set_clip(clip)

    def nodes(self) -> list[Node]:
        """What can be seen of it, or nothing."""
        seen = self.rect.clip(self._view)
        if seen.h < 4:
            return []
        return [Node(self.id, plain(self.name), self.role, (seen.x, seen.y, seen.w, seen.h), True, self.focused)]


class RulesScene(FormScene[Host]):
    """The rules as they are played in a match, opened at a section or a card; Escape closes them.

    Whoever would rather learn them by playing finds the first lesson here, if it ``offers_lesson``. ``parts`` are those
    of the open page, each with the height at which it begins.
    """

    text_limit = (2.0, 2.0)
    name = "rules"
    opaque = False
    first_focus = "contents"

    def __init__(self, app: Host, setup: MatchSetup, topic: str | None = None, *, offers_lesson: bool = True) -> None:
        super().__init__(app)
        self._offers_lesson = offers_lesson
        self.played = Played.of(setup)
        self.topic = topic or SECTIONS[0]
        self.places: RulesLayout = rules_layout(app.size)
        self._scroll = Scroll()
        self.parts: list[tuple[int, Arranged]] = []
        self._page: Page = page(self.topic, self.played)
        self._held_at: float | None = None

    def escape(self) -> None:
        """Close the rules."""
        self.app.pop(self)

    def open(self, topic: str) -> None:
        """Open the page of a section or a card, from its beginning."""
        self.topic = topic
        self._scroll.offset = 0
        self.lay_out()
        if self.controls.focused is None:
            self.controls.focus("contents")

    # -- layout -------------------------------------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        """Arrange the page, and put the controls where they are after scrolling."""
        self.places = rules_layout(self.app.size)
        self._page = page(self.topic, self.played)
        view = self.places.view
        pictures = min(self.t, text.delivered(self.u))
        pen = Pen(self.t, pictures, view.w, self.played.id, rule_set_name(self.played.id))
        self.parts, y, gap = [], 0, round(14 * self.t)
        for block in self._page.blocks:
            part = arrange(block, pen)
            self.parts.append((y, part))
            y += part.height + gap
        self._scroll.fit(view.h, y - gap + round(6 * self.t))
        close = IconButton("close", _("Close"), self.places.close, on_press=self.escape, style=Style.NAVY, icon="close")
        return [self._contents(), *self._lesson_button(), *self._card_buttons(), *self._links(), close]

    def _contents(self) -> Widget:
        titles = [(section, section_title(section, self.played.id)) for section in SECTIONS]
        rect = self.places.contents.copy()
        below = self._lesson_height + round(10 * self.u) if self._offers_lesson else 0
        rect.h = TableOfContents.height(len(titles), self.t, rect.h - below)
        return TableOfContents(
            "contents", _("Contents"), rect, titles,
            open=section_of(self.topic), on_open=self.open, on_press=self._read_on,
        )  # fmt: skip

    def _lesson_button(self) -> list[Widget]:
        """Below the contents, the way to the first lesson; a match left for it is saved."""
        if not self._offers_lesson:
            return []
        column, height = self.places.contents, self._lesson_height
        rect = Rect(column.x, column.bottom - height, column.w, height)
        learn = Button(
            "lesson", _("First lesson"), rect, on_press=self.app.start_lesson, style=Style.PAPER, icon="hint"
        )
        return [learn]

    @property
    def _lesson_height(self) -> int:
        return max(36, round(58 * self.t))

    def _card_buttons(self) -> list[Widget]:
        """On the page of a card: all cards, the one before and the one after."""
        if self.topic not in CARD_BY_ID:
            return []
        title, index = self.places.title, CARD_BY_ID[self.topic].index
        words, height = _("All cards"), min(title.h, max(_LEAST_PX, round(_BUTTON_PX * text.delivered(self.u))))
        rect = Rect(0, 0, Button.natural_width(words, height, icon=True), height)
        after = Rect(title.right - height, 0, height, height)
        rect.centery = after.centery = title.centery
        before = after.move(-height - round(10 * self.t), 0)
        rect.right = before.x - round(10 * self.t)
        earlier = self._turn("earlier", _("Previous card"), before, CARDS[index - 1].id)
        later = self._turn("later", _("Next card"), after, CARDS[(index + 1) % len(CARDS)].id)
        earlier.is_mirrored = True
        return [
            Button("all-cards", words, rect, on_press=lambda: self.open("cards"), style=Style.PAPER, icon="cards"),
            earlier,
            later,
        ]

    def _turn(self, id: str, name: str, rect: Rect, card_id: str) -> IconButton:
        return IconButton(id, name, rect, icon="arrow", style=Style.PAPER, on_press=lambda: self.open(card_id))

    def _links(self) -> list[Widget]:
        view = self.places.view
        links: list[Widget] = []
        for y, part in self.parts:
            for link in part.links:
                links.append(_CardLink(self, len(links), link, link.rect.move(view.x, self._top(y))))
        return links

    def _top(self, y: int) -> int:
        """Where a height of the page lies in the window."""
        return self.places.view.y + y - self._scroll.offset

    # -- reading ------------------------------------------------------------------------------------------------------

    def _read_on(self) -> None:
        """Scroll a view on; at the end of a page open the next section."""
        if not self._scroll.by(_PAGE * self._scroll.view):
            index = SECTIONS.index(section_of(self.topic)) + 1
            self.open(SECTIONS[index % len(SECTIONS)])
        self.lay_out()

    def handle(self, event: Event) -> bool:
        """Scroll by wheel, bar and keys; everything else goes to the controls."""
        if self._scrolls(event):
            self.lay_out()
            return True
        used = super().handle(event)
        if event.type == pygame.KEYDOWN and isinstance(self.controls.focused, _CardLink):
            self._show_focused()
        elif event.type == pygame.KEYDOWN and not used and event.key in (pygame.K_UP, pygame.K_DOWN):
            self._scroll.by(self._line_px if event.key == pygame.K_DOWN else -self._line_px)
            self.lay_out()
        return used

    def scan(self) -> None:
        """Offer the next control to one switch, and bring it into view."""
        super().scan()
        self._show_focused()

    def _show_focused(self) -> None:
        """Scroll so that the card on the page that has the focus is seen."""
        focused = self.controls.focused
        if isinstance(focused, _CardLink):
            top = focused.rect.y - self.places.view.y + self._scroll.offset
            if self._scroll.show(top, top + focused.rect.h):
                self.lay_out()

    @property
    def _line_px(self) -> float:
        return _LINE_PX * self.t

    def _scrolls(self, event: Event) -> bool:
        """Whether an event was about scrolling; it is done then."""
        scroll = self._scroll
        match event.type:
            case pygame.MOUSEWHEEL:
                scroll.by(-event.y * self._line_px)
            case pygame.MOUSEBUTTONDOWN if event.button == 1 and self._is_on_bar(event.pos):
                self._held_at = scroll.hold(self.places.bar, event.pos[1])
            case pygame.MOUSEMOTION if self._held_at is not None:
                scroll.drag(self.places.bar, event.pos[1] - self._held_at)
            case pygame.MOUSEBUTTONUP if self._held_at is not None:
                self._held_at = None
            case pygame.KEYDOWN if event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
                scroll.by(_PAGE * scroll.view * (1 if event.key == pygame.K_PAGEDOWN else -1))
            case pygame.KEYDOWN if event.key in (pygame.K_HOME, pygame.K_END):
                scroll.to(0 if event.key == pygame.K_HOME else scroll.most)
            case _:
                return False
        return True

    def _is_on_bar(self, pos: tuple[int, int]) -> bool:
        return self._scroll.is_needed and bool(self.places.grip.collidepoint(pos))

    # -- picture ------------------------------------------------------------------------------------------------------

    def texts(self) -> list[tuple[str, str, Rect]]:
        """Head and title, and the parts of the page that are seen."""
        places, view = self.places, self.places.view
        parts = [
            (f"part-{i}", part.words, Rect(view.x, self._top(y), view.w, part.height).clip(view))
            for i, (y, part) in enumerate(self.parts)
        ]
        seen = [(id, words, rect) for id, words, rect in parts if rect.h]
        return [("title", self._head_words(), places.head), ("page", self._page.title, places.title), *seen]

    def _head_words(self) -> str:
        return facts([_("Rules"), rule_set_name(self.played.id)])

    def nodes(self) -> list[Node]:
        """Texts and controls, and the scroll bar with how far it is, in per cent."""
        nodes = super().nodes()
        if self._scroll.is_needed:
            bar, percent = self.places.grip, round(100 * self._scroll.offset / self._scroll.most)
            nodes.append(
                Node("scroll", _("Scroll bar"), "scrollbar", node_rect((*bar.topleft, *bar.size)), value=str(percent))
            )
        return nodes

    def paint(self, surface: Surface) -> None:
        """Draw veil, plate, head and the part of the page that is seen."""
        draw.veil(surface, THEME.prompt_veil, _VEIL)
        places = self.places
        paper_plate(surface, places.plate, places.head, self.t)
        self._paint_head(surface)
        self._paint_title(surface)
        line = Rect(
            (places.contents.right + places.view.x) // 2,
            places.contents.y,
            max(1, round(1.5 * self.t)),
            places.contents.h,
        )
        surface.fill(THEME.edge, line)
        self._paint_page(surface)
        if self._scroll.is_needed:
            self._scroll.paint_bar(surface, places.bar, held=self._held_at is not None)

    def _paint_head(self, surface: Surface) -> None:
        head, left = self.places.head, self.places.contents.x
        size = 0.5 * head.h
        art.blit_icon(surface, "rules", (left + size / 2, head.centery - 2), size, THEME.gold)
        left += round(1.4 * size)
        right = self.places.close.x - round(20 * self.t)
        y = head.centery - 2
        used = text.draw(surface, _("Rules"), left, y, "O9", 0.42 * head.h, THEME.white, max_width=right - left)
        left += used + round(0.4 * head.h)
        setup = self.played.setup
        about = facts([rule_set_name(self.played.id), seating_line(setup)])
        px = max(text.MIN_TEXT_PX, 0.26 * head.h)
        text.draw(surface, about, left, y + 0.04 * head.h, "B5", px, THEME.on_navy, max_width=right - left, min_px=11)

    def _paint_title(self, surface: Surface) -> None:
        title = self.places.title
        buttons = [widget.rect.x for widget in self.controls.widgets if widget.id == "all-cards"]
        room = min([title.right, *buttons]) - title.x - round(12 * self.t)
        px = max(18, 36 * self.t)
        least = min(0.6 * px, text.MIN_NAME_PX)
        text.draw(surface, self._page.title, title.x, title.centery, "O9", px, max_width=room, min_px=least)

    def _paint_page(self, surface: Surface) -> None:
        view = self.places.view
        clip = surface.get_clip()
        surface.set_clip(view.inflate(round(8 * self.t), 0))  # shadows fall a little beside it
        for y, part in self.parts:
            top = self._top(y)
            if top < view.bottom and top + part.height > view.y:
                part.paint(surface, view.x, top)
        surface.set_clip(clip)
