"""The accessibility tree as AccessKit nodes with stable ids: updates contain only what has changed."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count, groupby
from operator import itemgetter
from typing import Any
from weakref import ReferenceType, ref

from game.i18n import _
from game.i18n.punctuation import join_with_commas
from game.ui.accessibility_tree import Node
from game.ui.speech.wording import spoken, unavailable_word

ROOT = 1
_HEARD = 4
"""How many of the last announcements stay in the tree, because a reader may fetch their words late."""

_BESIDE = "label/"
"""The id prefix of a label beside a control; the rest is the control's id, and both are sent as one node."""
_WRITTEN = "written"
"""The role of the text inside a field, and the ending of its id."""
_ROLES = {
    "button": "BUTTON", "radiogroup": "RADIO_GROUP", "radio": "RADIO_BUTTON", "switch": "SWITCH",
    "combobox": "COMBO_BOX", "option": "LIST_BOX_OPTION", "slider": "SLIDER", "textbox": "TEXT_INPUT",
    "tablist": "TAB_LIST", "tab": "TAB", "link": "LINK", "scrollbar": "SCROLL_BAR", "card": "LIST_BOX_OPTION",
    "pile": "BUTTON", "log": "LOG", "grid": "GRID", "cell": "CELL", "list": "LIST_BOX", "listitem": "LIST_BOX_OPTION",
    "document": "DOCUMENT", "scroll": "SCROLL_VIEW", "table": "TABLE", "row": "ROW", "columnheader": "COLUMN_HEADER",
    "rowheader": "ROW_HEADER", "group": "GROUP", "dialog": "DIALOG",
}  # fmt: skip
"""AccessKit's names for the roles of nodes; all other roles are text."""
_TOGGLED = {"radio", "switch"}
_SELECTED = {"option", "tab", "listitem"}
_PRESSED = _TOGGLED | _SELECTED | {"button", "combobox", "link", "card", "pile", "textbox"}
_FOCUSED = _PRESSED | {"radiogroup", "slider", "tablist", "log", "grid", "list", "document", "scroll"}
_STATED = _TOGGLED | _SELECTED | {"slider", "textbox", "card", "scrollbar", "radiogroup", "tablist"}
"""Roles whose value is sent as a state or a number, not as a part of the name."""
_NEVER_OFF = {"card", "pile", "text"}
"""Roles that are never sent as disabled: an unplayable card can still be looked at and discarded."""

in_words = lru_cache(maxsize=2048)(spoken)


@dataclass(frozen=True, slots=True)
class ScreenSnapshot:
    """The screen to send: its scene, title, language, size and nodes.

    If ``is_private``, the first focused node is not sent as focused: a reader would speak it, heard by everybody.
    """

    scene: object
    title: str
    language: str
    size: tuple[int, int]
    nodes: Sequence[Node]
    is_private: bool = False


@dataclass(frozen=True, slots=True)
class Announcement:
    """Words for the screen reader to speak; if ``is_assertive``, they interrupt what it says."""

    words: str
    is_assertive: bool


