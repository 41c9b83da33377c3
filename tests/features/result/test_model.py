"""Stories: what is told of races whose cards are known, and that nothing untrue is ever told.

What makes a line true stands here once more, from the engine's events, apart from the code that chooses it.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from game.career.facts import leg_facts
from game.engine.cards import Card, Family
from game.engine.events import Attacked, CoupFourreAsked, CoupFourrePlayed, Extended, LegEnded, TurnBegan
from game.engine.move_events import move_events
from game.engine.moves import MoveKind, move
from game.engine.record import Record, deal_record, replay
from game.engine.rules import Score, Seating, sides_of
from game.engine.setup import DEFAULT_OPTIONS, MatchContext, Options
from game.engine.tables import is_rolling
from game.features.replay.model.leg_replay import LegReplay
from game.features.result.match_result import near_lines, near_stars
from game.features.result.model import (
    HIGHLIGHTS_APART,
    MOST_HIGHLIGHTS,
    Story,
    StoryCode,
    StoryLine,
    leg_story,
    match_story,
)
from game.features.result.words import story_words
from game.features.tour.model import Stage, reached_goals, stages
from game.features.tour.stage_results import goal_status, goals_missed
from game.i18n import LANGUAGES, set_language
from game.match.match_file import SavedMatch
from game.words.names import NOBODY, Names
from tests.cases import each
from tests.nightly import examples
from tests.raced_legs import raced_match

SOLO, TEAMS = Seating.SOLO, Seating.TEAMS
Table = tuple[str, int, Seating]
TABLES: tuple[Table, ...] = (
    ("winning_moves", 4, SOLO),
    ("winning_moves", 3, SOLO),
    ("winning_moves", 4, TEAMS),
    ("dujardin", 2, SOLO),
    ("dujardin", 6, TEAMS),
    ("piatnik", 4, SOLO),
    ("mille_miglia", 3, SOLO),
    ("mille_miglia", 6, SOLO),
)


HOUSE_RULES = {
    "booklet": DEFAULT_OPTIONS,
    "rolling_start": Options(rolling_start=True),
    "eight_cards": Options(eight_cards=True, no_100_bonus=True),
    "both": Options(rolling_start=True, eight_cards=True),
}


def told_of(saved: SavedMatch, own: int | None = 0) -> Story:
    """The story of a race, told to that side."""
    return story_of_leg(saved.records[0], saved.winner, own)


def story_of_leg(record: Record, winner: int | None, own: int | None) -> Story:
    sides = sides_of(record.seats, record.seating)
    return leg_story(replay(record).observe(0, MatchContext(1, (0,) * len(sides), None, 1)), winner, own)


def races(table: Table, count: int, options: Options = DEFAULT_OPTIONS) -> Iterator[SavedMatch]:
    """So many races at that table, those left out that a tie made longer than a leg."""
    rules, seats, seating = table
    for seed in range(count):
        saved = raced_match(seed, seats, rules, seating, options=options)
        if len(saved.legs) == 1:
            yield saved


# -- what is told ------------------------------------------------------------------------------------------------------


def brief(line: StoryLine) -> str:
    """A line in short: what it tells, and its values."""
    values: list[object] = [value for value in (line.side, line.other, line.third) if value >= 0]
    values += [value for value in (line.n, line.second_n) if value]
    values += [line.item] if line.item else []
    values += [f"{side}:{'+'.join(map(str, rounds))}" for side, rounds in line.stands]
    cards = [card.id for card in (line.card, line.against) if card is not None]
    return " ".join(map(str, (line.code.value, *values, *cards)))


STORIES = tomllib.loads(Path(__file__).with_name("stories.toml").read_text("utf-8"))["story"]
"""Each a race by its table and seed, ``open`` if it is told to nobody, and what is told: lines in short."""


def short(story: Story) -> tuple[str, str, str]:
    moments = "; ".join(f"{moment.turn}: {brief(moment.line)}" for moment in story.highlights)
    return brief(story.headline), "; ".join(map(brief, story.sentences)), moments


@each("row", STORIES)
def test_story_tells_a_race_as_it_was(row: Mapping[str, Any]) -> None:
    rules, seats, seating = TABLES[row["table"]]
    told = told_of(raced_match(row["seed"], seats, rules, seating), None if row.get("open") else 0)
    assert short(told) == (row["ended"], row["told"], row["moments"])


def test_races_of_the_table_have_every_kind_of_line() -> None:
    assert len(STORIES) >= 40
    kinds = {line.split(": ")[-1].split()[0] for row in STORIES for line in _lines(row)}
    others = {*OF_MATCHES, *NEAR, StoryCode.NOBODY}
    assert kinds == {told.value for told in StoryCode} - {told.value for told in others}


def _lines(row: Mapping[str, Any]) -> list[str]:
    return [row["ended"], *filter(None, (*row["told"].split("; "), *row["moments"].split("; ")))]


def test_story_is_told_only_of_a_leg_that_is_over() -> None:
    record = raced_match(1).records[0]
    begun = Record(**{**{name: getattr(record, name) for name in Record.__slots__}, "moves": record.moves[:20]})
    with pytest.raises(ValueError, match="no story yet"):
        leg_story(replay(begun).observe(0, MatchContext(1, (0,) * 4, None, 1)), 0, 0)


def test_story_ignores_what_others_still_held() -> None:
    """A seat that looks sees no other hand: the same is told from every seat."""
    saved = raced_match(6)
    leg, context = replay(saved.records[0]), MatchContext(1, (0,) * 4, None, 1)
    assert saved.winner is not None
    told = {short(leg_story(leg.observe(seat, context), saved.winner, 0)) for seat in range(4)}
    assert len(told) == 1


# -- the moments -------------------------------------------------------------------------------------------------------


def test_moments_are_at_most_three_in_order_and_include_the_winning_card() -> None:
    for table in TABLES:
        for saved in races(table, examples(40)):
            story = told_of(saved)
            turns = [moment.turn for moment in story.highlights]
            assert turns == sorted(turns)
            assert len(turns) <= MOST_HIGHLIGHTS
            others = [m.turn for m in story.highlights if m.line.code is not StoryCode.LAST_CARD]
            assert all(b - a >= HIGHLIGHTS_APART * story.turns for a, b in pairwise(others))
            race = Race(saved.records[0], saved.winner)
            assert any(m.line.code is StoryCode.LAST_CARD for m in story.highlights) == (race.target in race.km[-1])


@each("table", TABLES)
def test_moment_is_the_turn_that_the_replay_counts(table: Table) -> None:
    for saved in races(table, 4):
        story, replayed = told_of(saved), LegReplay(saved, 0)
        assert story.turns == replayed.length
        for moment in story.highlights:
            turn, line = replayed.turns[moment.turn - 1], moment.line
            assert turn.card is line.card
            assert turn.side == (line.other if line.code is StoryCode.STOOD else line.side)


# -- that it is true ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Hit:
    """A hazard that took hold: in which turn, by whom, on whom, and how far that one still had to go."""

    turn: int
    by: int
    on: int
    card: Card
    to_go: int
    was_rolling: bool


@dataclass
class Race:
    """A leg as the engine's events tell it: km and who rolls after every turn, and what was done."""

    record: Record
    winner: int | None
    km: list[tuple[int, ...]] = field(default_factory=list)
    rolling: list[tuple[bool, ...]] = field(default_factory=list)
    laid: list[tuple[int, int, Card | None]] = field(default_factory=list)
    ended: list[tuple[int, int]] = field(default_factory=list)
    hits: list[Hit] = field(default_factory=list)
    coups: list[tuple[int, int, int, Card, Card]] = field(default_factory=list)
    extension: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        leg = deal_record(self.record)
        self.sides = sides_of(self.record.seats, self.record.seating)
        side_of = {seat: side for side, seats in enumerate(self.sides) for seat in seats}
        count = range(len(self.sides))
        turn, waiting, open_end = 0, None, None
        self.km.append(tuple(leg.km(side) for side in count))
        self.rolling.append(tuple(is_rolling(leg.state(side)) for side in count))
        for text in self.record.moves:
            assert text is not None
            made, before = move(text), leg.copy()
            leg.apply(made)
            events, side = move_events(before, made, leg), side_of[made.seat]
            if made.kind in {MoveKind.LAY, MoveKind.DISCARD, MoveKind.COUP_FOURRE}:
                turn += 1
                self.laid.append((turn, side, made.card if made.kind is not MoveKind.DISCARD else None))
                open_end = (turn, side) if made.kind is not MoveKind.COUP_FOURRE else open_end
            for event in events:
                if isinstance(event, CoupFourrePlayed):
                    assert waiting is not None
                    self.coups.append((turn, side, waiting.by, event.card, event.hazard))
                    waiting = None
                elif isinstance(event, Attacked):
                    to_go, was_rolling = leg.target - leg.km(event.side), is_rolling(before.state(event.side))
                    waiting = Hit(turn, side, event.side, event.card, to_go, was_rolling)
                elif isinstance(event, Extended):
                    self.extension = turn, side
            if waiting is not None and not any(isinstance(event, CoupFourreAsked) for event in events):
                self.hits.append(waiting)
                waiting = None
            is_end = any(isinstance(event, TurnBegan | LegEnded | CoupFourreAsked) for event in events)
            if is_end and open_end is not None:
                self.ended.append(open_end)
                open_end = None
            state = tuple(leg.km(side) for side in count), tuple(is_rolling(leg.state(side)) for side in count)
            for after, now in zip((self.km, self.rolling), state, strict=True):
                after[turn:] = [now]  # type: ignore[index]
        assert leg.scores is not None
        self.target, self.scores = leg.target, leg.scores
        self.points = [score.total for score in leg.scores]
        self.safeties = [
            len(view.safeties) for view in leg.observe(0, MatchContext(1, (0,) * len(count), None, 1)).sides
        ]
        self.turns, self.won_by_km = turn, leg.winner

    @property
    def won(self) -> int:
        assert self.winner is not None
        return self.winner

    def alone(self, turn: int) -> int | None:
        """Who alone was in front after that turn."""
        km = self.km[turn]
        return km.index(max(km)) if km.count(max(km)) == 1 else None

    def behind(self, turn: int, side: int) -> int:
        return max(self.km[turn]) - self.km[turn][side]

    @property
    def stops(self) -> list[Hit]:
        return [hit for hit in self.hits if hit.card.id != "speed_limit"]

    @property
    def costly_stops(self) -> list[Hit]:
        """The stops after which who was hit stood for two of its turns at least."""
        return [hit for hit in self.stops if hit.was_rolling and self.stood_after(hit) >= 2]

    def drove(self, turn: int, side: int, card: Card | None) -> bool:
        """Whether that side laid that distance in that turn."""
        return (turn, side, card) in self.laid and card is not None and card.family is Family.DISTANCE

    def stood_after(self, hit: Hit) -> int:
        """How many of its own turns who was hit ended standing, until it rolled again."""
        own = [turn for turn, side in self.ended if side == hit.on and turn > hit.turn]
        rolled = next((turn for turn in range(hit.turn, self.turns + 1) if self.rolling[turn][hit.on]), self.turns + 1)
        return sum(turn < rolled for turn in own)

    def stood(self, side: int) -> int:
        """How many of its own turns a side ended standing."""
        return sum(of == side and not self.rolling[turn][side] for turn, of in self.ended)

    def stands(self) -> list[tuple[int, int]]:
        """Each stand by its rounds and its side: before it first rolled, and after each stop."""
        found = []
        for side in range(len(self.sides)):
            rolled = next((turn for turn in range(self.turns + 1) if self.rolling[turn][side]), self.turns + 1)
            found.append((self.rounds(side, sum(turn < rolled for turn, of in self.ended if of == side)), side))
        return found + [(self.rounds(hit.on, self.stood_after(hit)), hit.on) for hit in self.stops if hit.was_rolling]

    def rounds(self, side: int, turns: int) -> int:
        """The rounds that so many of a side's own turns are in: each of its seats has one in every round."""
        return math.ceil(turns / len(self.sides[side]))

    def holders(self) -> list[int]:
        """Who led, one after the other."""
        found: list[int] = []
        for turn in range(1, self.turns + 1):
            alone = self.alone(turn)
            if alone is not None and (not found or found[-1] != alone):
                found.append(alone)
        return found


