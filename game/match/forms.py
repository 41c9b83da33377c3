"""The schema of setups, players and reasons as they stand in all files and messages.

Each form is read by ``game.files.forms.read``; what its fields must be to each other is said here, once a form.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from ai.protocol import CardId, OptionsForm, RulesId
from game.engine.cards import CARD_BY_ID, Card
from game.engine.moves import Move
from game.engine.rules import Seating
from game.engine.setup import MatchSetup
from game.files import limits
from game.files.forms import FormatError, known
from game.match.bot_reasons import BotReason, ReasonCode, fault_of
from game.people.players import Player, PlayerKind, Temper, bot
from game.people.profiles import Body, Livery, Paint, Profile, Symbol, Trim


class SetupForm(Struct, frozen=True):
    """What is agreed before a match; a ``MatchSetup`` is written as it is."""

    rules: RulesId
    seating: Seating
    seats: int
    options: OptionsForm
    target_score: limits.TargetScore | None = None
    legs: limits.Legs | None = None

    def __post_init__(self) -> None:
        self.setup()

    def setup(self) -> MatchSetup:
        """The setup; raises ``ValueError`` unless a match can be played by it."""
        return msgspec.convert(self, MatchSetup, from_attributes=True)


class ProfileForm(Struct, frozen=True, omit_defaults=True):
    """A person, with what its car is known by; a body that this version doesn't know is drawn as the first."""

    id: str
    name: str
    symbol: Symbol
    colour: Paint
    car: Trim
    body: limits.Word = Body.SALOON.value

    def __post_init__(self) -> None:
        self.profile()

    @classmethod
    def of(cls, profile: Profile) -> ProfileForm:
        """How that profile is written."""
        worn = profile.livery
        return cls(profile.id, profile.name, worn.symbol, worn.paint, worn.trim, worn.body.value)

    def profile(self) -> Profile:
        """The profile; raises ``ValueError`` for an id or a name that cannot be."""
        worn = Livery(self.symbol, self.colour, self.car, known(Body, self.body))
        return Profile(self.id, self.name, worn)


class PlayerForm(Struct, frozen=True, omit_defaults=True):
    """Who sits in a seat; a bot without level or temper, as version 0.1 wrote them, gets its driver's own."""

    kind: PlayerKind
    driver: str | None = ""  # so that a person's null is written
    level: str | None = None
    temper: Temper | None = None
    profile: ProfileForm | None = None

    def __post_init__(self) -> None:
        self.player()

    @classmethod
    def of(cls, player: Player) -> PlayerForm:
        """How that player is written."""
        profile = ProfileForm.of(player.profile) if player.profile else None
        return cls(player.kind, player.driver, player.level, player.temper, profile)

    def player(self) -> Player:
        """The player; raises ``ValueError`` for a driver or a level that doesn't exist, and a person with one."""
        if self.kind is PlayerKind.HUMAN:
            profile = self.profile.profile() if self.profile else None
            return Player(self.kind, self.driver or None, self.level, self.temper, profile)
        return bot(self.driver or "", level=self.level, temper=self.temper)


def players_of(forms: Sequence[PlayerForm], seats: int) -> tuple[Player, ...]:
    """The players, one a seat, at least one a person, nobody twice; raises ``FormatError``."""
    players = tuple(form.player() for form in forms)
    drivers = [player.driver for player in players if not player.is_human]
    if len(players) != seats or len(drivers) == seats:
        raise FormatError(f"players: expected {seats}, one of them a person")
    profiles = [player.profile.id for player in players if player.profile is not None]
    if len(set(drivers)) < len(drivers) or len(set(profiles)) < len(profiles):
        raise FormatError("players: expected every driver and every profile once at most")
    return players


# -- what is told of moves --------------------------------------------------------------------------------------------


class ReasonForm(Struct, frozen=True, omit_defaults=True):
    """Why a bot made the move at a place."""

    at: int
    code: ReasonCode
    card: CardId | None = None
    other: CardId | None = None
    side: int | None = None
    number: int | None = None


def reason_forms(reasons: Mapping[int, BotReason]) -> list[ReasonForm]:
    """How the reasons of a leg's moves are written, by the place of the move."""
    return [
        ReasonForm(place, why.code, _id(why.card), _id(why.other), why.side, why.number)
        for place, why in reasons.items()
    ]


def reasons_of(forms: Sequence[ReasonForm], moves: Sequence[Move | None]) -> dict[int, BotReason]:
    """The reasons so written, by the place of the move; raises ``FormatError``.

    ``moves`` are those that the viewer knows of, None for the viewer's own: each place must be that of a bot's move,
    and the reason one for making it.
    """
    reasons = {}
    for form, place in zip(forms, places_of("reasons", [form.at for form in forms], moves), strict=True):
        reason, made = BotReason(form.code, _card(form.card), _card(form.other), form.side, form.number), moves[place]
        assert made is not None
        fault = fault_of(reason, made)
        if fault is not None:
            raise FormatError(f"reasons: {fault}")
        reasons[place] = reason
    return reasons


def places_of(name: str, places: Sequence[int], moves: Sequence[Move | None]) -> Sequence[int]:
    """The places, if each is that of a bot's move, as in ``reasons_of``, and none there twice; or ``FormatError``."""
    bots = {place for place, made in enumerate(moves) if made is not None}
    if not bots.issuperset(places) or len(set(places)) != len(places):
        raise FormatError(f"{name}: expected places of the bots' moves, each once")
    return places


def _card(id: str | None) -> Card | None:
    return None if id is None else CARD_BY_ID[id]


def _id(card: Card | None) -> str | None:
    return None if card is None else card.id
