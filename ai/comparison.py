"""What the better of two moves gives that the other does not, as data; other code makes a sentence of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from game.engine.cards import Card
from game.engine.moves import Move

Points = Annotated[float, Meta(ge=-1e6, le=1e6)]
Chance = Annotated[float, Meta(ge=0.0, le=1.0)]


class ComparisonKind(StrEnum):
    """What the better move *a* has over the other move *b*; the coach's table (``ai/coach.py``) says when.

    Brackets name the fields of ``Comparison`` that are set with a kind. Shares and km count what the sampled worlds
    show until the seat's second turn after this one is over.
    """

    ONLY = "only"
    """No other move is legal."""
    TAUGHT = "taught"
    """*a* is what the lesson teaches, and is compared with none."""
    EVEN = "even"
    """The search cannot tell the two moves apart."""
    COUP = "coup"
    """*a* is a coup fourré [numbers: the points gained at once]."""
    EXTEND = "extend"
    """*a* extends the leg [numbers: the chance of winning the longer leg, in %]."""
    STAY = "stay"
    """*a* takes the leg [numbers: the chance of winning the longer leg, in %]."""
    FINISH = "finish"
    """*a* reaches the finish, *b* does not."""
    STOP = "stop"
    """*a* stops a side, without which it would often arrive [side; numbers: the km that it has to go]."""
    WHOM_AHEAD = "whom_ahead"
    """*a* and *b* attack different sides [side, other; numbers: by how many km *a*'s is ahead of *b*'s]."""
    WHOM_LEADS = "whom_leads"
    """The same, where *a*'s side is ahead in the match [side, other; numbers: by how many points]."""
    WHOM_ROLLS = "whom_rolls"
    """The same, where *a*'s side rolls and *b*'s stands [side, other]."""
    LONGER = "longer"
    """*a*'s hazard calls for a remedy and go, *b*'s on the same side only for go [cards: the remedy]."""
    AGAIN = "again"
    """After *a* the seat draws and plays again, after *b* it does not."""
    ROLLS = "rolls"
    """*a* lets the side roll at once, *b* does not."""
    ROLLS_SOONER = "rolls_sooner"
    """After *a* the side rolls in more of its next turns."""
    KEEP_SAFETY = "keep_safety"
    """*b* lays a safety that may still answer an attack [cards: the safety; numbers: a coup fourré's points]."""
    BANK = "bank"
    """*a* lays a safety, and the leg may end before the next chance [cards: the safety; numbers: its points]."""
    LAY_SAFETY = "lay_safety"
    """*a* lays a safety for which hardly an attack is left [cards: the safety]."""
    LEADER = "leader"
    """With *b* the side would lead and be stopped more often [side: the one that still leads after *a*]."""
    NOW = "now"
    """*a* is a distance that a limit forbids, and a limit often comes; *b* could be laid under it too."""
    EXACT = "exact"
    """After *a* one or two cards in hand make exactly the rest, after *b* no cards in hand do."""
    LIFT = "lift"
    """*a* ends the own limit, so that a distance in hand can be laid [cards: that distance]."""
    BONUS = "bonus"
    """*b* would be the first 200 and forfeit a bonus [numbers: its points]."""
    DROP_SAFE = "drop_safe"
    """*a* discards a remedy against a hazard that a laid safety excludes [cards: the safety]."""
    DROP_OUT = "drop_out"
    """*a* discards a remedy whose hazards have all been seen [cards: the hazard]."""
    DROP_FAR = "drop_far"
    """*a* discards a distance that is longer than the rest [numbers: the km to go]."""
    DROP_IMMUNE = "drop_immune"
    """*a* discards a hazard against which every other side has the safety."""
    DROP_DOUBLE = "drop_double"
    """*a* discards a card of which another one stays in hand; *b* gives away the only one of its kind."""
    DROP_SHORT = "drop_short"
    """*a* discards the shorter of two distances."""
    NEEDED = "needed"
    """*b* discards the remedy against a hazard on the own display [cards: that hazard]."""
    KEEP_REMEDY = "keep_remedy"
    """*b* discards a remedy that may still be needed [cards: its hazard; numbers: how many of those are unseen]."""
    KEEP_HAZARD = "keep_hazard"
    """*b* discards a hazard that can be laid on a side later [side]."""
    KEEP_DISTANCE = "keep_distance"
    """*b* discards a distance that still fits [numbers: the km to go]."""
    HOLD = "hold"
    """*a* attacks a side that then drives less far than after *b* [side; numbers: the km]."""
    LIMIT = "limit"
    """*a* limits a side, *b* attacks nobody [side]."""
    HOME = "home"
    """A rival arrives less often [numbers: how often after *a* and after *b*, in %]."""
    FURTHER = "further"
    """The own side drives further [numbers: the km]."""
    SAFER = "safer"
    """The own side is stopped less often [numbers: how often after *a* and after *b*, in %]."""
    WIN = "win"
    """*a* wins the match more often, for no single reason."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What one move has over another, which ``kind`` determines."""

    kind: ComparisonKind
    side: int | None = None
    other: int | None = None
    cards: tuple[Card, ...] = ()
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MoveValue:
    """The value of a move: ``points`` above or below those of others, and the chance of winning the match after it.

    Points are differences of that chance, converted to points at the current score; only their differences count.
    """

    move: Move
    points: Points
    chance: Chance

    @property
    def percent(self) -> int:
        """The chance of winning the match as it is displayed, in whole %."""
        return round(100 * self.chance)


@dataclass(frozen=True, slots=True)
class Advice:
    """The best move of a decision, and what it has over another one, which is None if there is none.

    The other move is the second best. If that one is ``alike``, as the search cannot tell it from the best, it is the
    best of those of the same sort that are worse.
    """

    best: MoveValue
    other: MoveValue | None
    comparison: Comparison
    alike: MoveValue | None = None
