"""Find the story of a finished leg or match: how it ended, its highlights, and a few sentences, as codes with values.

Everything is read from the public moves; hidden cards play no part. Turns are counted as in a replay: each time a seat
plays or discards a card is a turn, and a coup fourré is a turn of its own. How long a side stood still (a "stand") is
given in rounds; in a round each seat of the side has one turn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import accumulate

from game.drivers.public_moves import PublicMove, public_moves
from game.engine.cards import FASTEST_KM, Card
from game.engine.moves import MoveKind
from game.engine.observation import Observation
from game.engine.rules import SCORE_ITEMS, Score

CLOSE_KM = 50
SPARE_KM = 250
HIGHLIGHTS_APART = 0.15
"""The smallest distance between two highlights, as a fraction of all turns."""
MOST_HIGHLIGHTS = 3
STOOD_TURNS = 3
LED_TURNS = 3
MANY_LEAD_CHANGES = 5
_BACK_KM = 150
_CAUGHT_KM = 100
_COSTLY_TURNS = 2
"""A side counts as stopped only if it stood for at least this many of its own turns."""
LONG_STAND_ROUNDS = 10
_MOST_SENTENCES = 2
_REPEAT_FACTOR = 0.5
"""The factor for the weight of a second highlight of the same kind, and of a highlight that concerns neither the winner
nor the viewer's side."""


class StoryCode(StrEnum):
    """The kinds of lines in a story; the comments name the fields of ``StoryLine`` that each kind uses."""

    # how it ended
    NOBODY = "nobody"
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
    DECIDED = "decided"  # side, other, item, n points
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
    # what was near
    STAR_POINTS = "star_points"  # n points, second_n: the star
    STAR_KM = "star_km"  # n km, second_n: the star
    STAR_BUT_ONE = "star_but_one"  # item: the condition that was missing, second_n: the star
    NEAR_PLACE = "near_place"  # n points, second_n: the place
    NEAR_FINISH = "near_finish"  # n km
    NEAR_CUP = "near_cup"  # n points
    NEAR_LEAD = "near_lead"  # n points
    MILESTONE_KM = "milestone_km"  # item: the milestone, n km
    MILESTONE_POINTS = "milestone_points"  # item, n points
    MILESTONE_BUT_ONE = "milestone_but_one"  # item


@dataclass(frozen=True, slots=True)
class StoryLine:
    """A line of a story: its kind, and the sides, cards, numbers and other ids in it; -1 is no side."""

    code: StoryCode
    side: int = -1
    other: int = -1
    third: int = -1
    n: int = 0
    second_n: int = 0
    card: Card | None = None
    against: Card | None = None
    item: str = ""


@dataclass(frozen=True, slots=True)
class Highlight:
    """A highlight of the leg, with its turn; of several highlights, those with the largest weight are shown."""

    turn: int
    line: StoryLine
    weight: float


@dataclass(frozen=True, slots=True)
class Story:
    """The story of a leg or match, for one side as the reader; the story of a match has no highlights.

    ``km`` has every side's distance at the start of the leg and after each turn.
    """

    headline: StoryLine
    sentences: tuple[StoryLine, ...]
    highlights: tuple[Highlight, ...] = ()
    turns: int = 0
    km: tuple[tuple[int, ...], ...] = ()


def side_at_goal(o: Observation) -> int | None:
    """Return the side that has driven the whole distance, or None; a side that won by being nearest does not count."""
    return next((side for side, view in enumerate(o.sides) if view.km == o.target), None)


