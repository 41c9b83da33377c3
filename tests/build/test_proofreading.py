"""The catalogues are proofread, and the proofreader sees what it is there for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from catalogues import catalogue_path, read, translated
from proofreading import remarks, words_to_avoid

from game.engine.rules import RULE_SETS
from game.words import vocabulary
from tests.templates import own_template

ROOT = Path(__file__).parents[2]
CODES = translated(ROOT)


@pytest.mark.parametrize(
    ("code", "source", "said", "remark"),
    [
        ("de", "Go on", "Weiter  fahren", "has two spaces in a row"),
        ("de", "Go on", "Weiter ", "begins or ends with a space"),
        ("de", "Go on…", "Weiter...", "has three dots for an ellipsis"),
        ("it", "The tank", "l'autobotte", "has a straight apostrophe"),
        ("de", "Go on.", "Weiter", "ends with '', the source with '.'"),
        ("hu", "Go on?", "Tovább.", "ends with '.', the source with '?'"),
        ("de", "“Go”", "“Los”", "has the quotation marks ”"),
        ("hu", "“Go”", "„Rajt“", "has the quotation marks “"),
        ("fr", "“Go”", "«Partez»", "has no narrow no-break space before »"),
        ("fr", "“Go”", "«Partez\u202f»", "has no narrow no-break space after «"),
        ("fr", "Go!", "Partez!", "has no narrow no-break space before !"),
        ("fr", "Go: {card}", "Partez : {card}", "has no narrow no-break space before :"),
        ("fr", "Go: {card}", "Partez\u00a0: {card}", "has a wide no-break space"),
        ("fr", "Go…", "Partez …", "has a space before its punctuation"),
        ("it", "Go: {card}", "Via : {card}", "has a space before its punctuation"),
        ("fr", "Drive 10,000 km", "Roule 10 000 km", "has a space that breaks a number"),
        ("eo", "Go on", "Antaŭen  ", "has two spaces in a row"),
    ],
)
def test_proofreader_marks_mistakes(code: str, source: str, said: str, remark: str) -> None:
    assert remark in list(remarks(code, source, said))


@pytest.mark.parametrize(
    ("code", "source", "said"),
    [
        ("fr", "You won the match!", "Tu as gagné le rallye\u202f!"),
        ("fr", "Today", "Auj."),
        ("fr", "The leaflet “Mille”", "La feuille «\u202fMille\u202f»"),
        ("de", "One moment…", "Einen Moment …"),
        ("de", "The leaflet “Mille”", "Das Faltblatt „Mille“"),
        ("it", "The leaflet “Mille”.", "Il foglio «Mille»."),
        ("hu", "The leaflet “Mille”", "A „Mille” lap"),
        ("en", "The leaflet “Mille”", "The leaflet “Mille”"),
    ],
)
def test_proofreader_leaves_good_words_alone(code: str, source: str, said: str) -> None:
    assert list(remarks(code, source, said)) == []


# -- words decided against --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "why", "said"),
    [(code, it["why"], said) for code in ("en", *CODES) for it in words_to_avoid(code) for said in it["said"]],
)
def test_proofreader_marks_words_decided_against(code: str, why: str, said: str) -> None:
    assert [remark for remark in remarks(code, said, said) if remark.endswith(f": {why}")]


def test_words_decided_against_were_all_said_once() -> None:
    assert not [it["why"] for code in ("en", *CODES) for it in words_to_avoid(code) if not it["said"]]


@pytest.mark.parametrize(
    "said",
    [
        "Chance to win the match: {better} instead of {worse}.",
        "Whoever has the most kilometers wins the leg.",
        "the drive reports an error",
        "Who drives?",
        "{name} drives here already.",
        "Rules as in the Italian leaflet “Mille Miglia Regole”",
        "Number {n}: {card}",
        "Your driver’s license",
    ],
)
def test_proofreader_accepts_words_that_only_look_alike(said: str) -> None:
    assert list(remarks("en", said, said)) == []


# -- nothing is left in English ---------------------------------------------------------------------------------------

ALIKE = {
    "de": {
        "Stop",
        "Normal",
        "Benzin",
        "Team",
        "Limit",
        "Version",
        "km",
        "Name",
        "Ring",
        "Pause",
        "Controller",
        "Navigation",
        "Garage",
        "Roadster",
        "Coupé",
        "Pass",
        "Kilometer",
        "Bots",
        "Code",
    },
    "fr": {
        "bot",
        "bots",
        "Collection",
        "Stop",
        "Replay",
        "Accident",
        "Menu",
        "Distance",
        "Total",
        "point",
        "points",
        "Points",
        "Licenses",
        "Page",
        "Version",
        "km",
        "coups",
        "fourrés",
        "Pause",
        "Place",
        "Score",
        "Normal",
        "Action",
        "Triangle",
        "page",
        "Navigation",
        "silence",
        "Garage",
        "Roadster",
        "Coupé",
        "bronze",
        "Bots",
        "Code",
        "Protection",
    },
    "it": {
        "bot",
        "Stop",
        "Menu",
        "Esc",
        "no",
        "km",
        "coups",
        "fourrés",
        "Roadbook",
        "Controller",
        "Replay",
        "Garage",
        "Coupé",
        "No",
    },
    "hu": {"Stop", "km", "Roadster", "bot"},
}
"""Words that are the same in English, looked at one by one; and, in any language, the names of drivers."""
ON_KEYS = {
    "Tab",
    "Alt",
    "Select",
    "Start",
    "Esc",
    "Ctrl",
    "Enter",
    "D",
    "Backspace",
    "Ins",
    "Shift",
    "Home",
    "End",
    "Pause",
}
"""What stands on keys and controllers, where it does so in English."""
DRIVERS = {"Leo", "Bruno", "Hugo", "Carla", "Irma", "Nina"}

SAME_IN_ALL = {"Winning Moves 2006", "Piatnik 2006", "1000 Bornes, Dujardin", "Mille Miglia", "1000 Bornes"}
"""Names of rule sets, which are not translated."""


def forms(text: object) -> list[str]:
    return [text] if isinstance(text, str) else [str(form) for form in text]  # type: ignore[attr-defined]


def words_of(catalogue: Catalog) -> list[tuple[Message, str, str]]:
    """Each message with a source form and what is said for it."""
    found = []
    for message in catalogue:
        if message.id:
            sources = forms(message.id)
            for i, said in enumerate(forms(message.string)):
                found.append((message, sources[min(i, len(sources) - 1)], said))
    return found


@pytest.mark.parametrize("code", CODES)
def test_translations_leave_nothing_in_english(code: str) -> None:
    left = {
        said
        for _, source, said in words_of(read(catalogue_path(ROOT, code), code))
        if said == source
        and not set(re.findall(r"[^\W\d_]+", re.sub("{.*?}", "", said))) <= ALIKE[code] | ON_KEYS | DRIVERS
    }
    assert left <= SAME_IN_ALL


# -- the booklet's words in every sentence ----------------------------------------------------------------------------

SAID = """
coups? fourrés? | Blitzaktion | actions?-éclair | coups?-fourrés? | azion[ei]-lampo | fall[oi] | villámválasz
legs? | Etappe | étape | manche | tapp[ae] | partit[ae] | szakasz
match | Rallye | rallye | partie | rally | rally | rally
safeties|safety | Trumpfkarte|Trümpfe | botte | botte | super-cart | cart[ae] stivale|stivali | ütőkárty
draw pile | Abnahmestapel | pioche | sabot | mazzo d’acquisto | pila di pesca | felhúzó pakli
discard pile | Ablagestapel | défausse | défausse | mazzo di deposito | mazzo di deposito | eldobott
battle pile | Aktionsstapel | pile d’action | pile de bataille | mazzo d’azione | mazzo d’azione | akciópakli
speed pile | Geschwindigkeitsstapel | pile de vitesse | pile de vitesse | mazzo di velocità | mazzo di velocità | sebességpakli
extension | Verlängerung | prolongation | allonge | prolungamento | prolungamento | hosszabbít
shut-outs? | Schneider | en rade | capot | ferm[oi] | ferm[oi] | durr-defekt
delayed action | Krönung | couronnement | couronnement | coronamento | coronamento | végsebesség
"""  # noqa: E501 - a term of the source, and what a sentence with it must hold in each booklet's words
COLUMN = {"de": 1, "fr": 2, "it": 4, "hu": 6}
OWN_COLUMN = {("fr", "dujardin"): 3, ("it", "mille_miglia"): 5}
SAID_ROWS = [line.split(" | ") for line in SAID.strip().splitlines()]

FRENCH, ITALIAN = ("winning_moves", "piatnik", ""), ("winning_moves", "piatnik", "dujardin", "")
ELSEWHERE: list[tuple[str, tuple[str, ...], str]] = [
    ("fr", FRENCH, r"coups?-fourrés?|\bmanches?\b|\bsabot|\ballonge\b|\bcapot|feu rouge|parade|de bataille"),
    ("fr", ("dujardin", ""), r"actions?-éclair|\bétape\b|\brallye|\bpioche|prolongation|en rade|d’action|\bstop\b"),
    ("it", ITALIAN, r"\bfall[oi]\b|stivale|stivali|pila di pesca|semaforo|foratura|cisterna|fuori benzina"),
    ("it", ("mille_miglia", ""), r"azion[ei]-lampo|\btapp[ae]\b|super-cart|mazzo d’acquisto|onda verde|carta-ostacolo"),
    ("de", (*RULE_SETS, ""), r"coup(?!é)|etape|crevaison|joker|sicherheit|ziehstapel|\bgefahr\b"),
    ("hu", (*RULE_SETS, ""), r"húzópakli|dobópakli|villámakció|biztonság"),
]  # fmt: skip
"""Words that belong to another booklet, or to none, and must not be said under these contexts ("" is none)."""

NOT_IN_PLAY = {
    *("game/words/rulesets.py", "build/store_listing.py"),
    *("game/features/milestones/model.py", "game/features/statistics/page.py"),
    *("game/features/statistics/panels.py", "game/features/drivers/sheet.py", "game/words/profiles.py"),
}
"""What is said about one rule set stands in that one's words, without its context. A software shop
has none. What counts legs of all rule sets is in the words of the box that lies in most cupboards.
"""


def plain(text: str) -> str:
    """Without what is filled in and soft hyphens, in small letters."""
    return re.sub("{.*?}", "", text).replace("\u00ad", "").casefold()


@pytest.mark.parametrize("code", CODES)
def test_sentences_with_a_term_use_the_rulebook_word(code: str) -> None:
    wrong = []
    for message, source, said in words_of(read(catalogue_path(ROOT, code), code)):
        if message.context not in RULE_SETS or source in vocabulary.TERMS.values():
            continue  # a term by itself is held against the table in test_i18n.py
        for row in SAID_ROWS:
            word = row[OWN_COLUMN.get((code, message.context), COLUMN[code])]
            if re.search(rf"\b({row[0]})\b", plain(source)) and not re.search(word.casefold(), plain(said)):
                wrong.append((message.context, source, said, word))
    assert wrong == []


@pytest.mark.parametrize(("code", "booklets", "words"), ELSEWHERE)
def test_translations_use_no_word_of_another_rulebook(code: str, booklets: tuple[str, ...], words: str) -> None:
    elsewhere = {message.id for message in own_template() if NOT_IN_PLAY & {place for place, _ in message.locations}}
    assert [
        (message.context, source, said)
        for message, source, said in words_of(read(catalogue_path(ROOT, code), code))
        if (message.context if message.context in RULE_SETS else "") in booklets
        and message.id not in elsewhere
        and re.search(words.casefold(), plain(said))
    ] == []


# -- a side is what players call it ------------------------------------------------------------------------------------


def said_in(code: str) -> list[str]:
    """All that a catalogue says."""
    return [said for _, _, said in words_of(read(catalogue_path(ROOT, code), code))]


SIDE = {
    "de": r"\b(je|jede|eine|die|der|keine|alle) seiten?\b(?! füllt)",
    "fr": r"\bcamps?\b",
    "it": r"\b(ogni|una|tutte le|la stessa|alla|per|tua) part[ei]\b",
    "hu": r"\bfél(nek|enként|ért|é|hez)?\b|\btérfél",
}
"""What a side would be, word for word; players say player or team, by seating (docs/translating.md)."""


@pytest.mark.parametrize("code", SIDE)
def test_translations_call_a_side_a_player_or_a_team(code: str) -> None:
    assert [text for text in said_in(code) if re.search(SIDE[code], plain(text))] == []


# -- one way to speak to the player -----------------------------------------------------------------------------------

FORMAL = {
    "de": r"(?<=[a-zäöüß,] )(Sie|Ihnen|Ihr|Ihre[mnrs]?)\b",
    "fr": r"\b(?i:votre|vos|veuillez|appuyez|cliquez|jouez|posez)\b|(?<!et toi, )\bvous ",
    "it": r"\b(Lei|Suo|Sua|Suoi|Sue)\b|\b(?i:prema|clicchi|scelga|trascini)\b",
    "hu": r"\b(Ön|Önnek|Önt|ön|önnek|önt|kérjük|kattintson|válasszon|nyomjon|húzzon|rakjon)\b",
}
"""The polite address, which no language of ours uses (docs/translating.md); French “et toi, vous” is two friends."""


@pytest.mark.parametrize("code", FORMAL)
def test_translations_address_the_player_informally(code: str) -> None:
    assert [text for text in said_in(code) if re.search(FORMAL[code], text)] == []
