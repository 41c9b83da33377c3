"""The page of all matches kept: to go on with, look at, name, copy, export, delete, and to take others in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.i18n import _, _n
from game.scenes.dialogs import DialogButton, DialogScene, NoticeScene, confirm
from game.scenes.roadbook.importing import ImportScene, Intake
from game.scenes.roadbook.match_list import Item, MatchList, items_of
from game.scenes.roadbook.match_panel import MatchPanel, PanelActions
from game.scenes.roadbook.page import Frame, Page
from game.session.actions import Action
from game.session.storage.exchange import Export, copy_of
from game.session.storage.limits import NAME_CHARACTERS
from game.session.storage.match_file import Saved
from game.session.storage.match_index import KeptMatches, MatchIndex, summary_of
from game.session.storage.roadbook import Roadbook
from game.session.storage.task import Task
from game.session.storage.writer import Ticket
from game.ui.drawing import art, text
from game.ui.drawing.theme import THEME
from game.ui.keys import asks
from game.ui.scene import is_tall
from game.ui.widgets import Button, Style, Widget
from game.ui.widgets.scroll import Scroll
from game.ui.widgets.text_field import TextDraft
from game.words.failures import why_words
from game.words.matches import match_title

_LIST: Final = 0.625
_TALL_PANEL: Final = 0.36

LookAt = Callable[[Saved], None]


class MatchesPage(Page):
    """The list with the chosen match beside it. ``look_at`` shows a match again; without it nothing offers to.

    Nothing is read in a frame: the list, a match that is to be gone on with, and files come by threads, and what was
    asked for is done when it has come.
    """

    first_focus = "matches"

    def __init__(self, frame: Frame, roadbook: Roadbook, look_at: LookAt | None = None) -> None:
        self._frame = frame
        self._app = frame.app
        self._files = frame.app.files
        self._look_at = look_at
        self._index = MatchIndex(self._files, roadbook)
        self._kept = KeptMatches()
        self._items: tuple[Item, ...] = ()
        self._chosen = self._awaited = ""
        self._has_chosen = False
        self._scroll = Scroll()
        self._wants_focus = True
        self._draft: TextDraft | None = None
        self._deleted: list[tuple[str, str]] = []
        self._tickets: list[Ticket] = []
        self._exports: list[Export] = []
        self._task: tuple[Task[Saved | None], Callable[[Saved], None]] | None = None
        self._intake = Intake(self._files)
        self._note: Callable[[], str] = _kept_here
        self._panel: MatchPanel | None = None
        self._list: MatchList | None = None
        self._area = self._foot = self._note_place = Rect(0, 0, 0, 0)
        self._u = 1.0
        self._index.look()

    # -- layout -------------------------------------------------------------------------------------------------------

    def build(self, area: Rect, u: float, t: float) -> list[Widget]:
        """List, the chosen match's panel, and what lies at the foot."""
        self._area, self._u = area, u
        self._items = items_of(self._kept)
        left, right = self._split(area, u)
        high = max(34, round(60 * u))
        self._foot = Rect(left.x, left.bottom - high, left.w, high)
        rows = Rect(left.x, left.y, left.w, self._foot.y - round(16 * u) - left.y)
        self._list = self._match_list(rows, u, t)
        item = self._chosen_item
        self._panel = None if item is None else MatchPanel(item, right, u, t, self._actions(), self._draft)
        return [self._list, *(self._panel.widgets() if self._panel else ()), *self._foot_widgets()]

    def _split(self, area: Rect, u: float) -> tuple[Rect, Rect]:
        """The places of the list with the foot, and of the panel: beside it, in a tall window below it."""
        gap = round(24 * u)
        if is_tall(self._app.size):
            high = round(_TALL_PANEL * self._app.size[1])
            above = Rect(area.x, area.y, area.w, area.h - high - gap)
            return above, Rect(area.x, above.bottom + gap, area.w, high)
        left = Rect(area.x, area.y, round(_LIST * area.w), area.h)
        return left, Rect(left.right + gap, area.y, area.right - left.right - gap, area.h)

    def _match_list(self, place: Rect, u: float, t: float) -> MatchList:
        return MatchList(
            place, self._items, self._chosen, scroll=self._scroll, u=u, t=t, is_loading=not self._kept.complete,
            on_choose=self._choose, on_press=self._press,
        )  # fmt: skip

    def _foot_widgets(self) -> list[Widget]:
        foot, u = self._foot, self._u
        name = _("Import…")
        wide = Button.natural_width(name, foot.h, icon=True)
        place = Rect(foot.x, foot.y, wide, foot.h)
        widgets: list[Widget] = [
            Button("import", name, place, on_press=self._open_import, style=Style.PAPER, icon="arrow")
        ]
        right = foot.right
        if self._deleted:
            undo = Button.natural_width(_("Undo"), foot.h, icon=True)
            right -= undo
            rect = Rect(right, foot.y, undo, foot.h)
            widgets.append(Button("undo", _("Undo"), rect, on_press=self._restore, style=Style.GOLD, icon="undo"))
        left = place.right + round(24 * u)
        self._note_place = Rect(left, foot.y, right - round(16 * u) - left, foot.h)
        return widgets

    def _actions(self) -> PanelActions:
        return PanelActions(
            go_on=self._go_on,
            look_at=self._open_replay if self._look_at is not None else None,
            begin_name=self._begin_name,
            end_name=self._end_name,
            copy=self._copy,
            export=self._export,
            delete=self._delete,
            restore=self._restore_chosen,
            empty=self._ask_to_empty,
        )

    # -- what is chosen -----------------------------------------------------------------------------------------------

    @property
    def _chosen_item(self) -> Item | None:
        return next((item for item in self._items if item.id and item.id == self._chosen), None)

    def _choose(self, id: str) -> None:
        self._chosen, self._awaited, self._draft, self._has_chosen = id, "", None, True
        self._frame.lay_out()

    def _take(self, kept: KeptMatches) -> None:
        """Show a new list: choose what was awaited, or if the chosen one is gone the row that took its place.

        As long as the first list is read, and the player has chosen none, it is the first row.
        """
        before = [item.id for item in self._items if item.id]
        self._kept, self._items = kept, items_of(kept)
        now = [item.id for item in self._items if item.id]
        if self._awaited in now:
            self._chosen, self._awaited, self._draft, self._has_chosen = self._awaited, "", None, True
        elif self._chosen not in now:
            at = before.index(self._chosen) if self._chosen in before else 0
            self._chosen = now[min(at, len(now) - 1)] if now else ""
            self._draft = None
        elif not self._has_chosen:
            self._chosen = now[0]
        self._has_chosen |= kept.complete

    # -- what can be done ---------------------------------------------------------------------------------------------

    def _load(self, use: Callable[[Saved], None]) -> None:
        """Read the chosen match, and do that with it; a second wish comes to nothing while one is under way."""
        if self._task is None and self._chosen:
            id = self._chosen
            self._task = Task(lambda: self._files.load_match(id)), use

    def _press(self) -> None:
        """What Enter does in the list: go on with the match, look at it if it is over, or fetch it back."""
        item = self._chosen_item
        if item is not None and item.deleted:
            self._restore_chosen()
        if item is None or item.kept is None:
            return
        if not item.kept.is_over:
            self._go_on()
        elif self._look_at is not None:
            self._open_replay()

    def _go_on(self) -> None:
        self._load(self._app.resume_match)

    def _open_replay(self) -> None:
        if self._look_at is not None:
            self._load(self._look_at)

    def _begin_name(self) -> None:
        item = self._chosen_item
        if item is not None and item.kept is not None:
            self._draft = TextDraft(item.kept.name, most=NAME_CHARACTERS)
            self._frame.lay_out()
            self._frame.focus("name_field")

    def _end_name(self) -> None:
        draft, self._draft = self._draft, None
        if draft is not None:
            name = " ".join(draft.text.split())
            self._load(lambda saved: self._keep(replace(saved, name=name)))
        self._frame.lay_out()
        self._frame.focus("matches")

    def _copy(self) -> None:
        item = self._chosen_item
        if item is not None and item.kept is not None:
            self._load(self._keep_copy)

    def _keep_copy(self, saved: Saved) -> None:
        """By the name that the match has now: the list may not have heard of it yet."""
        self._keep(copy_of(saved, _("Copy of {name}", name=match_title(summary_of(saved)))))

    def _keep(self, saved: Saved) -> None:
        """Have a match written, under its own id or a new one, and choose it."""
        id = saved.id or self._files.new_id()
        self._follow(self._files.save_match(id, saved.to_bytes()))
        self._awaited = id
        self._index.look()

    def _export(self) -> None:
        if self._chosen:
            self._exports.append(Export(self._files, self._chosen))

    def _delete(self) -> None:
        """Delete without a question: it can be fetched back."""
        item = self._chosen_item
        if item is None or item.deleted:
            return
        title = match_title(item.match) if item.match else item.id
        self._deleted.append((item.id, title))
        self._follow(self._files.delete_match(item.id))
        matches = tuple(match for match in self._kept.matches if match.id != item.id)
        broken = tuple(id for id in self._kept.broken if id != item.id)
        self._note = lambda: _("Deleted: {name}", name=title)
        self._take(replace(self._kept, matches=matches, broken=broken))
        self._frame.lay_out()
        self._frame.focus("matches" if self._chosen else "undo")
        self._index.look()

    def _restore(self) -> None:
        """Fetch back what was deleted last, and choose it."""
        if self._deleted:
            self._fetch_back(*self._deleted[-1])

    def _restore_chosen(self) -> None:
        item = self._chosen_item
        if item is not None and item.deleted:
            self._fetch_back(item.deleted.id, match_title(item.match) if item.match else item.deleted.id)

    def _fetch_back(self, id: str, title: str) -> None:
        """Have a match back that was deleted, and choose it."""
        self._deleted = [one for one in self._deleted if one[0] != id]
        self._take(replace(self._kept, deleted=tuple(one for one in self._kept.deleted if one.file.id != id)))
        self._follow(self._files.restore_match(id))
        self._awaited = id
        self._note = lambda: _("Restored: {name}", name=title)
        self._index.look()
        self._wants_focus = not self._items
        self._frame.lay_out()
        self._frame.focus("matches")

    def _ask_to_empty(self) -> None:
        count = len(self._kept.deleted)

        def words() -> str:
            return _n(
                "This removes {n} deleted match. It can’t be restored after that.",
                "This removes {n} deleted matches. They can’t be restored after that.",
                count,
            )

        yes = DialogButton("remove", lambda: _("Remove"), self._empty, Style.RED)
        self._app.push(confirm(self._app, lambda: _("Remove now?"), words, yes))

    def _empty(self) -> None:
        """Remove for good all that was deleted."""
        self._deleted = []
        self._follow(self._files.empty_deleted())
        self._note = _kept_here
        self._take(replace(self._kept, deleted=()))
        self._frame.lay_out()
        self._frame.focus("matches" if self._chosen else "import")
        self._index.look()

    def _follow(self, ticket: Ticket | None) -> None:
        if ticket is not None:
            self._tickets.append(ticket)

    # -- files from elsewhere -----------------------------------------------------------------------------------------

    def _open_import(self) -> None:
        self._app.push(ImportScene(self._app, self.take_in))

    def take_in(self, paths: Sequence[Path]) -> None:
        """Take these files in, as far as they are matches; what is none is said."""
        self._intake.begin(paths)

    # -- what has come ------------------------------------------------------------------------------------------------

    def update(self, now_s: float) -> bool:  # noqa: ARG002 - as every page
        """Take over what threads have brought; True if the picture changed."""
        kept = self._index.take()
        is_new = kept is not None
        if kept is not None:
            self._take(kept)
            self._frame.lay_out()
            if self._list is not None:
                self._list.show(self._chosen)
            if self._wants_focus and (self._items or (kept.complete and not self._awaited)):
                self._wants_focus = False
                self._frame.focus("matches" if self._chosen else "import")
        self._follow_task()
        self._follow_tickets()
        self._follow_exports()
        return self._follow_intake() or is_new

    def _follow_task(self) -> None:
        if self._task is None or not self._task[0].is_done:
            return
        (task, use), self._task = self._task, None
        if task.result is not None:
            use(task.result)
        else:
            self._index.look()  # what went wrong the library tells

    def _follow_tickets(self) -> None:
        for ticket in [ticket for ticket in self._tickets if ticket.is_done]:
            self._tickets.remove(ticket)
            self._index.look()
            if ticket.error is not None:
                why = ticket.why
                self._say(lambda why=why: _("The change could not be saved ({error}).", error=why_words(why)))  # type: ignore[misc]

    def _follow_exports(self) -> None:
        for export in [export for export in self._exports if export.is_done]:
            self._exports.remove(export)
            if export.path is not None:
                path = str(export.path)
                self._say(lambda path=path: _("Saved to {path}", path=path))  # type: ignore[misc]
            else:
                why = export.why
                self._say(lambda why=why: _("The match could not be exported ({error}).", error=why_words(why)))  # type: ignore[misc]

    def _follow_intake(self) -> bool:
        taken = self._intake.take()
        for found in taken:
            if found.already is None:
                self._keep_imported(found.match)
            elif found.is_nothing_new:
                self._offer(found.already)
            else:
                self._ask_which(found.match, found.already)
        self._intake.go_on()
        said = self._intake.take_refusals()
        if said is not None:
            self._say(said)
        return bool(taken)

    def _keep_imported(self, saved: Saved) -> None:
        self._keep(saved)
        title = match_title(summary_of(saved))
        self._note = lambda: _("Imported: {name}", name=title)

    def _offer(self, kept: Saved) -> None:
        """Choose a match that is kept, since a file holds the same."""
        title = match_title(summary_of(kept))
        self._note = lambda: _("Already here: {name}", name=title)
        self._awaited = kept.id
        self._index.look()

    def _ask_which(self, saved: Saved, kept: Saved) -> None:
        """Ask whether a match is to be kept twice, since a file has it as it was at another time."""
        title = match_title(summary_of(kept))
        self._app.push(
            DialogScene(
                self._app,
                "import_again",
                lambda: _("Import it again?"),
                lambda: _("“{name}” is already here, but the file was saved at a different point in it.", name=title),
                [
                    DialogButton("again", lambda: _("Import"), lambda: self._keep_imported(saved), Style.RED),
                    DialogButton("show", lambda: _("Show the one here"), lambda: self._offer(kept), Style.PAPER),
                ],
            )
        )

    def _say(self, words: Callable[[], str]) -> None:
        self._app.push(NoticeScene(self._app, words))

    # -- the rest -----------------------------------------------------------------------------------------------------

    def handle(self, event: Event) -> bool:
        """Name and delete in the list, take back what was deleted, and follow the wheel."""
        is_in_list = self._list is not None and self._list.focused
        match event.type:
            case pygame.KEYDOWN if asks(event, Action.TAKE_BACK) and self._draft is None:
                self._restore()
                return True
            case pygame.KEYDOWN if is_in_list and asks(event, Action.RENAME):
                self._begin_name()
                return True
            case pygame.KEYDOWN if is_in_list and asks(event, Action.DELETE):
                self._delete()
                return True
            case pygame.MOUSEWHEEL if self._list is not None:
                return self._list.turn(event.y)
        return False

    def escape(self) -> bool:
        """Let a name be as it was."""
        was, self._draft = self._draft, None
        if was is not None:
            self._frame.lay_out()
            self._frame.focus("name")
        return was is not None

    def is_settled(self) -> bool:
        """Whether nothing is read or written any more."""
        is_busy = self._index.is_at_it or self._task or self._tickets or self._exports or self._intake.is_under_way
        return not is_busy

    def texts(self) -> list[tuple[str, str, Rect]]:
        """The chosen match, and the line at the foot."""
        told = self._panel.texts() if self._panel else []
        if self._is_empty:
            told.append(("empty", " ".join((_("No match yet"), _empty())), self._empty_place))
        return [*told, ("note", self._note(), self._note_place)]

    @property
    def _is_empty(self) -> bool:
        return self._kept.complete and not self._items

    @property
    def _empty_place(self) -> Rect:
        return Rect(self._area.x, self._area.y, self._area.w, self._foot.y - self._area.y)

    def paint(self, surface: Surface) -> None:
        """Draw the panel and the line at the foot, or that there is no match."""
        if self._panel is not None:
            self._panel.paint(surface)
        if self._is_empty:
            self._paint_empty(surface)
        px, place = text.sized(20 * self._u, text.MIN_TEXT_PX), self._note_place
        text.draw(
            surface, self._note(), place.x, place.centery, "B5", px, THEME.text2,
            max_width=place.w, min_px=text.MIN_CAPTION_PX,
        )  # fmt: skip

    def _paint_empty(self, surface: Surface) -> None:
        place, size = self._empty_place, 150 * self._u
        art.blit_icon(surface, "stone", (place.centerx, place.centery - 0.9 * size), size, THEME.faint)
        px = text.sized(40 * self._u, 18.0)
        text.draw(surface, _("No match yet"), place.centerx, place.centery + 0.3 * size, "O8", px, anchor="c")
        below, small = place.centery + 0.3 * size + px, text.sized(24 * self._u, 13.0)
        rect = (place.x + 0.2 * place.w, below, 0.6 * place.w, place.bottom - below)
        text.paragraph(surface, _empty(), rect, "B5", small, THEME.text2, anchor="c")


def _empty() -> str:
    return _("Every match you start is kept here, so you can go on with it or look at it again.")


def _kept_here() -> str:
    return _("Matches are kept on this computer only.")