class PublishedTree:
    """The screen as last sent to the screen reader; ``update`` returns the changes."""

    def __init__(self) -> None:
        self._scene: ReferenceType[object] | None = None
        self._numbers = count(ROOT + 1)
        self._ids: dict[str, int] = {}
        self._told: dict[int, object] = {}
        self._focus = 0
        self._withheld = ""
        self._nodes: dict[int, Node] = {}
        self._heard: deque[tuple[int, Announcement]] = deque(maxlen=_HEARD)

    def reset(self) -> None:
        """Forget what was sent, because a new screen reader knows nothing yet."""
        self._told, self._focus = {}, 0

    def node(self, number: int) -> Node | None:
        """Return the node that was sent with this number, or None if it no longer exists."""
        return self._nodes.get(number)

    def update(self, screen: ScreenSnapshot, said: Sequence[tuple[str, bool]] = ()) -> Any:
        """Return AccessKit's update for this screen and the announcements, or None if nothing is new.

        Each announcement in ``said`` comes with whether it is assertive.
        """
        import accesskit  # noqa: PLC0415 - not before a reader is there

        written = (_written(node) for node in screen.nodes if node.role == "textbox")
        everything = {node.id: node for node in reversed([*screen.nodes, *written])}
        nodes = {id: node for id, node in everything.items() if _is_told(node, everything)}
        focused = next((node.id for node in nodes.values() if node.focused), "")
        if self._scene is None or self._scene() is not screen.scene:
            self._scene, self._ids = ref(screen.scene), {}
            self._heard.clear()  # earlier announcements may be secret here
            self._withheld = focused if screen.is_private else ""
        self._withheld = focused if focused == self._withheld else ""
        self._heard.extend((next(self._numbers), utterance) for utterance in _joined(said))
        ids = self._ids
        for node in reversed(nodes.values()):
            if node.id not in ids:
                ids[node.id] = next(self._numbers)
        children: dict[str, list[int]] = {}
        for node in reversed(nodes.values()):
            children.setdefault(_parent(node, nodes), []).append(ids[node.id])
        heard = dict(self._heard)
        root = screen.title, screen.language, screen.size, (*children.get("", ()), *heard)
        specs: dict[int, object] = {ROOT: root, **heard}
        labels = Labels(everything)
        specs |= {ids[id]: (node, labels.label_for(node), tuple(children.get(id, ()))) for id, node in nodes.items()}
        changed = [number for number, spec in specs.items() if self._told.get(number) != spec]
        focus = ids.get(focused, ROOT) if not self._withheld else ROOT
        if not changed and focus == self._focus:
            return None
        update = accesskit.TreeUpdate(focus)
        if not self._told:
            update.tree = accesskit.Tree(ROOT)
        self._told, self._focus = specs, focus
        self._nodes = {ids[id]: node for id, node in nodes.items()}
        update.nodes = [(number, self._made(specs[number])) for number in changed]
        return update

    @staticmethod
    def _made(spec: Any) -> Any:
        if isinstance(spec, Announcement):
            return _live_node(spec)
        if not isinstance(spec[0], Node):
            return _window(*spec)
        return _text_run(spec[0]) if spec[0].role == _WRITTEN else _control(*spec)


def _written(field: Node) -> Node:
    """Return a field's text as a node of its own: screen readers go through it by letters and words."""
    return Node(f"{field.id}.{_WRITTEN}", field.value or "", _WRITTEN, field.rect, group=field.id)


def _joined(said: Sequence[tuple[str, bool]]) -> Iterator[Announcement]:
    """Merge consecutive announcements that are all assertive, or all not."""
    for asks, some in groupby(said, key=itemgetter(1)):
        yield Announcement(" ".join(words for words, _asks in some), asks)


def _is_told(node: Node, nodes: Mapping[str, Node]) -> bool:
    """Return whether a node is sent on its own; labels beside controls and empty table corners are not."""
    is_beside = node.id.startswith(_BESIDE) and node.id.removeprefix(_BESIDE) in nodes
    return not is_beside and (node.role != "columnheader" or bool(node.name))


def _parent(node: Node, nodes: dict[str, Node]) -> str:
    """Return the id of the containing node, or an empty text for the window."""
    whole = node.group or node.id.rpartition(".")[0]
    return whole if whole in nodes and whole != node.id else ""


class Labels:
    """Makes the accessible label of each node: its name, and states that AccessKit has no property for."""

    def __init__(self, nodes: Mapping[str, Node]) -> None:
        self._nodes = nodes
        self._can_play = any(node.role == "card" and node.enabled for node in nodes.values())

    def label_for(self, node: Node) -> str:
        """Return a node's name with its value, the label beside it, and whether a card is unavailable.

        The name comes without its group's name. Cards are marked as unavailable only if some card can be played.
        """
        whole = self._nodes.get(node.group)
        of_whole = "" if whole is None else _("{pile}, {side}", pile="", side=whole.name)
        named = node.name.removesuffix(of_whole)
        name, value = in_words(named), "" if node.role in _STATED else in_words(node.value or "")
        beside = self._nodes.get(_BESIDE + node.id)
        is_off = node.role == "card" and self._can_play and not node.enabled
        parts = [name, value if value not in name else "", beside.name if beside is not None else ""]
        return join_with_commas(filter(None, [*parts, unavailable_word() if is_off else ""]))


def _window(title: str, language: str, size: tuple[int, int], children: Sequence[int]) -> Any:
    import accesskit  # noqa: PLC0415 - as above

    made = accesskit.Node(accesskit.Role.WINDOW)
    made.set_label(title)
    made.set_language(language)
    made.set_bounds(accesskit.Rect(0, 0, *size))
    made.set_children(list(children))
    return made


