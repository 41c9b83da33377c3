from __future__ import annotations

from functools import partial

from pygame import Color, Rect, Surface

from game.ui.drawing.layers import Layer

RED, BLUE, GREEN, BLACK = Color("red"), Color("blue"), Color("green"), Color(0, 0, 0)


class Painter:
    """Fills its region and counts how often it was asked to."""

    def __init__(self, rect: Rect, color: Color) -> None:
        self.rect, self.color, self.times = rect, color, 0

    def __call__(self, surface: Surface) -> None:
        self.times += 1
        surface.fill(self.color, self.rect)


def seen(layer: Layer, *at: tuple[int, int]) -> list[Color]:
    surface = Surface(layer.size)
    layer.refresh()
    layer.blit(surface)
    return [surface.get_at(pos) for pos in at]


GROUND, LEFT = Rect(0, 0, 100, 100), Rect(10, 10, 30, 30)


def test_region_is_painted_once_while_its_key_stays() -> None:
    layer, paint = Layer((100, 100)), Painter(LEFT, RED)
    for _ in range(3):
        layer.declare_region("left", LEFT, "same", paint)
        assert seen(layer, (20, 20)) == [RED]
    assert paint.times == 1


def test_changed_region_repaints_only_itself_and_what_touches_it() -> None:
    layer = Layer((100, 100))
    left, far = Painter(LEFT, RED), Painter(Rect(60, 60, 20, 20), BLUE)
    for key in (1, 2):
        layer.declare_region("left", left.rect, key, left)
        layer.declare_region("far", far.rect, 0, far)
        layer.refresh()
    assert (left.times, far.times) == (2, 1)


def test_regions_below_and_above_a_changed_one_are_painted_again_there() -> None:
    layer = Layer((100, 100))
    above = Painter(Rect(30, 30, 30, 30), GREEN)
    for color in (RED, BLUE):
        layer.declare_region("ground", GROUND, 0, Painter(GROUND, Color("white")))
        layer.declare_region("left", LEFT, tuple(color), Painter(LEFT, color))
        layer.declare_region("above", above.rect, 0, above)
        assert seen(layer, (20, 20), (35, 35), (55, 55), (90, 90)) == [color, GREEN, GREEN, Color("white")]


def test_painting_stays_inside_the_damaged_part() -> None:
    layer = Layer((100, 100))
    layer.declare_region("ground", GROUND, 0, Painter(GROUND, RED))
    layer.declare_region("left", LEFT, 1, Painter(LEFT, GREEN))
    layer.refresh()
    layer.declare_region("ground", GROUND, 0, Painter(GROUND, BLUE))  # the key says that nothing changed
    layer.declare_region("left", LEFT, 2, Painter(LEFT, GREEN))
    assert seen(layer, (90, 90)) == [RED]


def test_region_not_declared_again_is_gone() -> None:
    layer = Layer((100, 100))
    layer.declare_region("left", LEFT, 0, Painter(LEFT, RED))
    layer.refresh()
    assert seen(layer, (20, 20)) == [BLACK]


def test_region_that_moved_leaves_nothing_behind() -> None:
    layer = Layer((100, 100))
    for rect in (LEFT, LEFT.move(40, 0)):
        layer.declare_region("it", rect, 0, Painter(rect, RED))
        layer.refresh()
    layer.declare_region("it", LEFT.move(40, 0), 0, Painter(LEFT.move(40, 0), RED))
    assert seen(layer, (20, 20), (60, 20)) == [BLACK, RED]


def test_layer_refresh_returns_what_was_painted_again() -> None:
    layer = Layer((100, 100))
    layer.declare_region("left", LEFT, 0, Painter(LEFT, RED))
    assert layer.refresh() == [LEFT]
    layer.declare_region("left", LEFT, 0, Painter(LEFT, RED))
    assert layer.refresh() == []


