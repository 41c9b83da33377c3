"""The type scale: named text sizes, and the measures of a window (art.md §4, §5)."""

from __future__ import annotations

from dataclasses import dataclass

from game.ui.drawing import draw, text


@dataclass(frozen=True, slots=True)
class Role:
    """A use of text: its face, its size in t or u, and its minimum default size in pixels.

    ``follows`` is the share of the set text growth it takes: large text leaves the room to small text.
    """

    face: str
    size: float
    least_px: float
    follows: float = 1.0
    by_u: bool = False
    """Whether the size goes by the layout unit, as panels do."""
    level: int = 0
    """The level of headings in this role, 0 for none."""


@dataclass(frozen=True, slots=True)
class _Roles:
    """The whole type scale: ``alert`` heads what nobody may overlook, ``lead`` is the main text of a panel."""

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
    """Return a role's growth over its default size when text is set ``larger`` (None: as set now)."""
    return 1 + role.follows * max(0.0, (text.wished() if larger is None else larger) - 1)


@dataclass(frozen=True, slots=True)
class Scale:
    """The measures of a window: ``u`` is its layout unit, ``larger`` the set text size relative to the default."""

    u: float
    larger: float = 1.0

    @property
    def t(self) -> float:
        """The text scale, for controls that use it."""
        return self.delivered * self.larger

    @property
    def delivered(self) -> float:
        """The text scale at the default text size."""
        return text.delivered(self.u)

    def gap(self, units: float) -> int:
        """Return a distance in pixels; it doesn't grow with text, which needs the room itself."""
        return max(1, round(units * max(self.u, _LEAST_GAP)))

    def ring_gap(self, units: float, before: int = 0) -> int:
        """Return a gap beside focusable things, so that their ring stays clear of a thing ``before`` px closer."""
        return max(self.gap(units), draw.ring_margin(max(0.7, self.t)) + self.gap(6) + before)

    def line(self, units: float, least: float = 1) -> int:
        """Return a line thickness, or a distance on something sized by its text, in pixels at the default text size."""
        return max(round(least), round(units * self.delivered))

    def least(self, role: Role) -> float:
        """Return the default size in pixels: nothing is drawn smaller, unless smaller text is set."""
        return max(role.least_px, role.size * (self.u if role.by_u else self.delivered)) * min(1.0, self.larger)

    def px(self, role: Role) -> float:
        """Return the size in pixels as set; a title is never smaller than headings and buttons."""
        size = self.least(role) * grown(role, self.larger)
        return max(size, self.px(ROLES.heading), self.px(ROLES.button)) if role is ROLES.title else size
