"""The sections of the rules, from the goal to the points, written from the data of the rule set in play.

The section about differences between rule sets is not here but in ``pages``.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.cards import (
    END_OF_LIMIT,
    GO,
    HAZARDS,
    REMEDIES,
    RIGHT_OF_WAY,
    SAFETIES,
    SAFETY_AGAINST,
    SPEED_LIMIT,
    STOP,
    Card,
    Family,
    card,
)
from game.engine.rules import SCORE_ITEMS, PileEmpty, Rules, Seating
from game.features.rulebook.text.cards import family_name, hazard_text, limit_text, remedies_for
from game.features.rulebook.text.differences import (
    extension_points_words,
    nearest_words,
    pile_empty_words,
    removed_words,
    shut_out_points_words,
    shut_out_scores_words,
)
from game.features.rulebook.text.model import (
    Block,
    CardTiles,
    CoupFourrePicture,
    HazardAnswer,
    HazardAnswers,
    Heading,
    Lead,
    Point,
    PointsLine,
    PointsTable,
    RulesInPlay,
)
from game.i18n import _, _n, _r, _rn, capital, number, say
from game.i18n.punctuation import join_with_commas, label_with_text, with_full_stop
from game.words.house_rules import HOUSE_RULES
from game.words.rulesets import one_leg_line, seating_line, seating_reason
from game.words.score import item_name
from game.words.vocabulary import card_name, player_or_team_text, term

_SLOW_AND_FAST = (card("km_25"), card("km_200"))
_EXAMPLE = card("flat_tire")
_EXAMPLE_SAFETIES, _EXAMPLE_COUPS = 2, 1

# -- goal, players and cards (rules.md §2, §3) ----------------------------------------------------------------------


def goal_blocks(played: RulesInPlay) -> list[Block]:
    """Return the blocks of the page about the goal of the game, the players, and the end of a match."""
    voice, km = played.id, number(played.seating.distance_km)
    drive = _r(voice, "Play exactly {km} km of road, card by card. Whoever gets there first wins the leg.", km=km)
    hinder = _r(voice, "You play hazards on the others, and they play them on you.")
    exactly = _("A card that would take you too far can’t be played.")
    blocks: list[Block] = [
        Lead(drive),
        Point(_("On the dot"), f"{hinder} {exactly}", icon="flag", cards=(card("km_200"), STOP, GO)),
        Point(_("Who plays"), _who(played), icon="person"),
        Point(capital(term("match", voice)), match_text(played), icon="trophy"),
    ]
    if played.may_extend:
        far = number(played.rules.extended_km)
        longer = _r(voice, "Whoever reaches {km} km may extend the leg to {far} km for everyone.", km=km, far=far)
        blocks.append(Point(capital(term("extension", voice)), longer, icon="arrow"))
    return blocks


def _who(played: RulesInPlay) -> str:
    setup = played.setup
    if setup.seating is Seating.TEAMS:
        share = _("Partners sit opposite each other and share their cards on the table, a car and a score.")
        hidden = _("Nobody sees another player’s hand, not even a partner’s.")
    else:
        share = _("Every driver has cards on the table, a car and a score.")
        hidden = _("Hands are hidden; everything on the table is face up.")
    parts = [with_full_stop(seating_line(setup)), share, hidden, seating_text(played)]
    return " ".join(part for part in parts if part)


def seating_text(played: RulesInPlay) -> str:
    """Return why the seating is not in the printed rules and which cards are removed for it (D2).

    Return an empty string if the printed rules have this seating.
    """
    reason, removed = seating_reason(played.setup), played.seating.removed
    return " ".join(part for part in (reason, _left_out(played.id, removed)) if part) if reason else ""


def _left_out(voice: str, removed: Sequence[Card]) -> str:
    return _("Removed from the deck: {cards}.", cards=removed_words(voice, removed)) if removed else ""


def match_text(played: RulesInPlay) -> str:
    """Return the sentences about a match's length and winner."""
    voice, setup = played.id, played.setup
    if setup.legs:
        length = _rn(voice, "It lasts {n} leg.", "It lasts {n} legs.", setup.legs)
    else:
        points = number(setup.target_score or 0)
        length = player_or_team_text(
            setup.seating,
            _r(voice, "You drive leg after leg until a player has {points} points or more.", points=points),
            _r(voice, "You drive leg after leg until a team has {points} points or more.", points=points),
        )
    if setup.is_decided_by_leg:
        decides = one_leg_line(voice)
    else:
        decides = _r(voice, "The highest total wins; after a tie, one more leg is driven.")
    return f"{length} {decides}"


