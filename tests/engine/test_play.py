"""The play of a leg: deal, turns, coups fourrés, the extension, and every way it ends (rules.md §4)."""

from __future__ import annotations

from random import Random

import pytest

from game.engine.cards import card
from game.engine.leg import Leg
from game.engine.moves import move
from game.engine.observation import Phase
from game.engine.rules import Seating, load_rules, shuffled
from game.engine.setup import Options
from tests.engine.positions import FIFTIES, On, cards, km, legal, play, position

ROLLING = On(battle="go")
AT_600 = On(battle="go", distance=km(600))
WITH_EXTENSION = ("winning_moves", "piatnik", "dujardin")


# Deal and turns


def test_deal_gives_six_cards_each_from_the_seat_left_of_the_dealer():
    rules = load_rules("winning_moves")
    deck = shuffled(rules.deck(3, Seating.SOLO), Random(1))
    leg = Leg.deal(rules, Seating.SOLO, deck, dealer=0, seats=3)
    dealt = {1: (*deck[0:18:3], deck[18]), 2: deck[1:18:3], 0: deck[2:18:3]}
    for seat, hand in dealt.items():
        assert sorted(c.id for c in leg.hand(seat)) == sorted(c.id for c in hand)
    assert (leg.seat, leg.drawn, leg.draw_pile) == (1, (deck[18],), 102 - 19)


def test_turn_passes_to_the_left_and_draws_one_card():
    leg = play(position(hands=["go", "stop"], draw_pile="km_25 km_75"), "0 go")
    assert (leg.seat, leg.drawn, leg.draw_pile) == (1, cards("km_25"), 1)


def test_seat_with_no_card_is_passed_over():
    leg = position("dujardin", hands=["km_25 km_25", "", "go"], draw_pile="")
    assert play(leg, "0 - km_25").seat == 2


def test_search_may_choose_the_drawn_card():
    leg = position(hands=["go", "stop"], draw_pile="km_25 km_75 km_100")
    leg.apply(move("0 go"), drawn=[card("km_100")])
    assert leg.drawn == cards("km_100")
    play(leg, "1 - stop", "0 - km_75")
    assert leg.drawn == cards("km_25")


def test_card_outside_the_draw_pile_cannot_be_drawn():
    leg = position(hands=["go", "stop"], draw_pile="km_25")
    with pytest.raises(ValueError, match="not in list"):
        leg.apply(move("0 go"), drawn=[card("accident")])


# Safeties


def test_safety_discards_its_hazard_and_the_go_below_rolls_at_once():
    leg = position(hands=["extra_tank", "stop"], sides={0: On(battle="go out_of_gas")})
    play(leg, "0 extra_tank")
    view = leg.side_views(leg.piles())[0]
    assert (view.battle, view.rolling) == (cards("go"), True)
    assert leg.piles().discard_pile == list(cards("out_of_gas"))


def test_right_of_way_discards_a_stop_and_a_limit_battle_pile_first():
    leg = position(hands=["right_of_way", "stop"], sides={0: On(battle="go stop", speed="speed_limit")})
    play(leg, "0 right_of_way")
    assert leg.piles().discard_pile == list(cards("stop speed_limit"))


def test_right_of_way_leaves_another_hazard_until_it_is_remedied():  # D13
    leg = position(hands=["right_of_way repairs", "stop"], sides={0: On(battle="go accident")})
    play(leg, "0 right_of_way", "1 - stop")
    assert not leg.side_views(leg.piles())[0].rolling
    play(leg, "0 repairs")
    assert leg.side_views(leg.piles())[0].rolling


@pytest.mark.parametrize(
    ("rules", "seat"), [("winning_moves", 1), ("piatnik", 1), ("dujardin", 0), ("mille_miglia", 1)]
)
def test_safety_gives_one_more_draw_and_play_in_dujardin_only(rules, seat):
    leg = position(rules, hands=["extra_tank go", "stop"], draw_pile="km_25 km_75")
    play(leg, "0 extra_tank")
    assert (leg.seat, leg.drawn) == (seat, cards("km_25"))


