"""One switch goes through a form: groups, what is in them, and the parts of controls."""

from __future__ import annotations

import math

from pygame import Rect

from game.ui.scanning import MAX_OFFERED_SINGLY, FormScan
from game.ui.widgets import Slider, Widget
from game.ui.widgets.code_field import CodeField
from game.ui.widgets.focus_group import FocusGroup
from game.ui.widgets.tab_bar import TabBar
from game.ui.widgets.text_field import TextDraft, TextField
from tests.cases import each
from tests.ui.placing import S, placed


class Rows(Widget):
    """A control of some parts."""

    def __init__(self, id: str, rect: Rect, count: int, chosen: int | None = None) -> None:
        super().__init__(id, id, rect)
        self.count, self.chosen = count, chosen
        self.in_rows: tuple[int, ...] = ()
        self.at: int | None = None
        self.taken: list[int] = []

    @property
    def scan_parts(self) -> int:
        return self.count

    def scan_offer(self, index: int | None) -> None:
        self.at = index

    def scan_select(self, index: int) -> int | None:
        self.taken.append(index)
        return None

    @property
    def scan_chosen(self) -> int | None:
        return self.chosen

    @property
    def scan_rows(self) -> tuple[int, ...]:
        return self.in_rows

    def parts_rect(self, first: int, end: int) -> Rect:
        return Rect(0, first, 1, end - first)

    def press(self) -> None:
        self.taken.append(-1)


