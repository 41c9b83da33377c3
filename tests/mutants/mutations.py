"""Every small change that could be made to a package, and a sample of them that is the same each time.

The changes are those of Cosmic Ray's operators: another comparison, another number, a condition turned round, a loop
that is never entered. Changes that change nothing are none: in an annotation, of identity into equality, or where
Python no longer parses it.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).parents[2]

GROUPS: Mapping[str, tuple[str, ...]] = {
    "engine": ("game/engine",),
    "core": ("game/career", "game/drivers", "game/files", "game/match", "game/people", "game/settings"),
    "features": ("game/features", "game/scenes"),
    "table": ("game/table",),
    "words": ("game/words",),
    "ui": ("game/ui",),
    "ai": ("ai",),
}
"""The packages that are sampled together."""
LABORATORY = "ai/lab/"
"""It is in no package, and measures what others do."""

SAME = ("_Is_Eq", "_Eq_Is", "_IsNot_NotEq", "_NotEq_IsNot")
"""Identity for equality or the other way round: the same for enums, small numbers, cards and moves."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place where an operator of Cosmic Ray finds something to change."""

    path: str
    line: int
    column: int
    operator: str
    occurrence: int


@dataclass(frozen=True, slots=True)
class Mutant:
    """A file of the program with one fault; ``path`` is relative to the project's root."""

    path: str
    line: int
    change: str
    source: str

    @property
    def place(self) -> str:
        """Where the fault is, as editors and terminals write it."""
        return f"{self.path}:{self.line}"


def sources(group: str, root: Path = ROOT) -> list[Path]:
    """The modules of a group of packages."""
    files = sorted(file for package in GROUPS[group] for file in (root / package).rglob("*.py"))
    return [file for file in files if not file.relative_to(root).as_posix().startswith(LABORATORY)]


def sample(group: str, count: int, seed: int, root: Path = ROOT) -> list[Mutant]:
    """So many mutants of a group of packages, by lot; the first of a longer sample are those of a shorter one."""
    files = sources(group, root)
    all_spots = [spot for file in files for spot in spots(file.relative_to(root).as_posix(), file.read_text("utf-8"))]
    Random(seed).shuffle(all_spots)
    found = (mutant_at(spot, (root / spot.path).read_text("utf-8")) for spot in all_spots)
    return list(itertools.islice((mutant for mutant in found if mutant is not None), count))


def spots(path: str, source: str) -> Iterator[Spot]:
    """Every place in a file that an operator would change, and each of the ways."""
    nodes = list(ast_nodes(get_ast(source)))
    for name in operator_names():
        if get_operator(name).arguments():
            continue  # needs to be told what to look for
        operator = get_operator(name)()
        starts = (start for node in nodes for start, _ in operator.mutation_positions(node))
        for occurrence, (line, column) in enumerate(starts):
            yield Spot(path, line, column, name, occurrence)


def mutant_at(spot: Spot, source: str) -> Mutant | None:
    """The mutant made there; None if that is no program, or the same one."""
    if spot.operator.endswith(SAME):
        return None
    changed = mutate_code(source, get_operator(spot.operator)(), spot.occurrence)
    if changed is None or meaning(changed) in (None, meaning(source)):
        return None
    return Mutant(spot.path, spot.line, told_change(spot.line, source, changed), changed)


@lru_cache(maxsize=32)
def meaning(source: str) -> str | None:
    """What Python makes of a source, annotations aside, which nobody evaluates; None if it is none."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return None
    return ast.dump(WithoutAnnotations().visit(tree))


class WithoutAnnotations(ast.NodeTransformer):
    """Takes the annotations out of a module."""

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)


def told_change(line: int, source: str, changed: str) -> str:
    """The line that differs, before and after."""
    before, after = source.splitlines(), changed.splitlines()
    new = after[line - 1].strip() if len(before) == len(after) else "(left out)"
    return f"{before[line - 1].strip()}  →  {new}"
