"""Only moves that another one always beats are left out before a bot reckons."""

from __future__ import annotations

from ai.information_state import InformationState
from ai.search.pruning import candidate_moves
from ai.search.rollout_policy import rollout_move
from game.engine.cards import SAFETIES, card
from game.engine.moves import MoveKind
from game.engine.observation import Observation, Phase, SideView
from game.engine.rules import Seating
from tests.ai.playing import TABLES, position, view, wandering
from tests.cases import each


@each(("rules", "seats", "seating"), TABLES)
def test_candidates_are_some_of_the_legal_moves_in_their_order(rules: str, seats: int, seating: Seating) -> None:
    for _, observation in wandering(rules, seats, seating, "some"):
        some = candidate_moves(InformationState.of(observation), observation.legal)
        assert some
        assert some == [move for move in observation.legal if move in some]


@each(("rules", "seats", "seating"), TABLES)
def test_candidates_never_discard_a_safety_or_decline_a_coup_fourre(rules: str, seats: int, seating: Seating) -> None:
    for _, observation in wandering(rules, seats, seating, "kept"):
        for move in candidate_moves(InformationState.of(observation), observation.legal):
            assert move.kind is not MoveKind.DECLINE
            assert move.kind is not MoveKind.DISCARD or move.card not in SAFETIES


@each(("rules", "seats", "seating"), TABLES)
def test_candidates_include_all_cards_that_can_be_laid(rules: str, seats: int, seating: Seating) -> None:
    """The one exception is a stop on a side that is not rolling."""
    for _, observation in wandering(rules, seats, seating, "laid"):
        some = candidate_moves(InformationState.of(observation), observation.legal)
        for move in observation.legal:
            if move.kind in (MoveKind.LAY, MoveKind.EXTEND, MoveKind.STAY, MoveKind.COUP_FOURRE):
                needless = move.side is not None and move.card is card("stop")
                needless = needless and not observation.sides[move.side].rolling  # type: ignore[index]
                assert (move in some) is not needless


def test_candidates_leave_out_a_stop_on_a_side_that_is_not_rolling() -> None:
    seen = position("stop accident km_25", [view(0, battle="go"), view(1), view(2, battle="go")], rules="mille_miglia")
    assert {"0 stop > 1", "0 accident > 1", "0 stop > 2"} <= {move.text for move in seen.legal}
    some = {move.text for move in candidate_moves(InformationState.of(seen), seen.legal)}
    assert "0 stop > 1" not in some
    assert {"0 accident > 1", "0 stop > 2", "0 - stop"} <= some


@each(("rules", "seats", "seating"), TABLES)
def test_rollout_policy_chooses_legal_moves(rules: str, seats: int, seating: Seating) -> None:
    for leg, observation in wandering(rules, seats, seating, "policy"):
        assert rollout_move(leg) in observation.legal


GOING = view(0, battle="go", distance="km_100")
OTHER = view(1, battle="go", distance="km_100 km_75")
IMMUNE = view(1, battle="go", distance="km_100", safeties="driving_ace")


def _seen(hand: str, own: SideView, *rivals: SideView, rules: str = "winning_moves") -> Observation:
    return position(hand, [own, *rivals], rules=rules)


@each(
    ("observation", "left"),
    [
        # Who can get going does not discard.
        (_seen("go km_25 repairs", view(0), OTHER), {"0 go"}),
        (_seen("gasoline km_25 stop", view(0, battle="go out_of_gas"), OTHER), {"0 gasoline", "0 stop > 1"}),
        # The end of a limit gets nobody going who stands, and a discard may be better.
        (
            _seen("end_of_limit gasoline", view(0, battle="go stop", speed="speed_limit"), OTHER),
            {"0 end_of_limit", "0 - end_of_limit", "0 - gasoline"},
        ),
        # What can't be laid any more goes before anything else; two such cards are alike.
        (
            _seen("repairs gasoline km_25", view(0, battle="go", safeties="driving_ace"), OTHER),
            {"0 km_25", "0 - repairs"},
        ),
        (_seen("accident gasoline km_25", GOING, IMMUNE), {"0 km_25", "0 - accident"}),
        (
            _seen("accident gasoline km_25", GOING, IMMUNE, view(2, battle="stop")),
            {"0 km_25", "0 - accident", "0 - gasoline", "0 - km_25"},
        ),
        # Where km left in hand cost points, there may be something more urgent to be rid of.
        (
            _seen("accident gasoline km_200", GOING, IMMUNE, rules="mille_miglia"),
            {"0 km_200", "0 - accident", "0 - gasoline", "0 - km_200"},
        ),
        # A safety may be laid whenever, and is never thrown away.
        (_seen("extra_tank puncture_proof", GOING, OTHER), {"0 extra_tank", "0 puncture_proof"}),
        (_seen("extra_tank gasoline", GOING, OTHER), {"0 extra_tank", "0 - gasoline"}),
        # One whose hazards have all been seen is laid before anything goes.
        (
            position("extra_tank gasoline km_25", [GOING, OTHER], discarded="out_of_gas out_of_gas"),
            {"0 extra_tank", "0 km_25"},
        ),
        # All that is left of a single legal move is that move.
        (_seen("gasoline", GOING, OTHER), {"0 - gasoline"}),
    ],
)
def test_candidates_of_plain_positions_are_as_listed(observation: Observation, left: set[str]) -> None:
    assert {move.text for move in candidate_moves(InformationState.of(observation), observation.legal)} == left


def test_coup_fourre_is_the_only_candidate_when_one_is_offered() -> None:
    observation = position(
        "driving_ace km_25",
        [view(0, battle="go accident"), OTHER],
        phase=Phase.COUP_FOURRE,
        attack="1 accident > 0",
    )
    assert [move.text for move in candidate_moves(InformationState.of(observation), observation.legal)] == [
        "0 ! driving_ace"
    ]
