"""The cover screen between two persons at one screen: it hides the hand until the next person confirms.

The road and the rivals stay visible above the cover, as the next person sees them. That picture is drawn from public
information and has no hand at all, so nothing hidden can be revealed. The cover screen appears after every hazard that
hits a person, whatever is in that person's hand: its look, its duration and the way to leave it must not show whether
the person holds the safety against the hazard.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.engine.events import Attacked
from game.engine.observation import Observation, public_observation
from game.features.play.delegation import take_over_dialog, take_over_entries
from game.features.play.menu import PauseMenuScene
from game.i18n import _
from game.i18n.punctuation import with_full_stop
from game.match.running.hot_seat import Handover
from game.match.session import Session
from game.scenes.dialogs import PanelForm, paint_framed_plate
from game.scenes.host import Host
from game.table.geometry.box import FloatRect as Place
from game.table.log import log_lines
from game.table.painting import card_faces, ground
from game.table.painting.picture import TablePicture
from game.table.view import TableView
from game.ui import layout as ui
from game.ui.drawing import draw, livery, text
from game.ui.drawing.theme import THEME
from game.ui.scene import is_tall, layout_unit
from game.ui.widgets import ButtonStyle
from game.words.log import log_line
from game.words.names import NOBODY, Names

KEY_DELAY_S = 0.6
"""How long the screen ignores keys, so that a key meant for the table does not confirm for the next person."""
_MOST_LINES = 3
_CARD_SHAPE = 1.4
_VEIL = 0.35
_PREPARING_S = 0.01
_DOWN = 0.25  # puts the plate above the middle, so that the covered hand is visible
_LINE = replace(ui.ROLES.lead, face="B6")


def recent_news(observation: Observation, names: Names, seat: int, most: int = _MOST_LINES) -> tuple[str, ...]:
    """Return the log's lines since that seat's last move, the newest ``most`` of them, with public information only."""
    public = public_observation(observation)
    moves = public.moves
    since = next((n for n, move in enumerate(reversed(moves)) if move.seat == seat), len(moves))
    lines = log_lines(public, names)
    return tuple(line.text for line in lines[1:][-since:][-most:]) if since else ()


class HandoverScene(PanelForm):
    """Covers the table and asks for the next person, who uncovers it by pressing a button."""

    name = "handover"

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        assert app.session is not None
        self._session: Session = app.session
        assert self._session.hot_seat.handover is not None
        self._handover: Handover = self._session.hot_seat.handover
        self._begun_s = app.now_s
        self._accepts_keys = False
        self._is_leaving = False
        self._lay_table()

    def _lay_table(self) -> None:
        """Build the view and the picture of the table from the next person's place, with public information only."""
        seen, seat = self._session.observation, self._handover.seat
        public = replace(public_observation(seen), seat=seat)
        self._view = TableView(public, self._session.players, NOBODY)
        with self._at_table():
            self._table = TablePicture(self.app.size, seen, seat)

    def _at_table(self) -> AbstractContextManager[None]:
        """Return a context that limits the size of text: the table has less space for enlarged text than the dialog."""
        return text.limit_scale(text.MAX_SCALE_UNITS, layout_unit(self.app.size))

    # -- what it says ---------------------------------------------------------------------------------------------

    @property
    def _names(self) -> Names:
        """The names of all players. Nobody is "you" until the next person has confirmed."""
        sides = tuple(side.seats for side in self._session.observation.sides)
        return Names.for_table(self._session.players, sides, NOBODY)

    @property
    def _name(self) -> str:
        return self._names.seat(self._handover.seat)

    def _title(self) -> str:
        return _("Pass to {name}", name=self._name)

    def _lines(self) -> tuple[str, ...]:
        """Return the dialog's text: the hazard and why the screen is shown, or the log since the person's last turn."""
        attack, names, observation = self._handover.attack, self._names, self._session.observation
        if attack is not None:
            assert attack.card is not None
            assert attack.side is not None
            told = Attacked(attack.seat, attack.side, attack.card, attack.card.pile)
            said = log_line(told, names, observation.rules) or ""
            return with_full_stop(said), _(
                "Whoever is attacked always gets the screen for a moment, so passing it gives nothing away."
            )
        return recent_news(observation, names, self._handover.seat) or (_("{name} is next.", name=self._name),)

    # -- layout ---------------------------------------------------------------------------------------------------

    def tree(self) -> ui.Box:
        s, words = self.scale, _("I’m {name}", name=self._name)
        foot = ui.Flow(
            ui.Button(s, "here", words, self._take_screen, style=ButtonStyle.RED, icon="check", grow=1),
            ui.Button(s, "menu", _("Menu"), self._open_menu, style=ButtonStyle.PAPER, icon="menu"),
            gap=s.text_px(20),
        )
        return self.plate(
            self._title(), [self._with_plate, self._news], foot, role=ui.ROLES.alert, wide=1120,
            ground=partial(paint_framed_plate, color=THEME.blue), icon="handover", down=_DOWN,
        )  # fmt: skip

    def _with_plate(self) -> ui.Box:
        side = self.scale.text_px(160 if is_tall(self.app.size) else 200)
        return ui.Row(ui.Canvas(self._paint_field, side, side), self._news(), gap=self.scale.text_px(36))

    def _news(self) -> ui.Box:
        s, lines = self.scale, self._lines()
        labels = []
        for n, line in enumerate(lines):
            is_reason = self._handover.attack is not None and n > 0
            labels.append(
                ui.Label(s, line, ui.ROLES.lead if is_reason else _LINE, THEME.text2 if is_reason else THEME.text)
            )
        return ui.Column(*labels, gap=s.text_px(14), grow=1, id="news", label=" ".join(lines))

    # -- what happens ---------------------------------------------------------------------------------------------

    def enter(self, app: Host) -> None:  # noqa: ARG002 - as every scene
        self.lay_out()

    def resize(self, size: tuple[int, int]) -> None:
        self._table.free()
        self._lay_table()
        super().resize(size)

    def leave(self) -> None:
        self._table.free()

    def preload(self) -> bool:
        if not self._table.is_painted:
            until_s = self.app.clock() + _PREPARING_S
            with self._at_table():
                if ground.is_ready(self.app.size):
                    self._table.prepare(self._view, lambda: self.app.clock() >= until_s)
        return self._table.is_painted and super().preload()

    def update(self, now_s: float) -> None:
        self.dirty = self._table.is_behind or self.dirty
        if not self._accepts_keys and now_s - self._begun_s >= KEY_DELAY_S:
            self._accepts_keys = True
            self.controls.focus("here", ring=True)
            self.dirty = True
        if self._is_leaving and self._session.autosave.is_settled:
            self.app.show_table()

    def handle(self, event: Event) -> bool:
        if self._is_leaving or (event.type == pygame.KEYDOWN and not self._accepts_keys):
            return True
        return super().handle(event)

    def is_settled(self) -> bool:
        return self._accepts_keys and not self._is_leaving and not self._table.is_behind

    def _take_screen(self) -> None:
        self._session.accept_handover()
        self.app.show_table()

    def _open_menu(self) -> None:
        self.app.push(PauseMenuScene(self.app, more=lambda: take_over_entries(self._session, NOBODY, self._ask_who)))

    def _ask_who(self) -> None:
        self.app.push(take_over_dialog(self.app, self._session, self._take_over))

    def _take_over(self, seat: int) -> None:
        """End the bot that plays for that person, who may be the one that gets the screen next.

        Who that is, is only known once the match is saved; until then the table stays covered.
        """
        self._session.stop_autopilot(seat)
        self._is_leaving = True

    def escape(self) -> None:
        self._open_menu()

    # -- picture --------------------------------------------------------------------------------------------------

    def paint(self, surface: Surface) -> None:
        self._paint_table(surface)
        self._paint_cloth(surface)
        super().paint(surface)

    def _paint_field(self, surface: Surface, place: Rect) -> None:
        draw.rounded_rect(surface, place, 0.1 * place.h, THEME.row)
        livery.draw_badge(surface, self._names.livery(self.own_side), *place.center, 0.4 * place.w)

    @property
    def own_side(self) -> int:
        """The side of the person who gets the screen next."""
        return self._view.own_side

    @property
    def displays(self) -> list[Place]:
        """The box of each side's display on the table, by side."""
        return [where.panel for where in self._table.places.displays]

    @property
    def _cloth_top(self) -> int:
        """The y in px below which the cover hides everything: just above the next person's display."""
        return round(self.displays[self.own_side].y - 8 * self.text_scale)

    def _paint_table(self, surface: Surface) -> None:
        """Draw the dimmed table above the cover; parts not painted yet follow in the next frames."""
        above = Rect(0, 0, surface.get_width(), self._cloth_top)
        with self._at_table():
            self._table.update(self._view)
            surface.blit(self._table.copy_area(above), (0, 0))
        draw.veil(surface, THEME.prompt_veil, _VEIL)

    def _paint_cloth(self, surface: Surface) -> None:
        """Draw the cover, and a card back for each card of the hidden hand."""
        w, h = surface.get_size()
        top = self._cloth_top
        surface.fill(THEME.navy, (0, top, w, h - top))
        surface.fill(THEME.gold, (0, top, w, max(2, round(4 * self.text_scale))))
        count = self._session.observation.hand_sizes[self._handover.seat]
        if not count:
            return
        wide = min(0.11 * w, 0.26 * h / _CARD_SHAPE)
        step = min(0.94 * wide, (0.8 * w - wide) / max(1, count - 1))
        left = (w - wide - step * (count - 1)) / 2
        for n in range(count):
            place = Rect(
                round(left + n * step), round(0.97 * h - _CARD_SHAPE * wide), round(wide), round(_CARD_SHAPE * wide)
            )
            surface.blit(card_faces.face(None, place.w, self._session.observation.rules), place)
