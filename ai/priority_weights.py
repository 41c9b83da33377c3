"""What the priority bot's rules weigh, about in points of a leg; one list for each way to sit at the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Weights:
    """The numbers of the rules in ``priority.py``; they were tuned as docs/decisions/008-priority-bot.md tells."""

    # Driving.
    drive: float = 60.0
    """Laying any distance."""
    kilometre: float = 0.9
    """For each km of it."""
    turn: float = 14.0
    """A turn nearer to the distance by the hand's arithmetic (priority_way.py)."""
    arrive: float = 400.0
    """Winning the leg."""
    safe_trip: float = 110.0
    """What the first 200 of a leg costs, where no 200 at all brings 300 points."""
    # Getting out of what stops the side.
    start: float = 190.0
    """Laying go."""
    remedy: float = 170.0
    """Laying a remedy on a hazard."""
    remedy_then_go: float = 25.0
    """More, with a go in hand to follow it or right_of_way laid."""
    lift: float = 60.0
    """Laying the end of a limit."""
    lift_for_long: float = 14.0
    """More, for each distance longer than 50 in hand."""
    lift_standing: float = -50.0
    """More (or less), while the side stands."""
    # Attacking.
    attack: float = 150.0
    """Laying a hazard that stops an opponent."""
    attack_stop: float = -20.0
    """More (or less), if it is only a stop."""
    attack_limit: float = -40.0
    """More (or less), if it is only a limit."""
    limit_standing: float = -40.0
    """More (or less), if a limit lands on a side that stands."""
    near: float = 120.0
    """More, the nearer that side is to the distance, over the last ``NEAR_KM``."""
    ahead: float = 0.1
    """More, for each km that side is ahead of the attacker's."""
    match: float = 0.03
    """More, for each point that side is ahead in the match."""
    answered: float = 60.0
    """Less, the likelier that side holds the remedy."""
    coup_risk: float = 260.0
    """Less, the likelier that side holds the safety."""
    # Safeties.
    safety_rolls: float = 150.0
    """Laying a safety that gets the side out of what stops it."""
    safety_lifts: float = 70.0
    """Laying right_of_way that lifts a limit only."""
    safety_plays_on: float = 70.0
    """Laying a safety that gives one more draw and play."""
    safety_free: float = 30.0
    """Laying right_of_way at any time: no go is needed from then on."""
    coup_hope: float = 450.0
    """Less, the likelier the hazard it answers still comes."""
    coup_chance: float = 0.2
    """The chance that one unseen hazard comes, in a leg with all its turns ahead."""
    late: float = 110.0
    """More, the nearer the leg is to its end."""
    # What a card is kept for.
    keep_go: float = 80.0
    """The first go in hand."""
    keep_second_go: float = 35.0
    """The second."""
    keep_third_go: float = 8.0
    """The third."""
    keep_remedy: float = 55.0
    """The first remedy of a kind, while all its hazards are unseen."""
    keep_second: float = 14.0
    """The second of a kind."""
    keep_needed: float = 90.0
    """More, if its hazard lies on the own pile."""
    keep_end_of_limit: float = 25.0
    """The first end of a limit."""
    keep_hazard: float = 65.0
    """A hazard that somebody isn't immune to."""
    keep_stop: float = -10.0
    """More (or less), if it is a stop."""
    keep_limit: float = -30.0
    """More (or less), if it is a limit."""
    keep_covered: float = 3.0
    """A remedy whose safety is in hand too."""
    fade: float = 0.6
    """How much of that is lost by the end of a leg."""
    # Going on to 1000.
    extend: float = -60.0
    """Extending as such."""
    extend_hand: float = 0.5
    """More, for each km in hand that still fits."""
    extend_lead: float = 0.35
    """More, for each km by which the nearest opponent falls short of 700."""
    extend_cards: float = 3.0
    """More, for each card a seat still draws."""
    extend_safeties: float = 60.0
    """More, for each safety in hand."""
    extend_at_stake: float = 0.5
    """Less, for each point that winning now brings beyond those of the leg."""


TWO: Final = Weights()
"""Two sides of one seat each."""
MANY: Final = Weights()
"""Three or more sides of one seat each."""
TEAMS: Final = Weights()
"""Sides of two seats."""