def cards_blocks(played: RulesInPlay) -> list[Block]:
    """Return the blocks of the page with all cards by family, each with its number in the deck."""
    voice, counts = played.id, played.counts
    km = number(sum(shown.km * count for shown, count in counts.items()))
    cards = _n("{n} card", "{n} cards", sum(counts.values()))
    lead = _("In the deck: {cards}, with {km} km of road.", cards=cards, km=km)
    blocks: list[Block] = [Lead(lead)]
    for family in Family:
        blocks += [
            Heading(family_name(family, voice)),
            Lead(_family_about(family, voice)),
            CardTiles(tuple((shown, count) for shown, count in counts.items() if shown.family is family)),
        ]
    removed = played.seating.removed
    if removed:
        seats = _n("With {n} player", "With {n} players", played.setup.seats)
        blocks.append(Point(seats, seating_text(played) or _left_out(voice, removed), icon="cards"))
    return blocks


def _family_about(family: Family, voice: str) -> str:
    match family:
        case Family.DISTANCE:
            return _("They carry you along, as long as you’re rolling.")
        case Family.HAZARD:
            return _("They stop other players or slow them down.")
        case Family.REMEDY:
            return _("They get you going and fix what others did to you.")
    return _r(voice, "Only one of each in the deck. Once played, a safety protects you for the rest of the leg.")


# -- turn -----------------------------------------------------------------------------------------------------------


def turn_blocks(played: RulesInPlay) -> list[Block]:
    """Return the blocks of the page about the start of a leg, a turn, and when each card may be played."""
    voice = played.id
    remedies = tuple(remedy for remedy in REMEDIES[1:] if remedy in played.counts)
    return [
        Point(_("Before the start"), _dealing(played), icon="cards"),
        Point(_("Draw"), _r(voice, "Take the top card of the draw pile, while it lasts."), number="1"),
        Point(_("Play or discard"), _laying(voice), number="2", cards=(card("km_50"), STOP)),
        Heading(_("What you can play")),
        Point(card_name(GO, voice), _starting(played), icon="play", cards=(GO,)),
        Point(family_name(Family.DISTANCE, voice), _driving(played), icon="flag", cards=_SLOW_AND_FAST),
        Point(family_name(Family.REMEDY, voice), _mending(voice), icon="check", cards=remedies),
        Point(family_name(Family.SAFETY, voice), _safeties(played), icon="shield", cards=SAFETIES),
    ]


def _dealing(played: RulesInPlay) -> str:
    dealt = _n("Each player is dealt {n} card.", "Each player is dealt {n} cards.", played.hand_size)
    first = _("The player to the dealer’s left goes first, then clockwise.")
    parts = [dealt, first]
    if played.setup.legs != 1:
        parts.append(_r(played.id, "The next player deals the next leg."))
    return " ".join(parts)


def _laying(voice: str) -> str:
    lay = _r(voice, "Play one card in front of you, or a hazard on an opponent.")
    discard = _r(voice, "Or put any card face up on the discard pile; it is out of play.")
    passed = _("If you have no cards, you are skipped.")
    return f"{lay} {discard} {passed}"


def _starting(played: RulesInPlay) -> str:
    if played.setup.options.rolling_start:
        green = _r(played.id, "An empty battle pile is green: you’re rolling from the start.")
        after = _("You need this card after anything that stops you.")
        return f"{green} {after}"
    empty = _r(played.id, "The first card on your battle pile: while it’s on top, you’re rolling.")
    again = _("You need it again after anything that stops you.")
    return f"{empty} {again}"


