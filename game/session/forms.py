"""The JSON forms of setups and players, as they stand in the match file and in the settings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from game.engine.cards import CARDS, Card
from game.engine.errors import RulesError
from game.engine.match import MatchSetup
from game.engine.observation import Options, Seating
from game.session.players import DRIVERS, HUMAN, LEVELS, Manner, Player, PlayerKind, Temper, bot
from game.session.reasons import BotReason, ReasonCode

Json = dict[str, Any]
T = TypeVar("T")


class FormError(ValueError):
    """A file's content is not what it must be; the message says which field, expected what, got what."""


def opened(data: bytes, name: str, version: int) -> Json:
    """The object in a file of this format and version; raises ``FormError`` for anything else."""
    try:
        form = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise FormError(f"not JSON: {error}") from None
    if field(form, "format", str) != name or field(form, "version", int) != version:
        raise FormError(f"expected {name} of version {version}")
    return cast(Json, form)


def field(data: object, name: str, kind: type[T]) -> T:
    """The field ``name`` of a JSON object, which must be exactly a ``kind`` (a boolean is no number).

    Raises ``FormError``.
    """
    if not isinstance(data, dict):
        raise FormError(f"expected an object with {name}, got {type(data).__name__}")
    value = data.get(name)
    if type(value) is not kind:
        raise FormError(f"{name}: expected {kind.__name__}, got {type(value).__name__}")
    return value


def optional(data: object, name: str, kind: type[T]) -> T | None:
    """Like ``field``, but None if the field is null or missing."""
    if isinstance(data, dict) and data.get(name) is None:
        return None
    return field(data, name, kind)


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
    """The setup of a JSON object; raises ``FormError`` unless a match can be played by it."""
    options = field(data, "options", dict)
    chosen = Options(
        extension=field(options, "extension", bool),
        no_100_bonus=field(options, "no_100_bonus", bool),
    )
    try:
        return MatchSetup(
            rules=field(data, "rules", str),
            seating=Seating(field(data, "seating", str)),
            seats=field(data, "seats", int),
            options=chosen,
            target_score=optional(data, "target_score", int),
            legs=optional(data, "legs", int),
        )
    except (ValueError, RulesError) as error:
        raise FormError(f"setup: {error}") from None


def players_to_json(players: tuple[Player, ...]) -> list[Json]:
    """The players in seat order as a JSON list."""
    return [_player_to_json(player) for player in players]


def _player_to_json(player: Player) -> Json:
    form: Json = {"kind": player.kind.value, "driver": player.driver}
    if player.temper is not None:
        form |= {"level": player.level, "temper": player.temper.value}
    return form


def players_from_json(data: object, seats: int) -> tuple[Player, ...]:
    """The players of a JSON list, one a seat; raises ``FormError``.

    A bot without level or temper, as version 0.1 wrote them, gets its driver's own.
    """
    if not isinstance(data, list) or len(data) != seats:
        raise FormError(f"players: expected a list of {seats}")
    return tuple(_player(item) for item in data)


def manner_from_json(data: object) -> Manner | None:
    """The manner in the field ``manner``, None where version 0.1 wrote none; raises ``FormError``."""
    manner = optional(data, "manner", str)
    if manner not in {None, *Manner}:
        raise FormError(f"manner: expected one of {tuple(Manner)}, got {manner!r}")
    return None if manner is None else Manner(manner)


def reasons_to_json(reasons: Mapping[int, BotReason]) -> list[Json]:
    """The reasons of a leg's moves as a JSON list, each with the place of its move."""
    return [
        {
            "at": place,
            "code": reason.code.value,
            "card": reason.card and reason.card.id,
            "other": reason.other and reason.other.id,
            "side": reason.side,
            "number": reason.number,
        }
        for place, reason in reasons.items()
    ]


def reasons_from_json(data: object) -> dict[int, BotReason]:
    """The reasons of such a list, by the place of the move; raises ``FormError``."""
    if not isinstance(data, list):
        raise FormError(f"reasons: expected a list, got {type(data).__name__}")
    return {field(item, "at", int): _reason(item) for item in data}


def _reason(data: object) -> BotReason:
    code = field(data, "code", str)
    if code not in list(ReasonCode):
        raise FormError(f"reasons: expected one of the codes {tuple(ReasonCode)}, got {code!r}")
    cards = _card(data, "card"), _card(data, "other")
    return BotReason(ReasonCode(code), *cards, optional(data, "side", int), optional(data, "number", int))


def _card(data: object, name: str) -> Card | None:
    card_id = optional(data, name, str)
    return None if card_id is None else _card_of(card_id, name)


def hand_to_json(hand: tuple[Card, ...]) -> list[str]:
    """A hand as a JSON list, in its order."""
    return [card.id for card in hand]


def hand_from_json(data: object) -> tuple[Card, ...]:
    """The hand of such a list; raises ``FormError``."""
    if not isinstance(data, list):
        raise FormError(f"hand: expected a list, got {type(data).__name__}")
    return tuple(_card_of(card_id, "hand") for card_id in data)


def places_from_json(data: object) -> frozenset[int]:
    """The places of moves in such a list; raises ``FormError``."""
    if not isinstance(data, list) or any(type(place) is not int or place < 0 for place in data):
        raise FormError(f"hurried: expected a list of numbers from 0, got {data!r}")
    return frozenset(data)


def _card_of(card_id: object, name: str) -> Card:
    found = next((card for card in CARDS if card.id == card_id), None)
    if found is None:
        raise FormError(f"{name}: expected a card, got {card_id!r}")
    return found


def _player(data: object) -> Player:
    kind, driver = field(data, "kind", str), optional(data, "driver", str)
    if kind == PlayerKind.HUMAN and driver is None:
        return HUMAN
    if kind != PlayerKind.BOT or driver not in DRIVERS:
        raise FormError(
            f"player: expected human without a driver or bot with one of {DRIVERS}, got {kind!r}, {driver!r}"
        )
    level, temper = optional(data, "level", str), optional(data, "temper", str)
    if level not in {None, *LEVELS}:
        raise FormError(f"player: expected one of the levels {LEVELS}, got {level!r}")
    if temper not in {None, *Temper}:
        raise FormError(f"player: expected one of the tempers {tuple(Temper)}, got {temper!r}")
    return bot(driver, level=level, temper=None if temper is None else Temper(temper))
