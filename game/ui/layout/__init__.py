"""Layout of a screen as a tree of boxes, which measure, place and draw themselves and list their controls.

Begin with ``box``. Widths are distributed from above, heights come up from below: a box gives its minimum and
preferred width, then its minimum and preferred height at a width, then it gets its rectangle. Content without room
at the set text size goes into a ``Scroll``; no text is drawn smaller than its default size. Ready parts are the
list (``listing``), the table, the matrix, the line chart, and the functions of ``leaves``, ``options`` and
``rows``.
"""

from game.ui.layout.box import Box, Column, Flow, Grid, Middle, Pad, Plate, Row, Rule, Spacer, Table, Within
from game.ui.layout.choice import Cell, Choice
from game.ui.layout.groups import Grouped, Tabled
from game.ui.layout.leaves import (
    Canvas,
    Control,
    Document,
    Icon,
    button,
    dropdown,
    icon_button,
    segmented,
    tab_bar,
    text_field,
)
from game.ui.layout.line_chart import Curve, LineChart, grid_of, spread
from game.ui.layout.listing import Item, Line, Listing, lines
from game.ui.layout.matrix import Figure, matrix
from game.ui.layout.options import contents, fields, pictures
from game.ui.layout.rows import NAMED, Covered, lit, named, slider, switch
from game.ui.layout.scrolling import Pane, Scroll
from game.ui.layout.type_scale import ROLES, Role, Scale, grown
from game.ui.layout.words import Alike, Label

__all__ = [
    "NAMED",
    "ROLES",
    "Alike",
    "Box",
    "Canvas",
    "Cell",
    "Choice",
    "Column",
    "Control",
    "Covered",
    "Curve",
    "Document",
    "Figure",
    "Flow",
    "Grid",
    "Grouped",
    "Icon",
    "Item",
    "Label",
    "Line",
    "LineChart",
    "Listing",
    "Middle",
    "Pad",
    "Pane",
    "Plate",
    "Role",
    "Row",
    "Rule",
    "Scale",
    "Scroll",
    "Spacer",
    "Table",
    "Tabled",
    "Within",
    "button",
    "contents",
    "dropdown",
    "fields",
    "grid_of",
    "grown",
    "icon_button",
    "lines",
    "lit",
    "matrix",
    "named",
    "pictures",
    "segmented",
    "slider",
    "spread",
    "switch",
    "tab_bar",
    "text_field",
]
