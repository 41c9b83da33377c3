"""What holds in every leg: cards are conserved, copies are apart, records replay, and nobody sees too much."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from game.engine.cards import Card, card
from game.engine.events import Dealt, Drew, Event, event_of
from game.engine.knowledge import after_event, redact
from game.engine.leg import Leg
from game.engine.moves import move
from game.engine.observation import Observation, Phase
from game.engine.record import Record, position_report, replay
from game.engine.rules import Seating, load_rules
from game.engine.setup import MatchContext, Options
from tests.nightly import examples
from tests.reference import ReferenceLeg, seats_of_sides
from tests.reference_play import SEATINGS, any_table, play

steady = settings(
    deadline=None,  # a slow machine is no failure
    derandomize=True,  # the suite is the same on every run; test_agreement.py is the place to look further
    database=None,
    max_examples=examples(120),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@dataclass(frozen=True)
class Played:
    """A leg played through to its end and the number of moves after which to look at it."""

    record: dict[str, Any]
    at: int

    def deal(self, events: list[Event] | None = None) -> Leg:
        return deal(self.record, events)

    def leg(self, events: list[Event] | None = None) -> Leg:
        leg = self.deal(events)
        for text in self.record["moves"][: self.at]:
            leg.apply(move(text), events)
        return leg


def deal(record: dict[str, Any], events: list[Event] | None = None) -> Leg:
    return Leg.deal(
        load_rules(record["rules"]),
        Seating(record["seating"]),
        [card(name) for name in record["deck"]],
        record["dealer"],
        seats=record["seats"],
        options=Options(**record["options"]),
        events=events,
    )


@st.composite
def played_legs(draw: st.DrawFn) -> Played:
    """Legs of every seating by players of every leaning, looked at somewhere, the end included."""
    random = Random(draw(st.integers(0, 2**32)))
    record, _ = play(random, any_table(random, *draw(st.sampled_from(SEATINGS))))
    moves = record["moves"]
    assert isinstance(moves, list)
    return Played(record, draw(st.integers(0, len(moves))))


def context(played: Played) -> MatchContext:
    sides = len(seats_of_sides(played.record["seating"], played.record["seats"]))
    return MatchContext(leg=1, totals=(0,) * sides, target_score=5000, legs=None)


@steady
@given(played_legs())
def test_cards_are_conserved(played: Played) -> None:
    state = position_report(played.leg())
    cards = Counter(played.record["deck"][len(played.record["deck"]) - state["draw_pile"] :])
    cards.update(state["discard_pile"])
    for hand in state["hands"]:
        cards.update(hand)
    for side in state["sides"]:
        for pile in ("battle", "speed", "distance", "safeties"):
            cards.update(side[pile])
    assert cards == Counter(played.record["deck"])


@steady
@given(played_legs())
def test_leg_has_a_legal_move_until_its_end(played: Played) -> None:
    leg = played.deal()
    for text in played.record["moves"]:
        assert leg.phase is not Phase.OVER
        assert leg.legal_moves()
        leg.apply(move(text))
    assert leg.phase is Phase.OVER
    assert not leg.legal_moves()


@steady
@given(played_legs())
def test_copied_leg_leaves_its_original_unchanged(played: Played) -> None:
    original = played.leg()
    before = json.dumps(position_report(original))
    copy = original.copy()
    for text in played.record["moves"][played.at :]:
        copy.apply(move(text))
    assert json.dumps(position_report(original)) == before
    end = json.dumps(position_report(copy))
    for text in played.record["moves"][played.at :]:
        original.apply(move(text))
    assert json.dumps(position_report(original)) == end == json.dumps(position_report(copy))


@steady
@given(played_legs())
def test_record_replays_to_the_same_state(played: Played) -> None:
    cut = {**played.record, "moves": played.record["moves"][: played.at]}
    record = Record.from_json(cut)
    assert record.to_json() == cut
    again = replay(record)
    assert position_report(again) == position_report(played.leg())
    for seat in range(cut["seats"]):
        assert again.observe(seat, context(played)) == played.leg().observe(seat, context(played))


@steady
@given(played_legs())
def test_observation_is_the_public_table_and_the_own_hand(played: Played) -> None:
    leg = played.leg()
    state = position_report(leg)
    for seat in range(played.record["seats"]):
        seen = leg.observe(seat, context(played))
        assert names(seen.hand) == state["hands"][seat]
        if seen.phase is Phase.TURN and seen.legal:
            assert not Counter(seen.drawn) - Counter(seen.hand)
        assert seen.hand_sizes == tuple(len(hand) for hand in state["hands"])
        assert (seen.draw_pile, names(seen.discard_pile), seen.target) == (
            state["draw_pile"],
            state["discard_pile"],
            state["target"],
        )
        assert [sorted(names(side.safeties)) for side in seen.sides] == [
            sorted(side["safeties"]) for side in state["sides"]
        ]
        assert sorted(m.text for m in seen.legal) == (state["legal"] if seat == state["seat"] else [])
        assert [m.text for m in seen.moves] == public_moves(played, seat)


def names(cards: tuple[Card, ...]) -> list[str]:
    return [c.id for c in cards]


def public_moves(played: Played, seat: int) -> list[str]:
    """The moves so far that a seat may know: not another's declined coup fourré (§9)."""
    return [text for text in played.record["moves"][: played.at] if text[1:] != " ." or int(text[0]) == seat]


