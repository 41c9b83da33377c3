"""The translator: languages, numbers, card names and terms of every booklet, and where catalogues come from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from babel import Locale

from game import i18n
from game.engine.cards import CARDS, Family, card
from game.engine.rules import RULE_SETS
from game.i18n import (
    _,
    _n,
    _p,
    _r,
    _rn,
    capital,
    compiled_catalogues,
    number,
    say,
    say_number,
    set_language,
    system_language,
)  # fmt: skip
from game.phrases import TERMS_OF_RULES, Phrase
from game.system.resources import MissingAssetError
from game.words import vocabulary
from game.words.vocabulary import card_name, term
from tests.cases import each

NAMES = """
go              | Go             | Grüne Welle | Feu vert | Feu vert | Onda verde | Semaforo verde | Zöldhullám
gasoline        | Gasoline       | Benzin | Essence | Essence | Benzina | Benzina | Benzin
spare_tire      | Spare Tire     | Ersatzreifen | Roues de secours | Roue de secours | Pneumatico di riserva | Ruota di scorta | Pótgumik
repairs         | Repairs        | Werkstatt | Réparation | Réparation | Officina | Riparazioni | Szerviz
end_of_limit    | End of Limit   | Ende der Geschwindigkeitsbegrenzung | Fin de limitation de vitesse | Fin de limite | Fine del limite di velocità | Fine limite di velocità | Sebességkorlátozás vége
stop            | Stop           | Stop | Stop | Feu rouge | Stop | Semaforo rosso | Stop
out_of_gas      | Out of Gas     | Leerer Tank | Panne d’essence | Panne d’essence | Serbatoio vuoto | Fuori benzina | Üres tank
flat_tire       | Flat Tire      | Reifenpanne | Crevaison | Crevaison | Danno al pneumatico | Foratura | Defekt
accident        | Accident       | Blechschaden | Accident | Accident | Danno alla carrozzeria | Incidente stradale | Ütközés
speed_limit     | Speed Limit    | Geschwindigkeitsbegrenzung | Limitation de vitesse | Limite de vitesse | Limite di velocità | Limite di velocità | Sebességkorlátozás
right_of_way    | Right of Way   | Vorfahrt | Prioritaire | Prioritaire | Precedenza | Priorità | Elsőbbség
extra_tank      | Extra Tank     | Tankstelle | Citerne | Citerne | Stazione di servizio | Cisterna | Benzinkút
puncture_proof  | Puncture-Proof | Pannensichere Reifen | Increvable | Increvable | Pneumatico antiforo | Antiforatura | Defektbiztos autógumi
driving_ace     | Driving Ace    | Fahrer-Training | As du volant | As du volant | Allenamento del conducente | Asso del volante | Autósiskola
distance_cards  | distance cards | Kilometerkarten | cartes kilométriques | étapes | carte-chilometri | carte distanza | kilométerkártyák
hazards         | hazards        | Hinderniskarten | cartes d’attaque | attaques | carte-ostacolo | carte attacco | akadálykártyák
remedies        | remedies       | Hilfekarten | cartes de défense | parades | carte-aiuto | carte difesa | segítségkártyák
safeties        | safeties       | Trumpfkarten | bottes | bottes | super-carte | carte stivale | ütőkártyák
battle_pile     | battle pile    | Aktionsstapel | pile d’action | pile de bataille | mazzo d’azione | mazzo d’azione | akciópakli
speed_pile      | speed pile     | Geschwindigkeitsstapel | pile de vitesse | pile de vitesse | mazzo di velocità | mazzo di velocità | sebességpakli
draw_pile       | draw pile      | Abnahmestapel | pioche | sabot | mazzo d’acquisto | pila di pesca | felhúzó pakli
discard_pile    | discard pile   | Ablagestapel | pile de défausse | défausse | mazzo di deposito | mazzo di deposito | eldobott kártyák
leg             | leg            | Etappe | étape | manche | tappa | partita | szakasz
match           | match          | Rallye | rallye | partie | rally | rally | rally
coup_fourre     | coup fourré    | Blitzaktion | action-éclair | coup-fourré | azione-lampo | fallo | villámválasz
delayed_action  | delayed action | Krönung | couronnement | couronnement | coronamento | coronamento | végsebesség
shut_out        | shut-out       | Schneider | en rade | capot | fermo | fermo | durr-defekt
extension       | extension      | Verlängerung | prolongation | allonge | prolungamento | prolungamento | hosszabbítás
drawn_leg       | drawn leg      | Unentschieden | égalité | égalité | pari | pari | döntetlen
"""  # noqa: E501 - rules.md §7, row by row; a dash of the table stands as the word it is read as
ROWS = [[cell.strip() for cell in line.split("|")] for line in NAMES.strip().splitlines()]

OWN_COLUMN = {("fr", "dujardin"): 4, ("it", "mille_miglia"): 6}
"""Where a booklet has words of its own in a language; else it is the language's default."""
COLUMN = {"en": 1, "de": 2, "fr": 3, "it": 5, "hu": 7}


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    set_language("en")
    yield
    set_language("en")