def test_safety_in_dujardin_gives_nothing_more_with_an_empty_draw_pile():  # D11
    assert play(position("dujardin", hands=["extra_tank go", "stop"], draw_pile=""), "0 extra_tank").seat == 1


# Coups fourrés

ANSWERED = {
    "stop": "right_of_way",
    "speed_limit": "right_of_way",
    "out_of_gas": "extra_tank",
    "flat_tire": "puncture_proof",
    "accident": "driving_ace",
}


@pytest.mark.parametrize(("hazard", "safety"), ANSWERED.items())
def test_seat_that_holds_the_safety_is_asked_at_once(hazard, safety):
    leg = position(hands=[hazard, "km_25", f"{safety} km_25"], sides={2: ROLLING})
    play(leg, f"0 {hazard} > 2")
    assert (leg.phase, leg.seat) == (Phase.COUP_FOURRE, 2)
    play(leg, f"2 ! {safety}")
    view = leg.side_views(leg.piles())[2]
    assert (view.battle, view.speed, view.rolling, view.limited) == (cards("go"), (), True, False)
    assert view.safeties == view.coups_fourres == cards(safety)
    assert leg.piles().discard_pile == list(cards(hazard))


def test_seats_before_a_coup_fourre_lose_their_turns():
    leg = position(hands=["flat_tire", "km_25", "puncture_proof km_25", "go"], sides={2: ROLLING})
    play(leg, "0 flat_tire > 2", "2 ! puncture_proof", "2 km_25")
    assert leg.seat == 3


def test_partner_may_answer_an_attack_by_coup_fourre():
    hands = ["flat_tire", "km_25", "km_25", "puncture_proof"]
    leg = position(hands=hands, sides={1: ROLLING}, seating=Seating.TEAMS)
    play(leg, "0 flat_tire > 1")
    assert leg.seat == 3
    play(leg, "3 ! puncture_proof", "3 km_50")
    assert leg.seat == 0


def test_declining_leaves_the_hazard_and_the_turn_goes_left_of_the_attacker():
    leg = position(hands=["flat_tire", "km_25", "puncture_proof"], sides={2: ROLLING})
    play(leg, "0 flat_tire > 2", "2 .")
    assert (leg.phase, leg.seat) == (Phase.TURN, 1)
    play(leg, "1 - km_25", "2 puncture_proof")
    assert leg.side_views(leg.piles())[2].coups_fourres == ()


def test_right_of_way_as_a_coup_fourre_clears_the_other_pile_too():
    leg = position(hands=["speed_limit", "right_of_way"], sides={1: On(battle="go stop")})
    play(leg, "0 speed_limit > 1", "1 ! right_of_way")
    view = leg.side_views(leg.piles())[1]
    assert (view.battle, view.speed) == (cards("go"), ())
    assert leg.piles().discard_pile == list(cards("stop speed_limit"))


def test_safety_drawn_after_the_attack_makes_no_coup_fourre():
    leg = position(hands=["flat_tire", "km_25"], sides={1: ROLLING}, draw_pile="puncture_proof")
    play(leg, "0 flat_tire > 1")
    assert (leg.phase, legal(leg)) == (Phase.TURN, ["1 - km_25", "1 - puncture_proof", "1 puncture_proof"])


@pytest.mark.parametrize("rules", [*WITH_EXTENSION, "mille_miglia"])
def test_turn_won_by_a_coup_fourre_draws_two(rules):
    leg = position(rules, hands=["accident", "driving_ace go"], sides={1: ROLLING}, draw_pile="km_25 km_75 km_100")
    play(leg, "0 accident > 1", "1 ! driving_ace")
    assert (leg.seat, leg.drawn) == (1, cards("km_25 km_75"))