def _driving(played: RulesInPlay) -> str:
    rolling = _("Only while you’re rolling; under a limit, only {slow} and {fast} km.", slow=25, fast=50)
    if played.rules.starts_limited:
        ends = join_with_commas(card_name(end, played.id) for end in (END_OF_LIMIT, RIGHT_OF_WAY))
        rolling += " " + _("Everyone starts under a limit, without a card. What ends it: {cards}.", cards=ends)
    twice = player_or_team_text(
        played.setup.seating,
        _r(played.id, "At most two {km} km cards per player in a leg.", km=200),
        _r(played.id, "At most two {km} km cards per team in a leg.", km=200),
    )
    return f"{rolling} {twice}"


def _mending(voice: str) -> str:
    return _r(voice, "Only on the hazard they fix, and only in front of you.")


def _safeties(played: RulesInPlay) -> str:
    always = _("At any time during your turn, rolling or not.")
    if played.rules.safety_plays_on:
        more = _r(played.id, "You then draw and play once more, unless the draw pile is empty.")
    else:
        more = _("That’s your play for the turn.")
    return f"{always} {more}"


# -- attack and defence ---------------------------------------------------------------------------------------------


def attack_blocks(played: RulesInPlay) -> list[Block]:
    """Return the blocks of the page about remedies, safeties, where to play hazards, and how to roll again."""
    voice, rules = played.id, played.rules
    hazard, remedy, safety = (family_name(family, voice) for family in (Family.HAZARD, Family.REMEDY, Family.SAFETY))
    hazards = [attack for attack in HAZARDS if attack in played.counts]
    rows = tuple(HazardAnswer(attack, remedies_for(attack), SAFETY_AGAINST[attack]) for attack in hazards)
    never = _r(voice, "Never on another hazard, and never against its safety.")
    lands = f"{hazard_text(rules, voice)} {never}"
    stopping = tuple(attack for attack in hazards if attack is not SPEED_LIMIT)
    both = _("You can be stopped and limited at the same time.")
    limits = Point(card_name(SPEED_LIMIT, voice), f"{limit_text(played)} {both}", icon="hint", cards=(SPEED_LIMIT,))
    return [
        Lead(
            _r(
                voice,
                "Every hazard has a card that fixes it and a safety that protects you from it for the rest of the leg.",
            )
        ),
        HazardAnswers((hazard, remedy, safety), rows),
        Point(_("Stopping others"), lands, icon="pause", cards=stopping),
        *([limits] if SPEED_LIMIT in hazards else []),
        Point(_("Getting going again"), _getting_on(voice), icon="play", cards=(card("gasoline"), GO)),
        Point(card_name(RIGHT_OF_WAY, voice), _right_of_way(voice), icon="shield", cards=(RIGHT_OF_WAY,)),
    ]


def _getting_on(voice: str) -> str:
    go = card_name(GO, voice)
    return _("First the card that fixes it, then, on a later turn, {go}: only then do you roll again.", go=go)


def _right_of_way(voice: str) -> str:
    stop, go = card_name(STOP, voice), card_name(GO, voice)
    immune = _("Protects you from: {stop}, {limit}.", stop=stop, limit=card_name(SPEED_LIMIT, voice))
    rolls = _r(voice, "You roll without {go}; only another hazard stops you, until it is fixed.", go=go)
    return f"{immune} {rolls}"


# -- coup fourré ----------------------------------------------------------------------------------------------------


def coup_fourre_blocks(played: RulesInPlay) -> list[Block]:
    """Return the blocks of the page about the coup fourré: its effect, its reward, and when it is too late."""
    voice, paid = played.id, played.rules.points
    safety, more = number(paid.safety), number(paid.coup_fourre)
    undone = _r(voice, "The hazard goes to the discard pile, and the card below counts again.")
    worth = _r(voice, "The safety lies crosswise: {safety} points, and {more} more.", safety=safety, more=more)
    immune = _r(voice, "From now on, that hazard can’t hit you.")
    late = _r(voice, "If you pass it up, you can still play the safety on a later turn, without the bonus.")
    drawn = _r(voice, "A safety drawn only after the attack comes too late.")
    return [
        Lead(_r(voice, "You’re hit by a hazard and hold the safety against it: play it at once, out of turn!")),
        CoupFourrePicture(_EXAMPLE, SAFETY_AGAINST[_EXAMPLE]),
        Point(_("As if nothing had happened"), f"{undone} {immune}", number="1"),
        Point(_("Crosswise"), worth, number="2"),
        Point(_("Another turn for you"), _won_turn(played), number="3"),
        Point(_("Now or never"), f"{late} {drawn}", icon="hint"),
    ]


