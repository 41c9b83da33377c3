"""Extract messages from the source, update the translators' catalogues, check and compile them, by Babel.

python build/catalogues.py extract             collect every message into locale/milestone-rally.pot
python build/catalogues.py update              bring them into every .po
python build/catalogues.py check               say what is missing or wrong; exit status 1 if anything is
python build/catalogues.py compile [--to DIR]  make what the program reads, into the user's cache or a folder

Catalogues are kept so that a change gives a small difference: no dates, no places in the source, source order.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from joined_text import joined_text
from proofreading import remarks

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # this checkout, not an installed game

from game.engine.rules import RULE_SETS, load_rules
from game.i18n import compiled_catalogues
from game.i18n.compiled_catalogues import DOMAIN, compile_po
from game.system import licences
from game.words import vocabulary

ROOT = Path(__file__).resolve().parents[1]
PLURAL_FORMS = {
    "de": "nplurals=2; plural=(n != 1);",
    "fr": "nplurals=2; plural=(n > 1);",
    "it": "nplurals=2; plural=(n != 1);",
    # Babel's own data say "nplurals=1" for Hungarian, which would lose every singular.
    "hu": "nplurals=2; plural=(n != 1);",
}
"""The plural rules that were checked; any other language keeps the one in its catalogue, at first Babel's."""

_Keyword = tuple[int | tuple[int, int] | tuple[int, str], ...] | None
_Keywords = Mapping[str, _Keyword | dict[int | None, _Keyword]]
_KEYWORDS: _Keywords = {
    "_": None, "_n": (1, 2), "_p": ((1, "c"), 2), "pgettext": ((1, "c"), 2),
    "N_": None, "NN_": (1, 2), "NP_": ((1, "c"), 2),
}  # fmt: skip
_BY_RULE_SET: _Keywords = {"_r": (2,), "_rn": (2, 3), "NR_": {1: (1,), 2: (1, 2)}}

_Found = tuple[int, str | tuple[str, ...], str | None, list[str]]


def main(arguments: Sequence[str], root: Path = ROOT) -> int:
    """Run one of the four commands; return 1 if the check finds something."""
    options = _parser().parse_args(arguments)
    match options.action:
        case "extract":
            template_path(root).write_bytes(_written(extract_template(root)))
        case "update":
            update(root)
        case "compile":
            compile_to(root, options.to)
        case _:
            found = list(problems(root))
            print(*found, sep="\n", end="\n" if found else "", file=sys.stderr)
            return 1 if found else 0
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Extract, update, check or compile the translations.")
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    for action, what in (
        ("extract", "collect the messages of the program"),
        ("update", "bring them into every catalogue"),
        ("check", "say what is missing or wrong"),
    ):
        actions.add_parser(action, help=what)
    compile_ = actions.add_parser("compile", help="make the form that the program reads")
    compile_.add_argument("--to", type=Path, metavar="DIR", help="where to; without it, the user's cache")
    return parser


def template_path(root: Path) -> Path:
    """Return the path that ``extract`` writes; the file is never committed, since it follows from the source."""
    return root / "locale" / f"{DOMAIN}.pot"


def translated(root: Path) -> list[str]:
    """Return the languages with a folder in ``locale/``, even an empty one."""
    return sorted(path.name for path in (root / "locale").glob("*") if path.is_dir())


def catalogue_path(root: Path, code: str) -> Path:
    return root / "locale" / code / "LC_MESSAGES" / f"{DOMAIN}.po"


def extract_template(root: Path) -> Catalog:
    """Return every message of the program's source, in the order of files and lines."""
    template = Catalog(charset="utf-8")
    for path in [*sorted((root / "game").rglob("*.py")), *sorted((root / "build").glob("*.py"))]:
        name = path.relative_to(root).as_posix()
        for _, message, context, comments in _messages(path):
            template.add(message, None, [(name, 0)], auto_comments=comments, context=context)
    return template


def _messages(path: Path) -> list[_Found]:
    return sorted([*_of_data(path), *_of_source(path.read_bytes())], key=lambda found: found[0])


def _of_data(path: Path) -> list[_Found]:
    """Return the messages that a module takes from data."""
    match path.parts[-2:]:
        case ("words", "rulesets.py"):
            about = [load_rules(rule_set).words for rule_set in RULE_SETS]
            own = [*(w.name for w in about), *(w.booklet for w in about), *(w.character for w in about)]
            return [(0, message, None, []) for message in own]
        case ("words", "vocabulary.py"):
            words = [*vocabulary.CARDS.values(), *vocabulary.TERMS.values()]
            return [(0, word, rule_set, []) for rule_set in RULE_SETS for word in words]
        case ("system", "licences.py"):
            return [(0, part.purpose.message, part.purpose.context, []) for part in licences.shipped_parts()]
    return []


@cache
def _of_source(source: bytes) -> list[_Found]:
    """Return the messages in a module's source, each once for each rule set where it depends on the rules."""
    found = list(_extracted(source, _KEYWORDS))
    for line, message, _, comments in _extracted(source, _BY_RULE_SET):
        found += [(line, message, rule_set, comments) for rule_set in RULE_SETS]
    return sorted(found, key=lambda f: f[0])


