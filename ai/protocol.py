"""The bot protocol as data (rules.md §9): what a seat is asked, and what it answers.

A request holds all a player knows and nothing else; ``observation_from`` makes of it the observation that the bots of
this program decide by. It is checked field by field in the order of §9, then as a whole: the cards have to add up to
the deck of that rule set and seating, since bots reckon with what is left of it. Where §9 leaves room:

- Further fields are ignored in a request. An answer has ``move`` and may have ``why``, a text, and ``value``, a
  number; another field is refused, since §9 calls anything else a fault.
- ``hand`` and ``legal`` may come in any order: they are sorted here.
- JSON means JSON: UTF-8, no ``NaN``. A boolean is no number.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from operator import attrgetter
from typing import Any, Final

from ai.decision import Decision, why
from game.engine.cards import CARD_BY_ID, Card
from game.engine.errors import brief
from game.engine.moves import Move, MoveKind, move
from game.engine.observation import Observation, Phase, SideView
from game.engine.record import side_to_data
from game.engine.rules import RULE_SETS, Seating, load_rules, sides_of
from game.engine.setup import Options

Json = dict[str, Any]

_ASKED: Final = (Phase.TURN, Phase.COUP_FOURRE, Phase.EXTENSION)
_PILES: Final = ("battle", "speed", "distance", "safeties", "coups_fourres")


class ProtocolError(ValueError):
    """A line is no request, or no answer; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a seat is asked: what it knows, and how long it may think, in ms."""

    observation: Observation
    time_ms: float


@dataclass(frozen=True, slots=True)
class ProtocolAnswer:
    """What a seat answers: one of the legal moves, why, and what it thinks of its chances."""

    move: Move
    why: str | None = None
    value: float | None = None


def request_for(observation: Observation, time_ms: float) -> Json:
    """The request that asks the observation's seat, fields in the order of §9."""
    o = observation
    return {
        "seat": o.seat,
        "phase": o.phase.value,
        "rules": o.rules,
        "options": asdict(o.options),
        "seating": o.seating.value,
        "seats": o.seats,
        "dealer": o.dealer,
        "leg": o.leg,
        "totals": list(o.totals),
        "target_score": o.target_score,
        "legs": o.legs,
        "target": o.target,
        "draw_pile": o.draw_pile,
        "discard_pile": _ids(o.discard_pile),
        "hand": _ids(o.hand),
        "drawn": _ids(o.drawn),
        "hand_sizes": list(o.hand_sizes),
        "sides": [side_to_data(side) for side in o.sides],
        "moves": [m.text for m in o.moves],
        "legal": [m.text for m in o.legal],
        "time_ms": time_ms,
    }


def request_from(line: str | bytes) -> Request:
    """The request written in that line. Raises ``ProtocolError``."""
    request = request_of(_parsed(line))
    _check_cards(request.observation)
    return request


def request_of(data: Json) -> Request:
    """The request in a JSON object, its fields checked one by one; the cards need not add up to a deck, as a question
    asked for show imagines one. Raises ``ProtocolError``.
    """
    for name, expected, is_right in _FIELDS:
        if name not in data:
            raise ProtocolError(f"the field {name} is missing")
        if not is_right(data[name], data):
            raise ProtocolError(f"{name} must be {expected}, got {brief(data[name])}")
    return Request(_observation(data), data["time_ms"])


def answer_for(decision: Decision) -> Json:
    """The answer that carries that decision."""
    answer: Json = {"move": decision.move.text}
    if decision.reason is not None:
        answer["why"] = why(decision.reason)
    if decision.value is not None:
        answer["value"] = round(decision.value, 6)
    return answer


def answer_from(line: str | bytes, observation: Observation) -> ProtocolAnswer:
    """The answer written in that line, to a request for ``observation``. Raises ``ProtocolError``."""
    data = _parsed(line)
    unknown = data.keys() - {"move", "why", "value"}
    if unknown:
        raise ProtocolError(f"an answer has move, why and value, got {brief(min(unknown))} too")
    text = data.get("move")
    chosen = next((legal for legal in observation.legal if legal.text == text), None)
    if chosen is None:
        raise ProtocolError(f"move must be one of the legal moves, got {brief(text)}")
    if not isinstance(data.get("why", ""), str):
        raise ProtocolError(f"why must be a text, got {brief(data['why'])}")
    if not _is_number(data.get("value", 0)):
        raise ProtocolError(f"value must be a number, got {brief(data['value'])}")
    return ProtocolAnswer(chosen, data.get("why"), data.get("value"))