@steady
@given(played_legs())
def test_redacted_events_hide_the_cards_of_other_seats(played: Played) -> None:
    events: list[Event] = []
    played.leg(events)
    for seat in range(played.record["seats"]):
        for event in [redact(e, seat) for e in events]:
            if isinstance(event, Dealt):
                assert all((None not in hand) == (owner == seat) for owner, hand in enumerate(event.hands))
            elif isinstance(event, Drew):
                assert all((c is not None) == (event.seat == seat) for c in event.cards)


@steady
@given(played_legs())
def test_observation_follows_from_the_one_before_and_the_events_seen(played: Played) -> None:
    events: list[Event] = []
    leg = played.deal(events)
    seats = range(leg.seats)
    views = [_undealt(leg.observe(seat, context(played)), leg) for seat in seats]
    for text in [*played.record["moves"], None]:
        for seat in seats:
            for event in events:
                if (seen := redact(event, seat)) is not None:
                    views[seat] = after_event(views[seat], seen)
            assert views[seat] == replace(leg.observe(seat, context(played)), legal=())
        events.clear()
        if text is not None:
            leg.apply(move(text), events)


def _undealt(view: Observation, leg: Leg) -> Observation:
    whole = len(leg.deck)
    return replace(view, to_move=None, hand=(), drawn=(), hand_sizes=(0,) * leg.seats, draw_pile=whole, legal=())


@steady
@given(played_legs())
def test_coup_fourre_question_is_hidden_from_other_seats(played: Played) -> None:
    """During the question every other seat sees just what it works out from the attack itself."""
    seats = range(played.record["seats"])
    leg = played.deal()
    before: list[Observation] = []
    attack = ""
    for text in [*played.record["moves"], None]:
        now = [leg.observe(seat, context(played)) for seat in seats]
        if leg.phase is Phase.COUP_FOURRE:
            for seat in seats:
                if seat != leg.seat:
                    assert now[seat] == after_event(before[seat], event_of(move(attack), 0))
        if text is not None:
            before, attack = now, text
            leg.apply(move(text))


class Placed(str):
    """A card that knows its place in the deck, so that the reference's hands tell where each came from."""

    __slots__ = ("place",)
    place: int


def placed(place: int, name: str) -> Placed:
    item = Placed(name)
    item.place = place
    return item


def resampled(played: Played, seat: int, random: Random) -> Played | None:
    """Another leg that looks the same to one seat: all cards it cannot see have changed places.

    Others are asked about other coups fourrés then, and decline. None if a question is open that would not be asked.
    """
    setup: Any = [played.record[name] for name in ("rules", "options", "seating", "seats", "dealer")]
    deck = [placed(place, name) for place, name in enumerate(played.record["deck"])]
    leg = ReferenceLeg(*setup, list(deck))  # type: ignore[call-arg]
    for text in played.record["moves"][: played.at]:
        leg.apply(text)
    hidden = [c for owner, hand in enumerate(leg.hands) if owner != seat for c in hand] + leg.pile
    places = [c.place for c in hidden if isinstance(c, Placed)]
    assert len(places) == len(hidden)
    random.shuffle(hidden)
    for place, c in zip(places, hidden, strict=True):
        deck[place] = placed(place, str(c))
    other = ReferenceLeg(*setup, list(deck))  # type: ignore[call-arg]
    moves: list[str] = []
    for text in public_moves(played, seat):
        if other.phase == "coup_fourre" and other.seat != seat and text[1:3] != " !":
            moves.append(f"{other.seat} .")
            other.apply(moves[-1])
        moves.append(text)
        other.apply(text)
    if other.phase == "coup_fourre" and leg.phase != "coup_fourre":
        moves.append(f"{other.seat} .")
        other.apply(moves[-1])
    if other.phase != leg.phase:
        return None
    record = {**played.record, "deck": [str(c) for c in deck], "moves": moves}
    return Played(record, len(moves))


@settings(steady, max_examples=examples(400))
@given(played_legs(), st.integers(0, 5), st.integers(0, 2**32))
def test_observation_and_events_do_not_depend_on_hidden_cards(played: Played, seat: int, seed: int) -> None:
    assume(seat < played.record["seats"])
    original = played.leg()
    # Who is over with an empty pile depends on the hands of all (D9), and so do the points of mille_miglia.
    assume(position_report(original)["draw_pile"] > 0)
    assume(original.phase is not Phase.OVER or played.record["rules"] != "mille_miglia")
    other = resampled(played, seat, Random(seed))
    assume(other is not None)
    assert other is not None
    events: list[Event] = []
    other_events: list[Event] = []
    seen = played.leg(events).observe(seat, context(played))
    assert other.leg(other_events).observe(seat, context(played)) == seen
    assert [e for e in (redact(e, seat) for e in other_events) if e] == [
        e for e in (redact(e, seat) for e in events) if e
    ]