def _extracted(source: bytes, keywords: _Keywords) -> Iterator[_Found]:
    keywords = {name: places for name, places in keywords.items() if f"{name}(".encode() in source}
    if not keywords:  # most modules have no words
        return
    for line, message, comments, context in extract(
        "python", io.BytesIO(source), keywords, ("Translators:",), {"encoding": "utf-8"}, strip_comment_tags=True
    ):
        yield line, message, context, comments


def update(root: Path) -> None:
    """Update every catalogue: new messages empty, unused ones removed, no guesses."""
    template = extract_template(root)
    for code in translated(root):
        path = catalogue_path(root, code)
        path.parent.mkdir(parents=True, exist_ok=True)
        catalogue = read(path, code) if path.exists() else Catalog(locale=code, charset="utf-8")
        catalogue.update(template, no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        catalogue.mime_headers = [*catalogue.mime_headers, ("Plural-Forms", _plural_forms(catalogue, code))]
        path.write_bytes(_written(catalogue))


def _plural_forms(catalogue: Catalog, code: str) -> str:
    return PLURAL_FORMS.get(code, str(catalogue.plural_forms))


def read(path: Path, code: str) -> Catalog:
    """Read the catalogue of a ``.po`` file; raises ``ValueError`` if it is malformed."""
    with path.open("rb") as file:
        return read_po(file, locale=code, abort_invalid=True)


def _written(catalogue: Catalog) -> bytes:
    out = io.BytesIO()
    catalogue.header_comment = "# Milestone Rally; the source language is English."
    catalogue.fuzzy = False
    write_po(out, catalogue, width=120, no_location=True)
    kept = (b'"Language:', b'"Plural-Forms', b'"MIME', b'"Content')
    head, _, body = out.getvalue().partition(b"\n\n")
    lines = [line for line in head.splitlines() if not line.startswith(b'"') or line.startswith(kept)]
    return b"\n".join(lines) + b"\n\n" + body


def compile_to(root: Path, to: Path | None) -> None:
    """Compile every catalogue to ``to/<lang>/LC_MESSAGES/…mo``, or into the user's cache."""
    for code in translated(root):
        source = catalogue_path(root, code)
        if not source.exists():
            continue
        if to is None:
            compiled_catalogues.load_catalogue(code)
            continue
        target = to / code / "LC_MESSAGES" / f"{DOMAIN}.mo"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(compile_po(source.read_bytes(), code))


def problems(root: Path) -> Iterator[str]:
    """Yield a sentence about each missing or wrong translation."""
    yield from joined_text(root)
    template = extract_template(root)
    wanted = {_key(message): message for message in template if message.id}
    for key, message in wanted.items():
        yield from (
            f"source: {_said(key)} {wrong}" for form in _forms(message.id) for wrong in remarks("en", form, form)
        )
    for code in translated(root):
        if not catalogue_path(root, code).exists():
            yield f"{code}: there is no catalogue yet; run update"
            continue
        catalogue = read(catalogue_path(root, code), code)
        have = {_key(message): message for message in catalogue if message.id}
        yield from (f"{code}: {_said(key)} is not in the catalogue; run update" for key in wanted.keys() - have.keys())
        yield from (f"{code}: {_said(key)} is no longer used; run update" for key in have.keys() - wanted.keys())
        forms, right = str(catalogue.plural_forms), _plural_forms(catalogue, code)
        if forms.replace(" ", "") != right.replace(" ", ""):
            yield f"{code}: Plural-Forms must be {right!r}, got {forms!r}"
        for key, message in have.items():
            yield from (f"{code}: {_said(key)} {wrong}" for wrong in _wrong_with(message, catalogue.num_plurals))
            yield from (f"{code}: {_said(key)} {wrong}" for wrong in _misprints(message, code))


def _key(message: Message) -> tuple[str | None, str]:
    return message.context, message.id if isinstance(message.id, str) else message.id[0]


def _said(key: tuple[str | None, str]) -> str:
    return f"{key[1]!r}" + (f" ({key[0]})" if key[0] else "")


def _wrong_with(message: Message, plural_forms: int) -> Iterator[str]:
    ids, strings = _forms(message.id), _forms(message.string)
    if message.fuzzy:
        yield "is fuzzy"
    if not all(strings):
        yield "is not translated"
    elif len(ids) > 1 and len(strings) != plural_forms:
        yield f"needs {plural_forms} forms, got {len(strings)}"
    elif not all(map(_has_its_placeholders, strings, (ids, *[ids[-1:]] * plural_forms))):
        yield f"needs the placeholders {sorted(_placeholders(ids[-1]))}"


def _has_its_placeholders(said: str, sources: Sequence[str]) -> bool:
    """Return whether a form has the source's placeholders; the first form may say “once” if the source's does."""
    return _placeholders(said) in map(_placeholders, sources)


def _misprints(message: Message, code: str) -> Iterator[str]:
    source = _forms(message.id)[-1]
    for said in filter(None, _forms(message.string)):
        yield from remarks(code, source, said)


def _forms(text: str | Sequence[str | None] | None) -> list[str]:
    return [form or "" for form in ([text] if text is None or isinstance(text, str) else text)]


def _placeholders(text: str) -> set[str]:
    return set(re.findall(r"{.*?}", text))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
