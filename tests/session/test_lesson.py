from __future__ import annotations

from collections import Counter

import pytest

from game.engine.cards import Card, Family
from game.engine.moves import MoveKind
from game.engine.observation import Observation, Phase
from game.engine.record import Record, replay
from game.engine.rules import load_rules
from game.engine.setup import MatchContext
from game.session.lesson import (
    HANDS,
    LAST_NOTES,
    PUPIL,
    SCRIPT,
    SETUP,
    LessonBots,
    beat,
    deck,
    lesson_match,
    notes,
    tasks_done,
)
from game.session.session import Session
from game.session.storage.match_file import Saved
from tests.session.harness import FRAME_S, Clock

EVERY_MOMENT = range(len(SCRIPT) + 1)


def record_after(moves: int) -> Record:
    return lesson_match(moves).records[0]


def seen_after(moves: int) -> Observation:
    return replay(record_after(moves)).observe(PUPIL, MatchContext(legs=1))


def laid(o: Observation, card_id: str) -> bool:
    return any(card.id == card_id for card in o.hand)


def legal_km(o: Observation) -> list[int]:
    return [m.card.km for m in o.legal if m.card and m.card.km and m.kind is MoveKind.LAY]


def test_the_stacked_deck_is_a_true_deck_of_its_rule_set() -> None:
    rules = load_rules(SETUP.rules)
    assert Counter(deck()) == Counter(rules.deck(SETUP.seats, SETUP.seating))
    assert len(HANDS[PUPIL]) == len(HANDS[1 - PUPIL]) == rules.hand_size


def test_every_move_of_the_course_is_legal_and_the_last_one_ends_the_leg() -> None:
    leg = replay(record_after(len(SCRIPT)))
    assert leg.is_over
    assert leg.scores is not None
    assert leg.scores[PUPIL].km == leg.target
    assert leg.scores[PUPIL].coups_fourres
    assert leg.scores[PUPIL].leg_won


@pytest.mark.parametrize("at", [at for at, b in enumerate(SCRIPT) if b.draws])
def test_what_a_move_draws_is_what_the_deck_holds(at: int) -> None:
    o = replay(record_after(at)).observe(SCRIPT[at].move.seat, MatchContext(legs=1))
    assert Counter(o.drawn) == Counter(SCRIPT[at].draws)


def test_the_course_teaches_all_that_a_beginner_needs() -> None:
    own = [b.move for b in SCRIPT if b.move.seat == PUPIL]
    suffered = {b.move.card.id for b in SCRIPT if b.move.side == PUPIL and b.move.card}
    assert {Family.DISTANCE, Family.HAZARD, Family.REMEDY, Family.SAFETY} <= {m.card.family for m in own if m.card}
    assert {MoveKind.DISCARD, MoveKind.COUP_FOURRE} <= {m.kind for m in own}
    assert suffered == {"stop", "flat_tire", "speed_limit", "accident"}
    assert any(m.side == 1 - PUPIL for m in own)


@pytest.mark.parametrize("at", [at for at, b in enumerate(SCRIPT) if b.is_open])
def test_an_open_task_has_one_answer_only(at: int) -> None:
    laying = [m for m in seen_after(at).legal if m.kind is not MoveKind.DISCARD]
    assert laying == [SCRIPT[at].move]


def test_where_a_discard_is_taught_nothing_can_be_laid() -> None:
    taught = [at for at, b in enumerate(SCRIPT) if b.move.seat == PUPIL and b.move.kind is MoveKind.DISCARD]
    for at in taught:
        o, card = seen_after(at), SCRIPT[at].move.card
        assert {m.kind for m in o.legal} == {MoveKind.DISCARD}
        assert o.hand.count(card) == 2  # type: ignore[arg-type]
    assert taught


