"""Find the story of a finished leg or match: how it ended, its highlights, and a few sentences, as codes with values.

Everything is read from the public moves; hidden cards play no part. Turns are counted as in a replay: each time a seat
plays or discards a card is a turn, and a coup fourré is a turn of its own. How long a side stood still (a "stand") is
given in rounds; in a round each seat of the side has one turn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import accumulate
from types import MappingProxyType

from game.drivers.public_moves import PublicMove, public_moves
from game.engine.cards import FASTEST_KM, Card
from game.engine.moves import MoveKind
from game.engine.observation import Observation
from game.engine.rules import Score

CLOSE_KM = 50
SPARE_KM = 250
HIGHLIGHTS_APART = 0.15
"""The smallest distance between two highlights, as a fraction of all turns."""
MOST_HIGHLIGHTS = 3
STOOD_TURNS = 3
LED_TURNS = 3
MANY_LEAD_CHANGES = 5
NEAR_MILESTONE_SHARE = 0.6
NO_SWINGS: Mapping[int, float] = MappingProxyType({})
_BACK_KM = 150
_CAUGHT_KM = 100
_MOST_WEIGHED_STAND_TURNS = 6
"""Beyond this many turns a stand weighs no more, because long stands would displace all other highlights. The longest
stand is shown anyway if it is long enough."""
LONG_STAND_ROUNDS = 10
STAR_POINTS = 100
"""A missed star is mentioned only if at most this many points were missing."""
_MOST_SENTENCES = 2
_REPEAT_FACTOR = 0.5
"""The factor for the weight of a second highlight of the same kind, and of a highlight that concerns neither the winner
nor the viewer's side."""


class StoryCode(StrEnum):
    """The kinds of lines in a story; the comments name the fields of ``StoryLine`` that each kind uses."""

    # how it ended
    CLOSE = "close"  # other, n km
    SPARE = "spare"  # n km
    FAR = "far"
    ON_POINTS = "on_points"
    NEAREST = "nearest"  # side
    BEHIND = "behind"  # side, other who was nearest, n km
    BEATEN_ON_POINTS = "beaten_on_points"  # other was at the goal
    SHORT = "short"  # side, n km
    POINTS_SHORT = "points_short"  # side, n points
    POINTS_AHEAD = "points_ahead"  # n points
    ARRIVED_SHORT = "arrived_short"  # side
    # moments
    COUP_FOURRE = "coup_fourre"  # side, card, against
    STOPPED_NEAR = "stopped_near"  # side, other, n km, card
    CAME_BACK = "came_back"  # side, n km, card
    LAST_CARD = "last_card"  # side, card
    TAKES_LEAD = "takes_lead"  # side, card
    STOOD = "stood"  # side, other, n rounds, card
    WAITED = "waited"  # side, n rounds, card
    EXTENDED = "extended"  # side, n km, card
    # the story
    LED_ALL = "led_all"  # side
    LED = "led"  # side, n of second_n turns
    CHANGED = "changed"  # n times
    LEADER_STOPPED = "leader_stopped"  # side, other, third who drove past
    BACK = "back"  # side, n km
    DARED = "dared"  # side
    DARED_IN_VAIN = "dared_in_vain"  # side, other who won
    PARRIED = "parried"  # side, n
    UNSTOPPED = "unstopped"  # side
    LED_FROM = "led_from"  # side, n: the turn
    NEVER_ROLLED = "never_rolled"  # side, n rounds
    STAR_MISSED = "star_missed"  # side, n points
    NEARLY = "nearly"  # side, other, n rounds
    MADE_UP = "made_up"  # side, n km, second_n km
    SAFETIES = "safeties"  # side, n
    STOPS = "stops"  # side, other if it was always the same, n
    DROVE = "drove"  # side, n km
    FROM_ZERO = "from_zero"
    # of a match
    LEGS_WON = "legs_won"  # side, n of second_n
    AHEAD_ALL = "ahead_all"  # side
    FROM_BEHIND = "from_behind"  # side
    POINTS = "points"  # side, n