def _live_node(utterance: Announcement) -> Any:
    import accesskit  # noqa: PLC0415 - as above

    made = accesskit.Node(accesskit.Role.LABEL)
    made.set_live(accesskit.Live.ASSERTIVE if utterance.is_assertive else accesskit.Live.POLITE)
    made.set_value(utterance.words)
    return made


def _text_run(node: Node) -> Any:
    import accesskit  # noqa: PLC0415 - as above

    made, (x, y, w, h) = accesskit.Node(accesskit.Role.TEXT_RUN), node.rect
    made.set_value(node.name)
    made.set_bounds(accesskit.Rect(x, y, x + w, y + h))
    made.set_character_lengths([len(letter.encode()) for letter in node.name])
    made.set_word_lengths([len(word) for word in re.findall(r"\S+\s*|\s+", node.name)])
    return made


def _control(node: Node, label: str, children: Sequence[int]) -> Any:
    import accesskit  # noqa: PLC0415 - as above

    is_text = node.role not in _ROLES
    role = "HEADING" if is_text and node.level else "LABEL" if is_text else _ROLES[node.role]
    made = accesskit.Node(getattr(accesskit.Role, role))
    if role == "LABEL":
        made.set_value(label)
    else:
        made.set_label(label)
    about = _about(node)
    if about not in label:
        made.set_description(about)
    x, y, w, h = node.rect
    made.set_bounds(accesskit.Rect(x, y, x + w, y + h))
    made.set_children(list(children))
    if node.role == "textbox":
        written = node.value or ""
        caret = accesskit.TextPosition(children[0], len(written) if node.caret is None else node.caret)
        made.set_value(written)
        made.set_text_selection(accesskit.TextSelection(caret, caret))
    _set_state(made, node)
    _set_place(made, node)
    _set_actions(made, node)
    return made


def _about(node: Node) -> str:
    """Return a node's description without its key or button, which is sent as the shortcut."""
    about = in_words(node.description)
    for said in (_("Key: {key}", key=node.shortcut), _("Button: {button}", button=node.shortcut)):
        about = about.removesuffix(in_words(said))
    return about.rstrip()


def _set_state(made: Any, node: Node) -> None:
    import accesskit  # noqa: PLC0415 - as above

    if not node.enabled and node.role not in _NEVER_OFF:
        made.set_disabled()
    if node.role in _TOGGLED:
        made.set_toggled(accesskit.Toggled.TRUE if node.value == "on" else accesskit.Toggled.FALSE)
    elif node.role in _SELECTED:
        made.set_selected(node.value == "on")
    elif node.role == "combobox":
        made.set_has_popup(accesskit.HasPopup.LISTBOX)
        made.set_expanded(False)
    elif node.role == "dialog":
        made.set_modal()
    if node.range is not None:
        least, most, now = node.range
        made.set_min_numeric_value(least)
        made.set_max_numeric_value(most)
        made.set_numeric_value(now)
        made.set_numeric_value_step(1)


def _set_place(made: Any, node: Node) -> None:
    if node.place is not None:
        made.set_position_in_set(node.place[0])
        made.set_size_of_set(node.place[1])
    if node.cell is not None:
        made.set_row_index(node.cell[0])
        made.set_column_index(node.cell[1])
    if node.shortcut:
        made.set_keyboard_shortcut(node.shortcut)
    if node.level:
        made.set_level(node.level)


def _set_actions(made: Any, node: Node) -> None:
    from accesskit import Action  # noqa: PLC0415 - as above

    offers = []
    if node.role in _FOCUSED or node.focused:
        offers += [Action.FOCUS, Action.SCROLL_INTO_VIEW]
    if node.role in _PRESSED:
        offers += [Action.CLICK, Action.SHOW_CONTEXT_MENU]
    if node.role == "slider":
        offers += [Action.INCREMENT, Action.DECREMENT]
    if node.role in {"slider", "textbox"}:
        offers.append(Action.SET_VALUE)
    if node.caret is not None:
        offers.append(Action.SET_TEXT_SELECTION)
    if node.role in {"list", "log", "document", "scroll", "grid", "scrollbar"}:
        offers += [Action.SCROLL_UP, Action.SCROLL_DOWN]
    for action in offers:
        made.add_action(action)