def test_turn_won_by_a_coup_fourre_draws_as_many_as_there_are():
    leg = position(hands=["accident", "driving_ace go"], sides={1: ROLLING}, draw_pile="km_25")
    play(leg, "0 accident > 1", "1 ! driving_ace")
    assert (leg.seat, leg.drawn, leg.draw_pile) == (1, cards("km_25"), 0)


def won_turn(rules, hand, draw_pile):
    leg = position(rules, hands=["accident km_25", f"driving_ace {hand}"], sides={1: ROLLING}, draw_pile=draw_pile)
    return play(leg, "0 accident > 1", "1 ! driving_ace")


FIVE = "go go go go go"


def test_safety_drawn_by_a_won_turn_fills_the_hand_to_seven_and_plays_on():  # D5
    leg = play(won_turn("winning_moves", FIVE, f"extra_tank km_25 km_75 {FIFTIES}"), "1 extra_tank")
    assert (leg.seat, leg.hand_size(1), leg.drawn) == (1, 7, cards("km_75"))
    assert play(leg, "1 km_75").seat == 0


def test_chain_repeats_with_the_safety_it_drew():  # D5
    leg = won_turn("winning_moves", FIVE, f"extra_tank km_25 puncture_proof {FIFTIES}")
    play(leg, "1 extra_tank", "1 puncture_proof")
    assert (leg.seat, leg.hand_size(1)) == (1, 7)


def test_first_safety_laid_of_two_drawn_together_alone_plays_on():  # D5
    leg = won_turn("winning_moves", FIVE, f"extra_tank puncture_proof {FIFTIES}")
    play(leg, "1 puncture_proof")
    assert leg.seat == 1
    assert play(leg, "1 extra_tank").seat == 0


def test_safety_held_before_the_draw_does_not_play_on():  # D5
    leg = won_turn("winning_moves", "extra_tank go go go go", f"km_25 {FIFTIES}")
    assert play(leg, "1 extra_tank").seat == 0


def test_chain_with_nothing_to_draw_keeps_its_one_more_play():  # D5
    leg = play(won_turn("winning_moves", "go km_25", "extra_tank"), "1 extra_tank")
    assert (leg.seat, leg.drawn) == (1, ())
    assert play(leg, "1 - go").seat == 0


def test_chain_with_nothing_to_draw_and_no_card_left_ends_the_turn():
    leg = won_turn("winning_moves", "", "extra_tank")
    leg = play(leg, "1 extra_tank")
    assert (leg.phase, leg.seat) == (Phase.OVER, None)  # and 25 km on an empty battle pile cannot be laid (D9)


def test_ordinary_turn_never_chains():
    leg = position(hands=["go", "go"], draw_pile=f"extra_tank {FIFTIES}")
    play(leg, "0 go", "1 extra_tank")
    assert leg.seat == 0


@pytest.mark.parametrize("rules", ["piatnik", "mille_miglia"])
def test_safety_drawn_by_a_won_turn_is_the_turns_card_in_other_rule_sets(rules):
    assert play(won_turn(rules, FIVE, f"extra_tank km_25 {FIFTIES}"), "1 extra_tank").seat == 0


def test_safety_in_a_won_turn_of_dujardin_draws_one_as_in_any_turn():
    leg = play(won_turn("dujardin", "extra_tank go go go go", f"km_25 km_25 km_75 {FIFTIES}"), "1 extra_tank")
    assert (leg.seat, leg.drawn) == (1, cards("km_75"))


def test_won_turn_with_an_empty_pile_plays_a_card_from_the_hand():
    leg = position(hands=["accident km_25", "driving_ace km_50"], sides={1: ROLLING}, draw_pile="")
    play(leg, "0 accident > 1", "1 ! driving_ace")
    assert (leg.seat, legal(leg)) == (1, ["1 - km_50", "1 km_50"])


def test_won_turn_with_an_empty_pile_and_hand_goes_to_the_left():
    hands = ["accident km_25", "driving_ace", "go km_25", "km_25"]
    leg = position("dujardin", hands=hands, sides={1: ROLLING}, draw_pile="")
    assert play(leg, "0 accident > 1", "1 ! driving_ace").seat == 2


