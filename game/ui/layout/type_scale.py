"""The type scale: named text sizes, and the measures of a window (art.md §4, §5)."""

from __future__ import annotations

from dataclasses import dataclass

from game.ui.drawing import draw, text


@dataclass(frozen=True, slots=True)
class Role:
    """A use of text: its face, its size in t or u, and its minimum default size in pixels.

    ``growth_share`` is the share of the set text growth it takes: large text leaves the room to small text.
    """

    face: str
    size: float
    min_px: float
    growth_share: float = 1.0
    uses_unit: bool = False
    """Whether the size goes by the layout unit, as panels do."""
    level: int = 0
    """The level of headings in this role, 0 for none."""


@dataclass(frozen=True, slots=True)
class _Roles:
    """The whole type scale: ``alert`` heads what nobody may overlook, ``lead`` is the main text of a panel."""

    display: Role = Role("O9", 64, 28, 0.4, level=1)
    alert: Role = Role("O9", 50, 18, 0.5, level=1)
    title: Role = Role("O9", 44, 22, 0.4, uses_unit=True, level=1)
    figure: Role = Role("O9", 36, 15, 0.7)
    button: Role = Role("O7", 33, 16, 0.6)
    heading: Role = Role("O8", 26, 14, level=2)
    name: Role = Role("O7", 25, 14)
    label: Role = Role("O7", 20, 14, uses_unit=True)
    lead: Role = Role("B5", 25, 15)
    body: Role = Role("B5", 22, 13)
    small: Role = Role("B5", 17, 12, uses_unit=True)


ROLES = _Roles()

_LEAST_GAP = 0.5


def role_growth(role: Role, growth: float | None = None) -> float:
    """Return a role's growth over its default size when text is set ``growth`` (None: as set now)."""
    return 1 + role.growth_share * max(0.0, (text.growth() if growth is None else growth) - 1)


@dataclass(frozen=True, slots=True)
class Scale:
    """The measures of a window: ``unit`` is its layout unit, ``growth`` the set text size relative to the default."""

    unit: float
    growth: float = 1.0

    @property
    def text_scale(self) -> float:
        """The text scale, for controls that use it."""
        return self.default_text_scale * self.growth

    @property
    def default_text_scale(self) -> float:
        """The text scale at the default text size."""
        return text.default_scale(self.unit)

    def space_px(self, units: float) -> int:
        """Return a distance in pixels; it doesn't grow with text, which needs the room itself."""
        return max(1, round(units * max(self.unit, _LEAST_GAP)))

    def ring_space_px(self, units: float, before: int = 0) -> int:
        """Return a gap beside focusable things, so that their ring stays clear of a thing ``before`` px closer."""
        return max(self.space_px(units), draw.ring_margin(max(0.7, self.text_scale)) + self.space_px(6) + before)

    def text_px(self, units: float, least: float = 1) -> int:
        """Return a line thickness, or a distance on something sized by its text, in pixels at the default text size."""
        return max(round(least), round(units * self.default_text_scale))

    def min_px(self, role: Role) -> float:
        """Return the default size in pixels: nothing is drawn smaller, unless smaller text is set."""
        return max(role.min_px, role.size * (self.unit if role.uses_unit else self.default_text_scale)) * min(
            1.0, self.growth
        )

    def px(self, role: Role) -> float:
        """Return the size in pixels as set; a title is never smaller than headings and buttons."""
        size = self.min_px(role) * role_growth(role, self.growth)
        return max(size, self.px(ROLES.heading), self.px(ROLES.button)) if role is ROLES.title else size
