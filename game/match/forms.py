"""The forms (schemas) of setups, players and reasons in all files and messages.

``game.files.forms.convert`` fills them; constraints between fields are checked here, once per form.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from ai import protocol
from ai.comparison import Chance, Points
from game.engine.cards import CARD_BY_ID, Card
from game.engine.moves import Move, move
from game.engine.rules import Seating
from game.engine.setup import MatchSetup
from game.files import limits
from game.files.forms import FormatError
from game.match.bot_reasons import BotReason, ReasonCode, reason_fault
from game.match.comparisons import Advice, Comparison, ComparisonKind, MoveValue, comparison_fault
from game.people.looks import CarBody, CarTrim, Paint, Symbol
from game.people.players import Player, PlayerKind, Targeting, bot, check_seated
from game.people.profiles import Livery, Profile

CardId = protocol.CardId
RulesId = protocol.RulesId


class SetupForm(Struct, frozen=True):
    """The agreed setup of a match; a ``MatchSetup`` has the same fields."""

    rules: RulesId
    seating: Seating
    seats: int
    options: protocol.OptionsForm
    target_score: limits.TargetScore | None = None
    legs: limits.Legs | None = None

    def __post_init__(self) -> None:
        self.setup()

    def setup(self) -> MatchSetup:
        """Return the setup; raises ``ValueError`` if no match can be played with it."""
        return msgspec.convert(self, MatchSetup, from_attributes=True)


class ProfileForm(Struct, frozen=True, omit_defaults=True):
    """A person's profile with the looks of their car."""

    id: str
    name: str
    symbol: Symbol
    colour: Paint
    car: CarTrim
    body: CarBody = CarBody.SALOON

    def __post_init__(self) -> None:
        self.profile()

    @classmethod
    def of(cls, profile: Profile) -> ProfileForm:
        worn = profile.livery
        return cls(profile.id, profile.name, worn.symbol, worn.paint, worn.trim, worn.body)

    def profile(self) -> Profile:
        """Return the profile; raises ``ValueError`` for an invalid id or name."""
        return Profile(self.id, self.name, Livery(self.symbol, self.colour, self.car, self.body))


class PlayerForm(Struct, frozen=True, omit_defaults=True):
    """The player of a seat; a bot without level or temper has its driver's own."""

    kind: PlayerKind
    driver: str | None = ""  # a default that differs from a person's null, which is then written
    level: str | None = None
    temper: Targeting | None = None
    profile: ProfileForm | None = None

    def __post_init__(self) -> None:
        self.player()

    @classmethod
    def of(cls, player: Player) -> PlayerForm:
        profile = ProfileForm.of(player.profile) if player.profile else None
        return cls(player.kind, player.driver, player.level, player.targeting, profile)

    def player(self) -> Player:
        """Return the player; raises ``ValueError`` for an unknown driver or level, or for a person with either."""
        if self.kind is PlayerKind.BOT:
            return bot(self.driver or "", level=self.level, targeting=self.temper)
        profile = self.profile.profile() if self.profile else None
        return Player(self.kind, self.driver or None, self.level, self.temper, profile)


def players_from_forms(forms: Sequence[PlayerForm], seats: int) -> tuple[Player, ...]:
    """Return the players, one per seat; raises ``FormatError`` unless ``check_seated`` accepts them."""
    players = tuple(form.player() for form in forms)
    try:
        check_seated(players, seats)
    except ValueError as error:
        raise FormatError(str(error)) from None
    return players


# -- bots' reasons ----------------------------------------------------------------------------------------------------


class BotReasonForm(Struct, frozen=True, omit_defaults=True):
    """Why a bot made the move at index ``at``."""

    at: int
    code: ReasonCode
    card: CardId | None = None
    other: CardId | None = None
    side: int | None = None
    number: int | None = None