@dataclass(frozen=True, slots=True)
class StoryLine:
    """A line of a story: its kind, and the sides, cards and numbers in it; -1 is no side."""

    code: StoryCode
    side: int = -1
    other: int = -1
    third: int = -1
    n: int = 0
    second_n: int = 0
    card: Card | None = None
    against: Card | None = None


@dataclass(frozen=True, slots=True)
class Highlight:
    """A highlight of the leg, with its turn; of several highlights, those with the largest weight are shown."""

    turn: int
    line: StoryLine
    weight: float


@dataclass(frozen=True, slots=True)
class Story:
    """The story of a leg or match, for one side as the reader; the story of a match has no highlights."""

    headline: StoryLine
    sentences: tuple[StoryLine, ...]
    highlights: tuple[Highlight, ...] = ()
    turns: int = 0


def side_at_goal(o: Observation) -> int | None:
    """Return the side that has driven the whole distance, or None; a side that won by being nearest does not count."""
    return next((side for side, view in enumerate(o.sides) if view.km == o.target), None)


def leg_story(
    o: Observation, winner: int, viewer_side: int | None, chance_changes: Mapping[int, float] = NO_SWINGS
) -> Story:
    """Return the story of a finished leg; ``winner`` is the side that won the match.

    ``viewer_side`` is the side of the person who reads the story, or None for several readers. ``chance_changes`` has,
    for some turns, how much each changed the chances of winning (0 … 1); a larger change gives the highlights of that
    turn more weight. Raises ``ValueError`` if the leg is not over.
    """
    if o.scores is None:
        raise ValueError("a leg that runs has no story yet")
    walk = _walked(o)
    points = [score.total for score in o.scores]
    found = (
        replace(one, weight=one.weight * (1 + chance_changes.get(one.turn, 0)))
        for one in _moments(o, walk, viewer_side)
    )
    stand = _long_stand(o, walk, viewer_side)
    moment = None if stand is None else _moment_of_stand(o, stand)
    sentences = tuple(_sentences(o, walk, winner, viewer_side))
    if stand is not None and moment is None:
        never = StoryLine(StoryCode.NEVER_ROLLED, stand.side, n=_rounds(o, stand.side, stand.turns))
        sentences = (*sentences[: _MOST_SENTENCES - 1], never)
    return Story(
        _headline(o, points, winner, viewer_side),
        sentences,
        _choose_highlights(found, walk.turns, {winner, viewer_side}, moment),
        walk.turns,
    )


def match_story(legs: Sequence[Sequence[Score]], winners: Sequence[int | None], winner: int, own: int | None) -> Story:
    """Return the story of a match of several legs, given each leg's scores and winner.

    ``winner`` is the side that won the match, ``own`` the side of the reader, or None for several readers.
    """
    running = [list(accumulate(leg[side].total for leg in legs)) for side in range(len(legs[0]))]
    totals = [points[-1] for points in running]
    told = winner if own is None else own
    won = winners.count(told)
    well = StoryLine(StoryCode.POINTS, told, n=totals[told]) if totals[told] > 0 else StoryLine(StoryCode.FROM_ZERO)
    is_ahead = all(points[winner] == max(points) for points in zip(*running, strict=True))
    ahead = StoryLine(StoryCode.AHEAD_ALL if is_ahead else StoryCode.FROM_BEHIND, winner)
    if won:
        well = StoryLine(StoryCode.LEGS_WON, told, n=won, second_n=len(legs))
    return Story(_points_headline(totals, winner, own), (well, ahead))


def with_missed_star(story: Story, own: int, points: int | None) -> Story:
    """Return the story, with a new first sentence if only a few ``points`` were missing for one more star.

    Of the other sentences, one about a side that never rolled is kept first. ``own`` is the side that missed
    the star.
    """
    if not points or points > STAR_POINTS:
        return story
    left = sorted(story.sentences, key=lambda line: line.code is not StoryCode.NEVER_ROLLED)
    return replace(story, sentences=(StoryLine(StoryCode.STAR_MISSED, own, n=points), *left[: _MOST_SENTENCES - 1]))