def _short_of(race: Race, side: int) -> int:
    return race.target - race.km[-1][side]


def _others(race: Race, side: int) -> list[int]:
    return [other for other in range(len(race.sides)) if other != side]


def _is_stop_of_leader(race: Race, line: StoryLine) -> bool:
    """A leader was stopped, drove no further, and the next that led alone was the third."""
    for hit in race.costly_stops:
        if (hit.by, hit.on) != (line.side, line.other) or race.alone(hit.turn) != hit.on:
            continue
        passed = next(
            (turn for turn in range(hit.turn, race.turns + 1) if race.alone(turn) not in {hit.on, None}), None
        )
        if (
            passed is not None
            and race.alone(passed) == line.third
            and race.km[passed][hit.on] == race.km[hit.turn][hit.on]
        ):
            return True
    return False


LONG = 10
"""So many rounds are a long stand."""


def stands_in(line: StoryLine) -> list[tuple[int, int]]:
    """The stands that a line tells, each by its rounds and its side."""
    if line.code in {StoryCode.STOOD, StoryCode.WAITED, StoryCode.NEVER_ROLLED}:
        return [(line.n, line.side)]
    return [(rounds, side) for side, several in line.stands for rounds in several]


Claim = Callable[[Race, StoryLine], bool]
ENDS: Mapping[StoryCode, Claim] = {
    StoryCode.NOBODY: lambda r, _: r.target not in r.km[-1] and r.won_by_km is None,
    StoryCode.CLOSE: lambda r, x: (
        r.km[-1][x.side] == r.target
        and _short_of(r, x.other) == x.n <= 50
        and all(_short_of(r, side) >= x.n for side in _others(r, x.side))
    ),
    StoryCode.SPARE: lambda r, x: (
        r.km[-1][x.side] == r.target and min(_short_of(r, s) for s in _others(r, x.side)) == x.n
    ),
    StoryCode.FAR: lambda r, x: (
        r.km[-1][x.side] == r.target
        and len(_others(r, x.side)) > 1
        and all(_short_of(r, s) > 250 for s in _others(r, x.side))
    ),
    StoryCode.ON_POINTS: lambda r, _: r.target not in r.km[-1] and r.points[r.won] == max(r.points),
    StoryCode.NEAREST: lambda r, x: r.target not in r.km[-1] and r.alone(r.turns) == x.side == r.won,
    StoryCode.BEHIND: lambda r, x: r.won == x.other and 0 < r.km[-1][x.other] - r.km[-1][x.side] == x.n,
    StoryCode.BEATEN_ON_POINTS: lambda r, x: (
        r.km[-1][x.other] == r.target != r.km[-1][x.side] and r.points[x.side] > r.points[x.other]
    ),
    StoryCode.ARRIVED_SHORT: lambda r, x: r.km[-1][x.side] == r.target and max(r.points) > r.points[x.side],
    StoryCode.SHORT: lambda r, x: 0 < _short_of(r, x.side) == x.n and not _short_of(r, r.won),
    StoryCode.POINTS_SHORT: lambda r, x: r.points[r.won] == max(r.points) == r.points[x.side] + x.n,
}
STORY: Mapping[StoryCode, Claim] = {
    StoryCode.LED_ALL: lambda r, x: (
        r.holders() == [x.side] and all(not any(r.km[turn]) or r.alone(turn) == x.side for turn in range(r.turns + 1))
    ),
    StoryCode.LED: lambda r, x: (
        (sum(r.alone(turn) == x.side for turn in range(1, r.turns + 1)), r.turns) == (x.n, x.second_n)
    ),
    StoryCode.CHANGED: lambda r, x: len(r.holders()) - 1 == x.n,
    StoryCode.LED_FROM: lambda r, x: (
        r.alone(x.n) == x.side != r.alone(x.n - 1)
        and r.alone(r.turns) == x.side
        and all(r.alone(turn) in {x.side, None} for turn in range(x.n, r.turns + 1))
    ),
    StoryCode.LEADER_STOPPED: _is_stop_of_leader,
    StoryCode.BACK: lambda r, x: r.winner == x.side and max(r.behind(t, x.side) for t in range(r.turns + 1)) == x.n,
    StoryCode.DARED: lambda r, x: (
        r.extension is not None and r.extension[1] == x.side == r.winner and not _short_of(r, x.side)
    ),
    StoryCode.DARED_IN_VAIN: lambda r, x: (
        r.extension is not None and r.extension[1] == x.side != x.other == r.winner and not _short_of(r, x.other)
    ),
    StoryCode.PARRIED: lambda r, x: sum(side == x.side for _turn, side, *_ in r.coups) == x.n > 0,
    StoryCode.UNSTOPPED: lambda r, x: all(hit.on != x.side for hit in r.stops),
    StoryCode.NEVER_ROLLED: lambda r, x: (
        not any(rolling[x.side] for rolling in r.rolling) and r.rounds(x.side, r.stood(x.side)) == x.n
    ),
    StoryCode.LONG_STANDS: lambda r, x: (
        all(rounds >= LONG for _side, several in x.stands for rounds in several)
        and len({side for side, _rounds in x.stands}) == len(x.stands)
        and Counter(stands_in(x)) <= Counter(r.stands())
    ),
    StoryCode.NEARLY: lambda r, x: (
        r.winner == r.won_by_km == x.other
        and r.rounds(x.side, r.stood(x.side)) == x.n
        and r.stood(x.side) > 3
        and 0 < r.km[-1][x.other] - r.km[-1][x.side] <= 100
    ),
    StoryCode.MADE_UP: lambda r, x: (
        r.winner is not None
        and r.winner == r.won_by_km
        and max(r.behind(t, x.side) for t in range(r.turns + 1)) == x.n > x.second_n
        and r.km[-1][r.winner] - r.km[-1][x.side] == x.second_n > 0
    ),
    StoryCode.SAFETIES: lambda r, x: r.safeties[x.side] == x.n,
    StoryCode.STOPS: lambda r, x: (
        [x.other] * x.n == [hit.on for hit in r.costly_stops if hit.by == x.side]
        if x.other >= 0
        else sum(hit.by == x.side for hit in r.costly_stops) == x.n
        and len({h.on for h in r.costly_stops if h.by == x.side}) > 1
    ),
    StoryCode.DECIDED: lambda r, x: (
        r.winner == x.side != r.won_by_km
        and x.n == getattr(r.scores[x.side], x.item) - getattr(r.scores[x.other], x.item)
        and x.n == max(own - other for own, other in zip(r.scores[x.side], r.scores[x.other], strict=True))
    ),
    StoryCode.DROVE: lambda r, x: r.km[-1][x.side] == x.n > 0,
    StoryCode.POINTS: lambda r, x: r.points[x.side] == x.n > 0,
    StoryCode.FROM_ZERO: lambda r, _: not any(r.km[0]),
}
MOMENT: Mapping[StoryCode, Callable[[Race, int, StoryLine], bool]] = {
    StoryCode.COUP_FOURRE: lambda r, t, x: (t, x.side, x.other, x.card, x.against) in r.coups,
    StoryCode.STOPPED_NEAR: lambda r, t, x: (
        any(
            (hit.turn, hit.by, hit.on, hit.card, hit.to_go) == (t, x.side, x.other, x.card, x.n) and hit.was_rolling
            for hit in r.costly_stops
        )
        and x.n <= 100
    ),
    StoryCode.CAME_BACK: lambda r, t, x: (
        r.drove(t, x.side, x.card)
        and r.alone(t) == x.side != r.alone(t - 1)
        and any(r.behind(turn, x.side) == x.n for turn in range(t))
    ),
    StoryCode.LAST_CARD: lambda r, t, x: r.drove(t, x.side, x.card) and r.km[t][x.side] == r.target == r.km[-1][x.side],
    StoryCode.TAKES_LEAD: lambda r, t, x: r.drove(t, x.side, x.card) and r.alone(t) == x.side != r.alone(t - 1),
    StoryCode.STOOD: lambda r, t, x: any(
        (hit.turn, hit.by, hit.on, hit.card) == (t, x.other, x.side, x.card)
        and r.rounds(x.side, r.stood_after(hit)) == x.n
        for hit in r.stops
    ),
    StoryCode.WAITED: lambda r, t, x: (
        r.rolling[t][x.side]
        and not any(r.rolling[turn][x.side] for turn in range(t))
        and r.rounds(x.side, sum(turn < t for turn, side in r.ended if side == x.side)) == x.n
    ),
    StoryCode.EXTENDED: lambda r, t, x: r.extension == (t, x.side),
}
OF_MATCHES = {
    StoryCode.POINTS_AHEAD, StoryCode.LEGS_WON, StoryCode.AHEAD_ALL, StoryCode.FROM_BEHIND,
}  # fmt: skip


