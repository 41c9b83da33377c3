"""The differences between rule sets, found by comparing their data, and the words for them (rules.md §3, §5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass

from game.engine.cards import CARDS, SPEED_LIMIT, Card
from game.engine.rules import SCORE_ITEMS, ExtensionGoesTo, PileEmpty, Rules, Seating, SeatingOption, ShutOutGoesTo
from game.features.rulebook.text.cards import tops_text
from game.i18n import _, _n, _p, _r, _rn, capital, number
from game.i18n.punctuation import join_with_commas, join_with_dots, join_with_semicolons, label_with_text
from game.words.score import item_name
from game.words.vocabulary import card_name, term


@dataclass(frozen=True, slots=True)
class RuleAspect:
    """One property in which rule sets may differ.

    ``data`` returns the value to compare; of two mappings only the keys in both count. ``head`` returns the heading in
    the vocabulary of a rule set, given by its id. ``words`` returns the description of a rule set, given the id of the
    vocabulary, the rule set, and all compared rule sets: the description of the deck lists only cards whose number
    differs.
    """

    id: str
    data: Callable[[Rules], object]
    head: Callable[[str], str]
    words: Callable[[str, Rules, Sequence[Rules]], str]


def differing_aspects(rules: Rules, others: Iterable[Rules]) -> list[RuleAspect]:
    """Return the aspects in which at least one of ``others`` differs from ``rules``, the most important first."""
    compared = tuple(others)
    return [aspect for aspect in ASPECTS if any(aspect_differs(aspect, rules, other) for other in compared)]


def aspect_differs(aspect: RuleAspect, rules: Rules, other: Rules) -> bool:
    """Return whether two rule sets differ in an aspect."""
    here, there = aspect.data(rules), aspect.data(other)
    if isinstance(here, dict) and isinstance(there, dict):
        return any(here[key] != there[key] for key in here.keys() & there.keys())
    return here != there


def _by_seating(value: Callable[[SeatingOption], object]) -> Callable[[Rules], object]:
    return lambda rules: {(option.seats, option.seating): value(option) for option in rules.seatings}


# -- match, seats and deck ------------------------------------------------------------------------------------------


def _match_words(voice: str, rules: Rules, _all: Sequence[Rules]) -> str:
    if rules.match_legs:
        legs = _rn(voice, "{n} leg", "{n} legs", rules.match_legs)
        return legs if rules.single_leg_by_points else join_with_dots((legs, _r(voice, "its winner takes the match")))
    return _("{points} points", points=number(rules.match_target or 0))


def _seating_words(_voice: str, rules: Rules, _all: Sequence[Rules]) -> str:
    parts = [_("Solo: {seats}", seats=_seats(rules, Seating.SOLO, in_book=True))]
    if teams := _seats(rules, Seating.TEAMS, in_book=True):
        parts.append(_("In teams of two: {seats}", seats=teams))
    ours = [option for option in rules.seatings if not option.is_in_booklet]
    if ours:
        parts.append(
            _("Our own addition: {seatings}", seatings=join_with_commas(_seating_label(option) for option in ours))
        )
    return join_with_dots(parts)


def _seats(rules: Rules, seating: Seating, *, in_book: bool) -> str:
    fitting = [
        option.seats for option in rules.seatings if option.seating is seating and option.is_in_booklet is in_book
    ]
    return join_with_commas(number(seats) for seats in sorted(fitting))


def _seating_label(option: SeatingOption) -> str:
    if option.seating is Seating.TEAMS:
        return _n("{n} team", "{n} teams", option.seats // 2)
    return _("{n} solo", n=option.seats)


def _grouped(rules: Rules, value: Callable[[SeatingOption], Hashable]) -> list[tuple[str, SeatingOption]]:
    """Group the seatings that have the same ``value``; return a label and one seating of each group.

    If there is only one group, its label is empty.
    """
    groups: dict[Hashable, list[SeatingOption]] = {}
    for option in sorted(rules.seatings, key=lambda option: (option.seating.value, option.seats)):
        groups.setdefault(value(option), []).append(option)
    if len(groups) == 1:
        return [("", options[0]) for options in groups.values()]
    return [(_group_label(options, rules), options[0]) for options in groups.values()]


def _group_label(options: Sequence[SeatingOption], rules: Rules) -> str:
    """Return the label of a group of seatings, such as “solo, 3 teams”; “solo” stands for all solo seatings."""
    solo = [option for option in options if option.seating is Seating.SOLO]
    is_whole = len(solo) == sum(option.seating is Seating.SOLO for option in rules.seatings)
    # Translators: how players sit, in a list: “solo, 3 teams: 700 km”
    alone = [_p("seating", "solo")] if is_whole and solo else [_seating_label(option) for option in solo]
    teams = [_seating_label(option) for option in options if option.seating is Seating.TEAMS]
    return join_with_commas([*alone, *teams])


def _distance_words(_voice: str, rules: Rules, _all: Sequence[Rules]) -> str:
    groups = _grouped(rules, lambda option: option.distance_km)
    said = (_labelled(label, _("{km} km", km=number(option.distance_km))) for label, option in groups)
    return capital(join_with_semicolons(said))


def _labelled(label: str, words: str) -> str:
    return label_with_text(label, words) if label else words


def _extension_words(voice: str, rules: Rules, _all: Sequence[Rules]) -> str:
    who = [label for label, option in _grouped(rules, lambda option: option.may_extend) if option.may_extend]
    if not who:
        return _p("extension", "None")
    words = capital(_labelled(who[0], _("to {km} km", km=number(rules.extended_km))))
    if rules.extension_on_empty_pile:
        return words
    late = _r(voice, "not if the draw pile is empty")
    return join_with_semicolons([words, late])


def _deck_words(voice: str, rules: Rules, compared: Sequence[Rules]) -> str:
    counted = [card for card in CARDS if len({other.cards[card.index] for other in compared}) > 1]
    said = join_with_commas(card_count(rules.cards[card.index], card, voice) for card in counted)
    cards = _n("{n} card", "{n} cards", sum(rules.cards))
    return _("{said} – {cards} in all", said=said, cards=cards) if said else cards


def card_count(count: int, card: Card, voice: str) -> str:
    """Return the words for a number of equal cards, such as “2 × Stop”; ``voice`` is the id of a rule set."""
    return f"{number(count)}\u00a0×\u00a0{card_name(card, voice)}"


def removed_words(voice: str, removed: Sequence[Card]) -> str:
    """Return the words for the cards that are taken out of the deck, such as “2 × Stop, 1 × 200”."""
    return join_with_commas(card_count(removed.count(card), card, voice) for card in CARDS if card in removed)


def _removed_words(voice: str, rules: Rules, _all: Sequence[Rules]) -> str:
    groups = _grouped(rules, lambda option: option.removed)
    taken = [_labelled(label, removed_words(voice, option.removed)) for label, option in groups if option.removed]
    return capital(join_with_semicolons(taken)) if taken else _p("cards left out", "None")


# -- course ---------------------------------------------------------------------------------------------------------


def _won_turn_words(voice: str, rules: Rules, _all: Sequence[Rules]) -> str:
    words = _n("Draw {n} card, play one.", "Draw {n} cards, play one.", rules.won_turn_draws)
    if not rules.won_turn_safety_plays_on:
        return words
    more = _r(voice, "A safety among them, played at once, refills your hand and lets you play again.")
    return f"{words} {more}"


def pile_empty_words(voice: str, end: PileEmpty) -> str:
    """Return the sentence about how a leg goes on or ends once the draw pile is empty."""
    match end:
        case PileEmpty.UNTIL_STUCK:
            return _r(voice, "Players play on from their hands until no card can be played.")
        case PileEmpty.UNTIL_HANDS_EMPTY:
            return _r(voice, "Players play on until every hand is empty.")
    return _r(voice, "The leg ends with the turn in which the last card is drawn.")


def nearest_words(voice: str, rules: Rules) -> str:
    """Return the sentence about who wins if nobody covers the distance."""
    if rules.nearest_wins:
        return _r(voice, "If nobody arrives, whoever has the most kilometers wins the leg; a tie has no winner.")
    return _r(voice, "If nobody arrives, nobody wins the leg.")


def _end_words(voice: str, rules: Rules, _all: Sequence[Rules]) -> str:
    parts = [pile_empty_words(voice, rules.when_pile_empty)]
    if rules.when_pile_empty_extended is not rules.when_pile_empty:
        extended = _r(voice, "After an extension")
        parts.append(_labelled(extended, pile_empty_words(voice, rules.when_pile_empty_extended)))
    return " ".join([*parts, nearest_words(voice, rules)])


def _safety_words(voice: str, rules: Rules, _all: Sequence[Rules]) -> str:
    if rules.safety_plays_on:
        return _r(voice, "Draw and play once more, unless the draw pile is empty.")
    return _("That’s your play for the turn.")


# -- points ---------------------------------------------------------------------------------------------------------


def points_words(points: int) -> str:
    """Return the points as text, or a dash for 0."""
    return number(points) if points else "–"


def extension_points_words(voice: str, rules: Rules) -> str:
    """Return the words about who gets the points for extending a leg."""
    if rules.points.extension_goes_to is ExtensionGoesTo.WINNER:
        return _r(voice, "to whoever wins the leg, no matter who extended it")
    return _r(voice, "to whoever extended, if they win; otherwise to each opponent")


def shut_out_points_words(voice: str, rules: Rules) -> str:
    """Return the words about who gets the points for a side at 0 km."""
    if rules.points.shut_out_goes_to is ShutOutGoesTo.WINNER:
        return _r(voice, "to the winner, per opponent still at 0 km")
    return _("to everyone who moved, per opponent still at 0 km")


def _extension_points(voice: str, rules: Rules, _all: Sequence[Rules]) -> str:
    worth = rules.points.extension
    return f"{points_words(worth)} {extension_points_words(voice, rules)}" if worth else points_words(worth)


def _shut_out_points(voice: str, rules: Rules, _all: Sequence[Rules]) -> str:
    worth = rules.points.shut_out
    return f"{points_words(worth)} {shut_out_points_words(voice, rules)}" if worth else points_words(worth)


def shut_out_scores_words(voice: str, rules: Rules) -> str:
    """Return, as words, the items that a side at 0 km may score."""
    scored = rules.points.shut_out_side_scores
    if scored == set(SCORE_ITEMS):
        return _p("score", "everything")
    return join_with_commas(item_name(item, voice) for item in SCORE_ITEMS if item in scored) or _p("score", "nothing")


def _points_of(item: str) -> Callable[[str, Rules, Sequence[Rules]], str]:
    return lambda _voice, rules, _all: points_words(getattr(rules.points, item))


def _points_aspect(field: str, item: str) -> RuleAspect:
    return RuleAspect(
        f"points.{field}",
        lambda rules: getattr(rules.points, field),
        lambda voice: item_name(item, voice),
        _points_of(field),
    )


def _extension_data(rules: Rules) -> object:
    """Return, by seating, the extended distance and whether a leg may still be extended with an empty draw pile.

    The value is False for a seating in which a leg may not be extended.
    """
    return {
        (option.seats, option.seating): option.may_extend and (rules.extended_km, rules.extension_on_empty_pile)
        for option in rules.seatings
    }


ASPECTS: tuple[RuleAspect, ...] = (
    RuleAspect(
        "match",
        lambda r: (r.match_target, r.match_legs, r.single_leg_by_points),
        lambda v: capital(term("match", v)),
        _match_words,
    ),
    RuleAspect(
        "seatings",
        lambda r: frozenset((o.seats, o.seating, o.is_in_booklet) for o in r.seatings),
        lambda _v: _("Players"),
        _seating_words,
    ),
    RuleAspect(
        "distance",
        _by_seating(lambda option: option.distance_km),
        lambda _v: _("Distance"),
        _distance_words,
    ),
    RuleAspect(
        "safety",
        lambda r: r.safety_plays_on,
        lambda v: _r(v, "A safety played on your turn"),
        _safety_words,
    ),
    RuleAspect(
        "won_turn",
        lambda r: (r.won_turn_draws, r.won_turn_safety_plays_on),
        lambda v: _r(v, "After a coup fourré"),
        _won_turn_words,
    ),
    _points_aspect("coup_fourre", "coups_fourres"),
    RuleAspect(
        "limit",
        lambda r: r.limit_lands_on,
        lambda v: _("{card}: where it can go", card=card_name(SPEED_LIMIT, v)),
        lambda v, r, _all: tops_text(r.limit_lands_on, v),
    ),
    RuleAspect(
        "starts_limited",
        lambda r: r.starts_limited,
        lambda v: _("{pile}, while it is empty", pile=capital(term("speed_pile", v))),
        lambda v, r, _all: (
            _("Counts as: {card}", card=card_name(SPEED_LIMIT, v)) if r.starts_limited else _("No limit")
        ),
    ),
    RuleAspect(
        "hazard",
        lambda r: r.hazard_needs_rolling,
        lambda v: _r(v, "Where hazards can go"),
        lambda v, r, _all: (
            _("on anyone who is rolling") if r.hazard_needs_rolling else _r(v, "wherever no hazard is on top")
        ),
    ),
    RuleAspect(
        "pile_empty",
        lambda r: (r.when_pile_empty, r.when_pile_empty_extended, r.nearest_wins),
        lambda v: _r(v, "The draw pile is empty"),
        _end_words,
    ),
    RuleAspect(
        "extension",
        _extension_data,
        lambda v: capital(term("extension", v)),
        _extension_words,
    ),
    RuleAspect("hand", lambda r: r.hand_size, lambda _v: _("Cards in a hand"), lambda _v, r, _all: number(r.hand_size)),
    RuleAspect("deck", lambda r: r.cards, lambda _v: _("Deck"), _deck_words),
    RuleAspect(
        "removed",
        _by_seating(lambda option: frozenset(Counter(option.removed).items())),
        lambda _v: _("Cards removed"),
        _removed_words,
    ),
    _points_aspect("km", "km"),
    _points_aspect("safety", "safeties"),
    _points_aspect("all_four", "all_four"),
    _points_aspect("leg_won", "leg_won"),
    _points_aspect("delayed_action", "delayed_action"),
    _points_aspect("safe_trip", "safe_trip"),
    _points_aspect("no_100", "no_100"),
    RuleAspect(
        "points.extension",
        lambda r: (r.points.extension, r.points.extension_goes_to),
        lambda v: _r(v, "Points for an extension"),
        _extension_points,
    ),
    RuleAspect(
        "points.shut_out",
        lambda r: (r.points.shut_out, r.points.shut_out_goes_to),
        lambda v: item_name("shut_out", v),
        _shut_out_points,
    ),
    RuleAspect(
        "points.shut_out_side_scores",
        lambda r: r.points.shut_out_side_scores,
        lambda _v: _("Points without kilometers"),
        lambda v, r, _all: shut_out_scores_words(v, r),
    ),
    _points_aspect("left_in_hand", "left_in_hand"),
)
"""All aspects in which rule sets are compared, the most interesting for a player first."""
