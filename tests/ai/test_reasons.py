"""What a bot says of its move is true of the table, and all that the code promises is filled in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from random import Random

import pytest

from ai.bots.factory import make_bot
from ai.bots.search_bot import reason_for
from ai.decision import BotReason, ReasonCode
from ai.evaluation.afterstates import afterstate
from ai.evaluation.evaluation import Evaluation
from ai.evaluation.value_network import blank_network
from ai.information_state import InformationState, points_so_far
from ai.lab.program import describe_reason
from ai.search.expectimax import MoveEstimate
from ai.search.pruning import candidate_moves
from ai.spec import BotSpec
from game.engine.cards import HAZARDS, REMEDY_FOR, SAFETIES, SAFETY_AGAINST, Card, card
from game.engine.moves import Move, MoveKind, move
from game.engine.observation import Observation, Phase
from game.engine.rules import Seating, load_rules
from tests.ai.playing import TABLES, position, view, wandering
from tests.cases import each
from tests.nightly import some

FILLED: dict[ReasonCode, set[str]] = {
    ReasonCode.ONLY_MOVE: set(),
    ReasonCode.WINS_LEG: {"card", "number"},
    ReasonCode.MAKES_EXACT: {"card", "number"},
    ReasonCode.SAFE_TRIP: {"card"},
    ReasonCode.DRIVES: {"card", "number"},
    ReasonCode.GETS_GOING: {"card"},
    ReasonCode.REPAIRS: {"card", "other"},
    ReasonCode.LIFTS_LIMIT: {"card"},
    ReasonCode.ATTACKS_LEG_LEADER: {"card", "side", "number"},
    ReasonCode.ATTACKS_MATCH_LEADER: {"card", "side", "number"},
    ReasonCode.ATTACKS_NEAR_FINISH: {"card", "side", "number"},
    ReasonCode.ATTACKS_ROLLING: {"card", "side"},
    ReasonCode.ATTACKS_STANDING: {"card", "side"},
    ReasonCode.ATTACKS_LIMITS: {"card", "side"},
    ReasonCode.ATTACKS_IN_TURN: {"card", "side"},
    ReasonCode.DISCARDS_USELESS: {"card"},
    ReasonCode.DISCARDS_DOUBLE: {"card"},
    ReasonCode.DISCARDS_SHORTEST: {"card"},
    ReasonCode.DISCARDS_NEEDLESS: {"card", "other"},
    ReasonCode.DISCARDS_RARELY_NEEDED: {"card", "other"},
    ReasonCode.DISCARDS_HITS_NOBODY: {"card"},
    ReasonCode.DISCARDS_SPARE: {"card"},
    ReasonCode.KEEPS_SAFETY: {"card", "other"},
    ReasonCode.SAFETY_ROLLS: {"card", "other"},
    ReasonCode.SAFETY_IN_TIME: {"card"},
    ReasonCode.SAFETY_PLAYS_ON: {"card"},
    ReasonCode.COUP_FOURRE: {"card", "other", "number"},
    ReasonCode.EXTENDS: {"number"},
    ReasonCode.STAYS: {"number"},
}


def _filled(reason: BotReason) -> set[str]:
    return {f.name for f in fields(reason) if f.name != "code" and getattr(reason, f.name) is not None}


def _told(observation: Observation, chosen: Move, *, in_turn: bool = False) -> BotReason:
    """What is said of a move, whether or not a bot would make it."""
    information = InformationState.of(observation)
    return reason_for(
        information,
        MoveEstimate(afterstate(information, chosen), 0.5),
        Evaluation(information, blank_network()),
        in_turn=in_turn,
    )


ROLLS = view(0, battle="go", distance="km_100")
STANDS = view(0, battle="go stop", distance="km_100")
NEAR = view(0, battle="go", distance="km_200 km_200 km_100 km_50")
FAR = view(0, battle="go", distance="km_100 km_100 km_100 km_100 km_100 km_50")
RIVAL = view(1, battle="go", distance="km_50")
AHEAD = view(1, battle="go", distance="km_100 km_75")
ARRIVING = view(1, battle="go", distance="km_200 km_200 km_100")
ARRIVED = view(0, battle="go", distance="km_200 km_200 km_100 km_100 km_100")

C = ReasonCode
TOLD: dict[str, tuple[Observation, str, BotReason]] = {
    "a single card left": (
        position("km_25", [STANDS, RIVAL]),
        "0 - km_25",
        BotReason(C.ONLY_MOVE, card("km_25")),
    ),
    "the card that fits": (
        position("km_100 km_50 go", [view(0, battle="go", distance="km_200 km_200 km_100 km_100"), RIVAL]),
        "0 km_100",
        BotReason(C.WINS_LEG, card("km_100"), number=100),
    ),
    "the first of two that fit": (
        position("km_100 km_50 go", [NEAR, RIVAL]),
        "0 km_50",
        BotReason(C.MAKES_EXACT, card("km_50"), number=100),
    ),
    "no 200 for the bonus": (
        position("km_200 km_75 go", [ROLLS, RIVAL]),
        "0 km_75",
        BotReason(C.SAFE_TRIP, card("km_75")),
    ),
    "a 200 though it costs the bonus": (
        position("km_200 km_75 go", [ROLLS, RIVAL]),
        "0 km_200",
        BotReason(C.DRIVES, card("km_200"), number=300),
    ),
    "a 100 when the bonus is gone already": (
        position("km_200 km_100 go", [view(0, battle="go", distance="km_200"), RIVAL]),
        "0 km_100",
        BotReason(C.DRIVES, card("km_100"), number=300),
    ),
    "go": (position("go km_25", [STANDS, RIVAL]), "0 go", BotReason(C.GETS_GOING, card("go"))),
    "a repair": (
        position("repairs km_25", [view(0, battle="go accident"), RIVAL]),
        "0 repairs",
        BotReason(C.REPAIRS, card("repairs"), card("accident")),
    ),
    "a spare tire": (
        position("spare_tire km_25", [view(0, battle="go flat_tire"), RIVAL]),
        "0 spare_tire",
        BotReason(C.REPAIRS, card("spare_tire"), card("flat_tire")),
    ),
    "the end of a limit": (
        position("end_of_limit km_25", [view(0, battle="go", speed="speed_limit"), RIVAL]),
        "0 end_of_limit",
        BotReason(C.LIFTS_LIMIT, card("end_of_limit")),
    ),
    "an attack on who is ahead": (
        position("stop km_25", [ROLLS, AHEAD]),
        "0 stop > 1",
        BotReason(C.ATTACKS_LEG_LEADER, card("stop"), side=1, number=175),
    ),
    "an attack on who leads the match by far": (
        position("stop km_25", [ROLLS, AHEAD], totals=(400, 900)),
        "0 stop > 1",
        BotReason(C.ATTACKS_MATCH_LEADER, card("stop"), side=1, number=900),
    ),
    "an attack on who leads the match by a little": (
        position("stop km_25", [ROLLS, AHEAD], totals=(401, 900)),
        "0 stop > 1",
        BotReason(C.ATTACKS_LEG_LEADER, card("stop"), side=1, number=175),
    ),
    "an attack on who is about to arrive": (
        position("stop km_25", [ROLLS, ARRIVING], totals=(400, 900)),
        "0 stop > 1",
        BotReason(C.ATTACKS_NEAR_FINISH, card("stop"), side=1, number=200),
    ),
    "an attack on who drives, though behind": (
        position("stop km_25", [ROLLS, RIVAL]),
        "0 stop > 1",
        BotReason(C.ATTACKS_ROLLING, card("stop"), side=1),
    ),
    "an attack on who leads the match by anything where it may end": (
        position("stop km_25", [ROLLS, RIVAL], totals=(4000, 4025)),
        "0 stop > 1",
        BotReason(C.ATTACKS_MATCH_LEADER, card("stop"), side=1, number=4025),
    ),
    "an attack on one of two that are level in the match where it may end": (
        position("stop km_25", [ROLLS, RIVAL], totals=(4025, 4025)),
        "0 stop > 1",
        BotReason(C.ATTACKS_ROLLING, card("stop"), side=1),
    ),
    "an attack on one of two that are level in the leg": (
        position("stop km_25", [ROLLS, view(1, battle="go", distance="km_100")]),
        "0 stop > 1",
        BotReason(C.ATTACKS_ROLLING, card("stop"), side=1),
    ),
    "an attack on a team that is ahead": (
        position("stop km_25", [view(0, 2, battle="go"), view(1, 3, battle="go", distance="km_75")]),
        "0 stop > 1",
        BotReason(C.ATTACKS_LEG_LEADER, card("stop"), side=1, number=75),
    ),
    "an attack on who nears the longer distance": (
        position(
            "stop km_25",
            [ROLLS, view(1, battle="go", distance="km_200 km_200 km_100 km_100 km_100 km_100")],
            before=["1 +"],
            target=1000,
        ),
        "0 stop > 1",
        BotReason(C.ATTACKS_NEAR_FINISH, card("stop"), side=1, number=200),
    ),
    "an attack on who stands": (
        position("accident km_25", [ROLLS, view(1, distance="km_75")], rules="mille_miglia", draw_pile=60),
        "0 accident > 1",
        BotReason(C.ATTACKS_STANDING, card("accident"), side=1),
    ),
    "a limit on who stands": (
        position("speed_limit km_25", [ROLLS, view(1, battle="go stop", distance="km_75")]),
        "0 speed_limit > 1",
        BotReason(C.ATTACKS_LIMITS, card("speed_limit"), side=1),
    ),
    "a limit on who drives": (
        position("speed_limit km_25", [ROLLS, RIVAL]),
        "0 speed_limit > 1",
        BotReason(C.ATTACKS_LIMITS, card("speed_limit"), side=1),
    ),
    "a discard for good": (
        position("repairs km_25", [view(0, battle="go stop", safeties="driving_ace"), RIVAL]),
        "0 - repairs",
        BotReason(C.DISCARDS_USELESS, card("repairs")),
    ),
    "a hazard that hurts nobody any more": (
        position("accident km_25", [STANDS, view(1, battle="go", safeties="driving_ace")]),
        "0 - accident",
        BotReason(C.DISCARDS_USELESS, card("accident")),
    ),
    "a distance that fits the longer leg": (
        position("km_200 go", [FAR, RIVAL], before=["1 +"], target=1000),
        "0 - km_200",
        BotReason(C.DISCARDS_SPARE, card("km_200")),
    ),
    "a distance that goes too far even for the longer leg": (
        position(
            "km_200 go",
            [view(0, battle="go", distance="km_200 km_100 km_100 km_100 km_100 km_100 km_100 km_50"), RIVAL],
            before=["1 +"],
            target=1000,
        ),
        "0 - km_200",
        BotReason(C.DISCARDS_USELESS, card("km_200")),
    ),
    "a distance that goes too far, unless the leg is extended": (
        position("km_200 go", [FAR, RIVAL]),
        "0 - km_200",
        BotReason(C.DISCARDS_SPARE, card("km_200")),
    ),
    "a distance that goes too far where nothing is extended on an empty pile": (
        position("km_200 go", [FAR, RIVAL], rules="piatnik", draw_pile=0),
        "0 - km_200",
        BotReason(C.DISCARDS_USELESS, card("km_200")),
    ),
    "a distance that goes too far where nothing is ever extended": (
        position(
            "km_200 go",
            [view(0, battle="go", distance="km_200 km_100 km_100 km_100 km_100 km_100 km_100 km_50"), RIVAL],
            rules="mille_miglia",
        ),
        "0 - km_200",
        BotReason(C.DISCARDS_USELESS, card("km_200")),
    ),
    "a third 200": (
        position("km_200 go", [view(0, battle="go", distance="km_200 km_200"), RIVAL]),
        "0 - km_200",
        BotReason(C.DISCARDS_USELESS, card("km_200")),
    ),
    "a card to spare": (
        position("gasoline km_25", [STANDS, RIVAL]),
        "0 - gasoline",
        BotReason(C.DISCARDS_SPARE, card("gasoline")),
    ),
    "a discard for a safety's sake": (
        position("gasoline driving_ace", [STANDS, RIVAL]),
        "0 - gasoline",
        BotReason(C.KEEPS_SAFETY, card("gasoline"), card("driving_ace")),
    ),
    "a safety that nothing is left for": (
        position("gasoline driving_ace", [STANDS, RIVAL], discarded="accident accident"),
        "0 - gasoline",
        BotReason(C.DISCARDS_SPARE, card("gasoline")),
    ),
    "a remedy whose hazard is over": (
        position("repairs repairs km_25", [STANDS, RIVAL], discarded="accident accident"),
        "0 - repairs",
        BotReason(C.DISCARDS_NEEDLESS, card("repairs"), card("accident")),
    ),
    "a remedy whose hazard may come once more": (
        position("repairs km_25", [STANDS, RIVAL], discarded="accident"),
        "0 - repairs",
        BotReason(C.DISCARDS_RARELY_NEEDED, card("repairs"), card("accident")),
    ),
    "a remedy that the side waits for, though the hazard will not come again": (
        position("repairs km_25", [view(0, battle="go accident"), RIVAL], discarded="accident"),
        "0 - repairs",
        BotReason(C.DISCARDS_SPARE, card("repairs")),
    ),
    "an end of limit once the limits are over": (
        position("end_of_limit km_25", [ROLLS, RIVAL], discarded="speed_limit speed_limit speed_limit speed_limit"),
        "0 - end_of_limit",
        BotReason(C.DISCARDS_NEEDLESS, card("end_of_limit"), card("speed_limit")),
    ),
    "a go, which every repair calls for": (
        position("go km_25", [ROLLS, RIVAL], discarded="stop stop stop stop"),
        "0 - go",
        BotReason(C.DISCARDS_SPARE, card("go")),
    ),
    "one of two": (
        position("gasoline gasoline km_25", [STANDS, RIVAL]),
        "0 - gasoline",
        BotReason(C.DISCARDS_DOUBLE, card("gasoline")),
    ),
    "the shortest distance": (
        position("km_50 km_75", [STANDS, RIVAL]),
        "0 - km_50",
        BotReason(C.DISCARDS_SHORTEST, card("km_50")),
    ),
    "a distance that is not the shortest": (
        position("km_50 km_75", [STANDS, RIVAL]),
        "0 - km_75",
        BotReason(C.DISCARDS_SPARE, card("km_75")),
    ),
    "the one distance": (
        position("km_50 gasoline", [STANDS, RIVAL]),
        "0 - km_50",
        BotReason(C.DISCARDS_SPARE, card("km_50")),
    ),
    "a hazard for nobody now": (
        position("accident km_25", [STANDS, view(1, battle="go accident")]),
        "0 - accident",
        BotReason(C.DISCARDS_HITS_NOBODY, card("accident")),
    ),
    "a hazard for somebody": (
        position("accident km_25", [STANDS, view(1, battle="go")]),
        "0 - accident",
        BotReason(C.DISCARDS_SPARE, card("accident")),
    ),
    "a safety for an accident": (
        position("driving_ace km_25", [view(0, battle="go accident"), RIVAL]),
        "0 driving_ace",
        BotReason(C.SAFETY_ROLLS, card("driving_ace"), card("accident")),
    ),
    "a safety for a limit": (
        position("right_of_way km_25", [view(0, battle="go", speed="speed_limit"), RIVAL]),
        "0 right_of_way",
        BotReason(C.SAFETY_ROLLS, card("right_of_way"), card("speed_limit")),
    ),
    "right of way at the start": (
        position("right_of_way km_25", [view(0), RIVAL]),
        "0 right_of_way",
        BotReason(C.GETS_GOING, card("right_of_way")),
    ),
    "a safety that gives one more card": (
        position("driving_ace km_25", [ROLLS, RIVAL], rules="dujardin"),
        "0 driving_ace",
        BotReason(C.SAFETY_PLAYS_ON, card("driving_ace")),
    ),
    "a safety that gives no more cards": (
        position("driving_ace km_25", [ROLLS, RIVAL], rules="dujardin", draw_pile=0),
        "0 driving_ace",
        BotReason(C.SAFETY_IN_TIME, card("driving_ace")),
    ),
    "a safety for its points": (
        position("driving_ace km_25", [ROLLS, RIVAL]),
        "0 driving_ace",
        BotReason(C.SAFETY_IN_TIME, card("driving_ace")),
    ),
    "a coup fourré": (
        position(
            "driving_ace", [view(0, battle="go accident"), RIVAL], phase=Phase.COUP_FOURRE, attack="1 accident > 0"
        ),
        "0 ! driving_ace",
        BotReason(C.COUP_FOURRE, card("driving_ace"), card("accident"), number=400),
    ),
    "a coup fourré of piatnik": (
        position(
            "right_of_way",
            [view(0, battle="go stop"), RIVAL],
            phase=Phase.COUP_FOURRE,
            attack="1 stop > 0",
            rules="piatnik",
        ),
        "0 ! right_of_way",
        BotReason(C.COUP_FOURRE, card("right_of_way"), card("stop"), number=300),
    ),
    "a longer leg": (
        position("km_100", [ARRIVED, RIVAL], phase=Phase.EXTENSION),
        "0 +",
        BotReason(C.EXTENDS, number=50),
    ),
    "the leg as it is": (
        position("km_100", [ARRIVED, RIVAL], phase=Phase.EXTENSION),
        "0 =",
        BotReason(C.STAYS, number=50),
    ),
}


@each("case", TOLD)
def test_move_gets_the_reason_that_fits_it(case: str) -> None:
    observation, text, reason = TOLD[case]
    assert move(text) in observation.legal
    assert _told(observation, move(text)) == reason


HITS: dict[str, tuple[list[str], bool]] = {
    "nobody was hit yet": ([], False),
    "all were hit alike": (["0 stop > 1", "1 stop > 0", "1 stop > 2"], False),
    "two others were hit": (["0 stop > 2", "2 stop > 0"], True),
    "only one was hit": (["1 stop > 2"], True),
    "the bot itself was hit less": (["0 stop > 1", "0 stop > 2", "1 stop > 2"], False),
    "one that cannot be hit now was hit less": (["2 stop > 0", "2 stop > 1", "2 stop > 1"], False),
    "it parried what hit it": (["0 stop > 1", "1 ! right_of_way", "0 stop > 2"], False),
}


@pytest.mark.parametrize("case", HITS)
def test_reason_in_turn_is_given_only_if_true_of_all_attacks(case: str) -> None:
    before, is_told = HITS[case]
    observation = position("accident km_25", [ROLLS, AHEAD, view(2, battle="go")], before=before)
    told = _told(observation, move("0 accident > 1"), in_turn=True)
    expected = BotReason(C.ATTACKS_IN_TURN, card("accident"), side=1)
    assert (told == expected) is is_told
    assert told.code in (C.ATTACKS_IN_TURN, C.ATTACKS_LEG_LEADER)


def test_reason_codes_are_all_given_but_those_the_bot_never_needs() -> None:
    told = {reason.code for _, _, reason in TOLD.values()}
    # A coup fourré is never declined (candidates.py), and who is attacked in turn is the temper's.
    assert set(ReasonCode) - told == {C.ATTACKS_IN_TURN}


@pytest.mark.parametrize(
    ("observation", "reason"),
    [
        (TOLD["go"][0], BotReason(C.GETS_GOING, card("go"))),
        (TOLD["a repair"][0], BotReason(C.REPAIRS, card("repairs"), card("accident"))),
        (TOLD["a coup fourré"][0], BotReason(C.COUP_FOURRE, card("driving_ace"), card("accident"), number=400)),
        (TOLD["a single card left"][0], BotReason(C.ONLY_MOVE, card("km_25"))),
    ],
)
def test_bot_gives_a_reason_even_for_a_forced_move(observation: Observation, reason: BotReason) -> None:
    assert make_bot(BotSpec(effort=0.1)).decide(observation, Random(1)).reason == reason


@each(("rules", "seats", "seating"), TABLES)
def test_reasons_of_all_moves_of_a_leg_are_true(rules: str, seats: int, seating: Seating) -> None:
    for leg, observation in wandering(rules, seats, seating, "told"):
        information = InformationState.of(observation)
        for chosen in candidate_moves(information, observation.legal):
            reason = _told(observation, chosen)
            if reason.code is ReasonCode.ONLY_MOVE:
                assert observation.legal == (chosen,)
                assert reason.card is chosen.card
                continue
            assert _filled(reason) == FILLED[reason.code]
            assert reason.card is chosen.card
            assert reason.side == chosen.side
            assert describe_reason(reason)
            if reason.code is ReasonCode.SAFETY_PLAYS_ON:
                assert leg.gives_extra_play(chosen)
                assert observation.draw_pile > 0
            _TRUE.get(reason.code, _always)(observation, reason)


@pytest.mark.parametrize("level", ["beginner", "master"])
def test_decisions_of_a_leg_all_have_a_reason(level: str) -> None:
    bot = make_bot(BotSpec(level=level, effort=0.02))
    for rules, seats, seating in TABLES[:: 3 if level == "master" else 1]:
        for number, observation in some([*enumerate(seen for _, seen in wandering(rules, seats, seating, "reason"))]):
            decision = bot.decide(observation, Random(number))
            assert decision.reason is not None
            assert decision.reason.card is decision.move.card
            assert decision.reason.side == decision.move.side
            assert (decision.reason.code is ReasonCode.ONLY_MOVE) == (len(observation.legal) == 1)


def _always(observation: Observation, reason: BotReason) -> None:
    """Nothing more to be said of it."""


def _km_after(observation: Observation, reason: BotReason) -> int:
    assert reason.card is not None
    return _own_km(observation) + reason.card.km


def _own_km(observation: Observation) -> int:
    return next(side.km for side in observation.sides if observation.seat in side.seats)


def _wins(observation: Observation, reason: BotReason) -> None:
    assert _km_after(observation, reason) == observation.target
    assert reason.card is not None
    assert reason.number == reason.card.km


def _makes_exact(observation: Observation, reason: BotReason) -> None:
    rest = observation.target - _km_after(observation, reason)
    assert reason.number == rest
    left = list(observation.hand)
    assert reason.card is not None
    left.remove(reason.card)
    kms = [c.km for c in left if c.km]
    pairs = [a + b for n, a in enumerate(kms) for b in kms[n + 1 :]]
    assert rest in kms + pairs


def _keeps_200(observation: Observation, reason: BotReason) -> None:
    assert card("km_200") in observation.hand
    own = next(side for side in observation.sides if observation.seat in side.seats)
    assert card("km_200") not in own.distance
    assert reason.card is not card("km_200")


def _drives(observation: Observation, reason: BotReason) -> None:
    assert reason.number == _km_after(observation, reason)


def _repairs(observation: Observation, reason: BotReason) -> None:
    own = next(side for side in observation.sides if observation.seat in side.seats)
    assert reason.other is own.battle[-1]
    assert reason.other is not None
    assert REMEDY_FOR[reason.other] is reason.card


def _leads_the_leg(observation: Observation, reason: BotReason) -> None:
    assert reason.side is not None
    kms = [side.km for side in observation.sides]
    assert reason.number == kms[reason.side] == max(kms)
    assert kms.count(max(kms)) == 1


def _leads_the_match(observation: Observation, reason: BotReason) -> None:
    assert reason.side is not None
    assert reason.number == observation.totals[reason.side] == max(observation.totals)
    assert observation.totals.count(max(observation.totals)) == 1


def _is_near(observation: Observation, reason: BotReason) -> None:
    assert reason.side is not None
    assert reason.number == observation.target - observation.sides[reason.side].km
    assert 0 < reason.number <= 200


def _is_useless(observation: Observation, reason: BotReason) -> None:
    """It could not be laid even by a side that rolls, nor on one."""
    assert reason.card is not None
    own = next(side for side in observation.sides if observation.seat in side.seats)
    if reason.card.km:
        third = reason.card.km == 200 and own.distance.count(reason.card) == 2
        book = load_rules(observation.rules)
        is_extended = any(m.kind is MoveKind.EXTEND for m in observation.moves)
        may_extend = book.may_extend(observation.seats, observation.seating) and not is_extended
        may_extend = may_extend and (book.extension_on_empty_pile or observation.draw_pile > 0)
        assert third or own.km + reason.card.km > (book.extended_km if may_extend else observation.target)
    elif reason.card in HAZARDS:
        others = [side for side in observation.sides if side is not own]
        assert all(SAFETY_AGAINST[reason.card] in side.safeties for side in others)
    else:
        hazard = next(hazard for hazard, remedy in REMEDY_FOR.items() if remedy is reason.card)
        assert SAFETY_AGAINST[hazard] in own.safeties


def _keeps_safety(observation: Observation, reason: BotReason) -> None:
    assert reason.other in SAFETIES
    assert reason.other in observation.hand


def _held_after(observation: Observation, reason: BotReason) -> list[Card]:
    hand = list(observation.hand)
    assert reason.card is not None
    hand.remove(reason.card)
    return hand


def _is_double(observation: Observation, reason: BotReason) -> None:
    assert reason.card in _held_after(observation, reason)


def _is_shortest(observation: Observation, reason: BotReason) -> None:
    assert reason.card is not None
    others = [held.km for held in _held_after(observation, reason) if held.km]
    assert others
    assert 0 < reason.card.km < min(others)


def _come_at_most(most: int) -> Callable[[Observation, BotReason], None]:
    def check(observation: Observation, reason: BotReason) -> None:
        assert reason.other is not None
        assert REMEDY_FOR[reason.other] is reason.card
        seen = [c for side in observation.sides for pile in (side.battle, side.speed) for c in pile]
        seen += [*observation.discard_pile, *observation.hand]
        deck = load_rules(observation.rules).deck(observation.seats, observation.seating)
        assert deck.count(reason.other) - seen.count(reason.other) <= most

    return check


def _hits_nobody(observation: Observation, reason: BotReason) -> None:
    assert reason.card in HAZARDS
    assert not any(m.card is reason.card and m.kind is MoveKind.LAY for m in observation.legal)


def _answers(observation: Observation, reason: BotReason) -> None:
    own = next(side for side in observation.sides if observation.seat in side.seats)
    assert reason.other is not None
    assert SAFETY_AGAINST[reason.other] is reason.card
    assert reason.other in (*own.battle[-1:], *own.speed[-1:])


def _brings(observation: Observation, reason: BotReason) -> None:
    information = InformationState.of(observation)
    then = afterstate(information, observation.legal[0])
    points = information.compiled_rules.rules.points
    before = points_so_far(information.states[information.side], information.progress[information.side], points)
    assert reason.other is observation.moves[-1].card
    assert (
        reason.number == points_so_far(then.states[information.side], then.progress[information.side], points) - before
    )


def _is_a_share(observation: Observation, reason: BotReason) -> None:
    assert reason.number is not None
    assert 0 <= reason.number <= 100


def _is_hit_least(observation: Observation, reason: BotReason) -> None:
    hits = [sum(m.side == side for m in observation.moves) for side in range(len(observation.sides))]
    assert reason.side is not None
    assert hits[reason.side] == min(hits) < max(hits)


def _limits(observation: Observation, reason: BotReason) -> None:
    assert reason.card is card("speed_limit")


def _rolls(observation: Observation, reason: BotReason) -> None:
    assert reason.side is not None
    assert observation.sides[reason.side].rolling
    assert reason.card is not card("speed_limit")


def _stands(observation: Observation, reason: BotReason) -> None:
    """Without the attack it would need one card less to roll."""
    assert reason.side is not None
    assert not observation.sides[reason.side].rolling
    assert reason.card not in (card("stop"), card("speed_limit"))


_TRUE: dict[ReasonCode, Callable[[Observation, BotReason], None]] = {
    ReasonCode.WINS_LEG: _wins,
    ReasonCode.MAKES_EXACT: _makes_exact,
    ReasonCode.SAFE_TRIP: _keeps_200,
    ReasonCode.DRIVES: _drives,
    ReasonCode.REPAIRS: _repairs,
    ReasonCode.ATTACKS_LEG_LEADER: _leads_the_leg,
    ReasonCode.ATTACKS_MATCH_LEADER: _leads_the_match,
    ReasonCode.ATTACKS_NEAR_FINISH: _is_near,
    ReasonCode.ATTACKS_ROLLING: _rolls,
    ReasonCode.ATTACKS_STANDING: _stands,
    ReasonCode.ATTACKS_LIMITS: _limits,
    ReasonCode.ATTACKS_IN_TURN: _is_hit_least,
    ReasonCode.DISCARDS_USELESS: _is_useless,
    ReasonCode.DISCARDS_DOUBLE: _is_double,
    ReasonCode.DISCARDS_SHORTEST: _is_shortest,
    ReasonCode.DISCARDS_NEEDLESS: _come_at_most(0),
    ReasonCode.DISCARDS_RARELY_NEEDED: _come_at_most(1),
    ReasonCode.DISCARDS_HITS_NOBODY: _hits_nobody,
    ReasonCode.KEEPS_SAFETY: _keeps_safety,
    ReasonCode.SAFETY_ROLLS: _answers,
    ReasonCode.COUP_FOURRE: _brings,
    ReasonCode.EXTENDS: _is_a_share,
    ReasonCode.STAYS: _is_a_share,
}
"""What must hold of the table for a code to be true."""


def test_coup_fourre_with_the_last_of_four_safeties_brings_700() -> None:
    observation = position(
        "driving_ace",
        [view(0, battle="go accident", safeties="right_of_way extra_tank puncture_proof"), RIVAL],
        phase=Phase.COUP_FOURRE,
        attack="1 accident > 0",
    )
    reason = _told(observation, move("0 ! driving_ace"))
    assert reason == BotReason(C.COUP_FOURRE, card("driving_ace"), card("accident"), number=700)
