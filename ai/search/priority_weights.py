"""The weights of the priority list's rules, roughly in points of a leg; one set for each kind of rules and seating."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.engine.rules import Rules, Seating


@dataclass(frozen=True, slots=True)
class PriorityWeights:
    """The numbers of the rules in ``priority_list.py``, tuned by self-play (docs/lab/008).

    Each field is a value in points, except shares and chances.
    """

    # Driving.
    drive: float = 38.0
    """The value of laying any distance card."""
    kilometre: float = 0.42
    """Added to ``drive`` for each km laid."""
    turn: float = 15.6
    """Added to ``drive`` for each turn by which the estimate of turns left to drive falls (priority_list.py)."""
    arrive: float = 757.0
    """Added to ``drive`` if the card wins the leg."""
    safe_trip: float = 32.0
    """Subtracted from ``drive`` for the side's first 200, as winning without 200s brings 300 points."""
    safe_trip_behind: float = 0.11
    """Subtracted from ``safe_trip`` for each km by which the nearest opponent is ahead; added if it is behind."""
    first_km: float = 30.0
    """Added to ``drive`` for the side's first distance card, which ends the risk of a shut-out."""
    first_km_near: float = 60.0
    """Added to ``first_km`` as an opponent nears the distance: in proportion, over its last 400 km."""
    # Getting rid of what stops the side.
    start: float = 123.0
    """The value of laying go."""
    remedy: float = 259.0
    """The value of laying a remedy on a hazard."""
    remedy_then_go: float = 44.0
    """Added to ``remedy`` if a go is in hand, to be laid next, or right_of_way is laid."""
    lift: float = 69.0
    """The value of laying an end of limit."""
    lift_for_long: float = 9.7
    """Added to ``lift`` for each distance card longer than 50 in hand."""
    lift_standing: float = -11.1
    """Added to ``lift`` while the side is not rolling."""
    # Attacking.
    attack: float = 368.0
    """The value of laying a hazard on an opponent."""
    attack_stop: float = -14.0
    """Added to ``attack`` if the hazard is a stop."""
    attack_limit: float = -39.0
    """Added to ``attack`` if the hazard is a speed limit."""
    limit_standing: float = -61.0
    """Added to ``attack`` if a speed limit lands on a side that is not rolling."""
    attack_standing: float = -22.0
    """Added to ``attack`` if any other hazard lands on a side that is not rolling."""
    attack_free: float = -62.0
    """Added to ``attack`` if the attacked side has laid right_of_way, so that it needs no go after the remedy."""
    near: float = 102.0
    """Added to ``attack`` as the attacked side nears the distance: in proportion, over its last 400 km."""
    ahead: float = 0.07
    """Added to ``attack`` for each km by which the attacked side is ahead of the attacker's side."""
    match: float = 0.03
    """Added to ``attack`` for each point by which the attacked side is ahead in the match."""
    shut_out: float = 40.0
    """Added to ``attack`` if the attacked side has laid no distance and a shut-out brings 500 points."""
    answered: float = 56.0
    """Subtracted from ``attack`` in proportion to the chance that the attacked side holds the remedy."""
    coup_risk: float = 260.0
    """Subtracted from ``attack`` in proportion to the chance that the attacked side holds the safety."""
    # Safeties.
    safety_rolls: float = 205.0
    """Added to the value of a safety that removes what stops the side."""
    safety_lifts: float = 102.0
    """Added to the value of right_of_way if it lifts a limit."""
    safety_plays_on: float = 59.0
    """Added to the value of a safety that gives one more draw and play."""
    safety_free: float = 37.0
    """Added to the value of right_of_way if the side does not need go now: it needs none from then on."""
    coup_hope: float = 367.0
    """Subtracted from the value of a safety in proportion to the chance that it could be a coup fourré later."""
    coup_chance: float = 0.26
    """The chance that an unseen hazard is laid on the side, in a leg with all its turns ahead."""
    late: float = 86.0
    """Added to the value of a safety as the leg nears its end."""
    bank: float = 26.0
    """Laying a safety first when a card in hand would win the leg, in addition to the value of winning at once."""
    bank_risk: float = 71.0
    """Subtracted in that case for each opponent that is rolling."""
    # The value of keeping a card.
    keep_distance: float = 9.5
    """Keeping a distance card: for each additional turn that the side would need without the card."""
    keep_low: float = 22.0
    """Added to ``keep_distance`` for a 25 or 50 while the side is limited."""
    keep_go: float = 76.0
    """The value of keeping the first go in hand."""
    keep_second_go: float = 44.0
    """The value of keeping the second go in hand."""
    keep_third_go: float = 6.3
    """The value of keeping the third go in hand."""
    keep_remedy: float = 93.0
    """The value of keeping the first remedy of a kind while all its hazards are unseen."""
    keep_second: float = 13.8
    """The value of keeping the second remedy of a kind while all its hazards are unseen."""
    keep_needed: float = 90.0
    """The value of keeping the only remedy in hand that the side needs now."""
    keep_end_of_limit: float = 59.0
    """The value of keeping the first end of limit while all speed limits are unseen."""
    keep_go_standing: float = 34.0
    """Added to ``keep_go`` while the side is not rolling."""
    keep_hazard: float = 174.0
    """The value of keeping a hazard to which at least one opponent is not immune."""
    keep_stop: float = -10.7
    """Added to ``keep_hazard`` if the hazard is a stop."""
    keep_limit: float = -21.0
    """Added to ``keep_hazard`` if the hazard is a speed limit."""
    keep_covered: float = -32.0
    """The value of keeping a remedy if the safety against its hazard is also in hand."""
    fade: float = 0.36
    """Share of the values of keeping a hazard or remedy that is lost by the end of a leg."""
    # Extending to 1000: fitted to the points that it brought and cost (docs/lab/008-priority-bot.md).
    extend: float = -50.0
    """The constant part of the value of extending the leg."""
    extend_turn: float = -45.0
    """Added to ``extend`` for each turn that the side is estimated to need to reach 1000 (priority_list.py)."""
    extend_hand: float = 0.75
    """Added to ``extend`` for each km in hand, up to the additional distance."""
    extend_rolling: float = -345.0
    """Added to ``extend`` for each opponent that is rolling."""
    extend_limited: float = 195.0
    """Added to ``extend`` for each opponent that is limited."""
    extend_pile: float = 23.0
    """Added to ``extend`` for each card that each seat will still draw."""
    extend_safety: float = 220.0
    """Added to ``extend`` for each safety in hand."""
    extend_laid: float = 65.0
    """Added to ``extend`` for each safety laid."""
    extend_free: float = 110.0
    """Added to ``extend`` if right_of_way is laid."""
    extend_unseen: float = -21.0
    """Added to ``extend`` for each unseen hazard that can still hit the side."""
    extend_hazard: float = 55.0
    """Added to ``extend`` for each hazard in hand."""
    extend_shut_out: float = -285.0
    """Added to ``extend`` if an opponent has laid no distance and a shut-out brings points."""
    extend_bonus: float = -0.6
    """Added to ``extend`` for each bonus point (safe trip, delayed action) that the leg brings if it ends now."""


