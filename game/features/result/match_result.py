"""What the page at the end of a leg or of a match tells: the story, what was near, the photo, points and goals."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from game.engine.observation import Observation
from game.features.milestones.model import MILESTONES, last_leg_shares
from game.features.result.model import Story, StoryCode, StoryLine, leg_story, match_story, side_at_goal
from game.features.result.photo import PhotoFinish
from game.features.result.standings import Standings
from game.features.tour.model import GoalMiss
from game.features.tour.stage_results import goal_status, goals_missed
from game.match.match_file import MatchKind, SavedMatch
from game.match.session import Session
from game.scenes.sayings import DriverLine
from game.words.names import NOBODY

_NEAR_SHARE = 0.8
"""A goal with a number or a milestone is near if this share of it was done."""
_NEAR_STAR_POINTS = 100
_NEAR_PLACE_POINTS = 100
_NEAR_FINISH_KM = 50
_NEAR_MATCH_POINTS = 300
_ALWAYS_TOLD = frozenset({StoryCode.STAR_POINTS, StoryCode.STAR_KM, StoryCode.NEAR_PLACE})
_POINTS = frozenset({"place", "win", "lead"})
"""The kinds of conditions that points alone would have met."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a leg, or of a match that is over.

    ``winner`` is the side that won it, None after a leg that nobody won. ``near`` tells what the reader came near to.
    ``photo_finish``, and of the ``story`` moments and distances, are of the last leg. ``code`` is the code of the deal,
    empty for none, and ``saying`` a driver's remark. ``stage`` is the id of the tour's stage, if the match was one;
    ``reached_goals`` are the indices of its goals that were reached, ``missed_goals`` tells by how much others were
    missed. ``driven_on_turn`` is the turn from which a practice match continued another, 0 for none.
    """

    standings: Standings
    story: Story
    photo_finish: PhotoFinish
    is_over: bool = True
    winner: int | None = None
    near: tuple[StoryLine, ...] = ()
    code: str = ""
    saying: DriverLine | None = None
    stage: str | None = None
    reached_goals: tuple[int, ...] = ()
    missed_goals: Mapping[int, GoalMiss] = field(default_factory=dict)
    driven_on_turn: int = 0

    @classmethod
    def of(
        cls, session: Session, standings: Standings, saying: DriverLine | None = None,
        open_milestones: Collection[str] = (),
    ) -> MatchResult:  # fmt: skip
        """Return the result of the leg, or match, that has just ended in the session.

        ``open_milestones`` are the ids of those that the person had not reached before.
        """
        o, names, saved, is_over = session.observation, standings.names, session.saved, session.is_match_over
        winner = standings.ranking[0] if is_over else standings.winner
        own = (
            None if names.viewer == NOBODY else next(s for s in range(standings.side_count) if names.is_viewers_side(s))
        )
        story = leg_story(o, winner, own)
        if is_over and len(standings.legs) > 1:
            story = match_story(standings.legs, standings.leg_winners, standings.ranking[0], own, story)
        is_practice = session.kind is MatchKind.PRACTICE
        missed = goals_missed(saved)
        near: tuple[StoryLine, ...] = ()
        has_person = any(player.is_human for player in saved.players)
        if own is not None and has_person and not is_practice:
            near = near_lines([*near_misses(standings, o, saved, own, story, missed, open_milestones)])
        km = tuple(side.km for side in o.sides)
        first = side_at_goal(o)
        order = sorted(range(standings.side_count), key=lambda side: (side != first, -km[side], side))
        has_code = session.deal is not None and session.setup.legs == 1 and not is_practice
        return cls(
            standings=standings,
            story=story,
            photo_finish=PhotoFinish(tuple(order), km, o.target, first, names, session.stage),
            is_over=is_over,
            winner=winner,
            near=near,
            code=session.deal.code if session.deal is not None and has_code else "",
            saying=saying,
            stage=session.stage,
            reached_goals=goal_status(saved).reached if is_over else (),
            missed_goals=missed,
            driven_on_turn=saved.driven_on_turn if is_practice else 0,
        )

    @property
    def is_won(self) -> bool:
        return self.winner is not None and self.standings.names.is_own(self.winner)

    @property
    def is_first_leg(self) -> bool:
        return len(self.standings.legs) == 1

    @property
    def near_milestone(self) -> str | None:
        """The id of the milestone that was nearly reached, if nothing else was nearer."""
        codes = {StoryCode.MILESTONE_KM, StoryCode.MILESTONE_POINTS, StoryCode.MILESTONE_BUT_ONE}
        return next((line.item for line in self.near if line.code in codes), None)

    @property
    def deciding_item(self) -> str:
        """The id of the row of points that decided, empty if points did not decide or the rows are of several legs."""
        decided = (line.item for line in self.story.sentences if line.code is StoryCode.DECIDED)
        return next(decided, "") if len(self.standings.legs) == 1 else ""


def near_lines(found: Sequence[StoryLine]) -> tuple[StoryLine, ...]:
    """Return those of the lines that are told: every star and the place, or else the first line."""
    return tuple(line for line in found if line.code in _ALWAYS_TOLD) or tuple(found[:1])


def near_misses(  # noqa: PLR0913, PLR0917 - whatever may have been near
    standings: Standings, o: Observation, saved: SavedMatch, own: int, story: Story,
    missed: Mapping[int, GoalMiss], open_milestones: Collection[str],
) -> Iterator[StoryLine]:  # fmt: skip
    """Yield lines about what the side ``own`` came near to and the ``story`` leaves out, most important first."""
    is_decided_by_leg = saved.setup.is_decided_by_leg
    yield from near_stars(missed, is_decided_by_leg=is_decided_by_leg)
    totals, ranking, is_over = standings.totals, standings.ranking, standings.match_winner is not None
    place = ranking.index(own)
    ahead = totals[ranking[place - 1]] - totals[own] if place else 0
    has_place = story.headline.code is not StoryCode.POINTS_SHORT and not is_decided_by_leg
    if is_over and (place > 1 or has_place) and 0 < ahead <= _NEAR_PLACE_POINTS:
        yield StoryLine(StoryCode.NEAR_PLACE, own, n=ahead, second_n=place)
    to_go = o.target - o.sides[own].km
    if 0 < to_go <= _NEAR_FINISH_KM and o.winner is None and not is_over:
        yield StoryLine(StoryCode.NEAR_FINISH, own, n=to_go)
    if not is_over and place and 0 < totals[ranking[0]] - totals[own] <= _NEAR_MATCH_POINTS:
        yield StoryLine(StoryCode.NEAR_LEAD, own, n=totals[ranking[0]] - totals[own])
    left = 0 if standings.target_score is None else standings.target_score - totals[own]
    if is_over and place and 0 < left <= _NEAR_MATCH_POINTS:
        yield StoryLine(StoryCode.NEAR_CUP, own, n=left)
    shares = last_leg_shares(saved)
    near = [one for one in MILESTONES if one.id in open_milestones and _NEAR_SHARE <= shares.get(one.id, 0) < 1]
    for one in sorted(near, key=lambda one: -shares[one.id]):
        units = {"first_stone": StoryCode.MILESTONE_KM, "big_leg": StoryCode.MILESTONE_POINTS}
        left = round((1 - shares[one.id]) * one.amount_in_leg)
        if one.id in units:
            yield StoryLine(units[one.id], own, n=left, item=one.id)
        elif left == 1:
            yield StoryLine(StoryCode.MILESTONE_BUT_ONE, own, item=one.id)


def near_stars(missed: Mapping[int, GoalMiss], *, is_decided_by_leg: bool) -> Iterator[StoryLine]:
    """Yield lines about stars that were nearly won: those that points would have brought first, by the fewest.

    If the match ``is_decided_by_leg``, points bring no win.
    """
    kinds = _POINTS - {"win"} if is_decided_by_leg else _POINTS
    of_points = {n: miss.needed - miss.done for n, miss in missed.items() if miss.kind in kinds}
    for n, points in sorted(of_points.items(), key=lambda item: item[1]):
        if points <= _NEAR_STAR_POINTS:
            yield StoryLine(StoryCode.STAR_POINTS, n=points, second_n=n + 1)
    for n, miss in missed.items():
        if miss.kind == "km" and miss.done >= _NEAR_SHARE * miss.needed:
            yield StoryLine(StoryCode.STAR_KM, n=miss.needed - miss.done, second_n=n + 1)
        elif miss.is_of_several:
            yield StoryLine(StoryCode.STAR_BUT_ONE, item=miss.kind, second_n=n + 1)