def nearest_milestone(shares: Mapping[str, float]) -> str | None:
    """Return the id of the milestone that is nearest to being reached, or None if none is near.

    ``shares`` has the progress (0 … 1) of each milestone that has not been reached, by id.
    """
    near = [id for id, share in shares.items() if share >= NEAR_MILESTONE_SHARE]
    return max(near, key=lambda id: shares[id], default=None)


# -- how it ended ------------------------------------------------------------------------------------------------------


def _headline(o: Observation, points: Sequence[int], winner: int, own: int | None) -> StoryLine:
    km, first = [side.km for side in o.sides], side_at_goal(o)
    if own is not None and own != winner:
        if first == own:
            return StoryLine(StoryCode.ARRIVED_SHORT, own)
        if not _is_won_by_km(o, winner):
            return _points_headline(points, winner, own)
        if first is None:
            return StoryLine(StoryCode.BEHIND, own, winner, n=km[winner] - km[own])
        return StoryLine(StoryCode.SHORT, own, n=o.target - km[own])
    if first is None:
        return StoryLine(StoryCode.NEAREST, winner) if _is_won_by_km(o, winner) else StoryLine(StoryCode.ON_POINTS)
    if first != winner:
        return StoryLine(StoryCode.BEATEN_ON_POINTS, winner, first)
    second = max((side for side in range(len(km)) if side != winner), key=lambda side: km[side])
    missing = o.target - km[second]
    if missing <= CLOSE_KM:
        return StoryLine(StoryCode.CLOSE, winner, second, n=missing)
    is_far = missing > SPARE_KM and len(km) > 2  # with one opponent, "ahead of everyone" would be wrong
    return StoryLine(StoryCode.FAR, winner) if is_far else StoryLine(StoryCode.SPARE, winner, n=missing)


def _is_won_by_km(o: Observation, winner: int) -> bool:
    """Return whether the winner won by distance: at the goal, or nearest where the rules allow that; else by points."""
    return o.winner == winner


def _points_headline(points: Sequence[int], winner: int, own: int | None) -> StoryLine:
    if own is not None and own != winner:
        return StoryLine(StoryCode.POINTS_SHORT, own, n=points[winner] - points[own])
    others = max(total for side, total in enumerate(points) if side != winner)
    return StoryLine(StoryCode.POINTS_AHEAD, winner, n=points[winner] - others)


# -- what happened, turn by turn ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Stand:
    """A period in which a side stood still.

    ``turn`` is its first turn, ``attack`` the attack that began it (None at the start of the leg), ``turns`` the number
    of the side's own turns in it. ``rolled`` is the turn and the move with which the side rolled again, None if it
    never did.
    """

    side: int
    turn: int
    attack: PublicMove | None
    turns: int
    rolled: tuple[int, PublicMove] | None


@dataclass(frozen=True, slots=True)
class _LeadChange:
    """A change of the lead: ``before`` is the former leader, ``gap_km`` how far behind the new one had been at most."""

    turn: int
    move: PublicMove
    before: int
    gap_km: int


@dataclass(slots=True)
class _Walk:
    """What happened in a leg, turn by turn.

    ``leaders`` has the side that led alone, or None, at the start and after each turn.
    """

    moves: list[tuple[int, PublicMove]]
    turns: int
    leaders: list[int | None] = field(default_factory=lambda: [None])
    km_behind: list[list[int]] = field(default_factory=list)
    changes: list[_LeadChange] = field(default_factory=list)
    stands: list[_Stand] = field(default_factory=list)
    stood: list[int] = field(default_factory=list)

    def turns_led(self, side: int) -> int:
        """Return the number of turns after which the side led alone."""
        return self.leaders.count(side)


