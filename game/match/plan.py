"""The choices of the setup screen and how one affects the others; no state, so that the screen only shows them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from game.engine.rules import RULE_SETS, Rules, Seating, SeatingOption, load_rules, side_of, sides_of
from game.engine.setup import HOUSE_RULES, MatchSetup, Options
from game.match.deals import Deal
from game.people.players import (
    DEFAULT_LEVELS,
    DEFAULT_TARGETING,
    DRIVERS,
    HUMAN,
    Aggression,
    Player,
    PlayerKind,
    Targeting,
    bot,
    first_person_seat,
)
from game.people.profiles import Profile

TARGET_SCORES: tuple[int, ...] = (1000, 2000, 3000, 5000, 7000, 10000)
MATCH_TARGET = 5000
LEG_COUNTS: tuple[int, ...] = (1, 2, 3, 5, 10)


@dataclass(frozen=True, slots=True)
class Plan:
    """A match to be played: its setup, the players in seat order, and how hard all bots attack.

    ``take_backs`` and ``hints`` say whether the person may use them. Raises ``ValueError`` unless there is one player
    per seat.
    """

    setup: MatchSetup
    players: tuple[Player, ...]
    aggression: Aggression = Aggression.SPORTING
    take_backs: bool = True
    hints: bool = True

    def __post_init__(self) -> None:
        if len(self.players) != self.setup.seats:
            raise ValueError(f"plan: expected {self.setup.seats} players, got {len(self.players)}")

    @property
    def is_one_leg(self) -> bool:
        """Whether the match is a race: it has only one leg."""
        return self.setup.legs == 1

    @property
    def other_persons(self) -> tuple[int, ...]:
        """The seats of all persons except the first one."""
        first = first_person_seat(self.players)
        return tuple(seat for seat, player in enumerate(self.players) if player.is_human and seat != first)

    @property
    def may_extend(self) -> bool:
        """Whether the rules allow a leg of this match to be extended, so that the option has an effect."""
        return load_rules(self.setup.rules).may_extend(self.setup.seats, self.setup.seating)

    @property
    def offers_no_100_bonus(self) -> bool:
        """Whether the rule set has the bonus for a leg without 100s and 200s."""
        return load_rules(self.setup.rules).offers_no_100_bonus

    @property
    def house_rules(self) -> tuple[str, ...]:
        """The names of the house rules that are on."""
        return self.setup.options.house_rules

    def with_rules(self, rules_id: str) -> Plan:
        """Return the plan with another rule set: its default match length and the nearest seating it offers."""
        option = _nearest(load_rules(rules_id), self.setup.seats, self.setup.seating)
        setup = MatchSetup.from_booklet(rules_id, option.seating, option.seats, self.setup.options)
        return replace(self, setup=setup, players=_seated(self.players, option.seats))

    def with_seating(self, seats: int, seating: Seating) -> Plan:
        """Return the plan with that seating: players keep their seats, and unused drivers fill new ones.

        Raises ``ValueError`` if the rule set doesn't offer the seating.
        """
        setup = replace(self.setup, seats=seats, seating=seating)
        return replace(self, setup=setup, players=_seated(self.players, seats))

    def with_seats(self, seats: int) -> Plan:
        """Return the plan with that many seats, in the same kind of seating if possible.

        Raises ``ValueError`` if the rule set offers no seating with that many seats.
        """
        offered = [option.seating for option in seatings(self.setup.rules) if option.seats == seats]
        seating = self.setup.seating if self.setup.seating in offered or not offered else offered[0]
        return self.with_seating(seats, seating)

    def with_target_score(self, target_score: int) -> Plan:
        """Return the plan as a match that is played to that many points."""
        return replace(self, setup=replace(self.setup, target_score=target_score, legs=None))

    def with_legs(self, legs: int) -> Plan:
        """Return the plan as a match of that many legs."""
        return replace(self, setup=replace(self.setup, target_score=None, legs=legs))

    def with_length_of(self, other: Plan) -> Plan:
        """Return the plan with the match length of the other one."""
        return replace(self, setup=replace(self.setup, target_score=other.setup.target_score, legs=other.setup.legs))

    def with_options(self, options: Options) -> Plan:
        """Return the plan with these options."""
        return replace(self, setup=replace(self.setup, options=options))

    def with_house_rules(self, names: Iterable[str]) -> Plan:
        """Return the plan with these house rules on, and no others."""
        return self.with_options(self.setup.options.with_house_rules(names))

    def with_deal(self, deal: Deal) -> Plan:
        """Return the plan as a match of that deal: players keep their seats, and unused drivers fill new ones."""
        return replace(self, setup=deal.setup, players=_seated(self.players, deal.seats))

    def with_driver(self, seat: int, driver: str) -> Plan:
        """Return the plan with that driver as the bot in a seat; a driver who already plays swaps seats.

        A new driver has its own level and targeting, unless the player had changed those of the driver that it
        replaces.
        """
        players = list(self.players)
        leaving = players[seat]
        for other, player in enumerate(players):
            if player.driver == driver:
                players[seat], players[other] = player, leaving
                return replace(self, players=tuple(players))
        if leaving.driver is None:
            return self._with_player(seat, bot(driver))
        level = leaving.level if leaving.level != DEFAULT_LEVELS[leaving.driver] else None
        temper = leaving.targeting if leaving.targeting is not DEFAULT_TARGETING[leaving.driver] else None
        return self._with_player(seat, bot(driver, level=level, targeting=temper))

    def with_person(self, seat: int, profile: Profile | None) -> Plan:
        """Return the plan with that person in a seat; a ``profile`` of None is a guest.

        A person who already plays swaps seats.
        """
        players = list(self.players)
        for other, player in enumerate(players):
            if profile is not None and player.profile is not None and player.profile.id == profile.id:
                players[seat], players[other] = player, players[seat]
                return replace(self, players=tuple(players))
        return self._with_player(seat, Player(PlayerKind.HUMAN, profile=profile))

    def with_profiles(self, profiles: Sequence[Profile]) -> Plan:
        """Return the plan with these profiles in the persons' seats, in order; there is one for each."""
        each = iter(profiles)
        players = (replace(one, profile=next(each)) if one.is_human else one for one in self.players)
        return replace(self, players=tuple(players))

    def with_persons(self, persons: Sequence[Player], bots: int = 0) -> Plan:
        """Return the plan with these persons in the first seats and about ``bots`` bots behind them.

        The seating is the nearest one that the rule set offers. Raises ``ValueError`` if none has so many seats.
        """
        wanted = len(persons) + bots
        offered = [option for option in seatings(self.setup.rules) if option.seats >= len(persons)]
        kind = self.setup.seating
        option = min(offered, key=lambda o: (abs(o.seats - wanted), o.seating is not kind, o.seats))
        players = (*persons, *(player for player in self.players if not player.is_human))
        setup = replace(self.setup, seats=option.seats, seating=option.seating)
        return replace(self, setup=setup, players=_seated(players, option.seats))

    def with_added_person(self) -> Plan | None:
        """Return the plan with one more person, or None if there is no seat left.

        The person takes the seat of a bot partner, or else of the last bot, or else a new seat.
        """
        sides = sides_of(self.setup.seats, self.setup.seating)
        own = sides[side_of(first_person_seat(self.players), sides)]
        bots = [seat for seat, player in enumerate(self.players) if not player.is_human]
        if bots:
            return self.with_person(next((seat for seat in bots if seat in own), bots[-1]), None)
        more = [option.seats for option in seatings(self.setup.rules) if option.seats > self.setup.seats]
        return self.with_seats(min(more)).with_added_person() if more else None

    def without_person(self, seat: int) -> Plan:
        """Return the plan with an unused driver in that person's seat."""
        sitting = {player.driver for player in self.players}
        return self._with_player(seat, bot(next(driver for driver in DRIVERS if driver not in sitting)))

    def with_level(self, seat: int, level: str) -> Plan:
        """Return the plan with that level for the bot in a seat."""
        return self._with_player(seat, replace(self.players[seat], level=level))

    def with_targeting(self, seat: int, targeting: Targeting) -> Plan:
        """Return the plan in which the bot in that seat chooses its targets in this way."""
        return self._with_player(seat, replace(self.players[seat], targeting=targeting))

    def with_level_for_all(self, level: str) -> Plan:
        """Return the plan in which all bots play at that level."""
        return replace(self, players=tuple(p if p.is_human else replace(p, level=level) for p in self.players))

    def with_targeting_for_all(self, targeting: Targeting) -> Plan:
        """Return the plan in which all bots choose their targets in this way."""
        return replace(self, players=tuple(p if p.is_human else replace(p, targeting=targeting) for p in self.players))

    def _with_player(self, seat: int, player: Player) -> Plan:
        return replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))