NEAR = {
    StoryCode.STAR_POINTS, StoryCode.STAR_KM, StoryCode.STAR_BUT_ONE, StoryCode.NEAR_PLACE, StoryCode.NEAR_FINISH,
    StoryCode.NEAR_CUP, StoryCode.NEAR_LEAD, StoryCode.MILESTONE_KM, StoryCode.MILESTONE_POINTS,
    StoryCode.MILESTONE_BUT_ONE,
}  # fmt: skip


def untrue(race: Race, story: Story) -> list[str]:
    """What in a story is not so."""
    lines = [(story.headline, ENDS), *((line, STORY) for line in story.sentences)]
    found = [brief(line) for line, claims in lines if not claims[line.code](race, line)]
    of_moments = ((m.turn, m.line) for m in story.highlights)
    return found + [f"{turn}: {brief(line)}" for turn, line in of_moments if not MOMENT[line.code](race, turn, line)]


def left_out(race: Race, story: Story) -> list[tuple[int, int]]:
    """The stands of ten rounds or more that nothing tells of."""
    lines = [*story.sentences, *(moment.line for moment in story.highlights)]
    told = Counter(stand for line in lines for stand in stands_in(line))
    return sorted((Counter(stand for stand in race.stands() if stand[0] >= LONG) - told).elements())