def test_damaged_areas_are_merged_only_if_they_cover_each_other() -> None:
    layer = Layer((100, 100))
    beside, within = Rect(38, 10, 30, 60), Rect(12, 12, 20, 20)
    for key in (1, 2):
        for name, rect in (("left", LEFT), ("beside", beside), ("within", within)):
            layer.declare_region(name, rect, key, Painter(rect, RED))
        damage = layer.refresh()
    assert sorted(map(tuple, damage)) == sorted(map(tuple, (LEFT, beside)))


class Page:
    """A row of fields 20 × 40 on a layer of 100 × 100, each with a key of which the first number may not wait."""

    def __init__(self) -> None:
        self.layer = Layer((100, 100))
        self.painted: list[str] = []

    def show(self, **keys: tuple[int, int]) -> list[str]:
        """Declare the fields by name, refresh, and return those painted, in order."""
        self.painted = []
        for i, (name, key) in enumerate(keys.items()):
            paint = partial(self._paint, f"{name}{key[1]}")
            self.layer.declare_region(name, Rect(20 * i, 0, 20, 40), key, paint, urgent_key=key[0])
        self.layer.refresh()
        return self.painted

    def _paint(self, what: str, _surface: Surface) -> None:
        self.painted.append(what)


def test_regions_that_may_wait_are_painted_one_a_refresh() -> None:
    page = Page()
    assert page.show(a=(0, 0), b=(0, 0), c=(0, 0)) == ["a0", "b0", "c0"]
    assert page.show(a=(0, 1), b=(0, 1), c=(0, 1)) == ["a1"]
    assert page.layer.has_deferred_drawing
    assert page.show(a=(0, 2), b=(0, 1), c=(0, 1)) == ["b1"]  # whoever waits longest comes first
    assert page.show(a=(0, 2), b=(0, 1), c=(0, 1)) == ["c1"]
    assert page.show(a=(0, 2), b=(0, 1), c=(0, 1)) == ["a2"]
    assert not page.layer.has_deferred_drawing
    assert page.show(a=(0, 2), b=(0, 1), c=(0, 1)) == []


def test_regions_that_may_not_wait_are_painted_first() -> None:
    page = Page()
    page.show(a=(0, 0), b=(0, 0), c=(0, 0))
    assert page.show(a=(0, 1), b=(1, 1), c=(1, 1)) == ["b1", "c1"]
    assert page.show(a=(0, 1), b=(1, 1), c=(1, 1)) == ["a1"]


def test_waiting_region_is_painted_as_it_was_where_another_changes() -> None:
    page = Page()
    page.show(a=(0, 0), b=(0, 0))
    page.layer.declare_region("a", Rect(0, 0, 20, 40), (0, 1), partial(page._paint, "a1"), urgent_key=0)
    page.layer.declare_region("b", Rect(10, 0, 30, 40), (1, 1), partial(page._paint, "b1"), urgent_key=1)
    page.painted = []
    page.layer.refresh()
    assert page.painted == ["a0", "b1"]


def test_waiting_region_wholly_inside_a_change_is_painted_with_it() -> None:
    page = Page()
    for key in (0, 1):
        page.layer.declare_region("ground", GROUND, key, partial(page._paint, f"ground{key}"))
        page.layer.declare_region("a", Rect(0, 0, 20, 40), key, partial(page._paint, f"a{key}"), urgent_key=None)
        page.painted = []
        page.layer.refresh()
    assert page.painted == ["ground1", "a1"]
    assert not page.layer.has_deferred_drawing


def test_solid_region_hides_what_lies_below_from_painting() -> None:
    page = Page()
    for key in (0, 1):
        page.painted = []
        page.layer.declare_region("ground", GROUND, 0, partial(page._paint, "ground"), is_opaque=True)
        page.layer.declare_region("strip", Rect(0, 0, 100, 20), 0, partial(page._paint, "strip"), is_opaque=True)
        page.layer.declare_region("car", Rect(0, 0, 100, 20), key, partial(page._paint, "car"))
        page.layer.declare_region("wider", Rect(0, 60, 100, 30), key, partial(page._paint, "wider"))
        page.layer.refresh()
    assert page.painted == ["strip", "car", "ground", "wider"]
