"""The type scale: named text sizes, and the sizes and distances for a window (art.md §4, §5)."""

from __future__ import annotations

from dataclasses import dataclass

from game.ui.drawing import draw, text


@dataclass(frozen=True, slots=True)
class Role:
    """A kind of text: its face, its size by the text scale (t) or layout unit (u), and its minimum size in pixels.

    The minimum applies to the default text size. ``growth_share`` says how much the role grows with the set text size:
    large text grows less, so that small text has more space.
    """

    face: str
    size: float
    min_px: float
    growth_share: float = 1.0
    uses_unit: bool = False
    """Whether the size depends on the layout unit, as panels do, instead of the text scale."""
    level: int = 0
    """The heading level of texts in this role, 0 if they are no headings."""


@dataclass(frozen=True, slots=True)
class _Roles:
    """The whole type scale. ``alert`` is for headings nobody may overlook, ``lead`` for the main text of a panel."""

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
_SMALL = 0.6


def role_growth(role: Role, growth: float | None = None) -> float:
    """Return the factor by which a role's text is larger than by default, if the text size is set to ``growth``.

    None means the present setting.
    """
    return 1 + role.growth_share * max(0.0, (text.text_size_factor() if growth is None else growth) - 1)


@dataclass(frozen=True, slots=True)
class Scale:
    """Converts sizes to pixels: ``unit`` is the window's layout unit, ``growth`` the set text size (default 1)."""

    unit: float
    growth: float = 1.0

    @property
    def is_small(self) -> bool:
        """Whether the window is so small that screens leave something out."""
        return self.unit < _SMALL

    @property
    def text_scale(self) -> float:
        """The text scale at the set text size."""
        return self.default_text_scale * self.growth

    @property
    def default_text_scale(self) -> float:
        """The text scale at the default text size."""
        return text.default_scale(self.unit)

    def space_px(self, units: float) -> int:
        """Return a distance in pixels. It does not grow with the text, which needs the space itself."""
        return max(1, round(units * max(self.unit, _LEAST_GAP)))

    def ring_space_px(self, units: float, before: int = 0) -> int:
        """Return a gap in pixels beside a focusable control that leaves space for its focus ring.

        ``before`` is how many pixels a neighbour reaches into the gap.
        """
        return max(self.space_px(units), draw.ring_margin(max(0.7, self.text_scale)) + self.space_px(6) + before)

    def text_px(self, units: float, least: float = 1) -> int:
        """Return a line thickness or a distance in pixels that fits the default text size; ``least`` is the minimum."""
        return max(round(least), round(units * self.default_text_scale))

    def min_px(self, role: Role) -> float:
        """Return a role's default text size in pixels: nothing is drawn smaller, unless smaller text is set."""
        return max(role.min_px, role.size * (self.unit if role.uses_unit else self.default_text_scale)) * min(
            1.0, self.growth
        )

    def px(self, role: Role) -> float:
        """Return a role's text size in pixels as set; a title is never smaller than headings and buttons."""
        size = self.min_px(role) * role_growth(role, self.growth)
        return max(size, self.px(ROLES.heading), self.px(ROLES.button)) if role is ROLES.title else size