# -- reading a request -------------------------------------------------------------------------------------------------


def _observation(data: Json) -> Observation:
    """The observation in a request whose every field is right by itself."""
    return Observation(
        seat=data["seat"],
        phase=Phase(data["phase"]),
        to_move=data["seat"],
        rules=data["rules"],
        options=Options(data["options"]["extension"], data["options"]["no_100_bonus"]),
        seating=Seating(data["seating"]),
        seats=data["seats"],
        dealer=data["dealer"],
        leg=data["leg"],
        totals=tuple(data["totals"]),
        target_score=data["target_score"],
        legs=data["legs"],
        target=data["target"],
        draw_pile=data["draw_pile"],
        discard_pile=_cards(data["discard_pile"]),
        hand=tuple(sorted(_cards(data["hand"]), key=attrgetter("id"))),
        drawn=_cards(data["drawn"]),
        hand_sizes=tuple(data["hand_sizes"]),
        sides=tuple(map(_side, data["sides"])),
        moves=tuple(map(move, data["moves"])),
        legal=tuple(sorted(map(move, data["legal"]), key=attrgetter("text"))),
    )


def _check_cards(observation: Observation) -> None:
    """That the cards seen are in the deck, and that those unseen fill the draw pile and the other hands."""
    o = observation
    unseen = Counter(load_rules(o.rules).deck(o.seats, o.seating))
    unseen.subtract(o.hand)
    unseen.subtract(o.discard_pile)
    for side in o.sides:
        for pile in (side.battle, side.speed, side.distance, side.safeties):
            unseen.subtract(pile)
    missing = [card.id for card, count in unseen.items() if count < 0]
    if missing:
        raise ProtocolError(f"there are more {missing[0]} than this deck has")
    hidden = o.draw_pile + sum(o.hand_sizes) - len(o.hand)
    if unseen.total() != hidden:
        raise ProtocolError(f"draw_pile and hand_sizes must leave {unseen.total()} cards unseen, got {hidden}")
    # Where the extension is asked the card just laid may be one of those drawn.
    if o.phase is Phase.TURN and Counter(o.drawn) - Counter(o.hand):
        raise ProtocolError("drawn must be cards of the hand")
    foreign = next((m for m in o.legal if m.card is not None and m.card not in o.hand), None)
    if foreign is not None:
        raise ProtocolError(f"legal must be moves with cards of the hand, got {foreign.text!r}")
    if o.phase is Phase.COUP_FOURRE and not (o.moves and o.moves[-1].side is not None):
        raise ProtocolError("the last of moves must be the attack that may be answered")


def _side(data: Json) -> SideView:
    return SideView(
        seats=tuple(data["seats"]),
        km=data["km"],
        **{pile: _cards(data[pile]) for pile in _PILES},
        rolling=data["rolling"],
        limited=data["limited"],
    )


def _is_side(value: object, seats: tuple[int, ...]) -> bool:
    return (
        isinstance(value, dict)
        and value.get("seats") == list(seats)
        and all(_is_cards(value.get(pile)) for pile in _PILES)
        and _is_whole(value.get("km"))
        and value["km"] == sum(CARD_BY_ID[card_id].km for card_id in value["distance"])
        and set(value["coups_fourres"]) <= set(value["safeties"])
        and isinstance(value.get("rolling"), bool)
        and isinstance(value.get("limited"), bool)
    )


def _are_sides(value: object, data: Json) -> bool:
    sides = _sides(data)
    return isinstance(value, list) and len(value) == len(sides) and all(map(_is_side, value, sides))


def _sides(data: Json) -> tuple[tuple[int, ...], ...]:
    return sides_of(data["seats"], Seating(data["seating"]))


def _is_offered(value: object, data: Json) -> bool:
    if not _is_whole(value):
        return False
    return load_rules(data["rules"]).seating_option(value, Seating(data["seating"])) is not None  # type: ignore[arg-type]


def _is_move(value: object, data: Json) -> bool:
    try:
        known = move(value) if isinstance(value, str) else None
    except KeyError:
        return False
    return known is not None and known.seat < data["seats"] and (known.side is None or known.side < len(_sides(data)))


def _are_moves(value: object, data: Json) -> bool:
    return isinstance(value, list) and all(_is_move(item, data) for item in value)