WEIGHTS_OF_TWO: Final = PriorityWeights()
"""The weights for two sides of one seat each."""
WEIGHTS_OF_MANY: Final = PriorityWeights(
    drive=42.0,
    kilometre=0.61,
    turn=14.2,
    arrive=996.0,
    safe_trip=5.2,
    safe_trip_behind=0.12,
    first_km=14.0,
    first_km_near=62.0,
    start=73.0,
    remedy_then_go=32.0,
    lift=60.0,
    attack_stop=-14.2,
    attack_limit=-52.0,
    attack_standing=-26.0,
    near=131.0,
    ahead=0.08,
    shut_out=45.0,
    safety_rolls=319.0,
    safety_lifts=116.0,
    coup_hope=205.0,
    late=91.0,
    bank=32.0,
    keep_distance=6.7,
    keep_second_go=35.0,
    keep_third_go=2.34,
    keep_remedy=110.0,
    keep_second=3.4,
    keep_end_of_limit=40.0,
    keep_go_standing=38.0,
    keep_stop=-19.2,
    keep_limit=-18.6,
    keep_covered=-27.0,
    extend=340.0,
    extend_turn=-80.0,
    extend_hand=-1.0,
    extend_rolling=-45.0,
    extend_limited=0.0,
    extend_pile=33.0,
    extend_safety=96.0,
    extend_laid=98.0,
    extend_free=235.0,
    extend_unseen=-6.0,
    extend_hazard=0.0,
    extend_shut_out=-309.0,
    extend_bonus=-1.09,
)
"""The weights for three or more sides of one seat each."""
WEIGHTS_OF_TEAMS: Final = PriorityWeights(
    drive=44.0,
    kilometre=0.32,
    turn=13.0,
    arrive=710.0,
    safe_trip=3.6,
    safe_trip_behind=0.13,
    first_km=29.0,
    first_km_near=65.0,
    start=139.0,
    remedy=299.0,
    lift=79.0,
    lift_standing=-16.8,
    attack=370.0,
    attack_limit=-42.0,
    limit_standing=-53.0,
    attack_free=-53.0,
    coup_risk=295.0,
    safety_rolls=253.0,
    safety_lifts=111.0,
    late=78.0,
    keep_distance=10.6,
    keep_low=18.2,
    keep_third_go=1.98,
    keep_stop=-3.2,
    fade=0.35,
    extend=280.0,
    extend_turn=-62.0,
    extend_hand=0.77,
    extend_rolling=-222.0,
    extend_limited=36.0,
    extend_pile=99.0,
    extend_safety=50.0,
    extend_laid=33.0,
    extend_free=283.0,
    extend_unseen=-72.0,
    extend_hazard=19.0,
    extend_shut_out=-71.0,
    extend_bonus=-1.05,
)
"""The weights for teams of two seats."""
WEIGHTS_WHEN_NEAREST_WINS: Final = PriorityWeights(
    drive=52.0,
    kilometre=0.76,
    arrive=672.0,
    safe_trip=23.0,
    safe_trip_behind=0.13,
    first_km=0.0,
    start=99.0,
    remedy=212.0,
    lift=78.0,
    lift_for_long=27.0,
    lift_standing=-20.0,
    attack=173.0,
    attack_stop=-18.6,
    attack_limit=-47.0,
    attack_standing=-26.0,
    near=94.0,
    ahead=0.06,
    shut_out=39.0,
    answered=63.0,
    safety_rolls=314.0,
    safety_lifts=74.0,
    safety_plays_on=39.0,
    coup_hope=466.0,
    late=56.0,
    bank_risk=61.0,
    keep_distance=8.8,
    keep_low=14.7,
    keep_second_go=52.0,
    keep_remedy=141.0,
    keep_second=26.0,
    keep_needed=108.0,
    keep_go_standing=42.0,
    keep_stop=-0.1,
    fade=0.39,
)
"""The weights for rule sets where the nearest side wins when the draw pile is empty; sides have one seat each."""


def weights_for(rules: Rules, seats: int, seating: Seating) -> PriorityWeights:
    """Return the weights that were tuned for that kind of rules and seating."""
    if rules.nearest_wins:
        return WEIGHTS_WHEN_NEAREST_WINS
    if seating is Seating.TEAMS:
        return WEIGHTS_OF_TEAMS
    return WEIGHTS_OF_TWO if seats == 2 else WEIGHTS_OF_MANY
