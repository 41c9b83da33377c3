"""What the better of two moves gives that the other does not, as data; other code makes a sentence of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta

from game.engine.cards import Card
from game.engine.moves import Move

Points = Annotated[float, Meta(ge=-1e6, le=1e6)]
Chance = Annotated[float, Meta(ge=0.0, le=1.0)]


class ComparisonKind(StrEnum):
    """What the better move *a* has over the other move *b*; the table (``ai/advantages.py``) says when.

    Brackets name the fields of ``Comparison`` that are set with a kind. What happens more often is counted in sampled
    worlds until the seat's second turn after this one is over.
    """

    ONLY = "only"
    """No other move is legal."""
    TAUGHT = "taught"
    """*a* is what the lesson teaches, and is compared with none."""
    EVEN = "even"
    """The search cannot tell the moves apart, and nothing on the table does."""
    EVEN_USELESS = "even_useless"
    """Both discard a card that can do nothing any more."""
    EVEN_ORDER = "even_order"
    """Both are distances that together make exactly the rest [numbers: the km to go]."""
    EVEN_IDLE = "even_idle"
    """Like ``EVEN``, and both discard a card that cannot be played now."""
    COUP = "coup"
    """*a* is a coup fourré [numbers: the points gained at once]."""
    COUP_PARRY = "coup_parry"
    """The same, where points do not decide."""
    COUP_LAST = "coup_last"
    """Like ``COUP``, and no turn follows, since the leg ends or no card is left."""
    COUP_PARRY_LAST = "coup_parry_last"
    """Like ``COUP_PARRY``, and no turn follows."""
    EXTEND = "extend"
    """*a* extends the leg."""
    STAY = "stay"
    """*a* takes the leg."""
    FINISH = "finish"
    """*a* reaches the finish, *b* does not."""
    STOP = "stop"
    """*a* stops a side that could arrive with one card [side; numbers: the km that it has to go]."""
    WHOM_AHEAD = "whom_ahead"
    """*a* and *b* attack different sides [side, other; numbers: by how many km *a*'s is ahead of *b*'s]."""
    WHOM_LEADS = "whom_leads"
    """The same, where *a*'s side is ahead in the match [side, other; numbers: by how many points]."""
    WHOM_FIRST = "whom_first"
    """The same, where both are about equally far, and *a*'s side has its turn first [side, other]."""
    WHOM_FREE = "whom_free"
    """The same, with the same card, where a limit slows *b*'s side and not *a*'s [side, other]."""
    WHOM_SHUT_OUT = "whom_shut_out"
    """The same, where *a*'s side has no km yet, which scores if it stays so [side, other; numbers: the points]."""
    WHOM_ROLLS = "whom_rolls"
    """The same, where *a*'s side rolls and *b*'s stands [side, other]."""
    LONGER = "longer"
    """*a*'s hazard calls for a remedy and go, *b*'s on the same side only for go [cards: the remedy]."""
    RARER = "rarer"
    """Both are breakdowns for the same side, and fewer remedies against *a*'s are unseen."""
    AGAIN = "again"
    """After *a* the seat draws and plays again, after *b* it does not."""
    ROLLS = "rolls"
    """*a* lets the side roll at once, *b* does not."""
    FREES = "frees"
    """*a* ends a breakdown on the own display, *b* does not [cards: the hazard]."""
    KEEP_SAFETY = "keep_safety"
    """*b* lays a safety that may still answer an attack [cards: the safety; numbers: a coup fourré's points]."""
    KEEP_PARRY = "keep_parry"
    """The same, where points do not decide [cards: the safety]."""
    BANK = "bank"
    """*a* lays a safety, and the leg may end before the next chance [cards: the safety; numbers: its points]."""
    LAY_SAFETY = "lay_safety"
    """*a* lays a safety for which hardly an attack is left [cards: the safety]."""
    WHICH_SAFETY = "which_safety"
    """Both lay a safety, and more hazards are left against which *b*'s protects."""
    LEADER = "leader"
    """With *b* the side would lead and be stopped more often, with *a* it does not lead."""
    NOW = "now"
    """*a* is a distance that a limit forbids, and a limit often comes; *b* could be laid under it too."""
    EXACT = "exact"
    """After *a* one or two cards in hand make exactly the rest, after the distance *b* no cards in hand do."""
    ONE_CARD = "one_card"
    """After *a* one card can make exactly the rest, after the distance *b* none can [numbers: the rests]."""
    DELAY = "delay"
    """*a* is a discard, *b* a distance, and a win scores more once the draw pile is empty, which it soon is.

    One or two cards in hand make the rest [numbers: the cards of the pile, the points]."""
    BONUS = "bonus"
    """*b* would be the first 200 and forfeit a bonus [numbers: its points]."""
    LIFT = "lift"
    """*a* ends the own limit, and the side rolls: a distance in hand can be laid next [cards: that distance]."""
    LIFT_EARLY = "lift_early"
    """The same, where the side does not roll yet."""
    LIFT_BARE = "lift_bare"
    """*a* ends the own limit, *b* does not, and no distance in hand gains by it."""
    LIFT_FIRST = "lift_first"
    """*a* ends the own limit, *b* is the go, and nobody can stop the side before it rolls."""
    FIRST = "first"
    """*b* is the go, nobody else rolls, and with *a* the side is stopped less often [numbers: the gos in hand]."""
    WAIT_HIT = "wait_hit"
    """*a* is a discard, *b* attacks a side that stands anyway [side]."""
    WAIT_LIFT = "wait_lift"
    """*a* is a discard, *b* ends the own limit, but the side stands anyway."""
    ALONE = "alone"
    """*a* attacks the only side that rolls, *b* is a remedy [side]."""
    HOLD = "hold"
    """*a* stops a side that rolls, *b* attacks nobody [side]."""
    HOLD_LEADER = "hold_leader"
    """The same, where that side is ahead of all others."""
    HOLD_STUCK = "hold_stuck"
    """The same, where the own side rolls, but no distance in hand can be laid now."""
    HOLD_STANDING = "hold_standing"
    """The same, where the own side stands."""
    LIMIT = "limit"
    """*a* limits a side that rolls, *b* attacks nobody [side]."""
    LIMIT_LEADER = "limit_leader"
    """The same, where that side is ahead of all others."""
    LIMIT_STUCK = "limit_stuck"
    """The same, where the own side rolls, but no distance in hand can be laid now."""
    LIMIT_STANDING = "limit_standing"
    """The same, where the own side stands."""
    LIMIT_LATER = "limit_later"
    """*a* limits a side that stands, *b* attacks nobody [side]."""
    BLOCK = "block"
    """*a* is a breakdown for a side that stands, *b* attacks nobody [side; cards: the remedy]."""
    FORWARD = "forward"
    """*a* is a distance, *b* is none."""
    MORE_KM = "more_km"
    """*a* is the longer of two distances [numbers: by how many km]."""
    MORE_THAN_BONUS = "more_than_bonus"
    """The same, and *a* is the first 200, which forfeits a bonus [numbers: the km and the bonus's points]."""
    NEEDED = "needed"
    """*b* discards the remedy against a hazard on the own display [cards: that hazard]."""
    DROP_SAFE = "drop_safe"
    """Both are discards, and *a*'s is a remedy against a hazard that a laid safety excludes [cards: the safety]."""
    DROP_OUT = "drop_out"
    """The same, and the seat can look at all hazards of that kind now [cards: the hazard; numbers: how many]."""
    DROP_FAR = "drop_far"
    """The same, and *a*'s is a distance that is longer than the rest [numbers: the km to go]."""
    DROP_THIRD = "drop_third"
    """The same, and *a*'s is a 200 after two of them."""
    DROP_IMMUNE = "drop_immune"
    """The same, and *a*'s is a hazard against which every other side has the safety."""
    DROP_MINUS = "drop_minus"
    """The same, and *a*'s km left in hand would soon score less than nothing, and more of it than *b*'s."""
    DROP_COVERED = "drop_covered"
    """The same, and *a*'s is a remedy that a safety in hand can replace [cards: the safety]."""
    DROP_DOUBLE = "drop_double"
    """The same, and *a*'s is held more than once, *b*'s is another sort of card [numbers: how often]."""
    DROP_SHORT = "drop_short"
    """The same, and *a*'s is the shorter of two distances."""
    DROP_LIMITED = "drop_limited"
    """The same, and *a*'s is a distance that the own limit forbids, *b*'s none such."""
    DROP_PLENTY = "drop_plenty"
    """The same, and *a*'s is one of many distances, *b*'s is none [numbers: how many]."""
    DROP_SHORTEST = "drop_shortest"
    """The same, and *a*'s is the shortest of some distances, *b*'s is none [numbers: how many]."""
    DROP_UNNEEDED = "drop_unneeded"
    """The same, and *a*'s is a remedy against what the side does not suffer, *b*'s is none such [cards: the hazard]."""
    DROP_IDLE = "drop_idle"
    """The same, and *a*'s is a hazard that can be laid on nobody now, *b*'s is none such."""
    HOME = "home"
    """A rival arrives less often."""
    SAFER = "safer"
    """The own side is stopped less often."""
    WIN = "win"
    """*a* wins the match more often, for no single reason."""
    WIN_LITTLE = "win_little"
    """The same, but the two chances as they are displayed differ by 1 % at most."""


EVEN_KINDS: Final = frozenset(kind for kind in ComparisonKind if kind.value.startswith("even"))
"""The kinds that speak for neither move."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What one move has over another, which ``kind`` determines.

    With ``is_level`` the search cannot tell the two apart, or it does not matter which of them is made.
    """

    kind: ComparisonKind
    side: int | None = None
    other: int | None = None
    cards: tuple[Card, ...] = ()
    numbers: tuple[int, ...] = ()
    is_level: bool = False


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

    The other move is the best of those that a player would weigh.
    """

    best: MoveValue
    other: MoveValue | None
    comparison: Comparison