def wrong_by_points(race: Race, story: Story, saved: SavedMatch) -> list[str]:
    """What a story says of kilometers though points decided, or that it does not say by which points."""
    lines = [story.headline, *story.sentences, *(moment.line for moment in story.highlights)]
    names = Names.for_table(saved.players, race.sides, NOBODY)
    said = [story_words(line, names, race.record.rules) for line in lines]
    if race.winner is None or race.winner == race.won_by_km:
        return [text for text, line in zip(said, lines, strict=True) if line.code is StoryCode.DECIDED]
    wrong = [text for text in said if re.search(r"\bkm\b|kilomet(?!ers left in hand)", text)]
    why = [text for text, line in zip(said, lines, strict=True) if line.code is StoryCode.DECIDED]
    return wrong + (["not by what"] if len(why) != 1 or not re.search(r"\d+ points? more than .+ for ", why[0]) else [])


def faults(race: Race, story: Story, saved: SavedMatch) -> list[Any]:
    """All that is wrong with a story: what is untrue, left out, or told of kilometers though points decided."""
    return [*untrue(race, story), *left_out(race, story), *wrong_by_points(race, story, saved)]


def test_long_stand_left_out_of_a_story_would_be_noticed() -> None:
    saved = raced_match(6)
    race, story = Race(saved.records[0], saved.winner), told_of(saved)
    stands = [*race.stands(), (4, 0), (12, 1), (15, 2)]
    with mock.patch.object(Race, "stands", return_value=stands):
        assert left_out(race, story) == [(12, 1), (15, 2)]


