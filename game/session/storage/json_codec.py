"""The JSON forms of setups and players, as they stand in the match file and in the settings.

Whatever is read here is checked: of a type, within its limit (limits.py), one of the words that exist. So nothing that
gets any further has to be doubted again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from textwrap import shorten
from typing import Any, Final, NoReturn, TypeVar

from game.engine.cards import CARD_BY_ID, Card
from game.engine.errors import brief
from game.engine.moves import MAX_SEATS, Move
from game.engine.rules import RULE_SETS, Seating
from game.engine.setup import MatchSetup, Options
from game.session.players import DRIVERS, HUMAN, LEVELS, Manner, Player, PlayerKind, Temper, bot
from game.session.profiles import Livery, Paint, Profile, Symbol, Trim
from game.session.reasons import BotReason, ReasonCode, fault_of
from game.session.storage import limits

Json = dict[str, Any]
T = TypeVar("T")
Word = TypeVar("Word", bound=StrEnum)


class FormatError(ValueError):
    """A file's content is not what it must be; the message says which field, expected what, got what."""


class NewerFormatError(FormatError):
    """A file that a later version of the game wrote."""


def opened(data: bytes, name: str, version: int) -> Json:
    """The object in a file of this format and version; raises ``FormatError`` for anything else."""
    return migrated(data, name, version, {})


def migrated(data: bytes, name: str, version: int, migrations: Mapping[int, Callable[[Json], Json]]) -> Json:
    """Like ``opened``, of an older version brought to this one: ``migrations`` has for each the step to the next.

    Raises ``NewerFormatError`` for a later version, which cannot be understood.
    """
    form = object_of(data)
    written = field(form, "version", int)
    if field(form, "format", str) != name or written < min(migrations, default=version):
        raise FormatError(f"expected {name} of version {version}")
    if written > version:
        raise NewerFormatError(f"expected {name} of version {version} at most, got {brief(written)}")
    for older in range(written, version):
        form = migrations[older](form)
    return form


def object_of(data: bytes) -> Json:
    """The object in a file, of whatever format; raises ``FormatError`` if there is none.

    JSON means JSON: UTF-8, no ``NaN``, no key twice.
    """
    try:
        form = json.loads(data.decode("utf-8"), parse_constant=_refuse_constant, object_pairs_hook=_object)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"not JSON: {error}") from None
    if not isinstance(form, dict):
        raise FormatError(f"expected an object, got {type(form).__name__}")
    return form


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON value")


def _object(pairs: list[tuple[str, object]]) -> Json:
    form = dict(pairs)
    if len(form) != len(pairs):
        raise ValueError("a key stands twice in an object")
    return form


def field(data: object, name: str, kind: type[T]) -> T:
    """The field ``name`` of a JSON object, which must be exactly a ``kind`` (a boolean is no number).

    Raises ``FormatError``.
    """
    if not isinstance(data, dict):
        raise FormatError(f"expected an object with {name}, got {type(data).__name__}")
    value = data.get(name)
    if type(value) is not kind:
        raise FormatError(f"{name}: expected {kind.__name__}, got {type(value).__name__}")
    return value


def optional(data: object, name: str, kind: type[T]) -> T | None:
    """Like ``field``, but None if the field is null or missing."""
    if isinstance(data, dict) and data.get(name) is None:
        return None
    return field(data, name, kind)


def number(data: object, name: str, low: int, high: int) -> int:
    """The whole number in the field ``name``, within both limits; raises ``FormatError``."""
    value = field(data, name, int)
    if not low <= value <= high:
        raise FormatError(f"{name}: expected {low} to {high}, got {brief(value)}")
    return value


def optional_number(data: object, name: str, low: int, high: int) -> int | None:
    """Like ``number``, but None if the field is null or missing."""
    return None if optional(data, name, int) is None else number(data, name, low, high)


def word(data: object, name: str, words: type[Word]) -> Word:
    """The word in the field ``name``, one of those; raises ``FormatError``."""
    return words(one_of(field(data, name, str), name, [*words]))


_MOST_LETTERS: Final = 200
"""Of the words that would have been right, in a message."""


def one_of(value: T, name: str, values: Iterable[T]) -> T:
    """The value if it is one of those; raises ``FormatError``."""
    if value not in values:
        words = shorten(", ".join(map(str, values)), _MOST_LETTERS, placeholder=" …")
        raise FormatError(f"{name}: expected one of {words}, got {brief(value)}")
    return value


def setup_to_json(setup: MatchSetup) -> Json:
    """The setup as a JSON object."""
    return {
        "rules": setup.rules,
        "seating": setup.seating.value,
        "seats": setup.seats,
        "options": {"extension": setup.options.extension, "no_100_bonus": setup.options.no_100_bonus},
        "target_score": setup.target_score,
        "legs": setup.legs,
    }


def setup_from_json(data: object) -> MatchSetup:
    """The setup of a JSON object; raises ``FormatError`` unless a match can be played by it."""
    options = field(data, "options", dict)
    chosen = Options(
        extension=field(options, "extension", bool),
        no_100_bonus=field(options, "no_100_bonus", bool),
    )
    rules, seating = one_of(field(data, "rules", str), "rules", RULE_SETS), word(data, "seating", Seating)
    seats = number(data, "seats", 2, MAX_SEATS)
    target_score = optional_number(data, "target_score", 1, limits.TARGET_SCORE)
    legs = optional_number(data, "legs", 1, limits.LEGS)
    try:
        return MatchSetup(rules, seating, seats, chosen, target_score, legs)
    except ValueError as error:
        raise FormatError(f"setup: {error}") from None


def players_to_json(players: tuple[Player, ...]) -> list[Json]:
    """The players in seat order as a JSON list."""
    return [_player_to_json(player) for player in players]


