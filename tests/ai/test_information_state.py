"""What a bot sees in numbers agrees with the table, and so does what it foresees itself to see."""

from __future__ import annotations

from collections import Counter

import pytest

from ai.information_state import LACKS_DISTANCE, LACKS_NEEDED_CARD, InformationState
from ai.search.rollout_policy import rollout_move
from game.engine.cards import CARDS
from game.engine.leg import Leg
from game.engine.moves import MoveKind
from game.engine.observation import Observation, Phase, SideView
from game.engine.rules import Seating
from game.engine.setup import MatchContext
from tests.ai.playing import TABLES, position, view, wandering
from tests.cases import each

ON_THE_WAY = view(0, battle="go", distance="km_100")


@each(("rules", "seats", "seating"), TABLES)
def test_unseen_cards_are_those_that_lie_hidden(rules: str, seats: int, seating: Seating) -> None:
    for leg, observation in wandering(rules, seats, seating, "unseen"):
        information = InformationState.of(observation)
        hidden = Counter(leg.deck[len(leg.deck) - leg.draw_pile :])
        for seat in range(seats):
            if seat != observation.seat:
                hidden.update(leg.hand(seat))
        assert list(information.unseen) == [hidden[card] for card in CARDS]
        assert list(information.hand) == [observation.hand.count(card) for card in CARDS]


@each(("rules", "seats", "seating"), TABLES)
def test_information_state_has_the_displays_of_the_leg(rules: str, seats: int, seating: Seating) -> None:
    for leg, observation in wandering(rules, seats, seating, "displays"):
        information = InformationState.of(observation)
        assert list(information.states) == list(leg.states)
        assert list(information.progress) == list(leg.progress)
        assert (information.draw_pile, list(information.sizes)) == (
            leg.draw_pile,
            [leg.hand_size(seat) for seat in range(seats)],
        )
        assert information.extender == (-1 if leg.extender is None else leg.extender)
        assert information.extra_play_safeties == leg.extra_play_safeties
        assert information.is_extended == (leg.extender is not None)
        for legal in observation.legal:
            if legal.card is not None and legal.kind is MoveKind.LAY and legal.card in CARDS[-4:]:
                assert information.gives_extra_play(legal.card) == leg.gives_extra_play(legal)


@each(("rules", "seats", "seating"), TABLES)
def test_information_state_taken_later_in_a_world_matches_that_world(rules: str, seats: int, seating: Seating) -> None:
    compared = 0
    for number, (leg, observation) in enumerate(wandering(rules, seats, seating, "later")):
        if number % 3:
            continue
        world = _same_cards(leg, observation)
        if not _played_on_to_the_next_turn_of(observation.seat, world):
            continue
        now = InformationState.of(world.observe(observation.seat, _context(observation)))
        later = InformationState.of(observation).at_later_position(world)
        for name in ("seat", "side", "draw_pile", "extender", "extra_play_safeties"):
            assert getattr(later, name) == getattr(now, name), name
        for name in ("states", "progress", "hand", "unseen"):
            assert list(getattr(later, name)) == list(getattr(now, name)), name
        others = [seat for seat in range(seats) if seat != observation.seat]
        assert [later.sizes[seat] for seat in others] == [now.sizes[seat] for seat in others]
        since = world.moves[len(observation.moves) :]
        played = {m.seat for m in since if m.kind in (MoveKind.LAY, MoveKind.DISCARD)}
        if played >= set(others):
            assert later.lacks == now.lacks
        else:
            assert all(seen & ~known == 0 for seen, known in zip(later.lacks, now.lacks, strict=True))
        compared += 1
    assert compared


@pytest.mark.parametrize(
    ("display", "last", "lacks"),
    [
        (view(1, battle="go stop", distance="km_100"), "1 - km_25", LACKS_NEEDED_CARD),
        (view(1, battle="go accident", distance="km_100"), "1 stop > 0", LACKS_NEEDED_CARD),
        (view(1, battle="go", distance="km_100"), "1 - km_25", LACKS_DISTANCE),
        (view(1, battle="go", distance="km_100"), "1 stop > 0", 0),
        (view(1, battle="go", distance="km_100"), "1 km_100", 0),
        (view(1, battle="go accident repairs", distance="km_100"), "1 repairs", 0),
        (view(1), "1 - km_25", LACKS_NEEDED_CARD),
    ],
)
def test_side_betrays_what_it_lacks_by_what_it_leaves_undone(display: SideView, last: str, lacks: int) -> None:
    seen = position("km_25 go repairs", [ON_THE_WAY, display], before=[last])
    assert InformationState.of(seen).lacks == [0, lacks]


def test_side_attacked_after_its_turn_betrays_nothing() -> None:
    sides = [view(0, battle="go"), view(1, battle="go stop", distance="km_100"), view(2, battle="go")]
    before = position("km_25 go repairs", sides, before=["1 - km_50", "2 - km_25"])
    after = position("km_25 go repairs", sides, before=["1 - km_50", "2 stop > 1"])
    assert InformationState.of(before).lacks[1] == LACKS_NEEDED_CARD
    assert InformationState.of(after).lacks[1] == 0


def _same_cards(leg: Leg, observation: Observation) -> Leg:
    hands = [leg.hand(seat) for seat in range(leg.seats)]
    return Leg.from_observation(observation, hands, leg.deck[len(leg.deck) - leg.draw_pile :])


def _played_on_to_the_next_turn_of(seat: int, world: Leg) -> bool:
    world.apply(rollout_move(world))
    while not world.is_over and (world.seat != seat or world.phase is not Phase.TURN):
        world.apply(rollout_move(world))
    return not world.is_over


def _context(observation: Observation) -> MatchContext:
    return MatchContext(observation.leg, observation.totals, observation.target_score, observation.legs)