def test_kilometers_in_a_story_decided_by_points_would_be_noticed() -> None:
    saved = next(saved for saved in races(TABLES[0], 40) if Race(saved.records[0], saved.winner).won_by_km is None)
    race, story = Race(saved.records[0], saved.winner), told_of(saved)
    assert wrong_by_points(race, story, saved) == []
    drove = replace(story, sentences=(StoryLine(StoryCode.DROVE, 0, n=150),))
    in_km, by_what = wrong_by_points(race, drove, saved)
    assert in_km.endswith("drove 150 km.")
    assert by_what == "not by what"


def test_story_lines_all_have_a_claim() -> None:
    assert set(StoryCode) == {*ENDS, *STORY, *MOMENT, *OF_MATCHES, *NEAR}


# -- a star ------------------------------------------------------------------------------------------------------------


def points_missing(stage: Stage, saved: SavedMatch, reached: Collection[int]) -> int | None:
    """The fewest points that would have given one more star, found by giving the side more and more of them."""
    legs = [leg_facts(leg).sides[0] for leg in saved.legs]
    for more in range(5, 105, 5):
        totals = [total + more * (side == 0) for side, total in enumerate(saved.totals)]
        ahead = totals[0] >= max(totals) and not saved.setup.is_decided_by_leg
        now = reached_goals(stage, legs, 0, totals, 0 if ahead else saved.winner)
        if {*now} > {*reached}:
            return more
    return None


