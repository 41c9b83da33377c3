"""The story of a leg as its observation tells it: the lines of the log, and the pile played on last.

All of it is read off the moves that the viewer may know, so a resumed leg shows the same, in any language.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from game.engine.events import (
    Attacked,
    CoupFourreDeclined,
    CoupFourrePlayed,
    Dealt,
    Discarded,
    Event,
    Extended,
    ExtensionDeclined,
    Laid,
    LegEnded,
    event_of,
)
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation
from game.i18n import language
from game.session.reasons import BotReason
from game.table.view import DISCARD, LogLine, pile_id
from game.words import Names, because, hurried_line, log_line

NO_REASONS: Final[Mapping[int, BotReason]] = MappingProxyType({})
"""Of a match whose bots say nothing."""


def goes_to(move: Move, own_side: int) -> str:
    """The id of the pile that a move puts its card on, for a seat of that side."""
    assert move.card is not None
    if move.kind is MoveKind.DISCARD:
        return DISCARD
    return pile_id(move.card.pile, own_side if move.side is None else move.side)


def last_pile(observation: Observation) -> str | None:
    """The id of the pile that was played on last, None if nothing was played."""
    played = next((move for move in reversed(observation.moves) if move.card is not None), None)
    return None if played is None else goes_to(played, _side(observation, played.seat))


def log_lines(
    observation: Observation,
    names: Names,
    reasons: Mapping[int, BotReason] = NO_REASONS,
    *,
    hurried: Collection[int] = (),
    explains_all: bool = False,
) -> tuple[LogLine, ...]:
    """The lines of the log, the newest last; ``reasons`` are those that may be told, by the place of the move.

    After the moves at the places ``hurried`` the log says that a bot's time was too short.
    Unless it ``explains_all``, only attacks are explained: they touch somebody, and that is what players ask about.
    """
    lines = [_line(observation, Dealt(observation.dealer, ()), None, names)]
    for place, move in enumerate(observation.moves):
        is_explained = explains_all or move.side is not None
        reason = reasons.get(place) if is_explained else None
        lines.append(_line(observation, _event(observation, move), reason, names))
        if place in hurried:
            lines.append(LogLine(_side(observation, move.seat), hurried_line(move.seat, names)))
    if observation.scores is not None:
        lines.append(_line(observation, LegEnded(observation.winner, observation.scores), None, names))
    return tuple(line for line in lines if line is not None)


def _line(observation: Observation, event: Event, reason: BotReason | None, names: Names) -> LogLine | None:
    words = _words(event, names, observation.rules, language())
    if words is None:
        return None
    teller = _teller(observation, event)
    if reason is None:
        return LogLine(teller, words)
    return LogLine(teller, words, because(reason, observation.rules), reason.side)


@lru_cache(
    maxsize=128
)  # all lines are asked for whenever a view is made, in the frame in which much else is drawn anew
def _words(event: Event, names: Names, rules_id: str, code: str) -> str | None:  # noqa: ARG001 - the language counts
    return log_line(event, names, rules_id)


def _side(observation: Observation, seat: int) -> int:
    return next(i for i, side in enumerate(observation.sides) if seat in side.seats)


def _event(observation: Observation, move: Move) -> Event:
    """The event by which the log tells a move; of a coup fourré it does not name the hazard.

    A leg is extended once at most, so the distance in force now is what an extension brought.
    """
    return event_of(move, _side(observation, move.seat), target=observation.target)


def _teller(observation: Observation, event: Event) -> int | None:
    """The side whose symbol stands before an event's line."""
    match event:
        case Dealt(dealer=seat):
            return _side(observation, seat)
        case LegEnded(winner=winner):
            return winner
        case (
            Laid(seat=seat)
            | Attacked(seat=seat)
            | CoupFourrePlayed(seat=seat)
            | CoupFourreDeclined(seat=seat)
            | Discarded(seat=seat)
            | Extended(seat=seat)
            | ExtensionDeclined(seat=seat)
        ):
            return _side(observation, seat)
    return None
