"""What one seat knows, and the worlds that fit it (rules.md §9)."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from game.engine.cards import card
from game.engine.events import event_of
from game.engine.knowledge import after_event
from game.engine.leg import Leg
from game.engine.moves import MoveKind, move
from game.engine.observation import Phase
from game.engine.record import position_report
from game.engine.rules import RULE_SETS, Seating, load_rules, shuffled
from game.engine.setup import MatchContext, Options
from tests.engine.positions import On, cards, km, play, position

CONTEXT = MatchContext(leg=3, totals=(100, 200), target_score=5000)
ROLLING = On(battle="go")


def random_legs(count, seed=1):
    """Legs of every rule set and seating, just dealt, with a generator to play them by."""
    rng = Random(seed)
    for i in range(count):
        rules = load_rules(RULE_SETS[i % 4])
        option = rules.seatings[i // 4 % len(rules.seatings)]
        deck = shuffled(rules.deck(option.seats, option.seating), rng)
        yield Leg.deal(rules, option.seating, deck, 0, seats=option.seats), rng


def draw_pile(leg):
    return leg.deck[len(leg.deck) - leg.draw_pile :]


def hands(leg):
    return [leg.hand(seat) for seat in range(leg.seats)]


def asked():
    leg = position(hands=["accident go", "driving_ace", "km_25"], sides={1: ROLLING}, drawn="go")
    return play(leg, "0 accident > 1")


def test_observation_shows_the_table_and_one_hand():
    leg = position(hands=["go accident", "stop"], sides={1: On("go", "speed_limit", "km_25")}, drawn="go")
    seen = leg.observe(0, CONTEXT)
    assert (seen.hand, seen.drawn, seen.hand_sizes) == (cards("accident go"), cards("go"), (2, 1))
    assert [m.text for m in seen.legal] == ["0 - accident", "0 - go", "0 accident > 1", "0 go"]
    assert (seen.leg, seen.totals, seen.target_score, seen.legs) == (3, (100, 200), 5000, None)
    assert (seen.sides[1].km, seen.sides[1].rolling, seen.sides[1].limited) == (25, True, True)
    assert (seen.draw_pile, seen.discard_pile, seen.target) == (6, (), 700)


def test_observation_of_a_waiting_seat_has_no_draw_and_no_legal_move():
    seen = position(hands=["go accident", "stop"], drawn="go").observe(1, CONTEXT)
    assert (seen.phase, seen.to_move, seen.hand, seen.drawn, seen.legal) == (Phase.TURN, 0, cards("stop"), (), ())


def test_observation_of_the_asked_seat_has_the_question_and_no_draw():
    seen = asked().observe(1, CONTEXT)
    assert (seen.phase, seen.to_move, seen.drawn) == (Phase.COUP_FOURRE, 1, ())
    assert [m.text for m in seen.legal] == ["1 ! driving_ace", "1 ."]
    assert seen.moves[-1].text == "0 accident > 1"


@pytest.mark.parametrize(("seat", "drawn"), [(0, "go"), (2, "")])
def test_observation_of_other_seats_shows_the_attackers_turn_going_on(seat, drawn):
    seen = asked().observe(seat, CONTEXT)
    assert (seen.phase, seen.to_move, seen.legal, seen.drawn) == (Phase.TURN, 0, (), cards(drawn))
    assert seen.sides[1].battle == cards("go accident")
    assert seen.sides[1].rolling is False


def test_declined_coup_fourre_is_known_to_its_own_seat_only():
    leg = play(asked(), "1 .")
    texts = [[m.text for m in leg.observe(seat, CONTEXT).moves] for seat in range(3)]
    assert texts == [["0 accident > 1"], ["0 accident > 1", "1 ."], ["0 accident > 1"]]


def test_observation_after_the_leg_hides_hands_and_shows_scores():
    leg = position("mille_miglia", hands=["km_25 go", "stop"], sides={0: On("go", "", km(975))}, drawn="go")
    play(leg, "0 km_25")
    seen = leg.observe(1, CONTEXT)
    assert (seen.phase, seen.to_move, seen.winner, seen.hand) == (Phase.OVER, None, 0, cards("stop"))
    assert seen.scores == leg.scores
    assert leg.observe(0, CONTEXT).drawn == ()


def test_observation_does_not_depend_on_hidden_cards():
    for leg, rng in random_legs(20):
        for _ in range(rng.randrange(120)):
            if not leg.is_over:
                leg.apply(rng.choice(leg.legal_moves()))
        if leg.phase is not Phase.TURN:
            continue
        for seat in range(leg.seats):
            seen = leg.observe(seat, CONTEXT)
            pool = [c for s in range(leg.seats) if s != seat for c in leg.hand(s)] + list(draw_pile(leg))
            rng.shuffle(pool)
            dealt = []
            for s in range(leg.seats):
                dealt.append(list(leg.hand(s)) if s == seat else [pool.pop() for _ in range(leg.hand_size(s))])
            world = Leg.from_observation(seen, dealt, pool)
            assert world.observe(seat, CONTEXT) == seen


def test_world_with_the_true_cards_plays_like_the_leg():
    """Filling in what is really there gives the same report now and after every further move, however it goes on."""
    for leg, rng in random_legs(40, seed=2):
        while not leg.is_over:
            seat = leg.seat
            if rng.random() < 0.1:
                world = Leg.from_observation(leg.observe(seat, CONTEXT), hands(leg), draw_pile(leg))
                truth = leg.copy()
                for _ in range(12):
                    got, expected = position_report(world), position_report(truth)
                    # Declined coups fourrés are left out of what a seat knows: the number of moves may differ.
                    assert {**got, "moves": 0} == {**expected, "moves": 0}
                    if truth.is_over:
                        break
                    step = rng.choice(truth.legal_moves())
                    truth.apply(step)
                    world.apply(step)
            leg.apply(rng.choice(leg.legal_moves()))


def test_world_remembers_the_extension_and_the_seat_that_called_it():
    sides = {0: On("go", "", km(600)), 1: On("go", "", km(675))}
    leg = position("dujardin", hands=["km_100 go", "go go", "go"], sides=sides)
    play(leg, "0 km_100", "0 +")
    world = Leg.from_observation(leg.observe(1, CONTEXT), hands(leg), draw_pile(leg))
    assert (world.target, world.extender) == (1000, 0)


def test_world_goes_on_with_the_chain_of_a_won_turn():  # D5
    hand = "driving_ace go go go go go"
    leg = position(hands=["accident km_25", hand], sides={1: ROLLING}, draw_pile="extra_tank km_25 km_25 km_25")
    play(leg, "0 accident > 1", "1 ! driving_ace")
    world = Leg.from_observation(leg.observe(1, CONTEXT), hands(leg), draw_pile(leg))
    assert play(world, "1 extra_tank").seat == 1


def test_world_before_the_first_move_has_no_won_turn():  # D5
    leg = position(hands=["driving_ace go", "go", "go"], drawn="driving_ace")
    world = Leg.from_observation(leg.observe(0, CONTEXT), hands(leg), draw_pile(leg))
    assert play(world, "0 driving_ace").seat == 1


def test_world_asks_about_an_attack_just_landed_where_a_seat_can_answer():
    seen = asked().observe(2, CONTEXT)
    someone = Leg.from_observation(seen, [cards("go"), cards("driving_ace"), cards("km_25")], cards("go go"))
    assert (someone.phase, someone.seat) == (Phase.COUP_FOURRE, 1)
    nobody = Leg.from_observation(seen, [cards("go"), cards("km_25"), cards("km_25")], cards("go go"))
    assert (nobody.phase, nobody.seat, nobody.drawn) == (Phase.TURN, 1, cards("go"))


def test_world_lets_a_search_choose_the_drawn_card():
    leg = position(hands=["go", "stop"])
    world = Leg.from_observation(leg.observe(0, CONTEXT), [cards("go"), cards("stop")], cards("km_25 accident"))
    world.apply(move("0 go"), drawn=[card("accident")])
    assert world.drawn == cards("accident")


def test_observation_after_an_attack_is_the_same_whether_a_seat_is_asked():
    """The view before, after the attack's event, equals what ``observe`` shows while somebody is asked."""
    compared = 0
    for leg, rng in random_legs(120, seed=3):
        while not leg.is_over:
            step = rng.choice(leg.legal_moves())
            before = [leg.observe(seat, CONTEXT) for seat in range(leg.seats) if step.side is not None]
            leg.apply(step)
            if leg.phase is Phase.COUP_FOURRE:
                for seat in set(range(leg.seats)) - {leg.seat}:
                    assert after_event(before[seat], event_of(step, 0)) == leg.observe(seat, CONTEXT)
                    compared += 1
    assert compared > 50


def test_observation_after_an_attack_does_not_betray_a_safety():
    views = []
    for hidden in ("driving_ace", "go"):
        leg = position(hands=["accident", hidden, "km_25"], sides={1: ROLLING})
        views.append(after_event(leg.observe(2, CONTEXT), event_of(move("0 accident > 1"), 0)))
    assert views[0] == views[1]


def test_observation_survives_pickling_with_its_cards_and_moves():
    seen = asked().observe(1, CONTEXT)
    again = pickle.loads(pickle.dumps(seen))
    assert again == seen
    assert again.hand[0] is card("driving_ace")
    assert again.legal[0] is move("1 ! driving_ace")


def test_observation_includes_the_options():
    options = Options(extension=False, no_100_bonus=True)
    seen = position("dujardin", hands=["go", "go"], options=options, seating=Seating.SOLO).observe(1, CONTEXT)
    assert seen.options == options
    assert all(m.kind is not MoveKind.DECLINE for m in seen.moves)


def test_observation_knows_the_side_of_its_seat():
    leg, _ = next(random_legs(1))
    assert [leg.observe(seat, CONTEXT).side for seat in range(len(leg.compiled_rules.side_of))] == list(
        leg.compiled_rules.side_of
    )