def test_star_missed_by_few_points_is_told() -> None:
    """By so many as would have been enough, in every stage that points decide."""
    told = 0
    for stage in stages():
        for seed in range(examples(120)):
            saved = raced_match(seed, stage=stage)
            missing = points_missing(stage, saved, goal_status(saved).reached)
            told_near = near_lines([*near_stars(goals_missed(saved), is_decided_by_leg=saved.setup.is_decided_by_leg)])
            stars = [line for line in told_near if line.code is StoryCode.STAR_POINTS]
            assert [line.n for line in stars[:1]] == ([] if missing is None else [missing]), (stage.id, seed)
            told += bool(stars)
    assert told > examples(20)


@pytest.mark.parametrize("options", HOUSE_RULES.values(), ids=HOUSE_RULES)
@pytest.mark.parametrize("table", TABLES, ids=lambda table: "-".join(map(str, table)))
def test_story_tells_nothing_untrue_and_leaves_nothing_out_of_a_thousand_races(table: Table, options: Options) -> None:
    told: set[StoryCode] = set()
    for saved in races(table, examples(140 if options is DEFAULT_OPTIONS else 40), options):
        race = Race(saved.records[0], saved.winner)
        for own in (0, None):
            story = told_of(saved, own)
            assert faults(race, story, saved) == [], (saved.seed, own)
            told |= {line.code for line in (story.headline, *story.sentences, *(m.line for m in story.highlights))}
    assert len(told) > 12
    assert not (options.rolling_start and StoryCode.WAITED in told)


