"""The page of all kept matches: continue, view, name, copy, export, delete and import."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pygame
from pygame.event import Event

from game.career.digest import summary_of
from game.career.refresh import Roadbook
from game.features.matches.exchange import copy_of, export_of
from game.features.matches.import_plate import ImportScene
from game.features.matches.importing import Intake
from game.features.matches.index import KeptMatches, MatchIndex
from game.features.matches.match_list import Entry, entries_of, match_items
from game.features.matches.match_panel import PanelActions, match_panel
from game.features.roadbook.page import Frame, Page
from game.files.background_reader import BackgroundReader
from game.files.export import Export
from game.files.limits import NAME_CHARACTERS
from game.files.problems import ProblemCode
from game.files.writer import Ticket
from game.i18n import _, _n
from game.match.library import problem_of
from game.match.match_file import Saved
from game.scenes.dialogs import DialogButton, DialogScene, NoticeScene, confirm
from game.scenes.export import take_said
from game.settings.bindings import Action
from game.ui.drawing.theme import THEME
from game.ui.keys import asks
from game.ui.layout import ROLES, Box, Column, Flow, Icon, Label, Listing, Pane, Row, Scale, Scroll, Spacer, button
from game.ui.layout.tree_form import Lasting
from game.ui.scene import is_tall
from game.ui.widgets import Style, TextDraft, Widget
from game.ui.widgets.scroll import Scroll as Offset
from game.words.failures import why_words
from game.words.matches import match_title

_LIST = 0.63
_TIGHT_LIST = 0.57

Use = Callable[[Saved], None]


class MatchesPage(Page):
    """The list with the chosen match beside it. ``look_at`` replays a match, ``review`` reviews its last leg, and
    ``result`` shows its end; None hides the button.

    Nothing is read in a frame: the list, a match and files are read in threads, and an action runs once its match is
    read.
    """

    first_focus = "matches"

    def __init__(
        self,
        frame: Frame,
        roadbook: Roadbook,
        look_at: Use | None = None,
        review: Use | None = None,
        result: Use | None = None,
    ) -> None:
        self._frame = frame
        self._app = frame.app
        self._files = frame.app.files
        self._look_at, self._review, self._result = look_at, review, result
        self._index = MatchIndex(self._files, roadbook)
        self._kept = KeptMatches()
        self.entries: tuple[Entry, ...] = ()
        self.chosen = self._awaited = ""
        self._has_chosen = False
        self._scroll = Offset()
        self._wants_focus = True
        self._draft: TextDraft | None = None
        self._deleted: list[tuple[str, str]] = []
        self._tickets: list[Ticket] = []
        self._exports: list[Export] = []
        self._loader = BackgroundReader[Saved | None]("a kept match", self._tell_unreadable)
        self._use: Use | None = None
        self._intake = Intake(self._files)
        self._note: Callable[[], str] = _kept_here
        self._index.look()

    # -- layout -------------------------------------------------------------------------------------------------------

    def tree(self, room: tuple[int, int], scale: Scale, lasting: Lasting) -> Box:
        self.entries = entries_of(self._kept)
        way = self._below if is_tall(self._app.size) else self._beside
        whole = lambda: way(scale, self._rows(scale))  # noqa: E731
        scrolled = lambda: self._scrolled(scale, lasting.pane("page"))  # noqa: E731
        content = self._kept, self.chosen, self._draft is None, len(self._deleted), self._note()
        return lasting.fitting("matches", room, whole, scrolled, content=content)

    def _beside(self, s: Scale, rows: Box) -> Box:
        panel, foot = self._panel(s), self._foot(s)
        if panel is not None:
            panel.share, panel.grow = 1 - _LIST, 0
        return _PanelBeside(Column(rows, foot, gap=s.gap(16), share=_LIST, grow=1), panel, gap=s.gap(24), middle=False)

    def _below(self, s: Scale, rows: Box) -> Box:
        return Column(rows, self._panel(s), self._foot(s), gap=s.gap(20))

    def _scrolled(self, s: Scale, pane: Pane) -> Box:
        """Return the list, and beside or below it the rest in a scrolled pane."""
        rows, panel, foot = self._rows(s, most=2), self._panel(s), self._foot(s, Flow)
        if panel is None:
            return Scroll(s, pane, Column(rows, foot, gap=s.gap(20)), least=0)
        others = Scroll(s, pane, Column(panel, foot, gap=s.gap(20)), least=0)
        if is_tall(self._app.size):
            return Column(rows, others, gap=s.gap(20))
        rows.share, others.share = _TIGHT_LIST, 1 - _TIGHT_LIST
        return Row(rows, others, gap=s.gap(24), middle=False)

    def _rows(self, s: Scale, most: int = 0) -> Box:
        if self._is_empty:
            said = Column(
                Label(s, _("No match yet"), ROLES.title, anchor="c"),
                Label(s, _empty(), ROLES.lead, THEME.text2, anchor="c", balanced=True),
                gap=s.gap(20), id="empty", says=" ".join((_("No match yet"), _empty())),
            )  # fmt: skip
            stone = Row(Spacer(), Icon("stone", s.gap(150), THEME.faint), Spacer())
            return Column(Spacer(), stone, said, Spacer(), gap=s.gap(30), grow=1)
        items = match_items(s, self.entries, self._app.today(), is_loading=not self._kept.complete)
        name = _("Saved matches")
        return Listing(
            s, "matches", name, items, self.chosen, self._choose, self._press, scroll=self._scroll, most=most
        )

    def _panel(self, s: Scale) -> Box | None:
        entry = self._chosen_entry
        return None if entry is None else match_panel(s, entry, self._actions(), self._draft)

    def _foot(self, s: Scale, way: type[Row] = Row) -> Box:
        note = Label(s, self._note(), ROLES.small, THEME.text2, grow=1, id="note")
        take_in = button(s, "import", _("Import…"), self._open_import, style=Style.PAPER, icon="arrow", role=ROLES.name)
        undo = button(s, "undo", _("Undo"), self._restore, style=Style.GOLD, icon="undo", role=ROLES.name)
        return way(take_in, note, undo if self._deleted else None, gap=s.gap(24))

    def _actions(self) -> PanelActions:
        def loading(use: Use | None) -> Callable[[], None] | None:
            return None if use is None else partial(self._load, use)

        return PanelActions(
            go_on=self._go_on,
            look_at=loading(self._look_at),
            review=loading(self._review),
            result=loading(self._result),
            begin_name=self._begin_name,
            type_name=self._type_name,
            end_name=self._end_name,
            copy=self._copy,
            export=self._export,
            delete=self._delete,
            restore=self._restore_chosen,
            empty=self._ask_to_empty,
        )

    # -- what is chosen -----------------------------------------------------------------------------------------------

    @property
    def _chosen_entry(self) -> Entry | None:
        return next((entry for entry in self.entries if entry.id and entry.id == self.chosen), None)

    def _choose(self, id: str) -> None:
        self.chosen, self._awaited, self._draft, self._has_chosen = id, "", None, True
        self._frame.lay_out()

    def _take(self, kept: KeptMatches) -> None:
        """Show a new list: choose the awaited match, or if the chosen one is gone the row that took its place.

        Until the first list is complete, the first row is chosen unless the player has chosen another.
        """
        before = [entry.id for entry in self.entries if entry.id]
        self._kept, self.entries = kept, entries_of(kept)
        now = [entry.id for entry in self.entries if entry.id]
        if self._awaited in now:
            self.chosen, self._awaited, self._draft, self._has_chosen = self._awaited, "", None, True
        elif self.chosen not in now:
            at = before.index(self.chosen) if self.chosen in before else 0
            self.chosen = now[min(at, len(now) - 1)] if now else ""
            self._draft = None
        elif not self._has_chosen:
            self.chosen = now[0]
        self._has_chosen |= kept.complete

    # -- actions ------------------------------------------------------------------------------------------------------

    def _load(self, use: Use) -> None:
        """Read the chosen match and pass it to ``use``; ignored while another one is being read."""
        if self._use is None and self.chosen:
            id, self._use = self.chosen, use
            self._loader.begin(lambda: self._files.load_match(id))

    def _tell_unreadable(self, why: Exception) -> None:
        self._files.note(problem_of(ProblemCode.SAVE_STUCK, self._files.matches, why))

    def _press(self) -> None:
        """Do what Enter does in the list: continue the match, view it if it is over, or restore it."""
        entry = self._chosen_entry
        if entry is not None and entry.deleted:
            self._restore_chosen()
        if entry is None or entry.kept is None:
            return
        if not entry.kept.is_over:
            self._go_on()
        elif self._look_at is not None:
            self._load(self._look_at)

    def _go_on(self) -> None:
        self._load(self._app.resume_match)

    def _begin_name(self) -> None:
        entry = self._chosen_entry
        if entry is not None and entry.kept is not None:
            self._draft = TextDraft(entry.kept.name, most=NAME_CHARACTERS)
            self._frame.lay_out()
            self._frame.focus("name_field")

    def _type_name(self, _typed: str) -> None:
        """Lay out again, as the text below the field says what was rejected."""
        if self._draft is not None and self._draft.refused:
            self._app.sound.play("knock")
        self._frame.lay_out()

    def _end_name(self) -> None:
        draft, self._draft = self._draft, None
        if draft is not None:
            name = " ".join(draft.text.split())
            self._load(lambda saved: self._keep(replace(saved, name=name)))
        self._frame.lay_out()
        self._frame.focus("matches")

    def _copy(self) -> None:
        entry = self._chosen_entry
        if entry is not None and entry.kept is not None:
            self._load(self._keep_copy)

    def _keep_copy(self, saved: Saved) -> None:
        """Save a copy named after the match's present name, which the list may not have yet."""
        self._keep(copy_of(saved, _("Copy of {name}", name=match_title(summary_of(saved)))))

    def _keep(self, saved: Saved) -> None:
        """Save a match under its own id or a new one, and choose it."""
        id = saved.id or self._files.new_id()
        self._follow(self._files.save_match(id, saved.to_bytes()))
        self._awaited = id
        self._index.look()

    def _export(self) -> None:
        if self.chosen:
            self._exports.append(export_of(self._files, self.chosen))

    def _delete(self) -> None:
        """Delete without a question, as the match can be restored."""
        entry = self._chosen_entry
        if entry is None or entry.deleted:
            return
        title = match_title(entry.match) if entry.match else entry.id
        self._deleted.append((entry.id, title))
        self._follow(self._files.delete_match(entry.id))
        matches = tuple(match for match in self._kept.matches if match.id != entry.id)
        broken = tuple(id for id in self._kept.broken if id != entry.id)
        self._note = lambda: _("Deleted: {name}", name=title)
        self._take(replace(self._kept, matches=matches, broken=broken))
        self._frame.lay_out()
        self._frame.focus("matches" if self.chosen else "undo")
        self._index.look()

    def _restore(self) -> None:
        """Restore what was deleted last, and choose it."""
        if self._deleted:
            self._fetch_back(*self._deleted[-1])

    def _restore_chosen(self) -> None:
        entry = self._chosen_entry
        if entry is not None and entry.deleted:
            self._fetch_back(entry.deleted.id, match_title(entry.match) if entry.match else entry.deleted.id)

    def _fetch_back(self, id: str, title: str) -> None:
        """Restore a deleted match, and choose it."""
        self._deleted = [one for one in self._deleted if one[0] != id]
        self._take(replace(self._kept, deleted=tuple(one for one in self._kept.deleted if one.file.id != id)))
        self._follow(self._files.restore_match(id))
        self._awaited = id
        self._note = lambda: _("Restored: {name}", name=title)
        self._index.look()
        self._wants_focus = not self.entries
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
        """Delete all deleted matches for good."""
        self._deleted = []
        self._follow(self._files.empty_deleted())
        self._note = _kept_here
        self._take(replace(self._kept, deleted=()))
        self._frame.lay_out()
        self._frame.focus("matches" if self.chosen else "import")
        self._index.look()

    def _follow(self, ticket: Ticket | None) -> None:
        if ticket is not None:
            self._tickets.append(ticket)

    # -- files from elsewhere -----------------------------------------------------------------------------------------

    def _open_import(self) -> None:
        self._app.push(ImportScene(self._app, self.take_in))

    def take_in(self, paths: Sequence[Path]) -> None:
        self._intake.begin(paths)

    # -- results of threads -------------------------------------------------------------------------------------------

    def update(self, now_s: float) -> bool:  # noqa: ARG002 - as every page
        kept = self._index.take()
        is_new = kept is not None
        if kept is not None:
            self._take(kept)
            self._frame.lay_out()
            if self._wants_focus and (self.entries or (kept.complete and not self._awaited)):
                self._wants_focus = False
                self._frame.focus("matches" if self.chosen else "import")
        self._follow_loader()
        self._follow_tickets()
        self._follow_exports()
        return self._follow_intake() or is_new

    def _follow_loader(self) -> None:
        if self._use is None or self._loader.is_reading:
            return
        saved, use, self._use = self._loader.take(), self._use, None
        if saved is not None:
            use(saved)
        else:
            self._index.look()  # the library reports what went wrong

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
            said = take_said(export, lambda why: _("The match could not be exported ({error}).", error=why))
            if said is not None:
                self._say(said)

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
        """Choose the kept match, since the file holds the same."""
        title = match_title(summary_of(kept))
        self._note = lambda: _("Already here: {name}", name=title)
        self._awaited = kept.id
        self._index.look()

    def _ask_which(self, saved: Saved, kept: Saved) -> None:
        """Ask whether to keep a match twice, since the file has it at another point."""
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
        is_in_list = self._frame.focused() == "matches"
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
        return False

    def escape(self) -> bool:
        was, self._draft = self._draft, None
        if was is not None:
            self._frame.lay_out()
            self._frame.focus("name")
        return was is not None

    def is_settled(self) -> bool:
        is_busy = self._index.is_busy or self._use or self._tickets or self._exports or self._intake.is_under_way
        return not is_busy

    @property
    def _is_empty(self) -> bool:
        return self._kept.complete and not self.entries


class _PanelBeside(Row):
    """The list above its foot, and beside it the panel, whose controls come before the foot's in Tab order."""

    def widgets(self) -> Iterator[Widget]:
        (rows, foot), *panel = self.children[0].children, *self.children[1:]
        for box in (rows, *panel, foot):
            yield from box.widgets()


def _empty() -> str:
    return _("Every match you start is kept here, so you can go on with it or look at it again.")


def _kept_here() -> str:
    return _("Matches are kept on this computer only.")
