"""Check messages for typography and style: spaces, quotation marks, punctuation, and words to avoid.

The rules are in docs/translating.md. A language that is not named here is checked by the rules for all languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

_NARROW = "\u202f"
_NO_BREAK = "\u00a0"
_ENDS = ".?!:…"

_QUOTES = {"en": "“”", "de": "„“", "fr": "«»", "it": "«»", "hu": "„”"}
_ANY_QUOTE = frozenset('"“”„«»‚‘‹›')

AVOIDED: Mapping[str, Mapping[str, str]] = {
    "en": {
        "the spelling is American": r"metre|colour|licence|\btyre|defence|spanner|favour|centre\b|\bgrey\b",
        "a card is played, not laid": r"\b(lay|lays|laid|laying)\b",
        "“side” is a word of the code": r"(?<!side by )\bsides?\b(?! by side)",
        "a label and a colon, no “this:”": r"\b(this|these|that)( card| one)?: {",
        "the player is spoken to in short forms": r"\b(cannot|could not decide|do not|does not|did not)\b",
        "“it’s” and “you’ve” are short too": r"\bit is your\b|\byou have (not )?won\b",
        "a safety protects for the rest of the leg": r"\bfor good\b",
        "a problem is told in plain words": r"lost the thread|went by habit|inside the game itself|\bthat table\b",
        "a label says what it is": r"^(manner|counted|becomes your .*|moving about|only now|.*what the chance is for)$",
        "back out is “cancel”": r"\bas it was\b",
        "a deal is played in runs": r"^drives$|\ba drive\b|\bthe drives\b|\bdrives? still\b",
        "letters are a code": r"\b(deal|this|same|its|by) number\b|\bnumber to paste\b",
        "a name or match is saved, not kept": r"\bkeep this name|\bkept matches",
        "what is saved is a race": r"\bsaved game\b|\byour game could\b",
        "a card earns, scores or is worth points": r"\bbrings?\b",
        "the Roadbook is the only book": r"\blogbook",
        "one goes again, or gets another turn": r"\b(goes on|turn) at once\b",
        "what is over is past": r"(?<!to )\bwins? the match\b|\bwins?!",
        "files contain, cards move": r"\bholds no match\b|\btakes you {} km\b",
        "the rule set is called Mille Miglia": r"(?<!“)mille miglia regole",
        "sides and seats are players": r"\bdon’t seat\b|\bour own seating\b|\bdrive each\b|\blater seat\b",
        "one plays on a turn, or during it": r"\b(in|at) (your|their|every|a later) (next )?turn\b",
        "“already” stands before its word": r"\bhere already: {}|\bis here already\b",
        "one quits, or goes back": r"\bleave to\b",
        "a card is held back, not spared": r"\bspar(e|ing) (your|them)\b",
        "chances are calculated": r"\b(still counting|not counted to|be counted$)",
        "an ellipsis follows its word": r"\s…",
        "whoever is in no team drives solo": r"\beach alone\b|\b(four|{}) alone\b",
        "one deal a day is the daily race": r"\bdeals? of the day\b|\btoday’s deal\b",
        "a race of one leg is no match": r"\b(saved|your|last|this) match(es)?\b",
        "one arrives right on the line": r"\bexactly there\b",
        "the bots play one’s cards": r"\bin your seat\b",
        "a button says where it leads": r"^title$|\bthe one here\b",
        "a number stands after “at”": r"\bpoints on$",
        "the tour has stages, Stop is a card": r"\bnext stop\b",
        "a week is won with a trophy": r"\bcups?\b",
        "an average is told per leg": r"\b(attacks|parried) (a|per) race\b",
        "one is a win short of a star": r"\bwas missing for\b|\bwould have been enough\b",
        "whoever can’t move is stuck": r"\bstood for\b|\bnever rolled$",
        "one leads from start to finish": r"\bfrom beginning to end\b|\band at the end only\b",
        "one starts with a limit": r"\bbehind a (limit of )?50\b",
        "the title screen is the main menu": r"\bback to title\b",
        "a computer is no machine": r"\bmachine\b",
        "one has two of a card": r"\b(hold|have) ({}|a card|.* you have) twice\b|\bhave twice\b",
        "rather no “rather {} than”": r"^rather {}",
        "what might have been takes “would”": r"^(without|one) .*, and? ?{} was yours|, {} was yours$",
        "one looks back, nobody reviews": r"\breview a race\b",
        "“anymore” is one word": r"\bany more(?=[.,:;]| and\b)",
    },
    "de": {
        "“beenden” needs an object": r"\bwenn du (jetzt )?beendest\b",
        "a Trumpfkarte protects to the end of the leg": r"\bfür immer\b|\bfür den rest\b",
        "a list of several takes the plural": r"\b(trifft dich nicht mehr|zählt nur): {",
        "one deal a day is the Tagesrennen": r"\bblatts?\b|\bblätter\b|\bnach nummer\b|\bmischung",
        "what is saved is a Rennen": r"\bdein spiel\b|gespeicherte[ns]? spiel|übungsspiel|aufbewahrte",
        "a hazard is aufgehoben, a card aufgespart": r"heb sie noch auf\b|aufgehoben für|später aufgehoben|aufzuheben",
        "what can be played is spielbar": r"\bnichts auszulegen\b",
        "the car is the Auto": r"\bwagen\b",
        "what is over is past": r"\bgewinn(s?t)( die rallye)?!",
        "one resets: zurücksetzen": r"\bneu (beginnen|zu erreichen)\b",
        "an average is the Schnitt": r"\bmittel (der|aus)\b",
        "nobody says it so any more": r"\b(täte|sähe|liesse|sanfte|einzeln ist)\b",
        "what was played is the Verlauf": r"fahrtenbuch",
        "a key and a button are “etwas”": r"\bnimm eine andere\b",
        "after one card one plays again": r"\bnoch eine spielen\b",
        "a card’s name needs “die Karte”": r"\bleg {} auf\b",
        "who wins the leg wins the Rallye": r"\bgewinnt alles\b",
        "a problem is told in plain words": r"faden verloren|nach gefühl",
        "one attacks: angreifen": r"\bwer (wen )?trifft|\btriff(s)?t (dich {}|{})|\bgetroffen\b|\btreffer\b",
        "orders are short: wähl, drück": r"\b(wähle|drücke|lösche|benenne|installiere)\b",
        "who takes over drives again": r"\bübern(ehmen|immt)\b",
        "the name of a card stands in its sentence": r"\b(leg diese karte aus|spiel diese karte gegen {}): {}",
        "a computer is a Computer": r"\brechners?\b",
        "goals are imperatives": r"^(mit|nach|ohne) .* (gewinnen|erreichen)$",
        "whoever has fewer points is behind": r"punkte? zu wenig$",
        "a rate is told with “je”": r"\bpro (zug|rennen|etappe)\b|\bkm im zug\b",
        "a distance is a Kilometerkarte": r"streckenkarte",
        "one drives with a Limit, not under it": r"\bunter (einem|deinem) limit\b",
        "the name of a safety may be a plural": r"(?<!karte ){safety} (bringt|liegt|hilft)\b|{b} k(ann|önnte)\b",
        "a card is in no hurry": r"{card} eilt\b",
    },
    "fr": {
        "a botte protects to the end of the leg": r"\bpour de bon\b|\bdéfinitivement\b|\b(étape|manche) de\s*:",
        "what was played is the journal": r"carnet de route",
        "a problem is told in plain words": r"perdu le fil|par habitude|passage à vide|dans le jeu même|\babîmée?s?\b",
        "a milestone is a succès": r"\bbornes? (est |sont )?(atteinte|à atteindre)|\b(tes|les) bornes\b|– une borne\b",
        "nothing agrees with the player": r"\bpour toi seul|\bgrand lecteur\b|\baussitôt reparti\b",
        "a card’s name follows “la carte”": r"\b(il te faut|il faut encore|tu roules sans) {}|\bil faut {} à {}",
        "one is taken “en avant”": r"\bt’avance de\b",
        "what a page goes back to is “par défaut”": r"comme à l’origine|d’origine\b|\bcomme avant\b",
        "a bot drives in one’s place": r"\b(roule|roulé) pour (toi\b|{})",
        "“et toi” is taken up by “vous”": r"\bet toi (gagnez|avez|n’avez)\b",
        "a seating of ours is a variante": r"\bnotre ajout\b",
        "any card may be played, not one just drawn": r"\bjoues-en une\b",
        "a hand that is seen is visible": r"\bcartes ouvertes\b",
        "points on top are a prime": r"\bbonus\b",
        "who wins the leg is its vainqueur": r"\bgagne gagne\b",
        "what was played is seen again in the replay, television has rediffusions": r"\brediffusions?\b",
        "a puzzle is a problème": r"\bénigmes?\b",
        "the finish is the arrivée": r"\barrive au but\b|\bkm du but\b",
        "nobody talks like that": r"\bd’alors\b|\bvoilà qui\b|\bceux? du jour\b|\bcelle du jour\b",
        "nothing agrees with a driver": r"\bpas encore croisée?\b|\bont vue?\b",
        "the bots play one’s cards": r"\broul(ent|é)\b.* à ta place",
        "one answers du tac au tac": r"\bsur-le-champ\b",
        "no “qui” without “celui”": r"^attaque qui\b|\bsurtout qui\b",
        "what is saved is a partie": r"\bcourses enregistrées\b|\bcourse que tu commences\b",
        "what is meant has a name, no “ceci”": r"\bceci\b",
        "a point is scored, a pin is a repère": r"^point (suivant|précédent|{})",
        "“le 25” would make “du”": r"\bpasser de {}",
        "a name with a vowel would need “d’” or “qu’”": r"\b(d|qu)e {(name|rival|other|side|safety|hazard|card)}(?! p)",
        "a distance is masculine, other cards are not": r"\bdéfausser une$|\bdéfausser une\.|\blaquelle tu défausses\b",
        "“plus” could mean “no longer”": r"(?<!ne )te (sert|coûte) plus\b|\bet plus que {}",
    },
    "it": {
        "a “carta segnata” is a cheat’s": r"\bsegnat[aeio]\b",
        "a super-carta protects to the end of the leg": r"\bper sempre\b|\bper il resto della\b",
        "what was played is the cronaca": r"diario di viaggio",
        "a problem is told in plain words": r"perso il filo|per abitudine",
        "what a page goes back to is “predefinito”": r"\bin origine\b|\bvalor[ei] inizial[ei]\b",
        "points on top are a bonus": r"\bpremio\b",
        "“prolungare” needs an object, and “fino a”": r"\bprolung(hi|a) a {}|^(non )?(prolungare|hai prolungato)$",
        "“seguente” is “successivo”": r"\bseguent[ei]\b",
        "a tie is “in caso di parità”": r"[;,] in parità\b",
        "not only a mouse presses": r"\bfai clic per\b",
        "any card may be played, not one just drawn": r"\bgiocane una\b",
        "a key and a button are “qualcosa”": r"\bun altro tasto\b",
        "those who race against each other are not “soli”": r"\bsi gioca da soli\b|\bgiocatori da soli\b",
        "“contro te e {partner}”": r"\bdi te e {}",
        "a card with no gender is “giocabile”": r"^(non )?permesso (contro|in|se|anche|con)\b",
        "an ellipsis follows its word": r"\s…",
        "no article before a date": r"\bl’ultima il {}|^gioca il {}",
        "the lead is the comando": r"\b(preso|prende) la testa\b",
        "kilometers are svantaggio, time is ritardo": r"{} km di ritardo",
        "nothing agrees with a driver": r"\bmai incontrat[oa]\b",
        "one deal a day is the gara del giorno": r"\bsmazzat[ae]\b",
        "a gara is feminine": r"^(finiti|eliminati)$|^(eliminato|ripristinato): {}",
        "a race is a gara": r"\bla corsa è finita\b|\bogni corsa\b|\bprime corse\b",
        "“il 25” would make “del”": r"\bkm in più di {}|\bmeno di {}",
        "a punto is scored, a pin is a segnaposto": r"^(prossimo punto|punto precedente)$",
        "one drives on: avanzare": r"\bpu(oi|ò) viaggiare\b",
        "two things are compared by “meglio {} che”": r"\bpiù spesso che {}",
        "Assistenza is a setting, help are aiuti": r"\bcon assistenza non\b",
    },
    "hu": {
        "an ütőkártya protects to the end of the leg": r"\bvégleg",
        "what was played is the napló": r"útinapló",
        "a problem is told in plain words": r"fonalat|megszokásból",
        "whoever is in no team drives egyénileg": r"\bmindenki egyedül\b",
        "what a page goes back to is alaphelyzet": r"alapérték|alapbeállítás",
        "what names a deal is a kód": r"leosztás száma|szám szerint",
        "one after the other is egymás után": r"győzelem sorban|sorban három",
        "amíg with a nem could be while or until": r"amíg a felhúzó pakli nem|amíg senkinek sincs",
        "who plays against you is a bot": r"gépi ellen",
        "a bot is also a stick: one plays “bot ellen”": r"\bbottal játsz",
        "a distance before a noun is “km-es”": r"\bkm hátrány",
        "some numbers need “az”": r"\ba {}\. (hét|lépés)",
        "a list of several takes the plural": r"\b(ettől véd|ezzel már nem támadhatnak|csak ez számít|helyette): {}",
        "not only a mouse presses": r"\bkattints, és|\bkattints az\b",
        "drivers are versenyzők": r"\bvezetők\b",
        "one deal a day is a nap futama": r"\bnap(i)? leosztás",
        "a lap is a card, a tab a fül": r"^(következő|előző) lap$",
        "a pont is a point, a pin a jelölés": r"^(következő|előző) pont$|^{}\. pont\b",
        "the daily race is a nap futama": r"\bnapi futam(on)?\b",
        "gentle bots are szelíd": r"\bkönnyű ellenf",
        "a distance is a kilométerkártya": r"távolságlap",
        "one has a villámválasz, nobody announces it": r"\bmondj?d? be .*villámválasz",
        "who is hit stands first, with “miatt”": r"{} (megállítja|km-re fogja)",
    },
}
"""Words to avoid, by language: the reason, and a pattern on small letters with ``{}`` for inserted values, or with
their names where these matter.
"""


def remarks(code: str, source: str, said: str) -> Iterator[str]:
    """Yield what is wrong with a text, as words that follow its source: “has two spaces in a row”."""
    if re.search(r"\s\s", said):
        yield "has two spaces in a row"
    if said != said.strip() or re.search(r" \n|\n ", said):
        yield "begins or ends with a space"
    if "..." in said:
        yield "has three dots for an ellipsis"
    if "'" in said:
        yield "has a straight apostrophe"
    if re.search(r"\d \d{3}(?!\d)", said):
        yield "has a space that breaks a number"
    if _end(source) != _end(said):
        yield f"ends with {_end(said)!r}, the source with {_end(source)!r}"
    if code in _QUOTES and (wrong := _ANY_QUOTE & set(said) - set(_QUOTES[code])):
        yield f"has the quotation marks {''.join(sorted(wrong))}"
    yield from _french(said) if code == "fr" else _spaces(said)
    small = said.replace("\u00ad", "").casefold()
    plain = re.sub(r"{.*?}", "{}", small)
    for why, pattern in AVOIDED.get(code, {}).items():
        if found := re.search(pattern, small if re.search(r"{\(?\w", pattern) else plain):
            yield f"says {found.group()!r}: {why}"


def _end(text: str) -> str:
    """Return the punctuation at the very end, without quotation marks and brackets; a word cut short ends in none."""
    if re.fullmatch(r"\w{2,4}\.", text):
        return ""
    last = text.rstrip("“”„«»)" + _NARROW)[-1:]
    return last if last and last in _ENDS else ""


def _spaces(said: str) -> Iterator[str]:
    if re.search(r"\s[:;!?,.](\s|$)", said):
        yield "has a space before its punctuation"


def _french(said: str) -> Iterator[str]:
    if _NO_BREAK in said:
        yield "has a wide no-break space"
    for mark in re.finditer(r"[:;!?»]", said):
        if said[mark.start() - 1 : mark.start()] not in (_NARROW, *"!?"):
            yield f"has no narrow no-break space before {mark.group()}"
    if re.search(f"«(?!{_NARROW})", said):
        yield "has no narrow no-break space after «"
    if re.search(r"[\s]…|\s[,.](\s|$)", said):
        yield "has a space before its punctuation"