def _won_turn(played: RulesInPlay) -> str:
    voice, rules = played.id, played.rules
    parts = [_n("Draw {n} card and play one.", "Draw {n} cards and play one.", rules.won_turn_draws)]
    if rules.won_turn_safety_plays_on:
        parts.append(_r(voice, "If one is a safety, play it, refill your hand and play again."))
    elif rules.safety_plays_on:
        parts.append(_r(voice, "A safety played then lets you draw and play again, as usual."))
    parts.append(_r(voice, "If the draw pile is empty, you play one card from your hand."))
    parts.append(_("Anyone in between loses a turn; play goes on to your left."))
    if played.setup.seating is Seating.TEAMS:
        parts.append(_("In a team, the partner who holds the card answers and plays on."))
    return " ".join(parts)


# -- end of the leg (rules.md §3, §4.5, §4.6) -----------------------------------------------------------------------


def end_blocks(played: RulesInPlay) -> list[Block]:
    """Return the blocks of the page about the end of a leg: full distance, extension, empty draw pile."""
    voice = played.id
    km, won = number(played.seating.distance_km), number(played.rules.points.leg_won)
    arrived = _r(voice, "Whoever reaches exactly {km} km ends the leg at once: {points} points.", km=km, points=won)
    count = _r(voice, "Everyone scores points, no matter who won the leg.")
    return [
        Point(_("Arrived"), arrived, icon="flag", cards=(card("km_100"), card("km_200"))),
        Point(capital(term("extension", voice)), _extension(played), icon="arrow" if played.may_extend else "close"),
        Point(_r(voice, "The draw pile is empty"), _pile_empty(played), icon="cards"),
        Point(_("After that"), f"{count} {match_text(played)}", icon="chart"),
    ]


def _extension(played: RulesInPlay) -> str:
    voice, rules = played.id, played.rules
    km = number(played.seating.distance_km)
    if not played.seating.may_extend:
        return _r(voice, "Not here: a leg always ends at {km} km.", km=km)
    if not played.may_extend:
        return _r(voice, "Switched off here.")
    parts = [
        _r(voice, "Whoever reaches {km} km decides at once whether the leg goes on to {far} km, for everyone.",
           km=km, far=number(rules.extended_km)),
        _r(voice, "A leg can be extended only once."),
        _("It’s worth {points} points {to}.", points=number(rules.points.extension),
          to=extension_points_words(voice, rules)),
    ]  # fmt: skip
    if not rules.extension_on_empty_pile:
        parts.append(_r(voice, "Not possible once the draw pile is empty."))
    return " ".join(parts)


def _pile_empty(played: RulesInPlay) -> str:
    voice, rules = played.id, played.rules
    parts = [pile_empty_words(voice, rules.when_pile_empty)]
    if rules.when_pile_empty is not PileEmpty.TURN_OF_LAST_CARD:
        parts.append(_("If you can’t play a card, you discard one."))
    if played.may_extend and rules.when_pile_empty_extended is not rules.when_pile_empty:
        extended, ends = _r(voice, "After an extension"), pile_empty_words(voice, rules.when_pile_empty_extended)
        parts.append(label_with_text(extended, ends))
    return " ".join([*parts, nearest_words(voice, rules)])


# -- points (rules.md §5) -------------------------------------------------------------------------------------------


