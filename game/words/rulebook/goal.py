"""The pages about the goal, the players and the cards (rules.md §2, §3)."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.cards import Card, Family, card
from game.engine.rules import Seating
from game.i18n import _, _n, _r, _rn, capital, number, term
from game.words.rulebook.cards import family_name
from game.words.rulebook.differences import removed_words
from game.words.rulebook.model import Block, Heading, Lead, Played, Point, Tiles
from game.words.rulesets import seating_line, seating_reason


def goal_blocks(played: Played) -> list[Block]:
    """What the game is about, who plays, and when a match ends."""
    voice, km = played.id, number(played.seating.distance_km)
    drive = _r(voice, "Lay exactly {km} km of road, card by card. Whoever is there first wins the leg.", km=km)
    hinder = _("You lay hazards in the others’ way, and they in yours.")
    exactly = _("A card that would take you too far cannot be laid.")
    blocks: list[Block] = [
        Lead(drive),
        Point(_("Exactly there"), f"{hinder} {exactly}", icon="flag", cards=(card("km_200"), card("stop"), card("go"))),
        Point(_("Who plays"), _who(played), icon="person"),
        Point(capital(term("match", voice)), match_text(played), icon="trophy"),
    ]
    if played.may_extend:
        far = number(played.rules.extended_km)
        longer = _r(voice, "Whoever arrives at {km} km may have all drive on to {far} km instead.", km=km, far=far)
        blocks.append(Point(capital(term("extension", voice)), longer, icon="arrow"))
    return blocks


def _who(played: Played) -> str:
    setup = played.setup
    if setup.seating is Seating.TEAMS:
        share = _("Partners sit opposite each other and share one display, one car and one score.")
        hidden = _("Nobody sees another’s hand, not even the partner’s.")
    else:
        share = _("Every driver has a display, a car and a score.")
        hidden = _("Hands are hidden; everything on the table is open.")
    parts = [f"{seating_line(setup)}.", share, hidden, seating_text(played)]
    return " ".join(part for part in parts if part)


def seating_text(played: Played) -> str:
    """What the booklet has instead of a seating of ours, and why which cards are left out; else nothing (D2)."""
    reason, removed = seating_reason(played.setup), played.seating.removed
    return " ".join(part for part in (reason, _left_out(played.id, removed)) if part) if reason else ""


def _left_out(voice: str, removed: Sequence[Card]) -> str:
    return _("Left out of the deck: {cards}.", cards=removed_words(voice, removed)) if removed else ""


def match_text(played: Played) -> str:
    """How long a match is, and who wins it."""
    voice, setup = played.id, played.setup
    if setup.legs:
        length = _rn(voice, "It lasts {n} leg.", "It lasts {n} legs.", setup.legs)
    else:
        points = number(setup.target_score or 0)
        length = _r(voice, "Legs are driven until a side has {points} points or more.", points=points)
    highest = _r(voice, "The highest total wins; if two are level, one more leg is driven.")
    return f"{length} {highest}"


def cards_blocks(played: Played) -> list[Block]:
    """Every card with its picture and its number, family by family."""
    voice, counts = played.id, played.counts
    km = number(sum(shown.km * count for shown, count in counts.items()))
    cards = _n("{n} card", "{n} cards", sum(counts.values()))
    lead = _("In the deck: {cards}, with {km} km of road among them.", cards=cards, km=km)
    blocks: list[Block] = [Lead(lead)]
    for family in Family:
        blocks += [
            Heading(family_name(family, voice)),
            Lead(_family_about(family, voice)),
            Tiles(tuple((shown, count) for shown, count in counts.items() if shown.family is family)),
        ]
    removed = played.seating.removed
    if removed:
        seats = _n("With {n} player", "With {n} players", played.setup.seats)
        blocks.append(Point(seats, seating_text(played) or _left_out(voice, removed), icon="cards"))
    return blocks


def _family_about(family: Family, voice: str) -> str:
    match family:
        case Family.DISTANCE:
            return _("They carry you along, as long as you are rolling.")
        case Family.HAZARD:
            return _("They stop others or slow them down.")
        case Family.REMEDY:
            return _("They get you going and put right what others did to you.")
    return _r(voice, "One of each in the whole deck. Laid, a safety makes you immune for the rest of the leg.")