def leg_story(o: Observation, winner: int | None, viewer_side: int | None) -> Story:
    """Return the story of a finished leg; ``winner`` is the side that won the race, or the leg of a match.

    ``viewer_side`` is the side of the person who reads the story, or None for several readers. Raises ``ValueError`` if
    the leg is not over.
    """
    if o.scores is None:
        raise ValueError("a leg that runs has no story yet")
    walk = _walked(o)
    stand = _long_stand(o, walk, viewer_side)
    moment = None if stand is None else _moment_of_stand(o, stand)
    sentences = tuple(_sentences(o, walk, winner, viewer_side))
    if stand is not None and moment is None:
        never = StoryLine(StoryCode.NEVER_ROLLED, stand.side, n=_rounds(o, stand.side, stand.turns))
        sentences = (*sentences[: _MOST_SENTENCES - 1], never)
    return Story(
        StoryLine(StoryCode.NOBODY) if winner is None else _headline(o, winner, viewer_side),
        sentences,
        _choose_highlights(_moments(o, walk, viewer_side), walk.turns, {winner, viewer_side}, moment),
        walk.turns,
        tuple(walk.km),
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


# -- how it ended ------------------------------------------------------------------------------------------------------


def _headline(o: Observation, winner: int, own: int | None) -> StoryLine:
    km, first, points = [side.km for side in o.sides], side_at_goal(o), _points(o)
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


def _points(o: Observation) -> list[int]:
    return [score.total for score in o.scores or ()]


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

    ``leaders`` has the side that led alone, or None, at the start and after each turn, ``km`` all distances then.
    """

    moves: list[tuple[int, PublicMove]]
    turns: int
    leaders: list[int | None] = field(default_factory=lambda: [None])
    km: list[tuple[int, ...]] = field(default_factory=list)
    km_behind: list[list[int]] = field(default_factory=list)
    changes: list[_LeadChange] = field(default_factory=list)
    stands: list[_Stand] = field(default_factory=list)
    stood: list[int] = field(default_factory=list)

    def turns_led(self, side: int) -> int:
        """Return the number of turns after which the side led alone."""
        return self.leaders.count(side)

    def costly_stops(self) -> list[tuple[int, PublicMove]]:
        """Return the attacks that cost a side at least two of its turns, each with its turn."""
        return [
            (stand.turn, stand.attack)
            for stand in self.stands
            if stand.attack is not None and stand.turns >= _COSTLY_TURNS
        ]


def _walked(o: Observation) -> _Walk:
    turn, moves = 0, []
    for played in public_moves(o):
        turn += played.made.kind not in {MoveKind.EXTEND, MoveKind.STAY}
        moves.append((turn, played))
    walk, sides = _Walk(moves, turn), range(len(o.sides))
    walk.km_behind = [[0] for _side in sides]
    walk.stood = [0 for _side in sides]
    walk.km = [tuple(0 for _side in sides)]
    deepest, holder = [0 for _side in sides], None
    for turn, move in moves:
        km = [standing.km for standing in move.after]
        foremost = max(km)
        alone = km.index(foremost) if km.count(foremost) == 1 else None
        walk.km[turn:] = [tuple(km)]
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
    since, by, turns = 1, None, 0
    is_standing = not (walk.moves and walk.moves[0][1].before[side].rolling)
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
    costly = walk.costly_stops()
    for turn, move in walk.moves:
        side, card = move.side, move.card
        if move.made.kind is MoveKind.COUP_FOURRE and attack is not None:
            line = StoryLine(StoryCode.COUP_FOURRE, side, attack.side, card=card, against=attack.card)
            yield Highlight(turn, line, 90 if side == own else 70)
        elif move.made.kind is MoveKind.EXTEND:
            yield Highlight(
                turn, StoryLine(StoryCode.EXTENDED, side, n=move.target, card=_card_before_extension(walk, move)), 70
            )
        elif (turn, move) in costly and move.victim is not None and move.is_on_last_stretch(move.victim):
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
    n, weight = _rounds(o, stand.side, stand.turns), 10 * stand.turns
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


def _sentences(o: Observation, walk: _Walk, winner: int | None, own: int | None) -> Iterator[StoryLine]:
    leader = _longest_leader(walk, winner)
    if winner is None:
        yield from [leader] if leader is not None else []
        return
    if not _is_won_by_km(o, winner):
        yield _deciding_row(o, winner, own)
        if own is not None and own != winner:
            yield _consolation_line(o, walk, winner, own)
        elif leader is not None:
            yield leader
        return
    if own is not None and own != winner:
        well = _consolation_line(o, walk, winner, own)
        yield well
        if well.code is not StoryCode.NEARLY:
            yield from _turning_points(o, walk, winner, own)[:1]
        return
    turned = _turning_points(o, walk, winner, own)
    if leader is not None and leader.side == winner and turned and turned[0].code is StoryCode.LED_FROM:
        leader = None  # "led from turn n" already says for how long
    if leader is not None:
        yield leader
    if leader is None or leader.code is not StoryCode.LED_ALL:
        yield from turned[: 1 if leader else 2]
    elif not _was_stopped(walk, winner):
        yield StoryLine(StoryCode.UNSTOPPED, winner)


def _deciding_row(o: Observation, winner: int, own: int | None) -> StoryLine:
    """Return the line about the row of the score sheet in which the winner gained most on the reader or the second."""
    assert o.scores is not None
    points = _points(o)
    second = max((side for side in range(len(points)) if side != winner), key=lambda side: points[side])
    other = own if own is not None and own != winner else second
    gains = {item: getattr(o.scores[winner], item) - getattr(o.scores[other], item) for item in SCORE_ITEMS}
    item = max(gains, key=lambda item: gains[item])
    return StoryLine(StoryCode.DECIDED, winner, other, n=gains[item], item=item)


def _led_all(walk: _Walk, side: int) -> bool:
    first = next((turn for turn, move in walk.moves if any(standing.km for standing in move.after)), None)
    return first is not None and all(lead == side for lead in walk.leaders[first:])


def _longest_leader(walk: _Walk, winner: int | None) -> StoryLine | None:
    if winner is not None and _led_all(walk, winner):
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
    costly = walk.costly_stops()
    for turn, move in reversed(walk.moves):
        if turn >= change.turn:
            continue
        if move.before[change.before].km != move.after[change.before].km:
            return None
        if (turn, move) in costly and move.victim == change.before and walk.leaders[turn] == change.before:
            return move
    return None


def _consolation_line(o: Observation, walk: _Walk, winner: int, own: int) -> StoryLine:
    """Return a line with the best fact about the side ``own``, which has lost; never about its mistakes."""
    km, stood, is_by_km = o.sides[own].km, walk.stood[own], _is_won_by_km(o, winner)
    behind, most = o.sides[winner].km - km, max(walk.km_behind[own])
    safeties = len(o.sides[own].safeties)
    parried = len(o.sides[own].coups_fourres)
    stopped = [move.victim for _turn, move in walk.costly_stops() if move.side == own]
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
