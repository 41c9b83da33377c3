"""Layout of a screen as a tree of boxes, which measure, place and draw themselves and list their controls.

Begin with ``box``. First each box is asked for its minimum and preferred width, then for its minimum and preferred
height at a given width; then it gets its rectangle. Content that does not fit at the set text size goes into a
``Scroll``; no text is drawn smaller than its default size. Ready-made parts are the list (``listing``), the table, the
matrix, the line chart, and the functions of ``leaves``, ``options`` and ``rows``.
"""

from game.ui.boxes.box import Box
from game.ui.boxes.containers import Absolute, Center, Column, Divider, Flow, Grid, Padding, Panel, Row, Spacer, Table
from game.ui.boxes.label import Label, SharedSize
from game.ui.boxes.type_scale import ROLES, Role, Scale, role_growth
from game.ui.layout.choice import Cell, Choice
from game.ui.layout.groups import AccessibleGroup, AccessibleTable
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
from game.ui.layout.line_chart import ChartCurve, LineChart, grid_values, spread_labels
from game.ui.layout.listing import Listing, ListItem, ListLine, list_items
from game.ui.layout.matrix import MatrixCell, matrix
from game.ui.layout.options import picture_choice, title_list, word_choice
from game.ui.layout.rows import CONTROL_NAME, PressableRow, hover_ground, named_control, slider, switch
from game.ui.layout.scrolling import Scroll, ScrollPane

__all__ = [
    "CONTROL_NAME",
    "ROLES",
    "Absolute",
    "AccessibleGroup",
    "AccessibleTable",
    "Box",
    "Canvas",
    "Cell",
    "Center",
    "ChartCurve",
    "Choice",
    "Column",
    "Control",
    "Divider",
    "Document",
    "Flow",
    "Grid",
    "Icon",
    "Label",
    "LineChart",
    "ListItem",
    "ListLine",
    "Listing",
    "MatrixCell",
    "Padding",
    "Panel",
    "PressableRow",
    "Role",
    "Row",
    "Scale",
    "Scroll",
    "ScrollPane",
    "SharedSize",
    "Spacer",
    "Table",
    "button",
    "dropdown",
    "grid_values",
    "hover_ground",
    "icon_button",
    "list_items",
    "matrix",
    "named_control",
    "picture_choice",
    "role_growth",
    "segmented",
    "slider",
    "spread_labels",
    "switch",
    "tab_bar",
    "text_field",
    "title_list",
    "word_choice",
]
