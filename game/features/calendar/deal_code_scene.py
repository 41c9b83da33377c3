"""The dialog in which the player types the code of a deal or picks a deal played before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import SystemRandom

import pygame
from pygame.event import Event

from game.i18n import Words, _, _n, _p, day_and_month, language, number, say
from game.i18n.punctuation import join_with_dots
from game.match.deals import (
    CODE_GROUP_LENGTH,
    CODE_LETTERS,
    LETTERS,
    CodeError,
    CodeFault,
    Deal,
    PlayedDeal,
    code_letters,
)
from game.match.plan import DEFAULT_PLAN, Plan
from game.phrases import N_
from game.scenes.dialogs import PanelForm
from game.scenes.host import Host
from game.scenes.screen import corner_button
from game.ui import layout as ui
from game.ui.drawing.theme import THEME
from game.ui.keys import is_chord, key_names
from game.ui.widgets import ButtonStyle, CodeField
from game.ui.widgets.scroll_offset import ScrollOffset as Offset
from game.words.house_rules import house_rules_line
from game.words.rulesets import rule_set_name, seating_line

Start = Callable[[Plan, Deal], None]

_WIDE = 900
_MOST_SEEN = 6
"""The list of played deals shows at most this many rows at once."""
_MOST_PASTED = 200
"""Only this many characters of the clipboard are examined when pasting."""


class DealCodeScene(PanelForm):
    """The dialog in which the player enters a deal code. ``start`` starts a match with the deal.

    ``played`` is polled every frame; it returns the deals already finished, the latest first, or None while they are
    still being read.
    """

    name = "deal"
    first_focus = "code"
    opaque = False

    def __init__(
        self,
        app: Host,
        start: Start,
        played: Callable[[], Sequence[PlayedDeal] | None],
    ) -> None:
        super().__init__(app)
        self._start = start
        self._poll_played = played
        self._played = played()
        self._typed = ""
        self._error: Words | None = None
        """Returns the message about the last rejected letter or paste; None after the next valid input."""
        self._scroll = Offset()

    def escape(self) -> None:
        self.app.pop(self)

    def update(self, now_s: float) -> None:  # noqa: ARG002 - as every scene
        played = self._poll_played()
        if played != self._played:
            self._played = played
            self.lay_out()

    def is_settled(self) -> bool:
        return self._played is not None

    # -- actions ------------------------------------------------------------------------------------------------------

    @property
    def _typed_deal(self) -> Deal | CodeFault:
        """The deal of the code typed so far, or the reason why there is none."""
        try:
            return Deal.from_code(self._typed)
        except CodeError as error:
            return error.fault

    def _play(self) -> None:
        deal = self._typed_deal
        if isinstance(deal, Deal):
            self._start(DEFAULT_PLAN.with_deal(deal), deal)

    def _set_code(self, typed: str) -> None:
        """Replace the typed code; if it is a valid code, focus the play button."""
        self._typed, self._error = typed, None
        self.lay_out()
        self._focus_play_if_complete()

    def _reject_letter(self, letter: str) -> None:
        """Show the reason why the code field did not accept a letter."""
        if letter in LETTERS:
            self._show_error(N_("A code has nine letters"))
        else:
            self._show_error(N_("No code contains “{letter}”", letter=letter))

    def _show_error(self, why: Words) -> None:
        self._error = why
        self.app.sound.play("knock")
        self.lay_out()

    def _paste(self) -> None:
        letters = code_letters(_clipboard()[:_MOST_PASTED])
        if 0 < len(letters) <= CODE_LETTERS and all(letter in LETTERS for letter in letters):
            self._set_code(letters)
        else:
            self._show_error(N_("There is no code to paste"))

    def _draw_one(self) -> None:
        table = self.app.settings.match_plan(language()).setup
        self._set_code(code_letters(Deal.draw_random(table, SystemRandom()).code))

    # -- layout -------------------------------------------------------------------------------------------------------

    def tree(self) -> ui.Box:
        s, is_right = self.scale, isinstance(self._typed_deal, Deal)
        play = ui.Button(
            s, "play", _("Play these cards"), self._play, style=ButtonStyle.RED, icon="flag", enabled=is_right
        )
        return self.plate(
            _("Enter a code"), [self._code_entry], play, wide=_WIDE, icon="friends", aside=corner_button(s, self.escape)
        )

    def _code_entry(self) -> ui.Box:
        """Return the code field with its message and buttons, and the list of deals played before."""
        s, (icon, words) = self.scale, self._status()
        px, ink = round(s.px(ui.ROLES.body)), THEME.bad if icon == "octagon" else THEME.text2
        told = ui.Row(
            ui.Icon(icon, px, ink if icon == "octagon" else THEME.good) if icon else None,
            ui.Label(s, words, ui.ROLES.body, ink, id="told"), gap=px // 2,
        )  # fmt: skip
        tools = ui.Row(
            ui.Button(s, "paste", _("Paste"), self._paste, style=ButtonStyle.PAPER, role=ui.ROLES.name),
            ui.Button(s, "draw", _("Random"), self._draw_one, style=ButtonStyle.PAPER, role=ui.ROLES.name),
            gap=s.space_px(20),
        )  # fmt: skip
        return ui.Column(
            ui.CodeField(
                "code", _("Code for the cards"), self._typed,
                letters=LETTERS, length=CODE_LETTERS, group=CODE_GROUP_LENGTH,
                is_wrong=self._typed_deal in (CodeFault.TYPO, CodeFault.UNKNOWN), on_change=self._set_code,
                on_refused=self._reject_letter, on_press=self._play, wide=(20 * px, 30 * px), high=round(4.4 * px),
            ),
            ui.Flow(tools, ui.Spacer(), told, gap=s.space_px(12)),
            ui.Divider(s.text_px(1.6)),
            self._played_before(),
            gap=s.space_px(16),
        )  # fmt: skip

    def _played_before(self) -> ui.Box:
        s = self.scale
        if not self._played:
            words = _("Type in a friend’s code, or take a random one and pass it on: you’ll both get the same cards.")
            return ui.Label(s, words, ui.ROLES.body, THEME.text2, id="no_list")
        head = ui.ListLine("", _("Played before"), end=_p("column", "Points"), last=_p("column", "Place"))
        rows = [
            ui.ListLine(deal.code, deal.code, day_and_month(deal.begun_on), number(deal.points), _rank(deal))
            for deal in self._played
        ]
        chosen = next((deal.code for deal in self._played if code_letters(deal.code) == self._typed), "")
        return ui.Listing(
            s, "played", _("Played before"), ui.list_items(s, [head, *rows]), chosen, self._choose, self._play,
            scroll=self._scroll, max_rows=_MOST_SEEN,
        )  # fmt: skip

    def _choose(self, code: str) -> None:
        self._typed, self._error = code_letters(code), None
        self.lay_out()

    def is_typed_key(self, event: Event) -> bool:
        focused = self.controls.focused
        is_letter = isinstance(focused, CodeField) and focused.takes(event.key) and not is_chord(event)
        return is_letter or _is_paste_key(event)

    def handle(self, event: Event) -> bool:
        if event.type == pygame.KEYDOWN and _is_paste_key(event):
            self._paste()
            return True
        was, used = self._typed, super().handle(event)
        if self._typed != was and isinstance(self.controls.focused, CodeField):
            self._focus_play_if_complete()  # after the field has handled the key, for which it needs the focus
        return used

    def _focus_play_if_complete(self) -> None:
        """Focus the play button if the typed code is valid."""
        if isinstance(self._typed_deal, Deal):
            self.controls.focus("play")

    # -- words --------------------------------------------------------------------------------------------------------

    def _status(self) -> tuple[str, str]:
        """Return the name of an icon and the message below the code field.

        The message names the deal, says how many letters are missing, or explains the error; the icon may be "".
        """
        deal = self._typed_deal
        if self._error is not None:
            return "octagon", say(self._error)
        if isinstance(deal, Deal):
            return "check", _table(deal)
        if deal is CodeFault.UNKNOWN:
            return "octagon", _("This code is from another version of the game")
        if deal is CodeFault.TYPO:
            return "octagon", _("There’s a typo in this code")
        left = CODE_LETTERS - len(self._typed)
        if left == CODE_LETTERS:
            return "", _("Nine letters")
        return "", _n("{n} more letter", "{n} more letters", left)


def _is_paste_key(event: Event) -> bool:
    """Return whether a key press means "paste": Ctrl+V, or Cmd+V on macOS."""
    return "ctrl+v" in key_names(event)


def _clipboard() -> str:
    """Return the text of the clipboard, or "" if it holds no text or another program is using it."""
    try:
        return pygame.scrap.get_text()
    except pygame.error:
        return ""


def _table(deal: Deal) -> str:
    """Return the rule set, the seating and the house rules of a deal in words."""
    ours = house_rules_line(deal.options.house_rules)
    return join_with_dots(filter(None, (rule_set_name(deal.rules), seating_line(deal.setup), ours)))


def _rank(deal: PlayedDeal) -> str:
    """Return the person's rank and the number of sides, for example "2 / 3"."""
    return f"{number(deal.rank)} / {number(deal.sides)}"
