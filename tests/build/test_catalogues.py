"""The catalogues are complete and sound, and the check that says so notices when they are not."""

from __future__ import annotations

import ast
from pathlib import Path

import catalogues
import pytest
from catalogues import catalogue_path, extract_template, problems, read, update

from game.engine.rules import RULE_SETS
from game.i18n import compiled_catalogues
from tests.templates import own_template

ROOT = Path(__file__).parents[2]
TRANSLATED = ("de", "fr", "hu", "it")
SOURCES = sorted([*(ROOT / "game").rglob("*.py"), *(ROOT / "build").glob("*.py")])


def test_catalogue_check_has_no_complaint_of_source_and_languages() -> None:
    """Every message is translated and proofread, and no code joins punctuation to words."""
    assert list(problems(ROOT)) == []


def test_committed_catalogues_are_what_the_update_command_writes(tmp_path: Path) -> None:
    """What is committed is what the command writes: fresh extraction, order, wrapping, header."""
    copy_source(tmp_path)
    update(tmp_path)
    for code in TRANSLATED:
        assert catalogue_path(tmp_path, code).read_text("utf-8") == catalogue_path(ROOT, code).read_text("utf-8")


def copy_source(to: Path) -> None:
    for path in [*SOURCES, *(ROOT / "locale").rglob("*.po")]:
        target = to / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())


def test_source_tree_has_no_compiled_catalogue() -> None:
    assert [
        path for path in (ROOT / "locale").rglob("*") if path.is_file() and path.suffix not in (".po", ".pot")
    ] == []


def calls(path: Path) -> list[ast.Call]:
    tree = ast.parse(path.read_text("utf-8"))
    return [n for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)]


def test_marked_messages_are_all_literals() -> None:
    """Extraction finds no others."""
    literals = {
        "_": (0,), "_n": (0, 1), "_p": (0, 1), "_r": (1,), "_rn": (1, 2),
        "N_": (0,), "NP_": (0, 1), "NN_": (0, 1), "NR_": (0,),
    }  # fmt: skip
    for path in (ROOT / "game").rglob("*.py"):
        if path.parts[-2:] in (("i18n", "__init__.py"), ("words", "vocabulary.py")):
            continue
        for call in calls(path):
            for place in literals.get(call.func.id, ()):  # type: ignore[attr-defined]
                argument = call.args[place]
                said = f"{path.relative_to(ROOT)}:{call.lineno}"
                assert isinstance(argument, ast.Constant), said
                assert isinstance(argument.value, str), said


def test_rulebook_words_are_extracted_once_for_each_rule_set() -> None:
    contexts = {message.context for message in own_template() if message.id == "Next leg"}
    assert contexts == set(RULE_SETS)


def test_phrases_of_tables_are_extracted_with_context_plural_and_rule_sets(tree: Path) -> None:
    """A table names its words once, as ``N_("…")``, and ``_`` would say them as the module is read."""
    source = (
        'ROWS = (N_("Home", n=4), NP_("road", "Way"), NN_("a car", "{n} cars"), NR_("Leg"), NR_("a leg", "{n} legs"))'
    )
    (tree / "game" / "rows.py").write_text(source, encoding="utf-8")
    found = {
        (message.id, message.context) for message in extract_template(tree) if ("game/rows.py", 0) in message.locations
    }
    by_rule_set = {(id, rules) for id in ("Leg", ("a leg", "{n} legs")) for rules in RULE_SETS}
    assert found == {("Home", None), ("Way", "road"), (("a car", "{n} cars"), None), *by_rule_set}


