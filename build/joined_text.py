"""Find code that joins a punctuation mark to words: the mark belongs in a message, where a translator sees it.

French has a narrow space before some marks, other languages have other marks; a mark joined by code is the same in all
of them, and is not in the catalogues that are proofread. ``game/i18n/punctuation.py`` has messages for joints.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

SCREEN = ("app.py", "drivers", "features", "i18n", "recovery.py", "scenes", "table", "ui", "words")
"""The parts of ``game/`` that show or speak words; a feature's model knows no language."""

ALLOWED: dict[tuple[str, str], str] = {
    ("text.py", "short + '…'"): "a text that is cut off where it has no room",
    ("header.py", "f'{name[:letters].rstrip()}…'"): "a name that is cut off where it has no room",
    ("recovery.py", "', '.join(names)"): "the names of the scenes, in a report",
    ("recovery.py", "f'{pygame.version.ver}, SDL {pygame.version.SDL}'"): "versions, in a report",
    ("app.py", "f'the game is already open; its files are in {folder}'"): "an error for programmers",
    ("window.py", "f'no window can be opened ({cause})'"): "an error for programmers",
    ("speech.py", "f'{type(voice).__name__}: {error}'"): "a line of the log for programmers",
}
"""By module: code that joins a mark to a text that is not translated, with the reason."""

_SILENT = frozenset({"debug", "info", "warning", "error", "exception", "critical"})
"""The functions of the log for programmers, in English."""

_MARK = re.compile(
    r"[!?:;,.…](\s|$)"  # a mark that ends something
    r"|(^|\s)[–—·(\[][\s\x00]"  # a mark or bracket that begins something
    r"|\x00[!?;…–—·]\x00"  # a mark between two texts, or
    r"|[“”„«»]"  # quotation marks
)
_NOTATION = re.compile(r"\w\([^()]*\)|</?\w[^>]*>?|\[\[.*\]\]")
"""The notation of drawings and the like: ``rotate(45)``, ``<g/>``."""


def joints(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and code of each expression in a module that joins a punctuation mark to something."""
    waiting: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if _is_for_programmers(node):
            continue
        if _is_joint(node) and (path.name, code := ast.unparse(node)) not in ALLOWED:
            yield getattr(node, "lineno", 0), code
        if isinstance(node, ast.FormattedValue):  # its format is no text
            waiting.append(node.value)
        else:
            waiting += ast.iter_child_nodes(node)


def joined_text(root: Path) -> Iterator[str]:
    """Yield a sentence about every such expression in the modules of ``SCREEN``."""
    for path in sorted((root / "game").rglob("*.py")):
        where = path.relative_to(root).as_posix()
        if where.split("/")[1] in SCREEN and not {"model", "model.py"} & set(path.parts):
            for line, code in joints(path):
                yield f"{where}:{line}: joins text with punctuation, which belongs into a message: {code}"


def _is_for_programmers(node: ast.AST) -> bool:
    if isinstance(node, ast.Raise | ast.Assert):
        return True
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _SILENT


def _is_joint(node: ast.AST) -> bool:
    match node:
        case ast.JoinedStr(values):
            return _has_mark("".join(_literal(value) for value in values))
        case ast.BinOp(left, ast.Add(), right):
            return any(isinstance(side, ast.Constant) for side in (left, right)) and _has_mark(
                _literal(left) + _literal(right)
            )
        case ast.BinOp(ast.Constant(str(text)), ast.Mod(), _):
            return _has_mark(re.sub("%[a-z]", "\0", text))
        case ast.AugAssign(_, ast.Add(), ast.Constant(str(text))):
            return _has_mark("\0" + text)
        case ast.Call(ast.Attribute(ast.Constant(str(text)), "join")):
            return _has_mark(f"\0{text}\0") or bool(re.search("[,:]", text))
        case ast.Call(ast.Attribute(ast.Constant(str(text)), "format" | "format_map")):
            return _has_mark(re.sub("{.*?}", "\0", text))
    return False


def _literal(node: ast.AST) -> str:
    """Return the literal text, with a zero character for each inserted value."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else "\0"


def _has_mark(text: str) -> bool:
    return bool(_MARK.search(_NOTATION.sub("\0", text)))