def _walked(o: Observation) -> _Walk:
    turn, moves = 0, []
    for played in public_moves(o):
        turn += played.made.kind not in {MoveKind.EXTEND, MoveKind.STAY}
        moves.append((turn, played))
    walk, sides = _Walk(moves, turn), range(len(o.sides))
    walk.km_behind = [[0] for _side in sides]
    walk.stood = [0 for _side in sides]
    deepest, holder = [0 for _side in sides], None
    for turn, move in moves:
        km = [standing.km for standing in move.after]
        foremost = max(km)
        alone = km.index(foremost) if km.count(foremost) == 1 else None
        if len(walk.leaders) <= turn:
            walk.leaders.append(alone)
            for side in sides:
                walk.km_behind[side].append(foremost - km[side])
        if alone is not None:
            if holder is not None and alone != holder:
                walk.changes.append(_LeadChange(turn, move, holder, deepest[alone]))
            holder = alone
        deepest = [0 if side == alone else max(deepest[side], foremost - km[side]) for side in sides]
    for side in sides:
        walk.stands += _stands(walk, side)
        walk.stood[side] = sum(stand.turns for stand in walk.stands if stand.side == side)
    return walk


def _stands(walk: _Walk, side: int) -> Iterator[_Stand]:
    since, by, turns, is_standing = 1, None, 0, True
    for turn, move in walk.moves:
        if is_standing and move.after[side].rolling:
            yield _Stand(side, since, by, turns, (turn, move))
            is_standing = False
        elif not is_standing and not move.after[side].rolling and move.victim == side:
            since, by, turns, is_standing = turn, move, 0, True
        elif is_standing and move.side == side and move.ends_turn:
            turns += 1
    if is_standing:
        yield _Stand(side, since, by, turns, None)