@each("rules_id", RULE_SETS)
@each("code", i18n.LANGUAGES)
def test_cards_and_terms_have_the_words_of_their_rulebook(code: str, rules_id: str) -> None:
    set_language(code)
    column = OWN_COLUMN.get((code, rules_id), COLUMN[code])
    for row in ROWS:
        said = card_name(card(row[0]), rules_id) if row[0] in vocabulary.CARDS else term(row[0], rules_id)
        assert said.replace("\u00ad", "") == row[column], row[0]


def test_cards_of_each_kind_have_a_name() -> None:
    distances = [c for c in CARDS if c.family is Family.DISTANCE]
    assert [card_name(c, "piatnik") for c in distances] == ["25 km", "50 km", "75 km", "100 km", "200 km"]
    assert {c.id for c in CARDS} - {c.id for c in distances} == set(vocabulary.CARDS)


@pytest.mark.parametrize(
    ("code", "word"), [("de", "Geschwindigkeits\u00adbegrenzung"), ("hu", "Sebesség\u00adkorlátozás")]
)
def test_longest_card_names_contain_soft_hyphens(code: str, word: str) -> None:
    set_language(code)
    assert card_name(card("speed_limit"), "winning_moves") == word
    assert word in card_name(card("end_of_limit"), "winning_moves")


@pytest.mark.parametrize(
    ("code", "written"),
    [("en", "12,345"), ("de", "12.345"), ("fr", "12\u202f345"), ("it", "12.345"), ("hu", "12\u00a0345")],
)
def test_numbers_are_grouped_as_in_the_language(code: str, written: str) -> None:
    set_language(code)
    assert number(12345) == written
    assert number(-12345) == "−" + written


CLDR = [
    # language, group sign, 62 hundredths: as CLDR has them, common/main/<language>.xml
    ("en", ",", "62%"),
    ("de", ".", "62\u00a0%"),
    ("fr", "\u202f", "62\u00a0%"),
    ("it", ".", "62%"),
    ("hu", "\u00a0", "62%"),
]


@pytest.mark.parametrize("code", i18n.LANGUAGES)
def test_numbers_of_four_digits_are_grouped_except_in_hungarian(code: str) -> None:
    set_language(code)
    group = {"hu": "", "en": ",", "fr": "\u202f"}.get(code, ".")
    assert [number(n) for n in (1000, -4500, 9999)] == [f"1{group}000", f"−4{group}500", f"9{group}999"]


@pytest.mark.parametrize(("code", "group", "hundredths"), CLDR)
def test_thousands_and_percentages_are_those_of_cldr(code: str, group: str, hundredths: str) -> None:
    set_language(code)
    assert [number(n) for n in (0, 999, 10_000, -45_000)] == ["0", "999", f"10{group}000", f"−45{group}000"]
    assert i18n.percent(62) == hundredths
    assert Locale.parse(code).number_symbols["latn"]["group"] == group


def test_number_in_a_sentence_is_written_as_in_the_language() -> None:
    set_language("de")
    assert _("{km} km to go", km=1000) == "noch 1.000 km"


def test_language_switch_changes_the_next_word() -> None:
    assert _("You deal") == "You deal"
    set_language("de")
    assert _("You deal") == "Du gibst"
    assert i18n.language() == "de"
    set_language("fr")
    assert _("You deal") == "Tu distribues"
    set_language("en")
    assert _("You deal") == "You deal"