def facts() -> dict[str, bool]:
    """What the words of the notes claim, read off the moments at which they are said."""
    at = {note: n for n in EVERY_MOMENT for note in (*notes(seen_after(n)), *(b.task for b in SCRIPT[n : n + 1]))}
    o = {note: seen_after(n) for note, n in at.items() if note}
    own = {note: o[note].sides[PUPIL] for note in o}
    rival = {note: o[note].sides[1 - PUPIL] for note in o}

    def card(note: str) -> Card:
        move = SCRIPT[at[note]].move
        assert move.card
        return move.card

    return {
        "stopped by a stop": own["stopped"].battle[-1].id == "stop",
        "a flat tire after the stop": own["hazard"].battle[-1].id == "flat_tire",
        "go was just drawn": [c.id for c in o["go_again"].drawn] == ["go"],
        "rolling though limited": own["limit"].rolling and own["limit"].limited,
        "the highest card that a limit allows": card("limited").km == max(legal_km(o["limited"])),
        "the end of the limit was just drawn": o["end_of_limit"].drawn == (card("end_of_limit"),),
        "the fastest card there is": card("full_speed").km == 200,
        "the rival leads": rival["behind"].km > own["behind"].km,
        "the attack stopped the rival": rival["attacked"].battle[-1].id == "out_of_gas",
        "a golden card was just drawn": [c.id for c in o["safety"].drawn] == ["driving_ace"],
        "the rival waits for go": rival["nearly_there"].battle[-1].id == "gasoline",
        "the pupil still holds it": laid(o["coup_fourre"], "driving_ace"),
        "the pupil never stopped": own["after_coup_fourre"].rolling,
        "hold more than is left": any(c.km > o["exact"].target - own["exact"].km for c in o["exact"].hand),
        "the leg is won": o["finish"].winner == PUPIL and own["finish"].km == o["finish"].target,
    }


@pytest.mark.parametrize("claim", facts())
def test_what_the_coach_claims_is_true(claim: str) -> None:
    assert facts()[claim]


def test_progress_counts_the_pupils_own_moves() -> None:
    done = [tasks_done(seen_after(n)) for n in EVERY_MOMENT]
    assert done[0] == (0, 16)
    assert done[-1] == (16, 16)
    assert sorted(done) == done


# -- played and kept --------------------------------------------------------------------------------------------------


def play_on(session: Session, clock: Clock, moves: int) -> None:
    """Let the rival play, and make the pupil's moves, until so many moves are made."""
    for _ in range(10_000):
        session.poll()
        o = session.observation
        if len(o.moves) >= moves and (session.waiting_for_viewer or o.phase is Phase.OVER):
            return
        now = beat(o)
        if session.waiting_for_viewer and now is not None:
            session.play(now.move)
        clock.now_s += FRAME_S
    raise AssertionError("the lesson does not go on")


def test_the_rival_plays_by_the_course_to_its_end() -> None:
    clock = Clock()
    session = Session.resume(lesson_match(), clock=clock, bots=LessonBots())
    play_on(session, clock, len(SCRIPT))
    assert [m.text for m in session.observation.moves] == [b.move.text for b in SCRIPT]
    assert notes(session.observation) == LAST_NOTES
    assert session.is_match_over
    assert session.match_winner == PUPIL


def test_a_hint_says_what_is_taught() -> None:
    session = Session.resume(lesson_match(), clock=Clock(), bots=LessonBots())
    session.poll()
    assert session.ask_hint()
    session.poll()
    session.poll()
    assert session.hint is not None
    assert session.hint.move == SCRIPT[0].move


@pytest.mark.parametrize("moves", EVERY_MOMENT)
def test_a_lesson_left_at_any_move_goes_on_there(moves: int) -> None:
    clock = Clock()
    straight = Session.resume(lesson_match(), clock=clock, bots=LessonBots())
    play_on(straight, clock, moves)
    resumed = Session.resume(lesson_match(moves), clock=clock, bots=LessonBots())
    play_on(resumed, clock, moves)
    assert resumed.observation == straight.observation
    play_on(resumed, clock, len(SCRIPT))
    assert resumed.is_match_over


def test_a_new_lesson_can_be_written_as_a_match() -> None:
    saved = lesson_match()
    assert Saved.from_bytes(saved.to_bytes()).records == saved.records
