"""What a leg tells while it is played, and what one seat may see of it (rules.md §9, D12)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from game.engine.cards import Pile, card
from game.engine.events import (
    Attacked,
    Cleared,
    CoupFourreAsked,
    CoupFourreDeclined,
    CoupFourrePlayed,
    Dealt,
    Discarded,
    Drew,
    Event,
    Extended,
    ExtensionAsked,
    ExtensionDeclined,
    Laid,
    LegEnded,
    TurnBegan,
)
from game.engine.knowledge import redact
from game.engine.leg import Leg
from game.engine.moves import move
from game.engine.rules import Seating, load_rules, shuffled
from game.engine.setup import Options
from tests.cases import each
from tests.engine.positions import On, cards, km, play, position

ROLLING = On(battle="go")


def events_of(leg: Any, text: str) -> list[Event]:
    events: list[Event] = []
    assert leg.refusal_for(move(text)) is None
    leg.apply(move(text), events)
    return events


def next_turn(seat, drawn, left, *, won=False):
    return [TurnBegan(seat, won), Drew(seat, cards(drawn), left)]


def test_deal_reports_all_hands_and_the_first_draw():
    rules = load_rules("dujardin")
    deck = shuffled(rules.deck(3, Seating.SOLO), Random(5))
    events: list[Event] = []
    leg = Leg.deal(rules, Seating.SOLO, deck, dealer=1, seats=3, events=events)
    dealt, began, drew = events
    assert isinstance(dealt, Dealt)
    assert (dealt.dealer, [len(hand) for hand in dealt.hands]) == (1, [6, 6, 6])
    for seat, start in ((2, 0), (0, 1), (1, 2)):
        assert dealt.hands[seat] == tuple(sorted(deck[start:18:3], key=lambda c: c.id))
    assert (began, drew) == (TurnBegan(2), Drew(2, (deck[18],), leg.draw_pile))


def test_events_of_a_card_laid_or_discarded_name_its_pile():
    hands = ["go repairs end_of_limit km_25 stop speed_limit", "km_25"]
    leg = position(hands=hands, sides={0: On("go accident repairs", "speed_limit"), 1: ROLLING})
    follow = next_turn(1, "km_50", 5)
    rows = {
        "0 go": Laid(0, 0, card("go"), Pile.BATTLE),
        "0 end_of_limit": Laid(0, 0, card("end_of_limit"), Pile.SPEED),
        "0 - km_25": Discarded(0, card("km_25")),
        "0 stop > 1": Attacked(0, 1, card("stop"), Pile.BATTLE),
        "0 speed_limit > 1": Attacked(0, 1, card("speed_limit"), Pile.SPEED),
    }
    for text, event in rows.items():
        assert events_of(leg.copy(), text) == [event, *follow]
    driving = position(hands=["km_25", "km_25"], sides={0: ROLLING})
    assert events_of(driving, "0 km_25")[0] == Laid(0, 0, card("km_25"), Pile.DISTANCE)


def test_safety_reports_the_hazards_it_clears_battle_pile_first():
    leg = position(hands=["right_of_way", "km_25"], sides={0: On("go stop", "speed_limit")})
    assert events_of(leg, "0 right_of_way")[:3] == [
        Laid(0, 0, card("right_of_way"), Pile.SAFETIES),
        Cleared(0, card("stop"), Pile.BATTLE),
        Cleared(0, card("speed_limit"), Pile.SPEED),
    ]


def test_safety_in_dujardin_draws_again_in_the_same_turn():
    leg = position("dujardin", hands=["extra_tank go", "km_25"], draw_pile="km_75 km_50")
    assert events_of(leg, "0 extra_tank") == [
        Laid(0, 0, card("extra_tank"), Pile.SAFETIES),
        Drew(0, cards("km_75"), 1),
    ]


def test_chain_with_nothing_to_draw_reports_the_safety_only():
    leg = position(hands=["accident", "driving_ace go"], sides={1: ROLLING}, draw_pile="extra_tank")
    play(leg, "0 accident > 1", "1 ! driving_ace")
    assert events_of(leg, "1 extra_tank") == [Laid(1, 1, card("extra_tank"), Pile.SAFETIES)]


def test_safety_that_removes_no_hazard_reports_no_clearing():
    for safety in ("right_of_way", "driving_ace", "extra_tank", "puncture_proof"):
        for display in (On(), ROLLING, On(battle="go", speed="speed_limit end_of_limit"), On(battle="repairs")):
            leg = position(hands=[f"{safety} go", "go"], sides={0: display})
            assert not [event for event in events_of(leg, f"0 {safety}") if isinstance(event, Cleared)]


def test_coup_fourre_reports_question_safety_clearing_and_won_turn():
    leg = position(hands=["accident", "driving_ace"], sides={1: ROLLING}, draw_pile="km_25 km_75 go")
    assert events_of(leg, "0 accident > 1") == [
        Attacked(0, 1, card("accident"), Pile.BATTLE),
        CoupFourreAsked(1),
    ]
    assert events_of(leg.copy(), "1 .") == [CoupFourreDeclined(1), *next_turn(1, "km_25", 2)]
    assert events_of(leg, "1 ! driving_ace") == [
        CoupFourrePlayed(1, 1, card("driving_ace"), card("accident")),
        Cleared(1, card("accident"), Pile.BATTLE),
        *next_turn(1, "km_25 km_75", 1, won=True),
    ]


def test_turn_passed_on_with_an_empty_pile_draws_nothing_and_is_not_won():
    leg = position("dujardin", hands=["accident km_25", "driving_ace", "go"], sides={1: ROLLING}, draw_pile="")
    play(leg, "0 accident > 1")
    assert events_of(leg, "1 ! driving_ace")[2:] == [TurnBegan(2, won=False)]


def test_extension_reports_question_and_answer():
    at_600 = On("go", distance=km(600))
    leg = position(hands=["km_100", "km_25"], sides={0: at_600})
    assert events_of(leg, "0 km_100") == [Laid(0, 0, card("km_100"), Pile.DISTANCE), ExtensionAsked(0)]
    assert events_of(leg.copy(), "0 +") == [Extended(0, 1000), *next_turn(1, "km_50", 5)]
    declined, ended = events_of(leg, "0 =")
    assert declined == ExtensionDeclined(0)
    assert ended == LegEnded(0, leg.scores)  # type: ignore[arg-type]


def test_end_of_leg_reports_winner_and_scores():
    leg = position(hands=["repairs", "repairs"], draw_pile="")
    assert events_of(leg, "0 - repairs") == [Discarded(0, card("repairs")), LegEnded(None, leg.scores)]  # type: ignore[arg-type]


# Redaction


@each(
    ("event", "seen"),
    [
        (Dealt(0, (cards("go"), cards("stop"))), Dealt(0, ((None,), cards("stop")))),
        (Drew(0, cards("go stop"), 3), Drew(0, (None, None), 3)),
        (Drew(1, cards("go stop"), 3), Drew(1, cards("go stop"), 3)),
        (CoupFourreAsked(0), None),
        (CoupFourreDeclined(0), None),
        (CoupFourreAsked(1), CoupFourreAsked(1)),
        (CoupFourreDeclined(1), CoupFourreDeclined(1)),
        (TurnBegan(0, won=True), TurnBegan(0, won=True)),
        (Discarded(0, card("go")), Discarded(0, card("go"))),
        (ExtensionAsked(0), ExtensionAsked(0)),
    ],
)
def test_redacted_event_shows_seat_1_no_hidden_card(event, seen):
    assert redact(event, 1) == seen


@pytest.mark.parametrize("rules_id", ["winning_moves", "dujardin", "mille_miglia"])
def test_events_rebuild_all_hands_and_the_draw_pile(rules_id):
    """What is told is complete: following the events alone keeps every hand and the draw pile right."""
    rng = Random(2)
    rules = load_rules(rules_id)
    for _ in range(15):
        events: list[Event] = []
        deck = shuffled(rules.deck(4, Seating.SOLO), rng)
        leg = Leg.deal(rules, Seating.SOLO, deck, 0, seats=4, options=Options(), events=events)
        assert isinstance(events[0], Dealt)
        hands = [list(hand) for hand in events[0].hands]
        while True:
            for event in events:
                if isinstance(event, Drew):
                    hands[event.seat] += event.cards
                    assert event.draw_pile == leg.draw_pile
                elif isinstance(event, Laid | Attacked | Discarded | CoupFourrePlayed):
                    hands[event.seat].remove(event.card)
            assert [sorted(c.id for c in hand) for hand in hands] == [[c.id for c in leg.hand(s)] for s in range(4)]  # type: ignore[union-attr]
            if leg.is_over:
                assert isinstance(events[-1], LegEnded)
                break
            events = []
            leg.apply(rng.choice(leg.legal_moves()), events)


def test_right_of_way_takes_no_card_from_an_empty_pile_that_limits():
    rules = load_rules("mille_miglia.hairpins")
    deck = sorted(rules.deck(2, Seating.SOLO), key=lambda dealt: dealt.id != "right_of_way")
    leg = Leg.deal(rules, Seating.SOLO, deck, 1, seats=2, options=Options())
    assert leg.side_views(leg.piles())[0].limited
    events = events_of(leg, "0 right_of_way")
    assert events[0] == Laid(0, 0, card("right_of_way"), Pile.SAFETIES)
    assert not any(isinstance(event, Cleared) for event in events)
    assert not leg.side_views(leg.piles())[0].limited
