"""A leg looked at again: its places, what each seat saw of them, and the matches that are played on from there."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

import pytest

from game.engine.cards import card
from game.engine.events import Attacked, CoupFourreAsked, CoupFourrePlayed, Dealt, Drew, LegEnded
from game.engine.match import Match
from game.engine.observation import Phase
from game.engine.record import Record, replay
from game.engine.rules import RULE_SETS
from game.features.replay.model.leg_replay import LegReplay, TurnKind
from game.match.bot_reasons import BotReason, ReasonCode
from game.match.match_file import MatchKind, SavedLeg, SavedMatch
from game.match.session import Session
from game.people.players import HUMAN, Player, bot
from tests.fixed_decks import ScriptedBots, saved_match
from tests.nightly import some
from tests.played_legs import played_match
from tests.twins import hidden, twin
from tests.work import calls_made

STEP_CALLS = 7_500  # three times what the dearest takes, which is 1 ms of a quiet core


def running(*moves: str, hands: list[str], draws: str = "") -> SavedMatch:
    return saved_match(hands, draws, moves)


# -- places -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULE_SETS)
def test_replay_shows_each_seat_at_each_place_what_it_saw_in_play(rules: str) -> None:
    saved = played_match(rules)
    view, record = LegReplay(saved, 1), saved.records[1]
    cuts = [0]
    for at, text in enumerate(record.moves, 1):
        assert text is not None
        if text[-1] in ".+=":
            cuts[-1] = at
        else:
            cuts.append(at)
    assert view.length == len(cuts) - 1
    first = Match(saved.setup, saved.first_dealer)
    first.add_finished_leg(replay(saved.records[0]))
    for place, cut in enumerate(cuts):
        leg = replay(replace(record, moves=record.moves[:cut]))
        for seat in range(4):
            assert view.observation_at(place, seat) == leg.observe(seat, first.context)
        assert view.hands(place) == tuple(leg.hand(seat) for seat in range(4))


@pytest.mark.parametrize("rules", RULE_SETS)
def test_steps_lead_from_place_to_place_and_betray_no_hand(rules: str) -> None:
    view = LegReplay(played_match(rules), 0)
    for place in range(1, view.length + 1):
        for seat in range(4):
            steps = view.steps(place, seat)
            assert steps[-1].observation == view.observation_at(place, seat)
            for event in (event for step in steps for event in step.events):
                assert not isinstance(event, Drew) or event.seat == seat or set(event.cards) <= {None}
                assert not isinstance(event, CoupFourreAsked) or event.seat == seat
    last = view.steps(view.length, 0)[-1].events[-1]
    assert isinstance(last, LegEnded)


def test_place_before_the_first_turn_is_the_deal() -> None:
    view = LegReplay(played_match(), 0)
    dealt = view.observation_at(0, 0)
    assert dealt.moves == ()
    assert sorted(dealt.hand_sizes) == [6, 6, 6, 7]
    assert not any(isinstance(event, Dealt) for event in view.steps(1, 0)[0].events)


def test_totals_are_those_before_the_leg() -> None:
    saved = played_match()
    assert LegReplay(saved, 0).observation_at(0, 0).totals == (0, 0, 0, 0)
    scores = replay(saved.records[0]).scores
    assert scores is not None
    assert LegReplay(saved, 1).observation_at(0, 0).totals == tuple(score.total for score in scores)


def test_leg_that_was_not_played_cannot_be_replayed() -> None:
    with pytest.raises(IndexError):
        LegReplay(played_match(), 2)


# -- turns ------------------------------------------------------------------------------------------------------------

ANSWERED = [
    *("0 go", "1 go", "0 stop > 1", "1 stop > 0", "0 ! right_of_way", "0 km_200", "1 accident > 0", "0 repairs"),
    *("1 - km_25", "0 km_200", "1 - km_25", "0 km_100", "1 - km_25", "0 km_100", "1 - km_25", "0 km_100"),
]
HANDS = ["go stop right_of_way km_200 km_200 km_100", "go stop accident"]
DRAWS = "repairs km_25 km_100 km_25 km_100 km_50 km_25" + " km_50 km_25" * 4


def test_turns_tell_who_did_what_to_whom() -> None:
    view = LegReplay(running(*ANSWERED, "0 =", hands=HANDS, draws=DRAWS), 0)
    told = [(turn.side, turn.kind, turn.victim) for turn in view.turns[:9]]
    assert told == [
        (0, TurnKind.REMEDY, None),
        (1, TurnKind.REMEDY, None),
        (0, TurnKind.ATTACK, 1),
        (1, TurnKind.ATTACK, 0),
        (0, TurnKind.COUP_FOURRE, None),
        (0, TurnKind.DISTANCE, None),
        (1, TurnKind.ATTACK, 0),
        (0, TurnKind.REMEDY, None),
        (1, TurnKind.DISCARD, None),
    ]
    assert view.turns[4].event == CoupFourrePlayed(0, 0, card("right_of_way"), card("stop"))
    assert [turn.ends for turn in view.turns] == [False] * 15 + [True]
    assert view.turns[5].card.km == 200


def test_extension_call_belongs_to_the_turn_that_reached_the_goal() -> None:
    view = LegReplay(running(*ANSWERED, "0 +", "1 - km_25", hands=HANDS, draws=DRAWS), 0)
    assert [turn.extends for turn in view.turns] == [False] * 15 + [True, False]
    assert view.observation_at(16, 0).target == 1000
    assert [len(step.events) > 0 for step in view.steps(16, 0)] == [True, True]


def test_refused_coup_fourre_belongs_to_the_attack() -> None:
    saved = running(
        "0 go", "1 go", "0 - km_25", "1 stop > 0", "0 .", "0 - km_25", hands=["go right_of_way km_25 km_25", "go stop"]
    )
    view = LegReplay(saved, 0)
    assert [turn.kind for turn in view.turns][-2:] == [TurnKind.ATTACK, TurnKind.DISCARD]
    assert len(view.steps(4, 0)) == 2


def test_neighbouring_turns_of_a_side_are_found() -> None:
    view = LegReplay(running(*ANSWERED, "0 =", hands=HANDS, draws=DRAWS), 0)
    assert view.adjacent_turn(3, 0, 1) == 5
    assert view.adjacent_turn(5, 0, 1) == 6
    assert view.adjacent_turn(5, 1, -1) == 4
    assert view.adjacent_turn(1, 0, -1) is None
    assert view.adjacent_turn(0, 1, 1) == 2


# -- what may be known ------------------------------------------------------------------------------------------------


def test_running_leg_shows_only_the_viewers_own_hand() -> None:
    view = LegReplay(running("0 go", hands=["go", "go", "go"]), 0)
    assert not view.is_open
    assert view.observation_at(1, 0).hand
    for look in (
        lambda: view.observation_at(0, 1),
        lambda: view.steps(1, 2),
        lambda: view.hands(0),
        lambda: view.drawn_at(0),
    ):
        with pytest.raises(ValueError, match="may not be"):
            look()
    assert not view.may_play_on(0)


def test_practice_match_with_open_cards_may_be_seen_while_it_runs() -> None:
    saved = running("0 go", hands=["go", "go", "go"])
    practice = replace(saved, kind=MatchKind.PRACTICE, open_cards=True)
    assert LegReplay(practice, 0).is_open
    assert not LegReplay(replace(practice, open_cards=False), 0).is_open
    assert not LegReplay(replace(saved, open_cards=True), 0).is_open


SHARED = (HUMAN, bot("carla"), HUMAN, bot("hugo"))


def cut_short(moves: int, **match: object) -> SavedMatch:
    """A match of two persons and two bots, its second leg after so many moves."""
    saved = played_match()
    leg = replace(saved.legs[1].record, moves=saved.records[1].moves[:moves])
    return replace(saved, legs=(saved.legs[0], SavedLeg(leg)), players=SHARED, **match)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", [MatchKind.MATCH, MatchKind.PRACTICE])
def test_running_leg_of_several_persons_shows_nobodys_hand(kind: MatchKind) -> None:
    view = LegReplay(cut_short(30, kind=kind, open_cards=kind is MatchKind.PRACTICE), 1)
    assert not view.is_open
    for seat in range(4):
        for look in (view.observation_at, view.observation_before, view.steps):
            with pytest.raises(ValueError, match="may not be"):
                look(1, seat)
    for look_at_all in (view.hands, view.drawn_at):
        with pytest.raises(ValueError, match="may not be"):
            look_at_all(1)
    for place in range(view.length + 1):
        seen = view.observation_at(place, view.onlooker)
        assert (seen.hand, seen.drawn, seen.legal) == ((), (), ())
        assert sum(seen.hand_sizes) >= 20


@pytest.mark.parametrize("players", [SHARED, played_match().players])
@pytest.mark.parametrize("moves", some([1, 16, 22, 31, 44, 58], 3))
def test_running_leg_looks_the_same_whatever_others_hold(moves: int, players: tuple[Player, ...]) -> None:
    """To several persons, whatever any of them holds; to a single one, whatever the bots do."""
    saved = replace(cut_short(moves), players=players)
    twins = [saved, *(twin(saved, Random(seed), seat=None if players == SHARED else 0) for seed in range(3))]
    assert len({hidden(one) for one in twins}) == len(twins)
    views = [LegReplay(one, 1) for one in twins]
    looks = [
        [
            (view.observation_at(place, view.onlooker), view.steps(place, view.onlooker) if place else ())
            for place in range(length)
        ]
        for view in views
        for length in [view.length + 1]
    ]
    assert all(look == looks[0] for look in looks)
    assert all(view.turns == views[0].turns for view in views)
    assert not any(isinstance(event, CoupFourreAsked) for look in looks[0] for step in look[1] for event in step.events)


def test_finished_leg_of_several_persons_may_be_seen() -> None:
    over = replace(played_match(), players=(HUMAN, bot("carla"), HUMAN, bot("hugo")))
    view = LegReplay(over, 1)
    assert view.is_open
    assert view.observation_at(3, 2).hand


def test_notes_on_moves_depend_only_on_what_all_know() -> None:
    """The first person refused to answer; who looks at the leg while it runs must not learn it from a place."""
    attacked = ("0 go", "1 go", "2 go", "3 go", "0 - km_25", "1 stop > 0", "0 .", "2 km_50", "3 - km_75")
    hands = ["go km_25 right_of_way", "go stop", "go km_50", "go km_75"]
    saved = replace(running(*attacked, hands=hands, draws="km_50 " * 7), players=SHARED)
    leg = replace(saved.legs[0], hurried=frozenset({7}), taken_back=(6, 9))
    view = LegReplay(replace(saved, legs=(leg,)), 0)
    assert (view.notes.hurried, view.notes.taken_back) == (frozenset({6}), (6, 8))


@pytest.mark.parametrize(
    ("hands", "answer"),
    [
        pytest.param(["go stop", "go km_25", "go"], (), id="nobody is asked"),
        pytest.param(["go stop", "go right_of_way", "go"], (), id="a bot is asked"),
        pytest.param(["go stop", "go right_of_way", "go"], ("1 .",), id="it has declined"),
    ],
)
def test_end_of_a_running_leg_does_not_betray_who_was_asked(hands: list[str], answer: tuple[str, ...]) -> None:
    moves = ("0 go", "1 go", "2 go", "0 stop > 1", *answer)
    view = LegReplay(running(*moves, hands=hands, draws="km_50 km_50 km_50 km_50 km_50"), 0)
    assert view.length == 4
    seen = view.observation_at(4, 0)
    assert (seen.phase, seen.to_move, seen.draw_pile) == (Phase.TURN, 0, view.observation_at(3, 0).draw_pile)
    assert seen.sides[1].battle[-1] is card("stop")
    (step,) = view.steps(4, 0)
    assert step.events == (Attacked(0, 1, card("stop"), card("stop").pile),)
    assert step.observation == seen


def test_reasons_of_a_running_leg_betray_nothing() -> None:
    kept = BotReason(ReasonCode.KEEPS_SAFETY, card("km_25"), card("puncture_proof"))
    saved = running("0 go", "1 - km_25", hands=["go", "km_25"])
    told = replace(saved, legs=(replace(saved.legs[0], reasons={1: kept}),))
    assert LegReplay(told, 0).notes.reasons == {}
    assert LegReplay(replace(told, kind=MatchKind.PRACTICE, open_cards=True), 0).notes.reasons == {}
    over = played_match()
    told = replace(over, legs=(replace(over.legs[0], reasons={1: kept}), over.legs[1]))
    assert LegReplay(told, 0).notes.reasons == {1: kept}


# -- playing on -------------------------------------------------------------------------------------------------------


def test_match_played_on_keeps_the_legs_up_to_that_turn_and_the_deck() -> None:
    saved = replace(played_match(), name="Sunday", begun_s=5, id="sunday", undone=("0 go",))
    view = LegReplay(saved, 1)
    practice = view.practice_match(10, open_cards=True, now_s=99)
    assert practice.records[0] == saved.records[0]
    assert practice.records[1].deck == saved.records[1].deck
    assert practice.records[1].moves == saved.records[1].moves[: len(practice.records[1].moves)]
    assert (practice.kind, practice.open_cards, practice.name, practice.id) == (MatchKind.PRACTICE, True, "", "")
    assert (practice.begun_s, practice.saved_s, practice.undone) == (99, 99, ())
    first = LegReplay(saved, 0).practice_match(10, open_cards=False, now_s=99)
    assert len(first.legs) == 1
    assert not first.open_cards
    assert first.totals == (0, 0, 0, 0)


def test_match_played_on_can_be_read_back_and_goes_on_from_that_place() -> None:
    view = LegReplay(played_match(), 1)
    place = next(p for p in range(8, view.length) if view.turns[p - 1].kind is TurnKind.DISTANCE)
    read = SavedMatch.from_bytes(view.practice_match(place, open_cards=True, now_s=1).to_bytes())
    session = Session(read, bots=ScriptedBots())
    assert replace(session.observation, legal=()) == replace(view.observation_at(place, 0), legal=())


def test_notes_on_later_moves_are_cut_off_when_a_match_is_played_on() -> None:
    kept = BotReason(ReasonCode.KEEPS_SAFETY, card("km_25"), card("puncture_proof"))
    saved = played_match()
    leg = replace(saved.legs[1], reasons={2: kept, 30: kept}, hurried=frozenset({3, 31}), taken_back=(4, 32))
    cut = LegReplay(replace(saved, legs=(saved.legs[0], leg)), 1).practice_match(10, open_cards=False, now_s=1).legs[1]
    assert (set(cut.reasons), cut.hurried, cut.taken_back) == ({2}, frozenset({3}), (4,))


def test_finished_leg_cannot_be_played_on_after_its_end() -> None:
    view = LegReplay(played_match(), 0)
    assert view.may_play_on(0)
    assert view.may_play_on(view.length - 1)
    assert not view.may_play_on(view.length)


def test_replay_record_is_that_of_the_leg() -> None:
    saved = played_match()
    assert Record.from_json(LegReplay(saved, 1).record.to_json()) == saved.records[1]


def test_replay_step_is_fast_anywhere_in_a_leg() -> None:
    view = LegReplay(played_match(seats=4), 1)
    calls = []
    for place in range(1, view.length + 1):
        steps = partial(view.steps, place, 0), partial(view.observation_at, place - 1, 0), partial(view.hands, place)
        calls.append(sum(map(calls_made, steps)))  # type: ignore[arg-type]
    assert max(calls) < STEP_CALLS