def test_story_tells_nothing_untrue_and_leaves_nothing_out_of_the_legs_of_a_stage() -> None:
    for stage in stages():
        for seed in range(examples(20)):
            saved = raced_match(seed, stage=stage)
            for record in saved.records:
                winner = saved.winner if len(saved.legs) == 1 else replay(record).winner
                race = Race(record, winner)
                assert faults(race, story_of_leg(record, winner, 0), saved) == [], (stage.id, seed)


# -- of a match --------------------------------------------------------------------------------------------------------


def test_story_tells_nothing_untrue_of_a_match() -> None:
    told: set[StoryCode] = set()
    for seed in range(examples(80)):
        saved = raced_match(seed, 3, legs=4)
        results = [replay(record) for record in saved.records]
        legs = [leg.scores for leg in results if leg.scores is not None]
        winners = [leg.winner for leg in results]
        assert saved.winner is not None
        for own in (0, None):
            race = Race(saved.records[-1], winners[-1])
            story = match_story(legs, winners, saved.winner, own, story_of_leg(saved.records[-1], saved.winner, own))
            assert left_out(race, story) == [], (seed, own)
            for line in (story.headline, *story.sentences):
                told.add(line.code)
                is_so = STORY[line.code](race, line) if line.code in OF_STANDS else _is_so(line, saved, legs, winners)
                assert is_so, (seed, own, line)
    decided = {*OF_MATCHES, StoryCode.POINTS, StoryCode.POINTS_SHORT, StoryCode.DECIDED, StoryCode.LONG_STANDS}
    assert told - {StoryCode.NEVER_ROLLED} == decided


