"""Layout of a screen as a tree of boxes, which measure, place and draw themselves and list their controls.

Begin with ``game.ui.boxes``. First each box is asked for its minimum and preferred width, then for its minimum and
preferred height at a given width; then it gets its rectangle. Content that does not fit at the set text size goes into
a ``Scroll``; no text is drawn smaller than its default size. Controls are boxes too (``game.ui.widgets``). Ready-made
parts are the list (``listing``), the choice, the matrix, the line chart, and the functions of ``options``.
"""

from game.ui.boxes.box import Box, SizeRange
from game.ui.boxes.canvas import Canvas, Icon
from game.ui.boxes.containers import Absolute, Center, Column, Divider, Flow, Grid, Padding, Panel, Row, Spacer, Table
from game.ui.boxes.label import Label, SharedSize
from game.ui.boxes.type_scale import ROLES, Role, Scale, role_growth
from game.ui.layout.choice import Cell, Choice
from game.ui.layout.groups import AccessibleGroup, AccessibleTable
from game.ui.layout.line_chart import ChartCurve, LineChart, grid_values, spread_labels
from game.ui.layout.listing import Listing, ListItem, ListLine, list_items
from game.ui.layout.matrix import MatrixCell, matrix
from game.ui.layout.options import picture_choice, title_list, word_choice
from game.ui.layout.scrolling import Scroll, ScrollPosition
from game.ui.widgets import (
    Button,
    CodeField,
    Dropdown,
    IconButton,
    Link,
    Segmented,
    Slider,
    Switch,
    TabBar,
    TextField,
    Widget,
)
from game.ui.widgets.areas import Document
from game.ui.widgets.switches import CONTROL_NAME, named_control

__all__ = [
    "CONTROL_NAME",
    "ROLES",
    "Absolute",
    "AccessibleGroup",
    "AccessibleTable",
    "Box",
    "Button",
    "Canvas",
    "Cell",
    "Center",
    "ChartCurve",
    "Choice",
    "CodeField",
    "Column",
    "Divider",
    "Document",
    "Dropdown",
    "Flow",
    "Grid",
    "Icon",
    "IconButton",
    "Label",
    "LineChart",
    "Link",
    "ListItem",
    "ListLine",
    "Listing",
    "MatrixCell",
    "Padding",
    "Panel",
    "Role",
    "Row",
    "Scale",
    "Scroll",
    "ScrollPosition",
    "Segmented",
    "SharedSize",
    "SizeRange",
    "Slider",
    "Spacer",
    "Switch",
    "TabBar",
    "Table",
    "TextField",
    "Widget",
    "grid_values",
    "list_items",
    "matrix",
    "named_control",
    "picture_choice",
    "role_growth",
    "spread_labels",
    "title_list",
    "word_choice",
]
