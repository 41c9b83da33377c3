"""The texts of a review: what the viewer decided, what would have been better, and why."""

from __future__ import annotations

from game.engine.moves import Move, MoveKind
from game.features.review.model import Judgement
from game.i18n import _, _n, _r, capital, number, percent
from game.i18n.punctuation import label_with_text
from game.words.advice import reason_clause, reason_sentence
from game.words.names import Names
from game.words.vocabulary import term


def played_words(move: Move, names: Names, rules_id: str) -> str:
    """Return what the viewer did, such as "You discarded", as a short caption above the picture of the card."""
    match move.kind:
        case MoveKind.DISCARD:
            return _("You discarded")
        case MoveKind.COUP_FOURRE:
            return capital(term("coup_fourre", rules_id))
        case MoveKind.DECLINE:
            return _("You kept it")
        case MoveKind.EXTEND:
            return _r(rules_id, "You extended")
        case MoveKind.STAY:
            return _r(rules_id, "You didn’t extend")
    if move.side is not None:
        return _("You attacked {name}", name=names.side(move.side))
    if move.card is not None and move.card.km:
        return _("You played {km} km", km=move.card.km)
    return _("You played it")


def better_words(move: Move, names: Names, rules_id: str) -> str:
    """Return what would have been better, such as "Better: 100 km", as a short caption above the card."""
    return _("Better: {what}", what=action_words(move, names, rules_id))


def action_words(move: Move, names: Names, rules_id: str) -> str:
    """Return in a word or two what a move does with its card, such as "discard it", or how it answers a question."""
    match move.kind:
        case MoveKind.DISCARD:
            # Translators: what stands after “Better:”, five of these
            return _("discard it")
        case MoveKind.COUP_FOURRE:
            return term("coup_fourre", rules_id)
        case MoveKind.DECLINE:
            return _("keep it")
        case MoveKind.EXTEND:
            return _r(rules_id, "extend")
        case MoveKind.STAY:
            return _r(rules_id, "don’t extend")
    if move.side is not None:
        return _("against {name}", name=names.side(move.side))
    if move.card is not None and move.card.km:
        return _("{km} km", km=move.card.km)
    return _("play it")


def cost_words(judgement: Judgement) -> tuple[str, ...]:
    """Return texts about what a decision cost: lost points, and lost chance of winning the match, if any was lost."""
    said, lost = points_lost_words(judgement.points_lost), judgement.percent_lost
    return (said, _("−{percent} chance", percent=percent(lost))) if lost > 0 else (said,)


def points_lost_words(points: int) -> str:
    """Return a number of lost points as text, such as "−48 points"."""
    return _n("−{n} point", "−{n} points", points)


def rest_words(decisions: int, points: int) -> str:
    """Return the text about costly decisions that are not shown: how many, and the points they cost together."""
    return label_with_text(_n("{n} more decision", "{n} more decisions", decisions), points_lost_words(points))


def why_words(judgement: Judgement, names: Names, rules_id: str) -> str:
    """Return why the best move was better, and the chances of winning the match with it and with the move played."""
    better, worse = (percent(value.percent) for value in (judgement.best, judgement.played))
    why, attacked = reason_sentence(judgement.reason, rules_id), judgement.best.move.side
    if attacked is not None:  # the reason is one about that side
        why = _("{name}: {why}.", name=names.side(attacked), why=reason_clause(judgement.reason, rules_id))
    if better == worse:
        return why
    return why + " " + _("Chance to win the match: {better} instead of {worse}.", better=better, worse=worse)


def signed_points(points: float) -> str:
    """Return a number of points as text with its sign: "+130", "−95" or "0"."""
    whole = round(points)
    return f"+{number(whole)}" if whole > 0 else number(whole)