OF_STANDS = {StoryCode.NEVER_ROLLED, StoryCode.LONG_STANDS}


def _is_so(
    line: StoryLine, saved: SavedMatch, legs: list[tuple[Score, ...]], winners: list[int | None]
) -> bool:  # fmt: skip
    """Whether a line of a match is true, by the points of its legs."""
    winner = saved.winner
    running = [list(accumulate(leg[side].total for leg in legs)) for side in range(3)]
    ends = [points[-1] for points in running]
    match line.code:
        case StoryCode.DECIDED:
            rows = [tuple(map(sum, zip(*(leg[side] for leg in legs), strict=True))) for side in range(3)]
            gains = [own - other for own, other in zip(rows[line.side], rows[line.other], strict=True)]
            return line.side == winner and line.n == max(gains) == gains[Score._fields.index(line.item)]
        case StoryCode.POINTS_AHEAD:
            return line.n == sorted(ends)[-1] - sorted(ends)[-2] and line.side == winner
        case StoryCode.POINTS_SHORT:
            return line.n == max(ends) - ends[line.side] and line.side != winner
        case StoryCode.LEGS_WON:
            return line.n == sum(side == line.side for side in winners) and line.second_n == len(winners)
        case StoryCode.AHEAD_ALL:
            return all(running[line.side][leg] == max(points[leg] for points in running) for leg in range(len(winners)))
        case StoryCode.FROM_BEHIND:
            return line.side == winner and any(
                running[line.side][leg] < max(points[leg] for points in running) for leg in range(len(winners))
            )
        case StoryCode.POINTS:
            return line.n == ends[line.side] > 0
    return False


# -- in words ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def in_english() -> Iterator[None]:
    yield
    set_language("en")


@pytest.mark.usefixtures("in_english")
def test_story_lines_are_sentences_in_every_language_and_name_their_subject() -> None:
    for table in TABLES[:3]:
        rules, seats, seating = table
        for saved in races(table, examples(40)):
            sides = sides_of(seats, seating)
            for code in LANGUAGES:
                set_language(code)
                for viewer in (0, NOBODY):
                    names = Names.for_table(saved.players, sides, viewer)
                    story = told_of(saved, 0 if viewer == 0 else None)
                    for line in (story.headline, *story.sentences, *(moment.line for moment in story.highlights)):
                        said = story_words(line, names, rules)
                        assert said[0] == said[0].upper()
                        assert said[-1] in ".!"
                        assert "{" not in said


def test_side_of_one_is_called_you_and_a_team_has_a_name() -> None:
    alone = Names((None, "carla"), ((0,), (1,)), 0)
    teams = Names((None, "carla", "hugo", "irma"), ((0, 2), (1, 3)), 0)
    line = StoryLine(StoryCode.LED, 0, n=7, second_n=40)
    assert story_words(line, alone, "winning_moves") == "You led for 7 of 40 turns."
    assert story_words(line, teams, "winning_moves") == "Your team led for 7 of 40 turns."
    assert (
        story_words(StoryLine(StoryCode.LED, 1, n=7, second_n=40), teams, "winning_moves")
        == "Carla’s team led for 7 of 40 turns."
    )


def test_victim_of_all_stops_is_named_if_there_is_only_one() -> None:
    names = Names((None, "carla", "hugo"), ((0,), (1,), (2,)), 0)
    assert story_words(StoryLine(StoryCode.STOPS, 0, 2, n=2), names, "winning_moves") == "You stopped Hugo 2 times."
    assert story_words(StoryLine(StoryCode.STOPS, 0, n=3), names, "winning_moves") == "You stopped rivals 3 times."