def reason_forms(reasons: Mapping[int, BotReason]) -> list[BotReasonForm]:
    """Return the forms of some reasons; the keys of ``reasons`` are the indices of the moves in the leg."""
    return [
        BotReasonForm(place, why.code, _id(why.card), _id(why.other), why.side, why.number)
        for place, why in reasons.items()
    ]


def reasons_from_forms(forms: Sequence[BotReasonForm], moves: Sequence[Move | None]) -> dict[int, BotReason]:
    """Return the reasons in the forms, keyed by the index of the move; raises ``FormatError``.

    ``moves`` are those that the viewer knows, with None for the viewer's own: each index must be that of a bot's move,
    and the reason must be possible for it.
    """
    reasons = {}
    for form, place in zip(forms, check_bot_move_indices("reasons", [form.at for form in forms], moves), strict=True):
        reason, made = BotReason(form.code, _card(form.card), _card(form.other), form.side, form.number), moves[place]
        assert made is not None
        fault = reason_fault(reason, made)
        if fault is not None:
            raise FormatError(f"reasons: {fault}")
        reasons[place] = reason
    return reasons


def check_bot_move_indices(name: str, places: Sequence[int], moves: Sequence[Move | None]) -> Sequence[int]:
    """Return the move indices ``places``; raises ``FormatError`` unless each is that of a bot's move, and only once.

    ``moves`` has None for each move that is not a bot's. ``name`` names the indices in the error message.
    """
    bots = {place for place, made in enumerate(moves) if made is not None}
    if not bots.issuperset(places) or len(set(places)) != len(places):
        raise FormatError(f"{name}: expected places of the bots' moves, each once")
    return places


# -- two moves compared -----------------------------------------------------------------------------------------------


class MoveValueForm(Struct, frozen=True):
    """The value of a move."""

    move: protocol.MoveText
    points: Points
    chance: Chance

    @classmethod
    def of(cls, value: MoveValue) -> MoveValueForm:
        return cls(value.move.text, value.points, value.chance)

    def value(self) -> MoveValue:
        return MoveValue(move(self.move), self.points, self.chance)


class ComparisonForm(Struct, frozen=True, omit_defaults=True):
    """What one move has over another."""

    kind: ComparisonKind
    side: int | None = None
    other: int | None = None
    cards: tuple[CardId, ...] = ()
    numbers: tuple[int, ...] = ()
    is_level: bool = False

    @classmethod
    def of(cls, it: Comparison) -> ComparisonForm:
        return cls(it.kind, it.side, it.other, tuple(card.id for card in it.cards), it.numbers, it.is_level)

    def comparison(self, better: Move, other: Move | None, sides: int) -> Comparison:
        """Return the comparison of these two moves; raises ``FormatError`` if it cannot be one of them."""
        cards = tuple(CARD_BY_ID[id] for id in self.cards)
        it = Comparison(self.kind, self.side, self.other, cards, self.numbers, self.is_level)
        fault = comparison_fault(it, better, other, sides)
        if fault is not None:
            raise FormatError(f"comparison: {fault}")
        return it


class AdviceForm(Struct, frozen=True):
    """The best move of a decision, another one, and what the best has over it."""

    best: MoveValueForm
    other: MoveValueForm | None
    comparison: ComparisonForm

    @classmethod
    def of(cls, advice: Advice) -> AdviceForm:
        other = None if advice.other is None else MoveValueForm.of(advice.other)
        return cls(MoveValueForm.of(advice.best), other, ComparisonForm.of(advice.comparison))

    def advice(self, sides: int) -> Advice:
        """Return the advice; raises ``FormatError`` if its comparison cannot be one of its moves."""
        best, other = self.best.value(), None if self.other is None else self.other.value()
        told = self.comparison.comparison(best.move, None if other is None else other.move, sides)
        return Advice(best, other, told)


def _card(id: str | None) -> Card | None:
    return None if id is None else CARD_BY_ID[id]


def _id(card: Card | None) -> str | None:
    return None if card is None else card.id