DEFAULT_SETUP = MatchSetup(
    rules="winning_moves", seating=Seating.SOLO, seats=4, options=Options(), target_score=MATCH_TARGET, legs=None
)
DEFAULT_PLAYERS: tuple[Player, ...] = (HUMAN, bot("carla"), bot("hugo"), bot("nina"))
DEFAULT_PLAN = Plan(DEFAULT_SETUP, DEFAULT_PLAYERS)

DEFAULT_RULES_BY_LANGUAGE: dict[str, str] = {"fr": "dujardin", "hu": "piatnik"}
"""The most common rule set in a language's countries, for languages where that is not the one of ``DEFAULT_PLAN``."""


def first_match(language: str) -> Plan:
    """Return the plan of a match that a player of that language is offered first."""
    return DEFAULT_PLAN.with_rules(DEFAULT_RULES_BY_LANGUAGE.get(language, DEFAULT_SETUP.rules))


def default_house_rules(setup: MatchSetup) -> tuple[str, ...]:
    """Return the house rules of a table until the player chooses others: all of them where four race one leg alone."""
    return HOUSE_RULES if (setup.seats, setup.seating, setup.legs) == (4, Seating.SOLO, 1) else ()


def seatings(rules_id: str) -> tuple[SeatingOption, ...]:
    """Return the seatings that the rule set offers, fewest seats first (rules.md §3)."""
    return tuple(sorted(load_rules(rules_id).seatings, key=lambda option: (option.seats, option.seating.value)))


SEAT_COUNTS: tuple[int, ...] = tuple(sorted({option.seats for rules_id in RULE_SETS for option in seatings(rules_id)}))
"""All seat counts that at least one rule set offers."""


def _nearest(rules: Rules, seats: int, seating: Seating) -> SeatingOption:
    """Return the offered seating with the closest number of seats, preferably of that kind, then with more seats."""
    return min(rules.seatings, key=lambda o: (abs(o.seats - seats), o.seating is not seating, -o.seats))


def _seated(players: tuple[Player, ...], seats: int) -> tuple[Player, ...]:
    kept = players[:seats]
    person = next((player for player in players[seats:] if player.is_human), None)
    if person is not None and not any(player.is_human for player in kept):
        kept = (*kept[:-1], person)
    sitting = {player.driver for player in kept if player.driver is not None}
    free = (driver for driver in DRIVERS if driver not in sitting)
    return (*kept, *(bot(next(free)) for _ in range(seats - len(kept))))
