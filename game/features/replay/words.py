"""The texts about a decision: what would have been better and why, and how the decision is asked again."""

from __future__ import annotations

from game.engine.events import Attacked, Event, ExtensionAsked
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation, Phase
from game.features.replay.model.attempt import Attempt
from game.features.replay.model.review import Judgement
from game.i18n import _, _n, _p, capital, number, percent
from game.i18n.punctuation import with_full_stop
from game.words.coach import comparison_sentence, deed_words, tip_sentence
from game.words.log import log_line
from game.words.names import Names
from game.words.vocabulary import term


def cost_words(judgement: Judgement) -> tuple[str, ...]:
    """Return texts about what a decision cost: lost points, and lost chance of winning the match, if any was lost."""
    said, lost = points_lost_words(judgement.points_lost), judgement.percent_lost
    return (said, _("−{percent} win chance", percent=percent(lost))) if lost > 0 else (said,)


def points_lost_words(points: int) -> str:
    """Return a number of lost points as text, such as "−48 points"."""
    return _n("−{n} point", "−{n} points", points)


def why_words(judgement: Judgement, names: Names, rules_id: str) -> str:
    """Return what the best move has over the one played; "" if that one is the best."""
    if judgement.comparison is None:
        return ""
    return comparison_sentence(judgement.comparison, judgement.best.move, judgement.played.move, names, rules_id)


def signed_points(points: float) -> str:
    """Return a number of points as text with its sign: "+130", "−95" or "0"."""
    whole = round(points)
    return f"+{number(whole)}" if whole > 0 else number(whole)


# -- a decision asked again ---------------------------------------------------------------------------------------


def heading_words(attempt: Attempt, asked: str) -> str:
    """Return the heading above a decision asked again: the result or, until it is known, the question ``asked``.

    A yes-or-no question has words of its own.
    """
    if attempt.solved:
        return _("Right!")
    if attempt.is_over:
        return _("This was better")
    return _question(attempt.seen) if attempt.is_question else asked


def ask_words(attempt: Attempt, names: Names, *, is_own: bool) -> str:
    """Return what the player is asked to do or, after a wrong answer, what that answer would have cost.

    ``is_own`` says that the player made the decision before.
    """
    if attempt.chosen is not None and not attempt.solved:
        return miss_words(attempt, attempt.chosen)
    if attempt.is_question:
        return " ".join((_what_happened(attempt.seen, names), _question(attempt.seen)))
    if attempt.has_tip and attempt.judgement.comparison is not None:
        return tip_sentence(attempt.judgement.comparison.kind, attempt.seen.rules)
    asked = _("Choose a card and where it goes.")
    return " ".join((_("The table is as you saw it."), asked)) if is_own else asked


def _question(seen: Observation) -> str:
    """Return the yes-or-no question of the decision as a single word with a question mark."""
    return _("{extension}?", extension=capital(term(seen.phase.value, seen.rules)))


def yes_or_no(move: Move) -> str:
    """Return "Yes" or "No" for a move that answers a yes-or-no question."""
    return _p("answer", "Yes") if move.kind in (MoveKind.COUP_FOURRE, MoveKind.EXTEND) else _p("answer", "No")


def _what_happened(seen: Observation, names: Names) -> str:
    """Return a sentence about the event that led to the question: the finish was reached, or an attack was played."""
    event: Event = ExtensionAsked(seen.seat)
    if seen.phase is Phase.COUP_FOURRE:
        attack = seen.moves[-1]
        assert attack.card is not None
        assert attack.side is not None
        event = Attacked(attack.seat, attack.side, attack.card, attack.card.pile)
    return with_full_stop(log_line(event, names, seen.rules) or "")


def miss_words(attempt: Attempt, move: Move) -> str:
    """Return how many points a wrong answer would have cost, and that the player may try again."""
    return _n(
        "That would cost {n} point. Try again?", "That would cost {n} points. Try again?", attempt.points_lost(move)
    )


def answer_words(attempt: Attempt, names: Names) -> tuple[str, str]:
    """Return the best move and the reason for it, as two texts.

    If the player's move was another right one, return that move and the best move it is as good as.
    """
    judgement, rules_id = attempt.judgement, attempt.seen.rules
    best, why = judgement.best.move, why_words(judgement, names, rules_id)
    if attempt.solved and attempt.chosen not in (None, best):
        return deed_words(attempt.chosen or best, names, rules_id), _(
            "Just as good: {move}.", move=deed_words(best, names, rules_id)
        ) + " " + why
    return deed_words(best, names, rules_id), why