def _rounds(o: Observation, side: int, turns: int) -> int:
    return -(-turns // len(o.sides[side].seats))


# -- moments -----------------------------------------------------------------------------------------------------------


def _moments(o: Observation, walk: _Walk, own: int | None) -> Iterator[Highlight]:
    attack: PublicMove | None = None
    for turn, move in walk.moves:
        side, card = move.side, move.card
        if move.made.kind is MoveKind.COUP_FOURRE and attack is not None:
            line = StoryLine(StoryCode.COUP_FOURRE, side, attack.side, card=card, against=attack.card)
            yield Highlight(turn, line, 90 if side == own else 70)
        elif move.made.kind is MoveKind.EXTEND:
            yield Highlight(
                turn, StoryLine(StoryCode.EXTENDED, side, n=move.target, card=_card_before_extension(walk, move)), 70
            )
        elif move.stops_a_side and move.victim is not None and move.is_on_last_stretch(move.victim):
            line = StoryLine(
                StoryCode.STOPPED_NEAR, side, move.victim, n=move.target - move.after[move.victim].km, card=card
            )
            yield Highlight(turn, line, 80)
        attack = move
    for change in walk.changes:
        side, card = change.move.side, change.move.card
        lead = 30 + change.gap_km / 10 + (15 if card and card.km == FASTEST_KM else 0)
        yield Highlight(change.turn, StoryLine(StoryCode.TAKES_LEAD, side, change.before, card=card), lead)
        yield Highlight(
            change.turn, StoryLine(StoryCode.CAME_BACK, side, n=change.gap_km, card=card), change.gap_km / 4
        )
    for stand in walk.stands:
        if stand.turns >= STOOD_TURNS and (moment := _moment_of_stand(o, stand)) is not None:
            yield moment
    first = side_at_goal(o)
    if first is not None:
        turn, move = _last_drive(walk, first)
        yield Highlight(turn, StoryLine(StoryCode.LAST_CARD, first, card=move.card), 60)


def _moment_of_stand(o: Observation, stand: _Stand) -> Highlight | None:
    """Return the highlight for a stand: the attack, or at the start of a leg the first time the side rolled.

    Return None if the side never rolled.
    """
    n, weight = _rounds(o, stand.side, stand.turns), 10 * min(stand.turns, _MOST_WEIGHED_STAND_TURNS)
    if stand.attack is not None:
        return Highlight(
            stand.turn, StoryLine(StoryCode.STOOD, stand.side, stand.attack.side, n=n, card=stand.attack.card), weight
        )
    if stand.rolled is None:
        return None
    turn, move = stand.rolled
    return Highlight(turn, StoryLine(StoryCode.WAITED, stand.side, n=n, card=move.card), weight)


def _long_stand(o: Observation, walk: _Walk, own: int | None) -> _Stand | None:
    """Return the longest stand to show, preferably of ``own``, or None if no stand is long enough."""
    long = [stand for stand in walk.stands if _rounds(o, stand.side, stand.turns) >= LONG_STAND_ROUNDS]
    return max(long, key=lambda stand: (stand.side == own, _rounds(o, stand.side, stand.turns)), default=None)


def _card_before_extension(walk: _Walk, extension: PublicMove) -> Card | None:
    """Return the card that was played just before the extension: the one that reached the original distance."""
    return walk.moves[extension.number - 2][1].card


def _last_drive(walk: _Walk, side: int) -> tuple[int, PublicMove]:
    """Return the turn and the move with which the side last added distance."""
    drives = [(turn, move) for turn, move in walk.moves if move.before[side].km != move.after[side].km]
    return drives[-1]


def _choose_highlights(
    found: Iterator[Highlight], turns: int, heroes: Collection[int | None], long_stand: Highlight | None
) -> tuple[Highlight, ...]:
    """Return the highlights with the largest weights in order of turns, with enough turns between them.

    The ``long_stand``, if any, and the winning card are always among them. ``heroes`` are the sides whose highlights
    count fully.
    """

    def weight(moment: Highlight) -> float:
        is_again = moment.line.code in {other.line.code for other in chosen}
        is_of_heroes = moment.line.side in heroes or moment.line.other in heroes
        return moment.weight * (_REPEAT_FACTOR if is_again else 1) * (1 if is_of_heroes else _REPEAT_FACTOR)

    left = sorted(found, key=lambda moment: (moment.turn, -moment.weight, moment.line.code))
    last = next((moment for moment in left if moment.line.code is StoryCode.LAST_CARD), None)
    chosen = [] if long_stand is None else [long_stand]
    room = MOST_HIGHLIGHTS - (last is not None)
    while len(chosen) < room:
        apart = [
            moment
            for moment in left
            if moment.turn != (last and last.turn)
            and all(abs(moment.turn - other.turn) >= HIGHLIGHTS_APART * turns for other in chosen)
        ]
        if not apart:
            break
        chosen.append(max(apart, key=weight))
    return tuple(sorted([*chosen, *([last] if last else [])], key=lambda moment: moment.turn))


# -- the story ---------------------------------------------------------------------------------------------------------


def _sentences(o: Observation, walk: _Walk, winner: int, own: int | None) -> Iterator[StoryLine]:
    if own is not None and own != winner:
        well = _consolation_line(o, walk, winner, own)
        yield well
        if well.code is not StoryCode.NEARLY:
            yield from _turning_points(o, walk, winner, own)[:1]
        return
    leader, turned = _longest_leader(walk, winner), _turning_points(o, walk, winner, own)
    if leader is not None and leader.side == winner and turned and turned[0].code is StoryCode.LED_FROM:
        leader = None  # "led from turn n" already says for how long
    if leader is not None:
        yield leader
    if leader is None or leader.code is not StoryCode.LED_ALL:
        yield from turned[: 1 if leader else 2]
    elif not _was_stopped(walk, winner):
        yield StoryLine(StoryCode.UNSTOPPED, winner)


def _led_all(walk: _Walk, side: int) -> bool:
    first = next((turn for turn, move in walk.moves if any(standing.km for standing in move.after)), None)
    return first is not None and all(lead == side for lead in walk.leaders[first:])


def _longest_leader(walk: _Walk, winner: int) -> StoryLine | None:
    if _led_all(walk, winner):
        return StoryLine(StoryCode.LED_ALL, winner)
    if len(walk.changes) >= MANY_LEAD_CHANGES:
        return StoryLine(StoryCode.CHANGED, n=len(walk.changes))
    sides = range(len(walk.km_behind))
    longest = max(sides, key=walk.turns_led)
    led = walk.turns_led(longest)
    return StoryLine(StoryCode.LED, longest, n=led, second_n=walk.turns) if led >= LED_TURNS else None


def _was_stopped(walk: _Walk, side: int) -> bool:
    return any(move.stops_a_side and move.victim == side for _turn, move in walk.moves)


def _turning_points(o: Observation, walk: _Walk, winner: int, own: int | None) -> list[StoryLine]:
    """Return lines about why the winner won, the most important first."""
    found = list[StoryLine]()
    last = walk.changes[-1] if walk.changes and walk.leaders[-1] == winner else None
    if last is not None and (stop := _stop_of_leader(walk, last)) is not None:
        found.append(StoryLine(StoryCode.LEADER_STOPPED, stop.side, last.before, winner))
    extender = next((move.side for _turn, move in walk.moves if move.made.kind is MoveKind.EXTEND), None)
    if extender is not None and side_at_goal(o) == winner:
        if extender == winner:
            found.append(StoryLine(StoryCode.DARED, winner))
        elif extender != own:
            found.append(StoryLine(StoryCode.DARED_IN_VAIN, extender, winner))
    behind = max(walk.km_behind[winner])
    if behind >= _BACK_KM:
        found.append(StoryLine(StoryCode.BACK, winner, n=behind))
    parried = sum(m.side == winner and m.made.kind is MoveKind.COUP_FOURRE for _turn, m in walk.moves)
    if parried:
        found.append(StoryLine(StoryCode.PARRIED, winner, n=parried))
    if last is not None:
        found.append(StoryLine(StoryCode.LED_FROM, winner, n=last.turn))
    elif _led_all(walk, winner):
        found.append(StoryLine(StoryCode.LED_ALL, winner))
    if not _was_stopped(walk, winner):
        found.append(StoryLine(StoryCode.UNSTOPPED, winner))
    return found


def _stop_of_leader(walk: _Walk, change: _LeadChange) -> PublicMove | None:
    """Return the attack that stopped the former leader, or None if that side drove again before the lead changed."""
    for turn, move in reversed(walk.moves):
        if turn >= change.turn:
            continue
        if move.before[change.before].km != move.after[change.before].km:
            return None
        if move.stops_a_side and move.victim == change.before and walk.leaders[turn] == change.before:
            return move
    return None


def _consolation_line(o: Observation, walk: _Walk, winner: int, own: int) -> StoryLine:
    """Return a line with the best fact about the side ``own``, which has lost; never about its mistakes."""
    km, stood, is_by_km = o.sides[own].km, walk.stood[own], _is_won_by_km(o, winner)
    behind, most = o.sides[winner].km - km, max(walk.km_behind[own])
    safeties = len(o.sides[own].safeties)
    parried = len(o.sides[own].coups_fourres)
    stopped = [move.victim for _turn, move in walk.moves if move.stops_a_side and move.side == own]
    only = stopped[0] if stopped and stopped.count(stopped[0]) == len(stopped) else None
    candidates = (
        (
            is_by_km and stood > STOOD_TURNS and 0 < behind <= _CAUGHT_KM,
            StoryLine(StoryCode.NEARLY, own, winner, n=_rounds(o, own, stood)),
        ),
        (is_by_km and 0 < behind <= most - _BACK_KM, StoryLine(StoryCode.MADE_UP, own, n=most, second_n=behind)),
        (walk.turns_led(own) >= LED_TURNS, StoryLine(StoryCode.LED, own, n=walk.turns_led(own), second_n=walk.turns)),
        (parried, StoryLine(StoryCode.PARRIED, own, n=parried)),
        (safeties > 1, StoryLine(StoryCode.SAFETIES, own, n=safeties)),
        (len(stopped) > 1, StoryLine(StoryCode.STOPS, own, -1 if only is None else only, n=len(stopped))),
        (km, StoryLine(StoryCode.DROVE, own, n=km)),
    )
    return next((line for holds, line in candidates if holds), StoryLine(StoryCode.FROM_ZERO))
