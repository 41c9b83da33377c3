"""One side's display as search needs it: small, made of card indices, and changed by making a new one.

Only what a side does to its own display is modelled here, as it is the same in every rule set (rules.md §4); what is
legal in the decision itself comes from the observation. A test compares every change with the engine's.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from game.engine.cards import CARD_BY_ID, DISTANCES, HAZARDS, REMEDIES, REMEDY_FOR, SAFETIES, SAFETY_AGAINST
from game.engine.observation import SideView

GO: Final = CARD_BY_ID["go"].index
STOP: Final = CARD_BY_ID["stop"].index
SPEED_LIMIT: Final = CARD_BY_ID["speed_limit"].index
END_OF_LIMIT: Final = CARD_BY_ID["end_of_limit"].index
RIGHT_OF_WAY: Final = CARD_BY_ID["right_of_way"].index
KM_100: Final = CARD_BY_ID["km_100"].index
KM_200: Final = CARD_BY_ID["km_200"].index

DISTANCE_INDEXES: Final = tuple(c.index for c in DISTANCES)
HAZARD_INDEXES: Final = tuple(c.index for c in HAZARDS)
REMEDY_INDEXES: Final = tuple(c.index for c in REMEDIES)
SAFETY_INDEXES: Final = tuple(c.index for c in SAFETIES)
KM: Final = {c.index: c.km for c in DISTANCES}
REMEDY_OF: Final = {h.index: r.index for h, r in REMEDY_FOR.items()}
SAFETY_OF: Final = {h.index: s.index for h, s in SAFETY_AGAINST.items()}

MOST_200S: Final = 2
LIMIT_KM: Final = 50


class Side(NamedTuple):
    """A side's display: ``battle`` in the order laid, ``safeties`` and ``coups_fourres`` as sets of card indices."""

    km: int
    battle: tuple[int, ...]
    is_marked_limited: bool
    safeties: frozenset[int]
    coups_fourres: int
    laid_200: int
    laid_100: int

    @property
    def top(self) -> int | None:
        """The top of the battle pile, None if it is empty."""
        return self.battle[-1] if self.battle else None

    @property
    def hazard(self) -> int | None:
        """The hazard on top of the battle pile, None if there is none."""
        return self.battle[-1] if self.battle and self.battle[-1] in REMEDY_OF else None

    @property
    def has_right_of_way(self) -> bool:
        """Whether it needs no ``go`` and obeys no limit."""
        return RIGHT_OF_WAY in self.safeties

    @property
    def is_rolling(self) -> bool:
        """Whether it may lay distance."""
        return self.top == GO or (self.has_right_of_way and self.hazard is None)

    @property
    def is_limited(self) -> bool:
        """Whether only 25 and 50 may be laid."""
        return self.is_marked_limited and not self.has_right_of_way

    def may_lay(self, index: int, target_km: int) -> bool:
        """Whether it may lay that distance, remedy or safety on its own display in its turn."""
        if index in KM:
            return (
                self.is_rolling
                and self.km + KM[index] <= target_km
                and not (self.is_limited and KM[index] > LIMIT_KM)
                and not (index == KM_200 and self.laid_200 >= MOST_200S)
            )
        if index == GO:
            return not self.has_right_of_way and self.top != GO and self.hazard in (None, STOP)
        if index == END_OF_LIMIT:
            return self.is_limited
        if index in REMEDY_INDEXES:
            return self.hazard is not None and REMEDY_OF[self.hazard] == index
        return index in SAFETY_INDEXES

    def lay(self, index: int) -> Side:
        """The display after laying a card that it may lay."""
        if index in KM:
            return self._replace(
                km=self.km + KM[index],
                laid_200=self.laid_200 + (index == KM_200),
                laid_100=self.laid_100 + (index == KM_100),
            )
        if index == END_OF_LIMIT:
            return self._replace(is_marked_limited=False)
        if index in REMEDY_INDEXES:
            return self._replace(battle=(*self.battle, index))
        answers_top = self.hazard is not None and SAFETY_OF[self.hazard] == index
        return self._replace(
            safeties=self.safeties | {index},
            battle=self.battle[:-1] if answers_top else self.battle,
            is_marked_limited=self.is_marked_limited and index != RIGHT_OF_WAY,
        )

    def hit(self, index: int) -> Side:
        """The display after a hazard landed on it."""
        if index == SPEED_LIMIT:
            return self._replace(is_marked_limited=True)
        return self._replace(battle=(*self.battle, index))

    def answer(self, index: int) -> Side:
        """The display after that safety answered, as a coup fourré, the hazard that landed last."""
        return self.lay(index)._replace(coups_fourres=self.coups_fourres + 1)


def side_of(view: SideView) -> Side:
    """The display of a side as the observation shows it."""
    distance = [c.index for c in view.distance]
    return Side(
        km=view.km,
        battle=tuple(c.index for c in view.battle),
        is_marked_limited=bool(view.speed) and view.speed[-1].index == SPEED_LIMIT,
        safeties=frozenset(c.index for c in view.safeties),
        coups_fourres=len(view.coups_fourres),
        laid_200=distance.count(KM_200),
        laid_100=distance.count(KM_100),
    )
