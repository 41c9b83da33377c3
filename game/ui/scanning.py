"""Switch access to a form, for players who use one switch: each control is offered in turn, a press selects it.

Where there are many controls, groups are offered first, then the controls of the selected group. A press enters a
control with parts (the rows of a list, the letters of a field); many parts are offered in blocks first, those of a
grid row by row. After the last part the scan continues with the next control, so no exit is needed.
"""

from __future__ import annotations

import math
from itertools import accumulate
from operator import itemgetter

from pygame import Rect

from game.ui.boxes.box import Widget
from game.ui.widgets.focus_group import FocusGroup

MAX_OFFERED_SINGLY = 12
"""The most controls or parts offered one by one; more are offered in groups first."""


class FormScan:
    """Scans ``controls``: ``advance`` offers the next control, group or part, ``select`` enters or selects it."""

    def __init__(self, controls: FocusGroup) -> None:
        self._controls = controls
        self._offered: str | None = None
        self._group: tuple[str, ...] = ()
        self._part_scan: _PartScan | None = None

    def groups(self) -> list[tuple[str, ...]]:
        """Return the ids of the controls in the order they are offered; if there are many, in groups of several.

        The grouping needs the fewest steps: each group adds one step for half of all controls, each control in a group
        one for those behind it in the group.
        """
        stops = [w for w in self._controls.widgets if w.enabled and w.is_scanned]
        most, count = 1 if len(stops) <= MAX_OFFERED_SINGLY else MAX_OFFERED_SINGLY, len(stops)
        lying = (w for w in self._controls.widgets if w.enabled and not w.is_background_at(w.rect.center))
        centres = [Rect(w.rect.center, (1, 1)) for w in lying]
        best: list[tuple[float, list[tuple[str, ...]]]] = [(0.0, [])]
        for first in reversed(range(count)):
            ways = []
            for size in range(1, min(most, count - first) + 1):
                part, (steps, others) = stops[first : first + size], best[size - 1]
                frame = part[0].rect.unionall([w.rect for w in part])
                if size == 1 or len(frame.collidelistall(centres)) <= size:  # no other control is in the frame
                    group = tuple(w.id for w in part)
                    ways.append((steps + count / 2 + size * (size - 1) / 2, [group, *others]))
            best.insert(0, min(ways, key=itemgetter(0)))
        return best[0][1]

    def is_offered(self, id: str) -> bool:
        """Return whether this control has the focus because the scan offers it."""
        return self._offered == id

    def advance(self) -> None:
        """Offer the next control, group or part."""
        controls = self._controls
        if controls.popup is not None:
            controls.popup.focus_next(1)
            return
        focused = controls.focused
        if focused is None or focused.id != self._offered:
            self._forget()
        if self._part_scan is not None and focused is not None and self._part_scan.advance(focused):
            controls.scanned_parts = self._part_scan.row
            return
        self._part_scan, controls.scanned_parts = None, None
        here = None if focused is None else focused.id
        if here in self._group and here != self._group[-1]:
            self._offer(self._group[self._group.index(here) + 1])
            return
        self._group = ()
        self._offer_group(here)

    def stop(self) -> None:
        """Offer nothing any more; what has the focus keeps it."""
        if self._offered is not None:
            self._forget()
            self._offered, self._controls.scanned_group = None, ()

    def _forget(self) -> None:
        """Start over because something other than the scan moved the focus."""
        left = next((w for w in self._controls.widgets if w.id == self._offered), None)
        if self._part_scan is not None and left is not None:
            left.scan_offer(None)
        self._group, self._part_scan, self._controls.scanned_parts = (), None, None

    def _offer_group(self, here: str | None) -> None:
        groups = self.groups()
        if not groups:
            return
        at = next((n for n, group in enumerate(groups) if here in group), -1)
        group = groups[(at + 1) % len(groups)]
        self._offer(group[0])
        if len(group) > 1:
            self._controls.scanned_group = group

    def _offer(self, id: str) -> None:
        self._controls.scanned_group = ()
        self._offered = id
        self._controls.focus(id, ring=True)

    def select(self) -> bool:
        """Enter the offered group or control, or select the offered part; return False for a control to be pressed."""
        controls, focused = self._controls, self._controls.focused
        if controls.popup is not None or focused is None:
            controls.scanned_group = ()
            return False
        if focused.id != self._offered:  # focused at first, or by other means
            self._forget()
            self._offered, controls.scanned_group = focused.id, ()
        if controls.scanned_group:
            controls.scanned_group = ()
            self._group = next(group for group in self.groups() if focused.id in group)
        elif self._part_scan is not None:
            self._take_part(self._part_scan, focused)
        elif focused.scan_parts:
            self._part_scan = _PartScan(focused)
            self._part_scan.advance(focused)
            controls.scanned_parts = self._part_scan.row
        else:
            return False
        return True

    def _take_part(self, parts: _PartScan, widget: Widget) -> None:
        if not parts.select(widget):
            self._part_scan = None
        elif not parts.is_begun and self._controls.focused is not None:
            parts.advance(self._controls.focused)  # the selection may have rebuilt the widget
        self._controls.scanned_parts = self._part_scan.row if self._part_scan is not None else None


class _PartScan:
    """Scans the parts of one control, in a circle from the chosen part on; ``_at`` counts from that part.

    Parts in rows are offered from the first row on. In a tab bar the open tab comes last, as its page is already shown.
    """

    def __init__(self, widget: Widget) -> None:
        self._count = widget.scan_parts
        is_many, rows = self._count > MAX_OFFERED_SINGLY, widget.scan_rows
        self._has_rows = is_many and bool(rows)
        block = math.ceil(math.sqrt(self._count)) if is_many else 1
        self._starts = [*accumulate(rows[:-1], initial=0)] if self._has_rows else [*range(0, self._count, block)]
        chosen, is_open = None if self._has_rows else widget.scan_chosen, widget.role == "tablist"
        self._chosen = None if is_open else chosen
        self._begin(0 if chosen is None else chosen + is_open)

    def _begin(self, first: int) -> None:
        self._first, self._at, self._end = first, -1, self._count
        self._is_block = self._count > MAX_OFFERED_SINGLY

    @property
    def _index(self) -> int:
        return (self._first + self._at) % self._count

    @property
    def _next_start(self) -> int:
        return next((start for start in self._starts if start > self._at), self._count)

    @property
    def is_begun(self) -> bool:
        """Whether a part is offered."""
        return self._at >= 0

    @property
    def row(self) -> tuple[int, int] | None:
        """The offered row: the indices of its first part and of the part after its last; None if no row is offered."""
        return (self._at, self._next_start) if self._has_rows and self._is_block and self.is_begun else None

    def advance(self, widget: Widget) -> bool:
        """Offer the next part or block of parts; return False after the last."""
        self._at = self._next_start if self._is_block else self._at + 1
        if self._at >= self._end or widget.scan_parts != self._count:
            widget.scan_offer(None)
            return False
        widget.scan_offer(self._index)
        return True

    def select(self, widget: Widget) -> bool:
        """Select the offered part or block; return False if no more parts follow."""
        if self._at == 0 and self._chosen is not None:
            widget.press()
            return False
        if self._is_block:
            self._is_block, self._end = False, self._next_start
            return True
        following = widget.scan_select(self._index)
        widget.scan_offer(None)
        if following is not None:
            self._begin(following)
        return following is not None
