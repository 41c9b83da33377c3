"""Wording for speech: signs and numbers so that a voice reads them correctly, and descriptions of controls."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from game.i18n import _, _n, _p, number, say
from game.i18n.punctuation import join_with_commas, with_full_stop
from game.phrases import NP_
from game.ui.accessibility_tree import Node, accessible_text

_GROUPED = re.compile(r"(?<![\d.,])\d{1,3}(?:[.,]\d{3})+(?![\d])")
_SPACED = re.compile(r"(?<![\d.,])\d{1,3}(?: \d{3})+(?!\d)")
_KM = re.compile(r"(?<![\d.,])(\d+) ?km\b")
_ENDING = re.compile(r"(?<=kilométer)-(?=[a-zá-ű])")
"""Hungarian joins a suffix to “km” with a hyphen, but to the full word without one."""
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
    """Return a screen text as it is spoken: “1 450 km · 2 legs” becomes “1450 kilometres, 2 legs”."""
    said = _GROUPED.sub(lambda found: re.sub("[.,]", "", found[0]), accessible_text(words))
    if " " in accessible_text(number(10_000)):  # otherwise the space separates two numbers
        said = _SPACED.sub(lambda found: found[0].replace(" ", ""), said)
    said = _ENDING.sub("", _KM.sub(lambda found: _kilometres(int(found[1])), said))
    for sign, instead in _SIGNS:
        said = sign.sub(instead, said)
    return said.strip()


def _kilometres(n: int) -> str:
    """Return a distance with its full unit, because the voices of some languages spell “km” out."""
    # Translators: spoken only, in place of “km”; the number stands before it, without any sign between thousands.
    return _n("{digits} kilometer", "{digits} kilometers", n, digits=str(n))


def sentences(parts: Iterable[str]) -> str:
    """Join texts into one, each ended by a full stop unless it has its own end mark."""
    said = [part for part in map(spoken, parts) if part]
    return " ".join(map(with_full_stop, said))


# -- controls -------------------------------------------------------------------------------------------------------


def describe(node: Node, nodes: Sequence[Node]) -> str:
    """Describe a control in words: its name, kind, state, position among others, and the label beside it."""
    label = next((other.name for other in nodes if other.id == f"label/{node.id}"), "")
    facts = [node.name, _kind(node), _state(node), _place(node), label]
    return sentences([join_with_commas(fact for fact in map(spoken, facts) if fact)])


def container_of(node: Node, nodes: Sequence[Node]) -> Node | None:
    """Return the control that a node is part of, such as the tab bar of a tab, or None."""
    whole = next((other for other in nodes if other.id == node.group), None) if node.group else None
    return whole if whole is not None and whole.role in _WHOLE else None


def readable(nodes: Sequence[Node]) -> list[Node]:
    """Return the nodes to read aloud: no containers, and no cells of rows, as the row has their text."""
    rows = {node.id for node in nodes if node.role == "row"}
    own = (node for node in nodes if node.role not in _STRUCTURE and (node.name or node.value))
    return [node for node in own if node.role != "cell" or node.group not in rows]


def text_parts(node: Node) -> list[str]:
    """Return a text node's name, followed by its value if it has one."""
    return [node.name, *([node.value] if node.value else [])]


_KINDS = {
    # Translators: what a control on the screen is, said by a voice after its name
    "button": NP_("control", "button"),
    "switch": NP_("control", "switch"),
    "slider": NP_("control", "slider"),
    "combobox": NP_("control", "drop-down list"),
    "textbox": NP_("control", "text field"),
    "link": NP_("control", "link"),
    "tab": NP_("control", "tab"),
}
"""What is said of controls by their role, if that decides how they are used."""


def _kind(node: Node) -> str:
    return say(_KINDS[node.role]) if node.role in _KINDS else ""


def _state(node: Node) -> str:
    """Return a control's state in words; for an unplayable card the reason is spoken elsewhere."""
    value = node.value or ""
    match node.role:
        case "card":
            value = ""
        case "switch":
            value = _("on") if value == "on" else _("off")
        case "radio" | "option" | "tab" | "listitem":
            # Translators: of one of several, said by a voice
            value = _p("control", "selected") if value == "on" else ""
    if node.enabled or node.role in {"card", "pile", "text"}:
        return "" if value and value in node.name else value
    return join_with_commas(part for part in (value, unavailable_word()) if part)


def unavailable_word() -> str:
    """Return the spoken word for a control or card that cannot be used now."""
    # Translators: of a control or card that cannot be used at the moment, said by a voice after its name
    return _p("control", "unavailable")


_COUNTED = frozenset({"card", "radio", "option", "tab", "listitem"})
_STRUCTURE = frozenset({"group", "dialog", "table", "columnheader", "rowheader"})
_WHOLE = frozenset({"radiogroup", "tablist", "list", "grid"})


def _place(node: Node) -> str:
    """Return a node's position among nodes of its kind in words, such as "2 of 5"."""
    if node.role not in _COUNTED or node.place is None:
        return ""
    n, count = node.place
    # Translators: the place of a card or choice among the others, said by a voice
    return _("{n} of {all}", n=n, all=count)
