"""The page of all saved matches: continue, view, name, copy, export, delete and import."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from game.career.career import Career
from game.career.match_stats import MatchSummary, summary_of
from game.features.matches.exchange import practice_copy, start_export
from game.features.matches.import_job import ImportedMatch, imported_words
from game.features.matches.import_scene import ImportScene
from game.features.matches.match_index import MatchAction, MatchIndex, MatchListing, MatchLoader
from game.features.matches.match_list import MatchRow, match_items, match_rows
from game.features.matches.match_panel import match_panel
from game.features.roadbook.page import PageContext, RoadbookPage
from game.files.limits import NAME_CHARACTERS
from game.files.writer import PendingWrite
from game.i18n import Words, _, _n, language, say
from game.match.match_file import SavedMatch
from game.phrases import N_
from game.scenes.dialogs import DialogButton, DialogScene, NoticeScene, confirmation_dialog
from game.scenes.export import show_export
from game.settings.bindings import Action
from game.ui import layout as ui
from game.ui.drawing.theme import THEME
from game.ui.keys import Commands
from game.ui.layout.tree_form import ViewState
from game.ui.scene import is_tall
from game.ui.widgets import ButtonStyle, TextDraft, Widget
from game.ui.widgets.scroll_offset import ScrollOffset as Offset
from game.words.matches import match_title
from game.words.system_errors import error_text

_LIST = 0.63
_TIGHT_LIST = 0.57


class MatchesPage(RoadbookPage):
    """The Roadbook's page with the list of saved matches, and the panel of the selected match beside it.

    ``look_back`` opens the room in which a match is looked at again, ``result`` shows its result. All files are read in
    threads, and an action starts once its match is read.
    """

    first_focus = "matches"

    def __init__(self, frame: PageContext, roadbook: Career, look_back: MatchAction, result: MatchAction) -> None:
        self._frame = frame
        self._app = frame.app
        self._files = frame.app.files
        self._look_back, self._result = look_back, result
        self._index = MatchIndex(self._files, roadbook)
        self._kept = MatchListing()
        self.rows: tuple[MatchRow, ...] = ()
        self.chosen_id = self._awaited_id = ""
        self._has_chosen = False
        self._scroll = Offset()
        self._wants_focus = True
        self._draft: TextDraft | None = None
        self._deleted: list[tuple[str, str]] = []
        self._tickets: list[PendingWrite] = []
        self._loader = MatchLoader(self._files)
        self._status_text: Words = _default_status
        self._index.start_read()

    # -- layout -------------------------------------------------------------------------------------------------------

    def tree(self, available_size: tuple[int, int], scale: ui.Scale, view_state: ViewState) -> ui.Box:
        self.rows = match_rows(self._kept)
        way = self._below if is_tall(self._app.size) else self._beside
        whole = lambda: way(scale, self._rows(scale))  # noqa: E731
        scrolled = lambda: self._scrolled(scale, view_state.position("page"))  # noqa: E731
        content = self._kept, self.chosen_id, self._draft is None, len(self._deleted), say(self._status_text)
        return view_state.first_that_fits("matches", available_size, whole, scrolled, content=content)

    def _beside(self, s: ui.Scale, rows: ui.Box) -> ui.Box:
        panel, foot = self._panel(s), self._foot(s)
        if panel is not None:
            panel.share, panel.grow = 1 - _LIST, 0
        return _PanelBeside(
            ui.Column(rows, foot, gap=s.space_px(16), share=_LIST, grow=1), panel, gap=s.space_px(24), middle=False
        )

    def _below(self, s: ui.Scale, rows: ui.Box) -> ui.Box:
        return ui.Column(rows, self._panel(s), self._foot(s), gap=s.space_px(20))

    def _scrolled(self, s: ui.Scale, position: ui.ScrollPosition) -> ui.Box:
        """Return the layout for small windows: the list, and the panel and the buttons in a scrolled pane."""
        rows, panel, foot = self._rows(s, most=2), self._panel(s), self._foot(s, ui.Flow)
        if panel is None:
            return ui.Scroll(s, position, ui.Column(rows, foot, gap=s.space_px(20)), min_height=0)
        others = ui.Scroll(s, position, ui.Column(panel, foot, gap=s.space_px(20)), min_height=0)
        if is_tall(self._app.size):
            return ui.Column(rows, others, gap=s.space_px(20))
        rows.share, others.share = _TIGHT_LIST, 1 - _TIGHT_LIST
        return ui.Row(rows, others, gap=s.space_px(24), middle=False)

    def _rows(self, s: ui.Scale, most: int = 0) -> ui.Box:
        if self._is_empty:
            said = ui.Column(
                ui.Label(s, _("No race yet"), ui.ROLES.title, anchor="c"),
                ui.Label(s, _empty_text(), ui.ROLES.lead, THEME.text2, anchor="c", balanced=True),
                gap=s.space_px(20), id="empty", label=" ".join((_("No race yet"), _empty_text())),
            )  # fmt: skip
            stone = ui.Row(ui.Spacer(), ui.Icon("stone", s.space_px(150), THEME.faint), ui.Spacer())
            return ui.Column(ui.Spacer(), stone, said, ui.Spacer(), gap=s.space_px(30), grow=1)
        items = match_items(s, self.rows, self._app.today(), is_loading=not self._kept.complete)
        name = _("Saved races")
        return ui.Listing(
            s,
            "matches",
            name,
            items,
            self.chosen_id,
            self._choose,
            self._activate_chosen,
            scroll=self._scroll,
            max_rows=most,
        )

    def _panel(self, s: ui.Scale) -> ui.Box | None:
        entry = self._chosen_entry
        rules = self._app.settings.last_match_plan(language()).setup.rules
        return None if entry is None else match_panel(s, entry, self._actions(), rules, self._draft)

    def _foot(self, s: ui.Scale, way: type[ui.Row] = ui.Row) -> ui.Box:
        note = ui.Label(s, say(self._status_text), ui.ROLES.small, THEME.text2, grow=1, id="note")
        take_in = ui.Button(
            s, "import", _("Import…"), self._open_import, style=ButtonStyle.PAPER, icon="arrow", role=ui.ROLES.name
        )
        undo = ui.Button(
            s, "undo", _("Undo"), self._restore_last, style=ButtonStyle.GOLD, icon="undo", role=ui.ROLES.name
        )
        return way(take_in, note, undo if self._deleted else None, gap=s.space_px(24))

    def _actions(self) -> dict[str, Callable[[], None]]:
        return {
            "look_back": partial(self._load, self._look_back),
            "result": partial(self._load, self._result),
            "go_on": self._go_on,
            "name": self._begin_name,
            "name_field": self._type_name,
            "keep_name": self._end_name,
            "copy": self._copy,
            "export": self._export,
            "delete": self._delete,
            "restore": self._restore_chosen,
            "empty": self._ask_to_empty,
        }

    # -- what is chosen -----------------------------------------------------------------------------------------------

    @property
    def _chosen_entry(self) -> MatchRow | None:
        return next((entry for entry in self.rows if entry.id and entry.id == self.chosen_id), None)

    def _choose(self, id: str) -> None:
        self.chosen_id, self._awaited_id, self._draft, self._has_chosen = id, "", None, True
        self._frame.lay_out()

    def _set_matches(self, kept: MatchListing) -> None:
        """Show a newly read list of matches and decide which row is selected.

        That is the match just saved or restored, else the row selected before; if that is gone, the row now in its
        position. Until the first list is complete, it is the first row unless the player has selected another.
        """
        before = [entry.id for entry in self.rows if entry.id]
        self._kept, self.rows = kept, match_rows(kept)
        now = [entry.id for entry in self.rows if entry.id]
        if self._awaited_id in now:
            self.chosen_id, self._awaited_id, self._draft, self._has_chosen = self._awaited_id, "", None, True
        elif self.chosen_id not in now:
            at = before.index(self.chosen_id) if self.chosen_id in before else 0
            self.chosen_id = now[min(at, len(now) - 1)] if now else ""
            self._draft = None
        elif not self._has_chosen:
            self.chosen_id = now[0]
        self._has_chosen |= kept.complete

    # -- actions ------------------------------------------------------------------------------------------------------

    def _load(self, use: MatchAction) -> None:
        if self.chosen_id:
            self._loader.load(self.chosen_id, use)

    def _activate_chosen(self) -> None:
        """Do what Enter does in the list: continue a match, view a finished one, or restore a deleted one."""
        entry = self._chosen_entry
        if entry is not None and entry.deleted:
            self._restore_chosen()
        if entry is None or entry.usable_match is None:
            return
        if not entry.usable_match.is_over:
            self._go_on()
        else:
            self._load(self._look_back)

    def _go_on(self) -> None:
        self._load(self._app.resume_match)

    def _begin_name(self) -> None:
        entry = self._chosen_entry
        if entry is not None and entry.usable_match is not None:
            self._draft = TextDraft(entry.usable_match.name, most=NAME_CHARACTERS)
            self._frame.lay_out()
            self._frame.focus("name_field")

    def _type_name(self) -> None:
        """Update the page after a key in the name field, whose text may have been refused as too long."""
        if self._draft is not None and self._draft.refused:
            self._app.sound.play("knock")
        self._frame.lay_out()

    def _end_name(self) -> None:
        draft, self._draft = self._draft, None
        if draft is not None:
            name = " ".join(draft.text.split())
            self._load(lambda saved: self._save(replace(saved, name=name)))
        self._frame.lay_out()
        self._frame.focus("matches")

    def _copy(self) -> None:
        entry = self._chosen_entry
        if entry is not None and entry.usable_match is not None:
            self._load(self._save_copy)

    def _save_copy(self, saved: SavedMatch) -> None:
        """Save a copy of a match; its name is made from the name in the file, as the list may not be up to date."""
        self._save(practice_copy(saved, _("Copy of {name}", name=match_title(summary_of(saved)))))

    def _save(self, saved: SavedMatch) -> None:
        """Save a match, under a new id if it has none, and select it in the list."""
        id = saved.id or self._files.new_id()
        self._track_write(self._files.save_match(id, saved.to_bytes()))
        self._awaited_id = id
        self._index.start_read()

    def _export(self) -> None:
        if self.chosen_id:
            id = self.chosen_id
            show_export(
                self._app,
                lambda _progress: start_export(self._files, id),
                lambda why: _("The race could not be exported ({error}).", error=why),
            )

    def _delete(self) -> None:
        """Delete the selected match without asking, because it can be restored."""
        entry = self._chosen_entry
        if entry is None or entry.deleted:
            return
        title = match_title(entry.match) if entry.match else entry.id
        self._deleted.append((entry.id, title))
        self._track_write(self._app.career.delete_match(entry.id))
        matches = tuple(match for match in self._kept.matches if match.id != entry.id)
        broken = tuple(id for id in self._kept.broken if id != entry.id)
        self._status_text = N_("Deleted: {name}", name=title)
        self._set_matches(replace(self._kept, matches=matches, broken=broken))
        self._frame.lay_out()
        self._frame.focus("matches" if self.chosen_id else "undo")
        self._index.start_read()

    def _restore_last(self) -> None:
        """Restore the match deleted last and select it."""
        if self._deleted:
            self._restore_match(*self._deleted[-1])

    def _restore_chosen(self) -> None:
        entry = self._chosen_entry
        if entry is not None and entry.deleted:
            self._restore_match(entry.deleted.id, match_title(entry.match) if entry.match else entry.deleted.id)

    def _restore_match(self, id: str, title: str) -> None:
        """Restore the deleted match with this id and select it; ``title`` is shown in the message."""
        self._deleted = [one for one in self._deleted if one[0] != id]
        self._set_matches(replace(self._kept, deleted=tuple(one for one in self._kept.deleted if one.file.id != id)))
        self._track_write(self._files.restore_match(id))
        self._awaited_id = id
        self._status_text = N_("Restored: {name}", name=title)
        self._index.start_read()
        self._wants_focus = not self.rows
        self._frame.lay_out()
        self._frame.focus("matches")

    def _ask_to_empty(self) -> None:
        count = len(self._kept.deleted)

        def words() -> str:
            return _n(
                "This removes {n} deleted race. It can’t be restored after that.",
                "This removes {n} deleted races. They can’t be restored after that.",
                count,
            )

        yes = DialogButton("remove", N_("Remove"), self._empty_trash, ButtonStyle.RED)
        self._app.push(confirmation_dialog(self._app, N_("Remove now?"), words, yes))

    def _empty_trash(self) -> None:
        """Remove all deleted matches, so that they can no longer be restored."""
        self._deleted = []
        self._track_write(self._files.empty_trash())
        self._status_text = _default_status
        self._set_matches(replace(self._kept, deleted=()))
        self._frame.lay_out()
        self._frame.focus("matches" if self.chosen_id else "import")
        self._index.start_read()

    def _track_write(self, ticket: PendingWrite | None) -> None:
        if ticket is not None:
            self._tickets.append(ticket)

    # -- files from elsewhere -----------------------------------------------------------------------------------------

    def _open_import(self) -> None:
        self._app.push(ImportScene(self._app))

    def show_imported(self, found: Sequence[ImportedMatch]) -> None:
        """Select the last of the imported matches, and ask about those that are here with other moves."""
        for one in found:
            if one.other is not None:
                self._ask_import_again(one.match, one.other)
        here = [one for one in found if one.other is None]
        if here:
            self._choose_imported(here)

    def _choose_imported(self, found: Sequence[ImportedMatch]) -> None:
        self._status_text = partial(imported_words, found)
        self._awaited_id = found[-1].match.id
        self._index.start_read()

    # -- results of threads -------------------------------------------------------------------------------------------

    def update(self, now_s: float) -> bool:  # noqa: ARG002 - as every page
        kept = self._index.poll()
        is_new = kept is not None
        if kept is not None:
            self._set_matches(kept)
            self._frame.lay_out()
            if self._wants_focus and (self.rows or (kept.complete and not self._awaited_id)):
                self._wants_focus = False
                self._frame.focus("matches" if self.chosen_id else "import")
        if self._loader.update():
            self._index.start_read()
        self._poll_writes()
        return is_new

    def _poll_writes(self) -> None:
        for ticket in [ticket for ticket in self._tickets if ticket.is_done]:
            self._tickets.remove(ticket)
            self._index.start_read()
            if ticket.error is not None:
                why = ticket.error_text
                self._show_notice(lambda why=why: _("The change could not be saved ({error}).", error=error_text(why)))  # type: ignore[misc]

    def _save_imported(self, saved: SavedMatch) -> None:
        self._save(saved)
        title = match_title(summary_of(saved))
        self._status_text = N_("Imported: {name}", name=title)

    def _ask_import_again(self, kept: MatchSummary, saved: SavedMatch) -> None:
        """Ask whether to import a match that is already saved here but with other moves."""
        title = match_title(kept)
        self._app.push(
            DialogScene(
                self._app,
                "import_again",
                N_("Import it again?"),
                N_("“{name}” is already here, but this file was saved at a different point in the race.", name=title),
                [
                    DialogButton("again", N_("Import"), lambda: self._save_imported(saved), ButtonStyle.RED),
                    DialogButton(
                        "show",
                        N_("Show the saved one"),
                        lambda: self._choose_imported([ImportedMatch(kept)]),
                        ButtonStyle.PAPER,
                    ),
                ],
            )
        )

    def _show_notice(self, words: Words) -> None:
        self._app.push(NoticeScene(self._app, words))

    # -- the rest -----------------------------------------------------------------------------------------------------

    def commands(self) -> Commands:
        is_in_list = self._frame.focused() == "matches"
        return {
            **({Action.TAKE_BACK: self._restore_last} if self._draft is None else {}),
            **({Action.RENAME: self._begin_name, Action.DELETE: self._delete} if is_in_list else {}),
        }

    def escape(self) -> bool:
        was, self._draft = self._draft, None
        if was is not None:
            self._frame.lay_out()
            self._frame.focus("name")
        return was is not None

    def is_settled(self) -> bool:
        return not (self._index.is_busy or self._loader.is_loading or self._tickets)

    @property
    def _is_empty(self) -> bool:
        return self._kept.complete and not self.rows


class _PanelBeside(ui.Row):
    """The list with the buttons below it, and the panel at its side; Tab reaches the panel before those buttons."""

    def widgets(self) -> Iterator[Widget]:
        (rows, foot), *panel = self.children[0].children, *self.children[1:]
        for box in (rows, *panel, foot):
            yield from box.widgets()


def _empty_text() -> str:
    return _("Every race you start is kept here, so you can continue it or look at it again.")


def _default_status() -> str:
    return _("Races are kept on this computer only.")