def scoring_blocks(played: RulesInPlay) -> list[Block]:
    """Return the blocks of the page about points, with an example."""
    voice = played.id
    blocks: list[Block] = [PointsTable(tuple(_lines(played)))]
    if played.setup.legs != 1:
        blocks.insert(0, Lead(_r(voice, "After every leg, points are added up.")))
    if played.rules.points.shut_out_side_scores != set(SCORE_ITEMS):
        scored = shut_out_scores_words(voice, played.rules)
        words = _("Of the lines above, only these count: {items}.", items=scored)
        shut_out = player_or_team_text(
            played.setup.seating, _("A player without a single kilometer"), _("A team without a single kilometer")
        )
        blocks.append(Point(shut_out, words, icon="close"))
    example = example_lines(played)
    return [*blocks, Heading(_("An example")), Lead(_example_words(played)), PointsTable(example, has_total=True)]


def _lines(played: RulesInPlay) -> list[PointsLine]:
    paid = played.rules.points
    worth = {
        "km": paid.km, "safeties": paid.safety, "all_four": paid.all_four, "coups_fourres": paid.coup_fourre,
        "leg_won": paid.leg_won, "delayed_action": paid.delayed_action, "safe_trip": paid.safe_trip,
        "no_100": paid.no_100 if played.pays_no_100 else 0,
        "extension": paid.extension if played.may_extend else 0,
        "shut_out": paid.shut_out, "left_in_hand": paid.left_in_hand,
    }  # fmt: skip
    return [
        PointsLine(item_name(item, played.id), _when(item, played), number(points))
        for item, points in worth.items()
        if points
    ]


def _when(item: str, played: RulesInPlay) -> str:
    voice, rules = played.id, played.rules
    match item:
        case "km":
            return _("for each kilometer played")
        case "safeties":
            return _r(voice, "for each safety played")
        case "all_four":
            return _("for all four together, instead of four times {points}", points=number(rules.points.safety))
        case "coups_fourres":
            return _r(voice, "for each one, on top of the safety")
        case "leg_won":
            return _won(rules)
        case "delayed_action":
            return _r(voice, "for arriving when the draw pile is empty")
        case "safe_trip":
            return _r(voice, "for winning the leg without a 200")
        case "no_100":
            return _("on top of that, for winning without 200s and 100s")
        case "extension":
            return extension_points_words(voice, rules)
        case "shut_out":
            return shut_out_points_words(voice, rules)
    return _("for each kilometer left in hand, even the winner’s")


def _won(rules: Rules) -> str:
    if rules.nearest_wins:
        return _("for reaching the exact distance, or coming closest")
    return _("for reaching the exact distance")


def _example_words(played: RulesInPlay) -> str:
    km = number(played.seating.distance_km)
    return _r(
        played.id,
        "You win with {km} km and without a 200. Two of your safeties are on the table, one of them as a coup fourré.",
        km=km,
    )


def example_lines(played: RulesInPlay) -> tuple[PointsLine, ...]:
    """Return the lines of an example score and their sum.

    It is the score of a winner with the full distance, two safeties (one as a coup fourré), and no 200 km card.
    """
    paid, km = played.rules.points, played.seating.distance_km
    items = {
        "km": km * paid.km,
        "safeties": _EXAMPLE_SAFETIES * paid.safety,
        "coups_fourres": _EXAMPLE_COUPS * paid.coup_fourre,
        "leg_won": paid.leg_won,
        "safe_trip": paid.safe_trip,
    }
    lines = [PointsLine(item_name(item, played.id), "", number(points)) for item, points in items.items() if points]
    return (*lines, PointsLine(_("Total"), "", number(sum(items.values()))))


# -- house rules (rules.md §10) -------------------------------------------------------------------------------------


def house_blocks(played: RulesInPlay) -> list[Block]:
    """Return the blocks of the page about the house rules, which says which of them this match has."""
    blocks: list[Block] = [
        Lead(_("These rules are ours: you won’t find them in any booklet, and you choose them for each race."))
    ]
    for rule in HOUSE_RULES:
        is_on = rule.id in played.setup.options.house_rules
        state = _("On in this race.") if is_on else _("Off in this race.")
        blocks.append(Point(say(rule.name), f"{rule.about(played.id)} {state}", icon="check" if is_on else "close"))
    return blocks