def test_languages_are_listed_by_their_own_names_after_english() -> None:
    assert [i18n.own_language_name(code) for code in i18n.menu_order()] == [
        "English",
        "Deutsch",
        "Français",
        "Italiano",
        "Magyar",
    ]


def test_next_language_is_the_one_listed_below_and_the_first_after_the_last() -> None:
    order = i18n.menu_order()
    for code, following in zip(order, [*order[1:], order[0]], strict=True):
        set_language(code)
        assert i18n.next_language() == following


def test_language_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="en, de, fr, hu, it, got 'pl'"):
        set_language("pl")
    assert i18n.language() == "en"


@each(
    ("code", "n", "said"),
    [
        ("en", 1, "1 point"), ("en", 0, "0 points"), ("de", 1, "1 Punkt"), ("de", 0, "0 Punkte"), ("de", 2, "2 Punkte"),
        ("fr", 0, "0 point"), ("fr", 1, "1 point"), ("fr", 2, "2 points"), ("it", 1, "1 punto"), ("it", 0, "0 punti"),
        ("hu", 1, "1 pont"), ("hu", 1000, "1000 pont"),
    ],
)  # fmt: skip
def test_plural_form_follows_the_number(code: str, n: int, said: str) -> None:
    set_language(code)
    assert _n("{n} point", "{n} points", n) == said


def test_phrase_is_said_in_the_language_in_use() -> None:
    """Tables name it once, while the language may change at any moment."""
    phrase, in_context = Phrase("{n} of {goal} so far.", values=(("n", 2), ("goal", 5000))), Phrase("Red", "colour")
    assert (say(phrase), say(in_context)) == ("2 of 5,000 so far.", "Red")
    set_language("de")
    assert (say(phrase), say(in_context), say(lambda: _("Go on"))) == ("Bisher 2 von 5.000.", "Rot", "Weiter")


def test_phrase_of_rules_is_said_with_the_terms_of_the_booklet() -> None:
    phrase = Phrase("Play a safety", TERMS_OF_RULES, "Play {n} safeties")
    set_language("it")
    said = {n: say_number(phrase, n, "dujardin") for n in (1, 2)}
    assert said == {n: _rn("dujardin", "Play a safety", "Play {n} safeties", n) for n in (1, 2)}
    assert said != {n: say_number(phrase, n, "mille_miglia") for n in (1, 2)}
    assert "2" in said[2]


def test_phrase_without_a_plural_is_translated_when_said_with_a_number() -> None:
    set_language("de")
    assert say_number(Phrase("Win"), 0, "dujardin") == _("Win") != "Win"
    assert say_number(Phrase("Win a leg", TERMS_OF_RULES), 0, "dujardin") == _r("dujardin", "Win a leg") != "Win a leg"


def test_plural_rules_of_hungarian_and_french_are_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Babel's own data give Hungarian one form only; the words happen to be alike, so this asks the rule itself."""
    for code, singular in (("hu", [1]), ("fr", [0, 1]), ("de", [1]), ("it", [1])):
        plural = compiled_catalogues.load_catalogue(code).plural  # type: ignore[attr-defined]
        assert [n for n in range(5) if plural(n) == 0] == singular, code
        assert {int(plural(n)) for n in range(5)} == {0, 1}, code


def test_message_may_mean_two_things_by_context() -> None:
    set_language("de")
    assert _p("car", "Stripe") == "Streifen"
    assert _p("nowhere", "Stripe") == "Stripe"


def test_terms_can_be_capitalised_at_the_head_of_a_line() -> None:
    set_language("fr")
    assert capital(term("leg", "winning_moves")) == "Étape"
    assert capital("") == ""


VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE")


