"""The bot protocol (rules.md §9): a request that asks a seat for a move, and the seat's answer, both as JSON.

A request holds all that a player knows and nothing else; ``parse_observation`` makes from it the observation that the
bots use. A request is checked field by field in the order of §9, then as a whole: the cards must add up to the deck of
that rule set and seating, as bots compute with the remaining cards. Where §9 is not exact, this module decides:

- Unknown fields of a request are ignored. An answer has ``move`` and may have ``why``, a text, and ``value``, a number;
  an answer with any other field is refused, as §9 calls anything else a fault.
- ``hand`` and ``legal`` may come in any order: they are sorted here.
- JSON is UTF-8 without ``NaN``. A boolean is not a number.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from game.engine.cards import CARD_BY_ID, Card
from game.engine.errors import abbreviate
from game.engine.moves import MOVES, Move, MoveKind, move
from game.engine.observation import Observation, Phase, SideView
from game.engine.record import side_to_data
from game.engine.rules import PLAYABLE, Seating, load_rules, sides_of
from game.engine.setup import Options
from game.engine.untrusted_input import parse_json

Json = dict[str, Any]

_ASKED: Final = (Phase.TURN, Phase.COUP_FOURRE, Phase.EXTENSION)
_PILES: Final = ("battle", "speed", "distance", "safeties", "coups_fourres")

if TYPE_CHECKING:
    RulesId = str
    CardId = str
    MoveText = str
    _Asked = str
else:
    RulesId, CardId = Literal[PLAYABLE], Literal[tuple(CARD_BY_ID)]
    MoveText, _Asked = Literal[tuple(move.text for move in MOVES)], Literal[tuple(map(str, _ASKED))]

_MOST: Final = 2**53  # the largest integer that every JSON reader reads exactly
_Whole = Annotated[int, Meta(ge=0, le=_MOST)]
_Positive = Annotated[int, Meta(ge=1, le=_MOST)]
_Points = Annotated[int, Meta(ge=-_MOST, le=_MOST)]
_Finite = Annotated[float, Meta(ge=-sys.float_info.max, le=sys.float_info.max)]
_Time = Annotated[float, Meta(gt=0.0, le=sys.float_info.max)]


class OptionsForm(Struct, frozen=True):
    """The JSON form of the options of a match."""

    extension: bool
    no_100_bonus: bool
    rolling_start: bool = False
    eight_cards: bool = False


class SideForm(Struct, frozen=True):
    """The JSON form of a side's display; ``km`` is the sum of its distance cards."""

    seats: list[int]
    km: int
    battle: list[CardId]
    speed: list[CardId]
    distance: list[CardId]
    safeties: list[CardId]
    coups_fourres: list[CardId]
    rolling: bool
    limited: bool

    def __post_init__(self) -> None:
        if self.km != sum(CARD_BY_ID[id].km for id in self.distance) or set(self.coups_fourres) - set(self.safeties):
            raise ValueError("the display does not agree with itself")


class ProtocolError(ValueError):
    """A request or answer is not valid; the message says what is wrong."""


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """A request that asks a seat for a move: what the seat knows, and the time it may think in ms."""

    observation: Observation
    time_ms: float


@dataclass(frozen=True, slots=True)
class ProtocolAnswer:
    """A seat's answer: one of the legal moves, the reason in words, and the seat's chance of winning."""

    move: Move
    why: str | None = None
    value: float | None = None


def request_for(observation: Observation, time_ms: float) -> Json:
    """Return the JSON request that asks the observation's seat for a move, fields in the order of rules.md §9."""
    return {**observation_to_data(observation), "time_ms": time_ms}


def observation_to_data(observation: Observation) -> Json:
    """Return an observation as a JSON value; it is a request without the time."""
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
    }


def parse_request(line: str | bytes) -> MoveRequest:
    """Parse a request from a line of JSON. Raises ``ProtocolError`` if it is not valid."""
    data = _parsed(line)
    observation = parse_observation(data)
    _check_field(data, *_TIME)
    check_cards(observation)
    return MoveRequest(observation, float(data["time_ms"]))


def parse_observation(data: Json) -> Observation:
    """Return the observation that a JSON object describes. Raises ``ProtocolError`` if a field is wrong.

    It is not checked that the cards add up to a deck, as a demonstration may use an imagined position.
    """
    for field in _FIELDS:
        _check_field(data, *field)
    return _observation(data)


def _check_field(data: Json, name: str, expected: str, form: Any, *holds: Callable[[Any, Json], bool]) -> None:
    if name not in data:
        raise ProtocolError(f"the field {name} is missing")
    if not (_fits(data[name], form) and all(hold(data[name], data) for hold in holds)):
        raise ProtocolError(f"{name} must be {expected}, got {abbreviate(data[name])}")


def parse_answer(line: str | bytes, observation: Observation) -> ProtocolAnswer:
    """Parse the answer to a request with that observation from a line of JSON.

    Raises ``ProtocolError`` if the answer is not valid or its move is not legal.
    """
    data = _parsed(line)
    unknown = data.keys() - {"move", "why", "value"}
    if unknown:
        raise ProtocolError(f"an answer has move, why and value, got {abbreviate(min(unknown))} too")
    text = data.get("move")
    chosen = next((legal for legal in observation.legal if legal.text == text), None)
    if chosen is None:
        raise ProtocolError(f"move must be one of the legal moves, got {abbreviate(text)}")
    if not isinstance(data.get("why", ""), str):
        raise ProtocolError(f"why must be a text, got {abbreviate(data['why'])}")
    if not _fits(data.get("value", 0), _Finite):
        raise ProtocolError(f"value must be a number, got {abbreviate(data['value'])}")
    return ProtocolAnswer(chosen, data.get("why"), data.get("value"))