# The extension


@pytest.mark.parametrize("rules", WITH_EXTENSION)
def test_seat_that_reaches_700_is_asked_and_may_extend(rules):
    leg = play(position(rules, hands=["km_100 go", "go"], sides={0: AT_600}), "0 km_100")
    assert (leg.phase, leg.seat, leg.target, legal(leg)) == (Phase.EXTENSION, 0, 700, ["0 +", "0 ="])
    play(leg, "0 +")
    assert (leg.phase, leg.seat, leg.target) == (Phase.TURN, 1, 1000)


@pytest.mark.parametrize("rules", WITH_EXTENSION)
def test_declined_extension_wins_the_leg(rules):
    leg = play(position(rules, hands=["km_100 go", "go"], sides={0: AT_600}), "0 km_100", "0 =")
    assert (leg.phase, leg.winner, leg.target) == (Phase.OVER, 0, 700)


def test_extension_switched_off_is_never_asked_about():
    off = Options(extension=False)
    leg = play(position(hands=["km_100", "go"], sides={0: AT_600}, options=off), "0 km_100")
    assert (leg.phase, leg.winner) == (Phase.OVER, 0)


def test_leg_is_extended_once_at_most():
    sides = {0: AT_600, 1: On("go", distance=km(675))}
    leg = position(hands=["km_100 go", "km_25 go"], sides=sides)
    play(leg, "0 km_100", "0 +", "1 km_25")
    assert (leg.phase, leg.seat) == (Phase.TURN, 0)


@pytest.mark.parametrize(
    ("rules", "seats", "seating", "asked"),
    [
        ("winning_moves", 4, Seating.SOLO, True),
        ("winning_moves", 4, Seating.TEAMS, False),
        ("winning_moves", 6, Seating.TEAMS, False),
        ("piatnik", 6, Seating.TEAMS, False),
        ("dujardin", 6, Seating.TEAMS, True),
        ("dujardin", 4, Seating.TEAMS, False),
        ("mille_miglia", 5, Seating.SOLO, False),
    ],
)
def test_seatings_that_stop_at_700_are_as_listed(rules, seats, seating, asked):
    leg = position(rules, hands=["km_100 go"] + ["go"] * (seats - 1), sides={0: AT_600}, seating=seating)
    assert (play(leg, "0 km_100").phase is Phase.EXTENSION) is asked


@pytest.mark.parametrize(
    ("rules", "phase"), [("winning_moves", "extension"), ("piatnik", "over"), ("dujardin", "extension")]
)
def test_extension_with_an_empty_pile_is_forbidden_by_piatnik_only(rules, phase):
    leg = position(rules, hands=["km_100 km_25", "go"], sides={0: AT_600}, draw_pile="", drawn="km_100")
    assert play(leg, "0 km_100").phase == phase


def test_leg_extended_with_an_empty_pile_ends_if_no_seat_can_lay_a_card():  # D9
    stuck = play(position(hands=["km_100 repairs", "repairs"], sides={0: AT_600}, draw_pile=""), "0 km_100", "0 +")
    assert (stuck.phase, stuck.winner, stuck.target) == (Phase.OVER, None, 1000)
    going = play(position(hands=["km_100 km_25", "repairs"], sides={0: AT_600}, draw_pile=""), "0 km_100", "0 +")
    assert (going.phase, going.seat) == (Phase.TURN, 1)


# The end


@pytest.mark.parametrize("rules", ["winning_moves", "piatnik"])
def test_leg_with_an_empty_pile_goes_on_while_any_seat_can_lay_a_card(rules):
    leg = position(rules, hands=["repairs repairs", "repairs", "go"], draw_pile="")
    play(leg, "0 - repairs")
    assert (leg.phase, leg.seat) == (Phase.TURN, 1)
    play(leg, "1 - repairs", "2 go")
    assert (leg.phase, leg.winner) == (Phase.OVER, None)