def _player_to_json(player: Player) -> Json:
    form: Json = {"kind": player.kind.value, "driver": player.driver}
    if player.temper is not None:
        form |= {"level": player.level, "temper": player.temper.value}
    if player.profile is not None:
        form["profile"] = profile_to_json(player.profile)
    return form


def profile_to_json(profile: Profile) -> Json:
    """A profile as a JSON object."""
    worn = profile.livery
    form = {"id": profile.id, "name": profile.name}
    return form | {"symbol": worn.symbol.value, "colour": worn.paint.value, "car": worn.trim.value}


def profile_from_json(data: object) -> Profile:
    """The profile of a JSON object; raises ``FormatError``."""
    worn = Livery(word(data, "symbol", Symbol), word(data, "colour", Paint), word(data, "car", Trim))
    try:
        return Profile(field(data, "id", str), field(data, "name", str), worn)
    except ValueError as error:
        raise FormatError(str(error)) from None


def players_from_json(data: object, seats: int) -> tuple[Player, ...]:
    """The players of a JSON list, one a seat, at least one a person, nobody twice; raises ``FormatError``.

    A bot without level or temper, as version 0.1 wrote them, gets its driver's own.
    """
    if not isinstance(data, list) or len(data) != seats:
        raise FormatError(f"players: expected a list of {seats}")
    players = tuple(_player(item) for item in data)
    drivers = [player.driver for player in players if not player.is_human]
    if len(drivers) == seats:
        raise FormatError("players: expected a person")
    profiles = [player.profile.id for player in players if player.profile is not None]
    if len(set(drivers)) < len(drivers) or len(set(profiles)) < len(profiles):
        raise FormatError("players: expected every driver and every profile once at most")
    return players


def manner_from_json(data: object) -> Manner | None:
    """The manner in the field ``manner``, None where version 0.1 wrote none; raises ``FormatError``."""
    return None if optional(data, "manner", str) is None else word(data, "manner", Manner)


def reasons_to_json(reasons: Mapping[int, BotReason]) -> list[Json]:
    """The reasons of a leg's moves as a JSON list, each with the place of its move."""
    return [_reason_to_json(place, reason) for place, reason in reasons.items()]


def _reason_to_json(place: int, reason: BotReason) -> Json:
    form = {
        "at": place,
        "code": reason.code.value,
        "card": reason.card and reason.card.id,
        "other": reason.other and reason.other.id,
        "side": reason.side,
        "number": reason.number,
    }
    return {name: value for name, value in form.items() if value is not None}


def reasons_from_json(data: object, moves: Sequence[Move | None]) -> dict[int, BotReason]:
    """The reasons of such a list, by the place of the move; raises ``FormatError``.

    ``moves`` are those that the viewer knows of, None for the viewer's own: each place must be that of a bot's move,
    and the reason one for making it.
    """
    if not isinstance(data, list):
        raise FormatError(f"reasons: expected a list, got {type(data).__name__}")
    reasons = {}
    for item, place in zip(data, _places("reasons", [field(item, "at", int) for item in data], moves), strict=True):
        reason, move = _reason(item), moves[place]
        assert move is not None
        fault = fault_of(reason, move)
        if fault is not None:
            raise FormatError(f"reasons: {fault}")
        reasons[place] = reason
    return reasons


def _reason(data: object) -> BotReason:
    side, number = optional(data, "side", int), optional(data, "number", int)
    return BotReason(word(data, "code", ReasonCode), _card(data, "card"), _card(data, "other"), side, number)


def _card(data: object, name: str) -> Card | None:
    card_id = optional(data, name, str)
    return None if card_id is None else _card_of(card_id, name)


def hand_to_json(hand: tuple[Card, ...]) -> list[str]:
    """A hand as a JSON list, in its order."""
    return [card.id for card in hand]


def hand_from_json(data: object) -> tuple[Card, ...]:
    """The hand of such a list; raises ``FormatError``."""
    if not isinstance(data, list) or len(data) > limits.HAND:
        raise FormatError(f"hand: expected a list of {limits.HAND} cards at most, got {brief(data)}")
    return tuple(_card_of(card_id, "hand") for card_id in data)


def places_from_json(data: object, moves: Sequence[Move | None]) -> frozenset[int]:
    """The places of bots' moves in such a list, as in ``reasons_from_json``; raises ``FormatError``."""
    if not isinstance(data, list):
        raise FormatError(f"hurried: expected a list, got {type(data).__name__}")
    return frozenset(_places("hurried", data, moves))


def _places(name: str, data: list[Any], moves: Sequence[Move | None]) -> list[int]:
    bots = {place for place, move in enumerate(moves) if move is not None}
    if any(type(place) is not int or place not in bots for place in data) or len(set(data)) != len(data):
        raise FormatError(f"{name}: expected places of the bots' moves, each once")
    return data


def _card_of(card_id: object, name: str) -> Card:
    if not isinstance(card_id, str) or card_id not in CARD_BY_ID:
        raise FormatError(f"{name}: expected a card, got {brief(card_id)}")
    return CARD_BY_ID[card_id]


def _player(data: object) -> Player:
    kind, driver = word(data, "kind", PlayerKind), optional(data, "driver", str)
    if kind is PlayerKind.HUMAN:
        if driver is not None:
            raise FormatError(f"player: expected a person without a driver, got {brief(driver)}")
        profile = optional(data, "profile", dict)
        return HUMAN if profile is None else Player(kind, profile=profile_from_json(profile))
    level, temper = optional(data, "level", str), optional(data, "temper", str)
    if level is not None:
        one_of(level, "level", LEVELS)
    return bot(
        one_of(driver or "", "driver", DRIVERS),
        level=level,
        temper=None if temper is None else word(data, "temper", Temper),
    )
