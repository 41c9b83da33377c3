"""The sizes of letters, each with a name, and the measures of a window (art.md §4, §5)."""

from __future__ import annotations

from dataclasses import dataclass

from game.ui.drawing import draw, text


@dataclass(frozen=True, slots=True)
class Role:
    """What words are for: their face, their size in t, what they never fall below as delivered, in pixels, and how much
    of it they follow when larger text is set: what is large already leaves the room to what is small.
    """

    face: str
    size: float
    least_px: float
    follows: float = 1.0
    by_u: bool = False
    """Whether it goes by the layout unit, as the plates do."""
    level: int = 0
    """Of which level a heading in it is."""


@dataclass(frozen=True, slots=True)
class _Roles:
    """The whole type scale: ``alert`` heads what nobody may overlook, ``lead`` is what a plate has to say."""

    display: Role = Role("O9", 64, 28, 0.4, level=1)
    alert: Role = Role("O9", 50, 18, 0.5, level=1)
    title: Role = Role("O9", 44, 22, 0.4, by_u=True, level=1)
    figure: Role = Role("O9", 36, 15, 0.7)
    button: Role = Role("O7", 33, 16, 0.6)
    heading: Role = Role("O8", 26, 14, level=2)
    name: Role = Role("O7", 25, 14)
    label: Role = Role("O7", 20, 14, by_u=True)
    lead: Role = Role("B5", 25, 15)
    body: Role = Role("B5", 22, 13)
    small: Role = Role("B5", 17, 12, by_u=True)


ROLES = _Roles()

_LEAST_GAP = 0.5


def grown(role: Role, larger: float | None = None) -> float:
    """How much larger than as delivered the words of that role are in text that is so much larger, or as it is set."""
    return 1 + role.follows * max(0.0, (text.wished() if larger is None else larger) - 1)


@dataclass(frozen=True, slots=True)
class Scale:
    """The measures of a window: ``u`` its layout unit, ``larger`` how much larger than as delivered text is set."""

    u: float
    larger: float = 1.0

    @property
    def t(self) -> float:
        """The text factor, for controls that go by it."""
        return self.delivered * self.larger

    @property
    def delivered(self) -> float:
        """The text factor as delivered."""
        return text.delivered(self.u)

    def gap(self, units: float) -> int:
        """A distance; it doesn't grow with text, which needs the room itself."""
        return max(1, round(units * max(self.u, _LEAST_GAP)))

    def ring_gap(self, units: float, before: int = 0) -> int:
        """The same beside what may have the focus: its ring stays clear of what lies so many pixels ``before`` that."""
        return max(self.gap(units), draw.ring_margin(max(0.7, self.t)) + self.gap(6) + before)

    def line(self, units: float, least: float = 1) -> int:
        """How thick a line is, or a distance on what is as large as its words: it goes by text as delivered."""
        return max(round(least), round(units * self.delivered))

    def least(self, role: Role) -> float:
        """The size as delivered: nothing is drawn smaller, unless smaller text is wished."""
        return max(role.least_px, role.size * (self.u if role.by_u else self.delivered)) * min(1.0, self.larger)

    def px(self, role: Role) -> float:
        """The size as it is set; a title is never smaller than what it stands above."""
        size = self.least(role) * grown(role, self.larger)
        return max(size, self.px(ROLES.heading), self.px(ROLES.button)) if role is ROLES.title else size