def form(count: int, columns: int = 4) -> FocusGroup:
    place = [Rect(100 * (n % columns), 60 * (n // columns), 90, 50) for n in range(count)]
    return FocusGroup([Widget(str(n), str(n), rect) for n, rect in enumerate(place)])


def focus(group: FocusGroup) -> str | None:
    return group.focused.id if group.focused is not None else None


def offered(scan: FormScan, group: FocusGroup, steps: int) -> list[str | None]:
    seen = []
    for _ in range(steps):
        scan.advance()
        seen.append(focus(group))
    return seen


def test_few_controls_are_scanned_one_after_the_other() -> None:
    group = form(3)
    group.widgets[1].enabled = False
    assert offered(FormScan(group), group, 3) == ["0", "2", "0"]
    assert group.scanned_rect is None


def test_many_controls_are_scanned_in_groups_of_those_side_by_side() -> None:
    group = form(20)
    scan = FormScan(group)
    assert offered(scan, group, 2) == ["0", "4"]
    assert group.scanned_rect == Rect(0, 60, 390, 50)
    assert scan.select()
    assert group.scanned_rect is None
    assert offered(scan, group, 3) == ["5", "6", "7"]
    assert offered(scan, group, 1) == ["8"]
    assert group.scanned_rect == Rect(0, 120, 390, 50)
    assert scan.select()
    assert not scan.select(), "what is in a group is simply pressed"


@each("count", [13, 30, 60, 100])
@each("columns", [1, 2, 3, 7])
def test_scan_groups_hold_each_control_once_and_take_few_steps(count: int, columns: int) -> None:
    groups = FormScan(form(count, columns)).groups()
    assert [int(id) for part in groups for id in part] == list(range(count))
    assert max(map(len, groups)) <= MAX_OFFERED_SINGLY
    assert max(n + len(group) for n, group in enumerate(groups)) <= 2 * math.ceil(math.sqrt(count)) + 2


def test_scan_enters_takes_and_leaves_the_parts_of_a_control() -> None:
    rows = Rows("rows", Rect(0, 0, 90, 300), 3)
    group = FocusGroup([rows, Widget("ok", "ok", Rect(0, 320, 90, 50))])
    scan = FormScan(group)
    scan.advance()
    assert scan.select()
    assert rows.at == 0
    scan.advance()
    assert rows.at == 1
    assert scan.select()
    assert (rows.taken, rows.at) == ([1], None)
    assert offered(scan, group, 2) == ["ok", "rows"]
    assert scan.select()
    assert offered(scan, group, 3) == ["rows", "rows", "ok"]
    assert rows.at is None


def test_many_parts_are_scanned_in_blocks() -> None:
    rows = Rows("rows", Rect(0, 0, 90, 300), 50)
    group = FocusGroup([rows])
    scan = FormScan(group)
    scan.advance()
    scan.select()
    scan.advance()
    assert rows.at == 8
    scan.select()
    for at in (9, 10):
        scan.advance()
        assert rows.at == at
    scan.select()
    assert rows.taken == [10]


def test_many_parts_in_rows_are_scanned_row_by_row_and_then_singly() -> None:
    rows = Rows("rows", Rect(0, 0, 90, 300), 17, chosen=9)
    rows.in_rows = (3, 7, 7)
    group = FocusGroup([rows, Widget("ok", "ok", Rect(0, 320, 90, 50))])
    scan = FormScan(group)
    scan.advance()
    scan.select()
    assert (rows.at, group.scanned_rect) == (0, Rect(0, 0, 1, 3))
    scan.advance()
    assert (rows.at, group.scanned_rect) == (3, Rect(0, 3, 1, 7))
    scan.select()
    assert group.scanned_rect is None
    seen = []
    for _ in range(6):
        scan.advance()
        seen.append(rows.at)
    assert seen == [4, 5, 6, 7, 8, 9]
    scan.select()
    assert rows.taken == [9]
    scan.select()
    assert [offered(scan, group, 3)[-1], group.scanned_rect] == ["ok", None], "three rows, then what comes next"


def test_few_parts_in_rows_are_scanned_one_after_the_other() -> None:
    rows = Rows("rows", Rect(0, 0, 90, 300), 6)
    rows.in_rows = (3, 3)
    group = FocusGroup([rows])
    scan = FormScan(group)
    scan.advance()
    scan.select()
    scan.advance()
    assert (rows.at, group.scanned_rect) == (1, None)


def test_scan_begins_with_the_chosen_part_and_presses_it() -> None:
    rows = Rows("rows", Rect(0, 0, 90, 300), 3, chosen=1)
    group = FocusGroup([rows])
    scan = FormScan(group)
    scan.advance()
    assert [scan.select() for _ in range(4)] == [True] * 4
    assert rows.taken == [-1, -1]
    scan.select()
    seen = []
    for _ in range(2):
        scan.advance()
        seen.append(rows.at)
    assert seen == [2, 0]
    scan.select()
    assert rows.taken == [-1, -1, 0]


def test_scan_of_a_tab_bar_ends_with_the_open_tab() -> None:
    told: list[str] = []
    tabs = placed(TabBar(S, "tabs", "Tabs", [(id, id) for id in "abc"], "b", told.append), 0, 0, 600, 44)
    scan = FormScan(FocusGroup([tabs, Widget("ok", "ok", Rect(0, 60, 90, 50))]))
    scan.advance()
    assert scan.select()
    for _ in range(2):
        scan.advance()
    assert told == ["c", "a", "b"]


def test_scan_begins_anew_where_the_focus_was_moved() -> None:
    rows = Rows("rows", Rect(0, 0, 90, 300), 3)
    group = FocusGroup([rows, Widget("ok", "ok", Rect(0, 320, 90, 50))])
    scan = FormScan(group)
    scan.advance()
    scan.select()
    group.focus("ok")
    assert not scan.select(), "which is simply pressed"
    assert rows.at is None
    assert offered(scan, group, 1) == ["rows"]
    group.focus("ok")
    group.focus("rows")
    assert scan.select()
    assert rows.at == 0


def test_slider_goes_round_when_it_is_pressed() -> None:
    told: list[int] = []
    slider = placed(Slider(S, "volume", "Volume", at=9, highest=10, on_change=told.append), 0, 0, 400, 44)
    for _ in range(3):
        slider.press()
    assert told == [10, 0, 1]


def test_name_is_scanned_letter_by_letter() -> None:
    told: list[str] = []
    draft = TextDraft(most=8)
    field = placed(TextField(S, "name", "Name", draft, told.append), 0, 0, 300, 44)
    group = FocusGroup([field])
    scan = FormScan(group)
    letters = field.scan_parts

    def write(letter: str) -> None:
        block = math.ceil(math.sqrt(letters))
        index = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-. ".index(letter) if letter else letters - 1
        assert draft.composed == "A"
        for _ in range(index // block):
            scan.advance()
        scan.select()
        for _ in range(index % block):
            scan.advance()
        scan.select()

    scan.advance()
    scan.select()
    for letter in ("J", "O", "X", ""):
        write(letter)
    assert draft.text == "Jo"
    assert told == ["J", "Jo", "Jox", "Jo"]


def test_code_is_scanned_letter_by_letter_until_it_is_complete() -> None:
    told: list[str] = []
    code = CodeField(
        "code", "Code", "", letters="ABCD", length=2, group=1, is_wrong=False,
        on_change=told.append, on_refused=lambda _letter: None, on_press=lambda: None,
    )  # fmt: skip
    group = FocusGroup([code, Widget("ok", "ok", Rect(0, 60, 90, 50))])
    scan = FormScan(group)
    scan.advance()
    scan.select()
    scan.advance()
    scan.select()  # B
    for _ in range(4):
        scan.advance()
    scan.select()  # takes it away
    for _ in range(2):
        scan.select()  # A, A
    assert told == ["B", "", "A", "AA"]
    assert offered(scan, group, 1) == ["ok"], "nothing is missing"


def test_scan_that_is_switched_off_leaves_no_letter_and_no_offer_behind() -> None:
    draft = TextDraft(most=8)
    field = placed(TextField(S, "name", "Name", draft, lambda _text: None), 0, 0, 300, 44)
    group = FocusGroup([field])
    scan = FormScan(group)
    scan.advance()
    scan.select()
    scan.advance()
    assert (draft.composed, scan.is_offered("name")) != ("", False)
    scan.stop()
    assert (draft.composed, scan.is_offered("name"), group.scanned_group) == ("", False, ())