SOURCE = """
print(_("Hello {name}", name=name), _n("{n} car", "{n} cars", 3), _p("road", "Bend"))
print(_n("{name} stops once", "{name} stops {n} times", 3, name=name))
print(_r(rules_id, "Leg {n}", n=1))
"""
TRANSLATION = (
    ("Hello {name}", None, "Hallo {name}"),
    (("{n} car", "{n} cars"), None, ("{n} Auto", "{n} Autos")),
    (("{name} stops once", "{name} stops {n} times"), None, ("{name} hält einmal", "{name} hält {n}-mal")),
    ("Bend", "road", "Kurve"),
    *(("Leg {n}", rules_id, "Etappe {n}") for rules_id in RULE_SETS),
)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A source tree with a few messages, all translated in all languages."""
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "scene.py").write_text(SOURCE, "utf-8")
    for code in TRANSLATED:
        (tmp_path / "locale" / code).mkdir(parents=True)
    update(tmp_path)
    for code in TRANSLATED:
        change(
            tmp_path,
            code,
            {(key if isinstance(key, str) else key[0], context): words for key, context, words in TRANSLATION},  # type: ignore[misc]
        )
    assert list(problems(tmp_path)) == []
    return tmp_path


def change(root: Path, code: str, words: dict[tuple[str, str | None], str | tuple[str, ...]]) -> None:
    path = catalogue_path(root, code)
    catalogue = read(path, code)
    for (key, context), said in words.items():
        message = catalogue.get(key, context)
        assert message is not None
        message.string = said
    path.write_bytes(catalogues._written(catalogue))


@pytest.mark.parametrize(
    ("key", "context", "words", "complaint"),
    [
        ("Bend", "road", "", "hu: 'Bend' (road) is not translated"),
        ("{n} car", None, ("{n} autó", ""), "hu: '{n} car' is not translated"),
        ("Hello {name}", None, "Szia", "hu: 'Hello {name}' needs the placeholders ['{name}']"),
        ("Hello {name}", None, "Szia {nev}", "hu: 'Hello {name}' needs the placeholders ['{name}']"),
        (
            *("{name} stops once", None, ("{name} egyszer", "{name} kétszer")),
            "hu: '{name} stops once' needs the placeholders ['{name}', '{n}']",
        ),
        ("{n} car", None, ("egy autó", "{n} autó"), "hu: '{n} car' needs the placeholders ['{n}']"),
        ("Leg {n}", "dujardin", "Szakasz", "hu: 'Leg {n}' (dujardin) needs the placeholders ['{n}']"),
    ],
)
def test_catalogue_check_reports_each_kind_of_mistake(
    tree: Path, key: str, context: str | None, words: str | tuple[str, ...], complaint: str
) -> None:
    change(tree, "hu", {(key, context): words})
    assert list(problems(tree)) == [complaint]


def test_catalogue_check_reports_a_fuzzy_message(tree: Path) -> None:
    path = catalogue_path(tree, "it")
    path.write_text(path.read_text("utf-8").replace('msgctxt "road"', '#, fuzzy\nmsgctxt "road"'), "utf-8")
    assert list(problems(tree)) == ["it: 'Bend' (road) is fuzzy"]


def test_catalogue_check_reports_a_wrong_plural_rule_and_update_mends_it(tree: Path) -> None:
    path = catalogue_path(tree, "fr")
    path.write_text(path.read_text("utf-8").replace("plural=(n > 1)", "plural=(n != 1)"), "utf-8")
    assert list(problems(tree)) == [
        "fr: Plural-Forms must be 'nplurals=2; plural=(n > 1);', got 'nplurals=2; plural=(n != 1);'"
    ]
    update(tree)
    assert list(problems(tree)) == []


def test_new_message_is_reported_missing_and_after_update_untranslated(tree: Path) -> None:
    (tree / "game" / "scene.py").write_text(SOURCE + 'print(_("Uphill"))\n', "utf-8")
    assert set(problems(tree)) == {f"{code}: 'Uphill' is not in the catalogue; run update" for code in TRANSLATED}
    update(tree)
    assert set(problems(tree)) == {f"{code}: 'Uphill' is not translated" for code in TRANSLATED}


def test_unused_message_is_reported_and_dropped_by_update(tree: Path) -> None:
    (tree / "game" / "scene.py").write_text(SOURCE.replace('_p("road", "Bend")', "None"), "utf-8")
    assert "de: 'Bend' (road) is no longer used; run update" in set(problems(tree))
    update(tree)
    assert list(problems(tree)) == []
    assert "Kurve" not in catalogue_path(tree, "de").read_text("utf-8")


def test_catalogues_have_no_places_in_the_source_and_no_dates(tree: Path) -> None:
    text = catalogue_path(tree, "de").read_text("utf-8")
    assert "#:" not in text
    assert "Date" not in text


def test_compiled_catalogue_has_a_fixed_creation_date(tree: Path) -> None:
    mo = compiled_catalogues.compile_po(catalogue_path(tree, "de").read_bytes(), "de")
    assert [line for line in mo.splitlines() if b"Creation-Date" in line] == [
        b"POT-Creation-Date: 1970-01-01 00:00+0000"
    ]


def test_catalogue_commands_work_on_a_checkout(
    tree: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert catalogues.main(["extract"], tree) == 0
    assert 'msgid "Bend"' in (tree / "locale" / "milestone-rally.pot").read_text("utf-8")
    assert catalogues.main(["update"], tree) == 0
    assert catalogues.main(["check"], tree) == 0
    assert catalogues.main(["compile", "--to", str(tree / "out")], tree) == 0
    monkeypatch.setattr(compiled_catalogues, "is_checkout", lambda: False)
    monkeypatch.setattr(compiled_catalogues, "data_root", lambda: tree / "installed")
    (tree / "installed").mkdir()
    (tree / "out").rename(tree / "installed" / "locale")
    assert compiled_catalogues.load_catalogue("hu").pgettext("road", "Bend") == "Kurve"
    change(tree, "de", {("Bend", "road"): ""})
    assert catalogues.main(["check"], tree) == 1
    assert "de: 'Bend' (road) is not translated" in capsys.readouterr().err


def test_messages_never_hide_in_f_strings() -> None:
    """Extraction does not look there."""
    for path in SOURCES:
        f_strings = (node for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, ast.JoinedStr))
        calls = (node for string in f_strings for node in ast.walk(string) if isinstance(node, ast.Call))
        names = {call.func.id for call in calls if isinstance(call.func, ast.Name)}
        assert not names & {"_", "_n", "_p", "_r", "_rn", "N_", "NP_", "NN_", "NR_"}, path