@pytest.mark.parametrize(
    ("setting", "environment", "system", "chosen"),
    [
        ("hu", {"LANG": "de_DE.UTF-8"}, [], "hu"),
        ("pl", {"LANG": "de_DE.UTF-8"}, [], "de"),  # a setting from elsewhere is passed over
        (None, {"LC_ALL": "fr_CH.UTF-8", "LANG": "de_DE.UTF-8"}, ["it"], "fr"),
        (None, {"LC_MESSAGES": "it_IT@euro", "LANG": "de_DE.UTF-8"}, [], "it"),
        (None, {"LANG": "pl_PL.UTF-8", "LANGUAGE": "pl:hu:de"}, ["fr"], "hu"),
        (None, {"LANG": "en_US.UTF-8", "LANGUAGE": "de"}, ["en"], "de"),  # as KDE and Ubuntu set it
        (None, {"LC_ALL": "en_US.UTF-8", "LANG": "C", "LANGUAGE": "sk:it_CH@euro:de"}, [], "it"),
        (None, {"LANG": "de_DE.UTF-8", "LANGUAGE": "en:hu"}, [], "en"),
        (None, {"LANG": "de_DE.UTF-8", "LANGUAGE": "C"}, [], "en"),
        (None, {"LANG": "fr_FR.UTF-8", "LANGUAGE": "pl:"}, [], "fr"),
        (None, {"LANGUAGE": "hu"}, ["de"], "hu"),
        (None, {"LANG": "C.UTF-8", "LANGUAGE": "de"}, ["de"], "en"),
        (None, {"LC_MESSAGES": "POSIX", "LANG": "de_DE.UTF-8", "LANGUAGE": "de"}, ["de"], "en"),
        (None, {"LC_ALL": "", "LC_MESSAGES": "de_DE", "LANG": "C", "LANGUAGE": "fr"}, [], "fr"),
        (None, {"LANG": "pl_PL.UTF-8"}, ["sk", "de"], "de"),
        (None, {"LC_ALL": "C.UTF-8", "LANG": "de_DE"}, ["de"], "en"),  # POSIX: C is asked for
        (None, {}, ["hu"], "hu"),
        (None, {"LANG": ""}, [], "en"),
    ],
)
def test_first_language_follows_setting_environment_and_system(
    monkeypatch: pytest.MonkeyPatch,
    setting: str | None,
    environment: dict[str, str],
    system: list[str],
    chosen: str,
) -> None:
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    monkeypatch.setattr(
        pygame.system, "get_pref_locales", lambda: [{"language": code, "country": None} for code in system]
    )
    assert system_language(setting) == chosen


PO = b"""msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Go on"
msgstr "%s"
"""


def checkout_with(root: Path, word: bytes) -> None:
    path = root / "locale" / "de" / "LC_MESSAGES" / "milestone-rally.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(PO % word)


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A source tree with one catalogue; its cache is ``cache`` in the same folder."""
    checkout_with(tmp_path, b"Weiter")
    monkeypatch.setattr(compiled_catalogues, "checkout_root", lambda: tmp_path)
    monkeypatch.setattr(compiled_catalogues.platformdirs, "user_cache_dir", lambda *_, **__: str(tmp_path / "cache"))  # type: ignore[attr-defined]
    return tmp_path


def test_checkout_compiles_stale_catalogues_and_no_others(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert compiled_catalogues.load_catalogue("de").gettext("Go on") == "Weiter"
    checkout_with(checkout, b"Vorw\xc3\xa4rts")
    assert compiled_catalogues.load_catalogue("de").gettext("Go on") == "Vorwärts"
    assert len(list((checkout / "cache" / "catalogues").iterdir())) == 1
    monkeypatch.setattr(compiled_catalogues, "compile_po", lambda *_: pytest.fail("it is compiled already"))
    assert compiled_catalogues.load_catalogue("de").gettext("Go on") == "Vorwärts"


def test_catalogue_loads_although_the_cache_cannot_be_written(checkout: Path) -> None:
    (checkout / "cache").write_text("a file where the folder should be")
    assert compiled_catalogues.load_catalogue("de").gettext("Go on") == "Weiter"


def test_installed_game_reads_the_compiled_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled_catalogues, "is_checkout", lambda: False)
    monkeypatch.setattr(compiled_catalogues, "data_root", lambda: tmp_path)
    with pytest.raises(MissingAssetError, match=r"milestone-rally\.mo: missing from the installation"):
        compiled_catalogues.load_catalogue("de")
    path = tmp_path / "locale" / "de" / "LC_MESSAGES" / "milestone-rally.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(compiled_catalogues.compile_po(PO % b"Weiter", "de"))
    assert compiled_catalogues.load_catalogue("de").gettext("Go on") == "Weiter"