def _are_legal(value: object, data: Json) -> bool:
    if not (_are_moves(value, data) and isinstance(value, list) and value and len(set(value)) == len(value)):
        return False
    return all(m.seat == data["seat"] and m.kind in _KINDS[data["phase"]] for m in map(move, value))


_KINDS: Final = {
    Phase.TURN.value: (MoveKind.LAY, MoveKind.DISCARD),
    Phase.COUP_FOURRE.value: (MoveKind.COUP_FOURRE, MoveKind.DECLINE),
    Phase.EXTENSION.value: (MoveKind.EXTEND, MoveKind.STAY),
}


def _is_whole(value: object, at_least: int | None = 0) -> bool:
    return type(value) is int and (at_least is None or value >= at_least)


def _are_whole(value: object, count: int, at_least: int | None = 0) -> bool:
    return isinstance(value, list) and len(value) == count and all(_is_whole(item, at_least) for item in value)


def _is_number(value: object) -> bool:
    return type(value) is int or (isinstance(value, float) and math.isfinite(value))


def _is_cards(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) and item in CARD_BY_ID for item in value)


def _is_word_of(value: object, words: tuple[str, ...]) -> bool:
    return isinstance(value, str) and value in words


def _is_options(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(value.get(name), bool) for name in ("extension", "no_100_bonus"))


def _are_hand_sizes(value: object, data: Json) -> bool:
    return _are_whole(value, data["seats"]) and isinstance(value, list) and value[data["seat"]] == len(data["hand"])


def _is_end(value: object, data: Json) -> bool:
    """Whether exactly one of ``target_score`` and ``legs`` is a number, the other null."""
    other = data.get("legs")
    return (value is None and _is_whole(other, 1)) or (_is_whole(value, 1) and other is None)


# A check may rely on the fields above it; the seat and what hangs on the number of seats come once that is known.
_FIELDS: tuple[tuple[str, str, Callable[[Any, Json], bool]], ...] = (
    ("seat", "a whole number from 0", lambda value, _: _is_whole(value)),
    ("phase", f"one of {', '.join(_ASKED)}", lambda value, _: _is_word_of(value, _ASKED)),
    ("rules", f"one of {', '.join(RULE_SETS)}", lambda value, _: _is_word_of(value, RULE_SETS)),
    ("options", "extension and no_100_bonus, each true or false", lambda value, _: _is_options(value)),
    ("seating", "solo or teams", lambda value, _: _is_word_of(value, tuple(Seating))),
    ("seats", "a number that the rule set seats that way", _is_offered),
    ("seat", "one of the seats", lambda value, data: value < data["seats"]),
    ("dealer", "one of the seats", lambda value, data: _is_whole(value) and value < data["seats"]),
    ("leg", "a whole number from 1", lambda value, _: _is_whole(value, 1)),
    ("totals", "the points of each side", lambda value, data: _are_whole(value, len(_sides(data)), None)),
    ("target_score", "a number from 1 where legs is null, null where it is one", _is_end),
    ("legs", "a whole number from 1, or null", lambda value, _: value is None or _is_whole(value, 1)),
    ("target", "a number of km", lambda value, _: _is_whole(value, 1)),
    ("draw_pile", "a number of cards", lambda value, _: _is_whole(value)),
    ("discard_pile", "a list of card ids", lambda value, _: _is_cards(value)),
    ("hand", "a list of card ids", lambda value, _: _is_cards(value)),
    ("drawn", "a list of card ids", lambda value, _: _is_cards(value)),
    ("hand_sizes", "the number of cards of each seat, your own as many as in hand", _are_hand_sizes),
    ("sides", "every side's display, as in a replay's report", _are_sides),
    ("moves", "a list of moves of this table", _are_moves),
    ("legal", "moves of your seat that fit the phase, at least one, each once", _are_legal),
    ("time_ms", "a number above 0", lambda value, _: _is_number(value) and value > 0),
)


# -- reading JSON ------------------------------------------------------------------------------------------------------


def _parsed(line: str | bytes) -> Json:
    try:
        text = line if isinstance(line, str) else line.decode("utf-8")
        data = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise ProtocolError(f"not JSON: {error}") from error
    if not isinstance(data, dict):
        raise ProtocolError(f"not a JSON object: {brief(data)}")
    return data


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON value")


def _cards(ids: list[str]) -> tuple[Card, ...]:
    return tuple(CARD_BY_ID[card_id] for card_id in ids)


def _ids(cards: tuple[Card, ...]) -> list[str]:
    return [card.id for card in cards]