# -- reading a request -------------------------------------------------------------------------------------------------


def _observation(data: Json) -> Observation:
    """Return the observation that a request describes; each field must have been checked."""
    return Observation(
        seat=data["seat"],
        phase=Phase(data["phase"]),
        to_move=data["seat"],
        rules=data["rules"],
        options=Options.from_json(data["options"]),
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


def check_cards(observation: Observation) -> None:
    """Raise ``ProtocolError`` if the observation's cards do not add up to the deck or contradict each other.

    The cards that the seat does not see must be as many as the draw pile and the other hands have together.
    """
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
    # When the extension is asked, the card just laid may be one of those drawn.
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


def _sides(data: Json) -> tuple[tuple[int, ...], ...]:
    return sides_of(data["seats"], Seating(data["seating"]))


def _is_offered(seats: int, data: Json) -> bool:
    return load_rules(data["rules"]).seating_option(seats, Seating(data["seating"])) is not None


def _are_of_table(moves: list[str], data: Json) -> bool:
    seats, sides = data["seats"], len(_sides(data))
    return all(m.seat < seats and (m.side is None or m.side < sides) for m in map(move, moves))


def _are_legal(moves: list[str], data: Json) -> bool:
    kinds = _KINDS[data["phase"]]
    is_own = all(m.seat == data["seat"] and m.kind in kinds for m in map(move, moves))
    return is_own and bool(moves) and len(set(moves)) == len(moves) and _are_of_table(moves, data)


_KINDS: Final = {
    Phase.TURN.value: (MoveKind.LAY, MoveKind.DISCARD),
    Phase.COUP_FOURRE.value: (MoveKind.COUP_FOURRE, MoveKind.DECLINE),
    Phase.EXTENSION.value: (MoveKind.EXTEND, MoveKind.STAY),
}


def _is_seat(seat: int, data: Json) -> bool:
    return bool(seat < data["seats"])


def _fits(value: object, form: Any) -> bool:
    try:
        msgspec.convert(value, form)
    except (msgspec.ValidationError, UnicodeError, RecursionError):  # half a surrogate pair is in no word
        return False
    return True


# A check may use the fields above it; seat and all that depends on the number of seats come after ``seats``.
_FIELDS: Final[tuple[tuple[Any, ...], ...]] = (
    ("seat", "a whole number from 0", _Whole),
    ("phase", f"one of {', '.join(_ASKED)}", _Asked),
    ("rules", f"one of {', '.join(PLAYABLE)}", RulesId),
    ("options", "extension and no_100_bonus, each true or false, and perhaps house rules", OptionsForm),
    ("seating", "solo or teams", Seating),
    ("seats", "a number that the rule set seats that way", _Whole, _is_offered),
    ("seat", "one of the seats", _Whole, _is_seat),
    ("dealer", "one of the seats", _Whole, _is_seat),
    ("leg", "a whole number from 1", _Positive),
    ("totals", "the points of each side", list[_Points], lambda points, data: len(points) == len(_sides(data))),
    (
        "target_score",
        "a number from 1 where legs is null, null where it is one",
        _Positive | None,
        lambda score, data: (score is None) is not (data.get("legs") is None),
    ),
    ("legs", "a whole number from 1, or null", _Positive | None),
    ("target", "a number of km", _Positive),
    ("draw_pile", "a number of cards", _Whole),
    ("discard_pile", "a list of card ids", list[CardId]),
    ("hand", "a list of card ids", list[CardId]),
    ("drawn", "a list of card ids", list[CardId]),
    (
        "hand_sizes",
        "the number of cards of each seat, your own as many as in hand",
        list[_Whole],
        lambda sizes, data: len(sizes) == data["seats"] and sizes[data["seat"]] == len(data["hand"]),
    ),
    (
        "sides",
        "every side's display, as in a replay's report",
        list[SideForm],
        lambda sides, data: [side["seats"] for side in sides] == [list(seats) for seats in _sides(data)],
    ),
    ("moves", "a list of moves of this table", list[MoveText], _are_of_table),
    ("legal", "moves of your seat that fit the phase, at least one, each once", list[MoveText], _are_legal),
)
"""All fields of an observation in JSON: name, expected value in words, type, and checks against the fields above it."""
_TIME: Final = ("time_ms", "a number above 0", _Time)
"""The same as an item of ``_FIELDS``, for the one field that only a request has."""


# -- reading JSON ------------------------------------------------------------------------------------------------------


def _parsed(line: str | bytes) -> Json:
    try:
        data = parse_json(line)
    except ValueError as error:
        raise ProtocolError(f"not JSON: {error}") from error
    if not isinstance(data, dict):
        raise ProtocolError(f"not a JSON object: {abbreviate(data)}")
    return data


def _cards(ids: list[str]) -> tuple[Card, ...]:
    return tuple(CARD_BY_ID[card_id] for card_id in ids)


def _ids(cards: tuple[Card, ...]) -> list[str]:
    return [card.id for card in cards]
