"""Levels, styles and tempers: who a bot is, whom it attacks, and whom it leaves alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, product
from random import Random

import pytest

from ai.bots.factory import make_bot
from ai.bots.levels import LEVEL_DATA, STYLES, PlayStyle
from ai.bots.search_bot import SearchBot
from ai.decision import BotDecision, ReasonCode
from ai.information_state import InformationState
from ai.search.pruning import candidate_moves
from ai.spec import LEVELS, TOP_LEVEL, BotSpec, Targeting
from game.engine.observation import Observation
from game.engine.rules import Seating
from game.people.players import DRIVERS
from tests.ai.playing import TABLES, position, view, wandering
from tests.cases import each
from tests.nightly import some

QUICK_LEVELS = tuple(level for level in LEVELS if not LEVEL_DATA[level].budget.worlds)
SEATED_FOR_MORE_THAN_TWO = [
    (rules, seats, seating) for rules, seats, seating in TABLES if seats > 2 and (seats, seating) != (4, Seating.TEAMS)
]


def test_level_data_has_all_named_levels() -> None:
    assert tuple(LEVEL_DATA) == LEVELS


def _decisions(
    spec: BotSpec, rules: str, seats: int, seating: Seating, seed: str
) -> Iterator[tuple[Observation, BotDecision]]:
    bot = make_bot(spec)
    for number, (_, observation) in enumerate(wandering(rules, seats, seating, seed)):
        yield observation, bot.decide(observation, Random(number))


def test_styles_are_those_of_the_drivers_and_the_plain_one() -> None:
    assert set(STYLES) == {"plain", *DRIVERS}


def test_plain_style_has_no_preference() -> None:
    assert STYLES["plain"] == PlayStyle()


def test_top_level_is_the_last_and_the_default_of_a_bot() -> None:
    assert LEVELS[-1] == TOP_LEVEL == BotSpec().level
    assert LEVELS == ("beginner", "steady", "skilled", "master")


@each("level", LEVELS)
@each("style", STYLES)
@each("temper", tuple(Targeting))
def test_level_style_and_temper_make_a_bot_that_moves(level: str, style: str, temper: Targeting) -> None:
    observation = position("go km_25 stop", [view(0), view(1, battle="go"), view(2)])
    bot = make_bot(BotSpec(level=level, style=style, temper=temper, effort=0.1))
    assert bot.decide(observation, Random(1)).move in observation.legal


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        (BotSpec(level="wizard"), "level must be one of .*, got 'wizard'"),
        (BotSpec(style="nobody"), "style must be one of .*, got 'nobody'"),
        (BotSpec(effort=-0.1), "effort must be from 0 to 1, got -0.1"),
        (BotSpec(effort=1.1), "effort must be from 0 to 1, got 1.1"),
        (BotSpec(effort=float("nan")), "effort must be from 0 to 1, got nan"),
    ],
)
def test_bot_with_unknown_settings_is_refused(spec: BotSpec, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        make_bot(spec)


@pytest.mark.parametrize("level", QUICK_LEVELS)
@pytest.mark.parametrize(("rules", "seats", "seating"), some(SEATED_FOR_MORE_THAN_TWO))
def test_even_handed_bot_attacks_the_side_attacked_least(rules: str, seats: int, seating: Seating, level: str) -> None:
    for observation, decision in _decisions(BotSpec(level=level, temper=Targeting.EVEN), rules, seats, seating, "even"):
        move = decision.move
        if move.side is None:
            continue
        hits = Counter(m.side for m in observation.moves)
        some = candidate_moves(InformationState.of(observation), observation.legal)
        assert hits[move.side] == min(hits[m.side] for m in some if m.side is not None)


HIT_BEFORE = position(
    "accident end_of_limit end_of_limit spare_tire spare_tire",
    [view(0, battle="go stop"), view(1, battle="go", distance="km_200 km_200 km_100"), view(2, battle="go")],
    before=["0 speed_limit > 1", "1 km_100", "2 go"],
)


def _after_the_leader(temper: Targeting = Targeting.LEADER, *, spared: tuple[int, ...] = ()) -> SearchBot:
    """A bot that would attack whoever leads the leg, come what may."""
    level, style = LEVEL_DATA[TOP_LEVEL].with_effort(0.0), PlayStyle(attack_leader=2000.0)
    return SearchBot(level, style, targeting=temper, spared=spared)


def test_even_handed_bot_turns_from_the_leader_to_a_side_not_yet_hit() -> None:
    leader = _after_the_leader().decide(HIT_BEFORE, Random(1))
    even = _after_the_leader(Targeting.EVEN).decide(HIT_BEFORE, Random(1))
    assert leader.move.text == "0 accident > 1"
    assert even.move.text == "0 accident > 2"
    assert even.reason is not None
    assert (even.reason.code, even.reason.side) == (ReasonCode.ATTACKS_IN_TURN, 2)


def test_even_handed_bot_still_spares_its_spared_side() -> None:
    bot = _after_the_leader(Targeting.EVEN, spared=(2,))
    assert bot.decide(HIT_BEFORE, Random(1)).move.text == "0 accident > 1"


@each(
    ("rules", "seats", "seating", "temper", "level"),
    [(*table, *kind) for table, kind in zip(TABLES[::2], cycle(product(tuple(Targeting), QUICK_LEVELS)), strict=False)],
)
def test_spared_side_is_never_attacked_when_another_move_is_legal(
    rules: str, seats: int, seating: Seating, temper: Targeting, level: str
) -> None:
    spec = BotSpec(level=level, temper=temper, spared=(0, 1))
    for observation, decision in _decisions(spec, rules, seats, seating, "spared"):
        if any(move.side not in spec.spared for move in observation.legal):
            assert decision.move.side not in spec.spared


def test_top_level_bot_spares_too() -> None:
    spec = BotSpec(effort=0.1, spared=(0, 1))
    attackable = 0
    for observation, decision in _decisions(spec, "mille_miglia", 2, Seating.SOLO, "spared"):
        assert decision.move.side is None
        attackable += any(move.side is not None for move in observation.legal)
    assert attackable


@pytest.mark.parametrize(
    ("style", "move"),
    [
        (PlayStyle(attack=2000.0), "0 stop > 1"),
        (PlayStyle(drive=2000.0), "0 km_75"),
        (PlayStyle(hold=-2000.0), "0 extra_tank"),
        (PlayStyle(remedy=-2000.0), "0 - repairs"),
    ],
)
def test_style_leans_to_its_preference(style: PlayStyle, move: str) -> None:
    """Overdone, so that nothing else counts."""
    observation = position(
        "km_25 km_75 stop extra_tank repairs", [view(0, battle="go"), view(1, battle="go", distance="km_50")]
    )
    bot = SearchBot(LEVEL_DATA[TOP_LEVEL].with_effort(0.0), style)
    assert bot.decide(observation, Random(1)).move.text == move


def test_leader_hunting_style_attacks_the_leader() -> None:
    observation = position(
        "stop km_25",
        [view(0, battle="go"), view(1, battle="go", distance="km_50"), view(2, battle="go", distance="km_100")],
    )
    assert _after_the_leader().decide(observation, Random(1)).move.text == "0 stop > 2"


RIVAL = view(1, battle="go", distance="km_50")
HOPE = position("extra_tank repairs", [view(0, battle="go"), RIVAL])
NO_HOPE = {
    "all its hazards are seen": position(
        "extra_tank repairs", [view(0, battle="go"), RIVAL], discarded="out_of_gas out_of_gas"
    ),
    "the pile is empty": position("extra_tank repairs", [view(0, battle="go"), RIVAL], draw_pile=0),
}


def _by_level_that_holds(observation: Observation, points: float) -> str:
    """Overdone, so that nothing else counts."""
    level = replace(LEVEL_DATA[TOP_LEVEL].with_effort(0.0), safety_bonus=points)
    return SearchBot(level, PlayStyle()).decide(observation, Random(1)).move.text


def test_level_holds_a_safety_while_its_hazard_may_come() -> None:
    assert _by_level_that_holds(HOPE, 2000.0) == "0 - repairs"
    assert _by_level_that_holds(HOPE, -2000.0) == "0 extra_tank"


@pytest.mark.parametrize("case", NO_HOPE)
def test_level_holds_no_safety_whose_hazards_are_all_gone(case: str) -> None:
    chosen = {_by_level_that_holds(NO_HOPE[case], points) for points in (-2000.0, 0.0, 2000.0)}
    assert len(chosen) == 1
