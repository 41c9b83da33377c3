"""The catalogues are proofread, and the proofreader sees what it is there for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from catalogues import catalogue_path, read, translated
from proofreading import AVOIDED, remarks

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

SAID_ONCE = {
    "en": {
        "the spelling is American": ["Kilometres", "your licence"],
        "a card is played, not laid": ["Lay a card", "{name} lays {card}"],
        "“side” is a word of the code": ["for each side"],
        "a label and a colon, no “this:”": ["It fixes this: {card}"],
        "the player is spoken to in short forms": ["It cannot go on", "{name} could not decide"],
        "“it’s” and “you’ve” are short too": ["Then it is your turn", "Horn – you have not won"],
        "a safety protects for the rest of the leg": ["protects you for good"],
        "a problem is told in plain words": [
            "They lost the thread",
            "and went by habit",
            "They think inside the game itself",
            "This version doesn’t know that table",
        ],
        "a label says what it is": [
            "Manner",
            "Counted",
            "Becomes your match.",
            "Moving about",
            "Only now",
            "What the chance is for",
        ],
        "back out is “cancel”": ["Esc: as it was."],
        "a deal is played in runs": ["Drives", "See a drive", "Back to the drives", "{n} drive still to come"],
        "letters are a code": ["Deal number", "a deal by its number", "There is no number to paste"],
        "a name or match is saved, not kept": ["Keep this name", "Kept matches"],
        "what is saved is a race": ["A saved game can’t be read", "Your game could not be saved"],
        "a card earns, scores or is worth points": ["brings {points} points"],
        "the Roadbook is the only book": ["Go to the logbook"],
        "one goes again, or gets another turn": ["{name} goes on at once", "Your turn at once"],
        "what is over is past": ["You win the match!", "{name} wins!", "{team} win the match"],
        "files contain, cards move": ["This file holds no match", "Takes you {km} km on"],
        "the rule set is called Mille Miglia": ["Mille Miglia Regole"],
        "sides and seats are players": ["These rules don’t seat {n}.", "our own seating", "{n} drive each alone"],
        "one plays on a turn, or during it": [
            "{go} in a later turn",
            "At any time in your turn",
            "marks it in every turn",
            "gets the screen at their next turn",
        ],
        "“already” stands before its word": ["Here already: {name}", "“{name}” is here already"],
        "one quits, or goes back": ["Save and leave to title"],
        "a card is held back, not spared": ["Don’t spare your 200s", "sparing them costs more"],
        "chances are calculated": ["Still counting", "Not counted to the end", "The rest couldn’t be counted"],
        "an ellipsis follows its word": ["One moment …"],
        "whoever is in no team drives solo": ["{n} drivers, each alone", "Four alone is our own addition"],
        "one deal a day is the daily race": ["Deal of the day", "Play today’s deal"],
        "a race of one leg is no match": ["Saved matches", "Your match is safe", "On in this match."],
        "one arrives right on the line": ["Your last card is a {km}. Exactly there!"],
        "the bots play one’s cards": ["The bots are driving in your seat…"],
        "a button says where it leads": ["Title", "Show the one here"],
        "a number stands after “at”": ["A trophy from {points} points on"],
        "the tour has stages, Stop is a card": ["Next stop: {place}"],
        "a week is won with a trophy": ["First cup"],
        "an average is told per leg": ["Attacks a race", "Parried per race"],
        "one is a win short of a star": [
            "Only the win was missing for {star}",
            "One hit fewer would have been enough for {star}",
        ],
        "whoever can’t move is stuck": ["You stood for {rounds} rounds", "You waited for {n} rounds and never rolled"],
        "one leads from start to finish": [
            "You were ahead from beginning to end",
            "You were {km} km behind, and at the end only {left}",
        ],
        "one starts with a limit": ["Everyone starts behind a limit of 50", "Behind a 50"],
        "the title screen is the main menu": ["Back to title"],
        "a computer is no machine": ["Settings of this machine"],
        "“anymore” is one word": ["You need neither {card} nor {second} any more."],
        "one has two of a card": ["You hold {card} twice.", "Discard a card you have twice: {card}."],
        "rather no “rather {} than”": ["Rather {rival} than {other}: {rival} plays sooner."],
        "what might have been takes “would”": ["Without a 200, {star} was yours"],
        "one looks back, nobody reviews": ["Review a race to find new ones."],
    },
    "de": {
        "“beenden” needs an object": ["Wenn du jetzt beendest, ist es weg.", "Wenn du beendest, ist alles weg."],
        "a Trumpfkarte protects to the end of the leg": ["schützt für immer", "schützt dich für den Rest der Etappe"],
        "a list of several takes the plural": ["Trifft dich nicht mehr: {hazards}", "Davon zählt nur: {items}."],
        "one deal a day is the Tagesrennen": ["Mischung des Tages", "Code des Blatts", "sieben Blätter", "Nach Nummer"],
        "what is saved is a Rennen": [
            "Dein Spiel ist sicher",
            "Gespeichertes Spiel",
            "Übungsspiel",
            "Aufbewahrte Rallyes",
        ],
        "a hazard is aufgehoben, a card aufgespart": [
            "Heb sie noch auf",
            "aufgehoben für später: {card}",
            "besser für später aufgehoben",
            "nichts aufzuheben",
        ],
        "what can be played is spielbar": ["Nichts auszulegen"],
        "the car is the Auto": ["repariert den Wagen"],
        "what is over is past": ["Du gewinnst!", "Du und {partner} gewinnt die Rallye!"],
        "one resets: zurücksetzen": ["Statistik neu beginnen", "Alle Meilensteine sind neu zu erreichen"],
        "an average is the Schnitt": ["Mittel aus zehn", "Mittel der letzten zehn Etappen"],
        "nobody says it so any more": [
            "was der beste Fahrer täte",
            "was ein Mensch sähe",
            "auf dem es sich öffnen ließe",
            "sanfte Gegner",
            "Vier einzeln ist unsere Ergänzung",
        ],
        "what was played is the Verlauf": ["Zum Fahrten\u00adbuch"],
        "a key and a button are “etwas”": ["{key} ist fest belegt: Nimm eine andere."],
        "after one card one plays again": ["nachziehen und noch eine spielen."],
        "a card’s name needs “die Karte”": ["Niemand fährt. Leg {card} auf den leuchtenden Stapel."],
        "who wins the leg wins the Rallye": ["Wer sie gewinnt, gewinnt alles."],
        "a problem is told in plain words": ["hat den Faden verloren", "fuhr nach Gefühl"],
        "one attacks: angreifen": [
            "Wer trifft wen",
            "Du triffst {name} {n}-mal je Etappe.",
            "höchstens einmal getroffen",
        ],
        "orders are short: wähl, drück": ["Wähle ein Profil.", "Lösche zuerst eins."],
        "who takes over drives again": ["Übernehmen", "Wer übernimmt?"],
        "the name of a card stands in its sentence": [
            "Du fährst wieder. Leg diese Karte aus: {card}.",
            "Spiel diese Karte gegen {rival}: {card}.",
        ],
        "a computer is a Computer": ["Einstellungen dieses Rechners"],
        "goals are imperatives": [
            "Mit {points} Punkten Vorsprung gewinnen",
            "Nach Punkten Platz 1 oder 2 erreichen",
            "Ohne 200er gewinnen",
        ],
        "whoever has fewer points is behind": ["{name}: {n} Punkte zu wenig"],
        "a rate is told with “je”": ["Angriffe pro Rennen", "{card} bremst {rival} auf {km} km im Zug."],
        "a distance is a Kilometerkarte": ["{card} ist die kürzeste deiner {n} Streckenkarten."],
        "one drives with a Limit, not under it": ["Alle starten unter einem Limit."],
        "the name of a safety may be a plural": [
            "Hier: {safety} bringt {points} Punkte.",
            "{a} zuerst; {b} kann warten.",
        ],
        "a card is in no hurry": ["{rival}: nur noch {km} km. {card} eilt."],
    },
    "fr": {
        "a botte protects to the end of the leg": [
            "te protège pour de bon",
            "Protège définitivement",
            "jusqu’à la fin de la manche de\u202f: {hazards}",
        ],
        "what was played is the journal": ["Aller au carnet de route"],
        "a problem is told in plain words": [
            "a perdu le fil",
            "joué par habitude",
            "un passage à vide",
            "Ils réfléchissent dans le jeu même",
            "Le fichier est abîmé",
        ],
        "a milestone is a succès": ["Borne atteinte", "toutes les bornes", "Sonnette douce – une borne"],
        "nothing agrees with the player": ["C’est pour toi seul.", "Grand lecteur", "Aussitôt reparti"],
        "a card’s name follows “la carte”": [
            "Il te faut {go}",
            "il faut encore {card}",
            "Tu roules sans {go}",
            "il faut {remedy} à {rival}",
        ],
        "one is taken “en avant”": ["T’avance de {km} km"],
        "what a page goes back to is “par défaut”": [
            "de nouveau comme à l’origine",
            "leur valeur d’origine",
            "comme avant",
        ],
        "a bot drives in one’s place": ["Un bot roule pour toi", "Un bot a roulé pour {names}"],
        "“et toi” is taken up by “vous”": ["{partner} et toi gagnez", "{partner} et toi avez gagné"],
        "a seating of ours is a variante": ["c’est notre ajout"],
        "any card may be played, not one just drawn": ["Tire {n} cartes et joues-en une."],
        "a hand that is seen is visible": ["cartes ouvertes"],
        "points on top are a prime": ["un gros bonus"],
        "who wins the leg is its vainqueur": ["celui qui la gagne gagne le rallye"],
        "what was played is seen again in the replay, television has rediffusions": ["Rediffusion"],
        "a puzzle is a problème": ["Énigme {n} sur {total}"],
        "the finish is the arrivée": ["Arrive au but avec un 25"],
        "nobody talks like that": ["Ton coup d’alors", "Voilà qui valait mieux", "Jouer celle du jour"],
        "nothing agrees with a driver": ["Pas encore croisé", "ils t’ont vu venir"],
        "the bots play one’s cards": ["Les bots roulent à ta place…"],
        "one answers du tac au tac": ["Tu as paré une attaque sur-le-champ"],
        "no “qui” without “celui”": ["Attaque qui a été épargné jusque-là.", "Aime attaquer, surtout qui mène."],
        "what is saved is a partie": ["Courses enregistrées", "Chaque course que tu commences est conservée ici"],
        "what is meant has a name, no “ceci”": ["{a} te débarrasse de ceci : {hazard}."],
        "a point is scored, a pin is a repère": ["Point suivant", "Point {n}, ton tour {turn}"],
        "“le 25” would make “du”": ["Tu as {n} cartes : tu peux te passer de {card}."],
        "a name with a vowel would need “d’” or “qu’”": [
            "La conduite de {name}",
            "Plutôt {rival} que {other}",
            "C’est au tour de {name}.",
        ],
        "a distance is masculine, other cards are not": [
            "Tu peux en défausser une.",
            "Peu importe laquelle tu défausses.",
        ],
        "“plus” could mean “no longer”": ["{second} te sert plus.", "Des retards, et plus que {left} à la fin"],
    },
    "it": {
        "a “carta segnata” is a cheat’s": ["la carta segnata"],
        "a super-carta protects to the end of the leg": ["protegge per sempre", "protegge per il resto della tappa"],
        "what was played is the cronaca": ["Vai al diario di viaggio"],
        "a problem is told in plain words": ["ha perso il filo", "giocato per abitudine"],
        "what a page goes back to is “predefinito”": ["Tutto torna come in origine", "usa i valori iniziali"],
        "points on top are a bonus": ["Premio senza 200 né 100"],
        "“prolungare” needs an object, and “fino a”": ["Prolunga a {km} km", "non prolungare", "Hai prolungato"],
        "“seguente” is “successivo”": ["Lingua seguente"],
        "a tie is “in caso di parità”": ["Vince il totale più alto; in parità si corre un’altra tappa."],
        "not only a mouse presses": ["Fai clic per scartare: {card}."],
        "any card may be played, not one just drawn": ["Pesca {n} carte e giocane una."],
        "a key and a button are “qualcosa”": ["scegli un altro tasto."],
        "those who race against each other are not “soli”": ["in {n} si gioca da soli", "Quattro giocatori da soli"],
        "“contro te e {partner}”": ["contro di te e {partner}"],
        "a card with no gender is “giocabile”": [
            "Permesso contro ogni avversario in marcia.",
            "Non permesso con: {card}.",
        ],
        "an ellipsis follows its word": ["Riprendi come …"],
        "no article before a date": ["l’ultima il {date}", "Gioca il {day}"],
        "the lead is the comando": ["Hai preso la testa al turno {n}"],
        "kilometers are svantaggio, time is ritardo": ["Avevi {km} km di ritardo"],
        "nothing agrees with a driver": ["Mai incontrato"],
        "one deal a day is the gara del giorno": ["Smazzata del giorno"],
        "a gara is feminine": ["Finiti", "Eliminato: {name}"],
        "a race is a gara": ["La corsa è finita", "Ogni corsa comincia da zero", "Per le prime corse"],
        "“il 25” would make “del”": ["{a} vale {km} km in più di {b}.", "{card} ti mancherà meno di {second}."],
        "a punto is scored, a pin is a segnaposto": ["Prossimo punto", "Punto precedente"],
        "one drives on: avanzare": ["Tanto ora non puoi viaggiare: {card} può aspettare."],
        "two things are compared by “meglio {} che”": ["{a} vince più spesso che {b}."],
        "Assistenza is a setting, help are aiuti": ["{n} tappe con assistenza non contate"],
    },
    "hu": {
        "an ütőkártya protects to the end of the leg": ["végleg megvéd"],
        "what was played is the napló": ["Az útinaplóhoz"],
        "a problem is told in plain words": ["elvesztette a fonalat", "megszokásból lépett"],
        "whoever is in no team drives egyénileg": ["{n} versenyző, mindenki egyedül"],
        "what a page goes back to is alaphelyzet": ["újra az alapértékük érvényes", "az alapbeállításokkal játszik"],
        "what names a deal is a kód": ["A leosztás száma", "Játék szám szerint"],
        "one after the other is egymás után": ["győzelem sorban, most {n}", "Sorban három"],
        "amíg with a nem could be while or until": [
            "amíg a felhúzó pakli nem üres.",
            "Addig folyik, amíg senkinek sincs több lapja.",
        ],
        "a bot is also a stick: one plays “bot ellen”": ["Legfeljebb öt bottal játszol"],
        "a distance before a noun is “km-es”": ["400 km hátrányból"],
        "who plays against you is a bot": ["Legfeljebb öt gépi ellenféllel játszol"],
        "some numbers need “az”": ["A {n}. hét ralija", "A {n}. lépésed"],
        "a list of several takes the plural": [
            "Ettől véd: {stop}, {limit}.",
            "A fenti sorokból csak ez számít: {items}.",
        ],
        "not only a mouse presses": ["Kattints, és megnézheted.", "Kattints az eldobáshoz: {card}."],
        "drivers are versenyzők": ["A vezetők arca"],
        "one deal a day is a nap futama": ["A nap leosztása", "Napi leosztások"],
        "a lap is a card, a tab a fül": ["Következő lap"],
        "a pont is a point, a pin a jelölés": ["Előző pont", "{n}. pont, {turn}. lépés"],
        "the daily race is a nap futama": ["Napi futam, {date}", "Versenyezz hét napi futamon."],
        "gentle bots are szelíd": ["lassú tempó, könnyű ellenfelek"],
        "a distance is a kilométerkártya": ["{n} távolságlap van nálad."],
        "one has a villámválasz, nobody announces it": ["Mondj be egy villámválaszt."],
        "who is hit stands first, with “miatt”": ["{card} megállítja: {rival}.", "{card} {km} km-re fogja: {rival}."],
    },
}
"""What was said before it was decided against, by language and reason."""


@pytest.mark.parametrize(
    ("code", "why", "said"),
    [(code, why, said) for code, reasons in SAID_ONCE.items() for why, them in reasons.items() for said in them],
)
def test_proofreader_marks_words_decided_against(code: str, why: str, said: str) -> None:
    assert [remark for remark in remarks(code, said, said) if remark.endswith(f": {why}")]


def test_words_decided_against_were_all_used_once() -> None:
    assert {code: set(reasons) for code, reasons in AVOIDED.items()} == {
        code: set(reasons) for code, reasons in SAID_ONCE.items()
    }


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