@pytest.mark.parametrize(
    ("can_lay", "goes_on"),
    [("go", True), ("km_25", False), ("driving_ace", True), ("speed_limit", True), ("stop", False), ("repairs", False)],
)
def test_cards_that_can_be_laid_keep_the_leg_going_as_listed(can_lay, goes_on):  # D9
    leg = position(hands=["repairs", can_lay], draw_pile="")
    assert (play(leg, "0 - repairs").phase is Phase.TURN) is goes_on


def test_safety_in_hand_keeps_the_leg_going():
    leg = position(hands=["repairs", "driving_ace"], sides={1: ROLLING}, draw_pile="")
    assert play(leg, "0 - repairs").phase is Phase.TURN


def test_turn_that_drew_the_last_card_is_always_followed_by_another():  # D9
    leg = position(hands=["repairs", "repairs"], draw_pile="repairs")
    play(leg, "0 - repairs")
    assert (leg.phase, leg.seat) == (Phase.TURN, 1)
    assert play(leg, "1 - repairs").phase is Phase.OVER


def test_dujardin_leg_goes_on_until_all_hands_are_empty():
    leg = position("dujardin", hands=["repairs", "repairs repairs"], draw_pile="")
    play(leg, "0 - repairs", "1 - repairs")
    assert (leg.phase, leg.seat) == (Phase.TURN, 1)
    play(leg, "1 - repairs")
    assert (leg.phase, leg.winner) == (Phase.OVER, None)


def last_turn(rules, sides, hands=("go stop", "accident repairs"), **more):
    return position(rules, hands=hands, sides=sides, draw_pile="go", **more)


@pytest.mark.parametrize(
    ("km_0", "km_1", "winner"), [(300, 200, 0), (200, 300, 1), (300, 300, None), (0, 0, None), (0, 25, 1)]
)
def test_mille_miglia_leg_ends_with_the_last_card_and_the_nearest_wins(km_0, km_1, winner):  # D21
    sides = {0: On(distance=km(km_0)), 1: On(distance=km(km_1))}
    leg = play(last_turn("mille_miglia", sides), "0 go")
    assert leg.phase is Phase.TURN
    play(leg, "1 - repairs")
    assert (leg.phase, leg.winner) == (Phase.OVER, winner)


def test_hazard_of_the_last_turn_may_still_be_answered():  # D15
    leg = last_turn("mille_miglia", {0: ROLLING}, hands=("driving_ace stop", "accident repairs"))
    play(leg, "0 - stop", "1 accident > 0")
    assert (leg.phase, leg.seat) == (Phase.COUP_FOURRE, 0)
    declined = leg.copy()
    play(leg, "0 ! driving_ace")
    assert leg.phase is Phase.OVER
    assert [score.coups_fourres for score in leg.scores] == [300, 0]
    assert play(declined, "0 .").phase is Phase.OVER


def test_extended_piatnik_leg_ends_with_the_turn_that_drew_the_last_card():  # D6
    leg = last_turn("piatnik", {1: ROLLING}, hands=("go stop", "go km_25 km_25"), moves=("0 +",))
    play(leg, "0 go", "1 km_25")
    assert (leg.phase, leg.winner) == (Phase.OVER, None)


def test_extended_leg_of_winning_moves_goes_on_after_the_last_card():
    leg = last_turn("winning_moves", {1: ROLLING}, hands=("go stop", "go km_25 km_25"), moves=("0 +",))
    assert play(leg, "0 go", "1 km_25").phase is Phase.TURN


def test_copied_leg_is_played_apart_from_its_original():
    leg = position(hands=["go stop", "go"])
    copy = leg.copy()
    play(copy, "0 go", "1 go")
    assert (leg.seat, legal(leg), leg.moves) == (0, ["0 - go", "0 - stop", "0 go"], ())
    assert play(leg, "0 - stop").piles().discard_pile == list(cards("stop"))
