"""Words that are good to hear: signs and numbers as a voice reads them right, and controls with what they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from game.i18n import _, _n, _p, number
from game.i18n.punctuation import listed, sentence
from game.ui.accessibility_tree import Node, plain

_GROUPED = re.compile(r"(?<![\d.,])\d{1,3}(?:[.,]\d{3})+(?![\d])")
_SPACED = re.compile(r"(?<![\d.,])\d{1,3}(?: \d{3})+(?!\d)")
_KM = re.compile(r"(?<![\d.,])(\d+) ?km\b")
_ENDING = re.compile(r"(?<=kilométer)-(?=[a-zá-ű])")
"""Hungarian joins an ending to “km” by a hyphen, and to the word without."""
_SIGNS = (
    (re.compile(r"−(?=\d)"), "-"),
    (re.compile(r" ?[·–→] "), ", "),
    (re.compile(r"[“”„»«]"), ""),
    (re.compile(r" ?…$"), ""),
    (re.compile(r" ?…"), "."),
    (re.compile(r"(?<=\w) ?/ ?(?=\w)"), ", "),
    (re.compile(r"\s+"), " "),
    (re.compile(r" (?=[,.;:!?])"), ""),
)


def spoken(words: str) -> str:
    """Words of the screen as they are to be said: “1 450 km · 2 legs” is “1450 kilometres, 2 legs”."""
    said = _GROUPED.sub(lambda found: re.sub("[.,]", "", found[0]), plain(words))
    if " " in plain(number(10_000)):  # else it stands between two numbers
        said = _SPACED.sub(lambda found: found[0].replace(" ", ""), said)
    said = _ENDING.sub("", _KM.sub(lambda found: _kilometres(int(found[1])), said))
    for sign, instead in _SIGNS:
        said = sign.sub(instead, said)
    return said.strip()


def _kilometres(n: int) -> str:
    """A distance with its unit in full; a voice spells “km” out in some languages."""
    # Translators: spoken only, in place of “km”; the number stands before it, without any sign between thousands.
    return _n("{digits} kilometer", "{digits} kilometers", n, digits=str(n))


def sentences(parts: Iterable[str]) -> str:
    """The parts one after the other, each ended by a full stop where it has no end of its own."""
    said = [part for part in map(spoken, parts) if part]
    return " ".join(map(sentence, said))


# -- controls -------------------------------------------------------------------------------------------------------


def described(node: Node, nodes: Sequence[Node]) -> str:
    """A control: its name, what it is, its state, its place among others, and what is written at it."""
    label = next((other.name for other in nodes if other.id == f"label/{node.id}"), "")
    facts = [node.name, _kind(node), _state(node), _place(node), label]
    return sentences([listed(fact for fact in map(spoken, facts) if fact)])


def whole_of(node: Node, nodes: Sequence[Node]) -> Node | None:
    """The control that this one is a part of, such as the choice of a field."""
    whole = next((other for other in nodes if other.id == node.group), None) if node.group else None
    return whole if whole is not None and whole.role in _WHOLE else None


def readable(nodes: Sequence[Node]) -> list[Node]:
    """What is read of a screen: not what only holds others, nor the cells of rows, which say all that is in them."""
    rows = {node.id for node in nodes if node.role == "row"}
    own = (node for node in nodes if node.role not in _STRUCTURE and (node.name or node.value))
    return [node for node in own if node.role != "cell" or node.group not in rows]


def told(node: Node) -> list[str]:
    """A text: what it says, and what stands at it."""
    return [node.name, *([node.value] if node.value else [])]


def _kind(node: Node) -> str:
    """What a control is, where the way to use it depends on that."""
    return {
        # Translators: what a control on the screen is, said by a voice after its name
        "button": lambda: _p("control", "button"),
        "switch": lambda: _p("control", "switch"),
        "slider": lambda: _p("control", "slider"),
        "combobox": lambda: _p("control", "drop-down list"),
        "textbox": lambda: _p("control", "text field"),
        "link": lambda: _p("control", "link"),
        "tab": lambda: _p("control", "page"),
    }.get(node.role, str)()


def _state(node: Node) -> str:
    """The state in words; of a card that cannot be played the reason is told elsewhere."""
    value = node.value or ""
    match node.role:
        case "card":
            value = ""
        case "switch":
            value = _("on") if value == "on" else _("off")
        case "radio" | "option" | "tab" | "listitem":
            # Translators: of one of several, said by a voice
            value = _p("control", "chosen") if value == "on" else ""
    if node.enabled or node.role in {"card", "pile", "text"}:
        return "" if value and value in node.name else value
    return listed(part for part in (value, not_available()) if part)


def not_available() -> str:
    """What is said of what cannot be used now."""
    # Translators: of a control or card that cannot be used at the moment, said by a voice after its name
    return _p("control", "unavailable")


_COUNTED = frozenset({"card", "radio", "option", "tab", "listitem"})
_STRUCTURE = frozenset({"group", "dialog", "table", "columnheader", "rowheader"})
_WHOLE = frozenset({"radiogroup", "tablist", "list", "grid"})


def _place(node: Node) -> str:
    """Which one it is of those of its kind."""
    if node.role not in _COUNTED or node.place is None:
        return ""
    n, count = node.place
    # Translators: the place of a card or choice among the others, said by a voice
    return _("{n} of {all}", n=n, all=count)
