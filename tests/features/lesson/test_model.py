from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from game.engine.cards import Card, Family
from game.engine.moves import MoveKind
from game.engine.observation import Observation, Phase
from game.engine.record import Record, replay
from game.engine.rules import RULE_SETS, PileEmpty, load_rules
from game.engine.setup import MatchContext
from game.features.lesson.model import (
    COURSES,
    HANDS,
    PUPIL,
    LessonStep,
    current_notes,
    deck,
    lesson_bots,
    lesson_match,
    lesson_rules,
    next_lesson_step,
    resume_place,
    tasks_done,
)
from game.match.match_file import SavedMatch
from game.match.session import Session
from game.settings.settings import LessonProgress
from tests.cases import each
from tests.match.harness import FRAME_S, Clock

EVERY_BEAT = [(rules_id, at) for rules_id, course in COURSES.items() for at in range(len(course.beats))]
EVERY_MOMENT = [*EVERY_BEAT, *((rules_id, len(course.beats)) for rules_id, course in COURSES.items())]


def beat_at(rules_id: str, at: int) -> LessonStep:
    return COURSES[rules_id].beats[at]


def beats_that(is_so: Callable[[LessonStep], object]) -> list[tuple[str, int]]:
    """The rule set and number of every beat of which that is so."""
    return [(rules_id, at) for rules_id, at in EVERY_BEAT if is_so(beat_at(rules_id, at))]


def record_after(rules_id: str, moves: int) -> Record:
    return lesson_match(moves, rules_id).records[0]


def seen_after(rules_id: str, moves: int, seat: int = PUPIL) -> Observation:
    return replay(record_after(rules_id, moves)).observe(seat, MatchContext(legs=1))


def laid(o: Observation, card_id: str) -> bool:
    return any(card.id == card_id for card in o.hand)


def legal_km(o: Observation) -> list[int]:
    return [m.card.km for m in o.legal if m.card and m.card.km and m.kind is MoveKind.LAY]


def test_rule_sets_all_have_a_course() -> None:
    assert set(COURSES) == set(RULE_SETS)


@pytest.mark.parametrize("rules_id", COURSES)
def test_stacked_deck_is_a_true_deck_of_its_rule_set(rules_id: str) -> None:
    rules, setup = load_rules(rules_id), lesson_match(0, rules_id).setup
    assert setup.rules == rules_id
    assert Counter(deck(rules_id)) == Counter(rules.deck(setup.seats, setup.seating))
    assert len(HANDS[PUPIL]) == len(HANDS[1 - PUPIL]) == rules.hand_size


@each(("rules_id", "at"), EVERY_BEAT)
def test_course_moves_are_legal_and_draw_what_the_deck_holds(rules_id: str, at: int) -> None:
    now = beat_at(rules_id, at)
    o = seen_after(rules_id, at, now.move.seat)
    assert o.to_move == now.move.seat
    assert now.move in o.legal
    assert Counter(o.drawn) == Counter(now.draws)


@pytest.mark.parametrize("rules_id", COURSES)
def test_course_ends_with_the_move_that_wins_the_leg(rules_id: str) -> None:
    leg = replay(record_after(rules_id, len(COURSES[rules_id].beats)))
    assert leg.is_over
    assert leg.scores is not None
    assert leg.scores[PUPIL].km == leg.target
    assert leg.scores[PUPIL].coups_fourres
    assert leg.scores[PUPIL].leg_won


@pytest.mark.parametrize("rules_id", COURSES)
def test_course_teaches_all_that_a_beginner_needs(rules_id: str) -> None:
    beats = COURSES[rules_id].beats
    own = [b.move for b in beats if b.move.seat == PUPIL]
    suffered = {b.move.card.id for b in beats if b.move.side == PUPIL and b.move.card}
    assert {Family.DISTANCE, Family.HAZARD, Family.REMEDY, Family.SAFETY} <= {m.card.family for m in own if m.card}
    assert {MoveKind.DISCARD, MoveKind.COUP_FOURRE} <= {m.kind for m in own}
    assert suffered == {"stop", "flat_tire", "speed_limit", "accident"}
    assert any(m.side == 1 - PUPIL for m in own)


@each(("rules_id", "at"), beats_that(lambda b: b.is_open))
def test_open_task_has_one_answer_only(rules_id: str, at: int) -> None:
    laying = [m for m in seen_after(rules_id, at).legal if m.kind is not MoveKind.DISCARD]
    assert laying == [beat_at(rules_id, at).move]


@pytest.mark.parametrize(
    ("rules_id", "at"), beats_that(lambda b: b.move.seat == PUPIL and b.move.kind is MoveKind.DISCARD)
)
def test_discard_is_taught_only_where_nothing_can_be_laid(rules_id: str, at: int) -> None:
    o, card = seen_after(rules_id, at), beat_at(rules_id, at).move.card
    assert {m.kind for m in o.legal} == {MoveKind.DISCARD}
    assert o.hand.count(card) == 2
    assert max(Counter(o.hand).values()) == 2
    assert [c for c, n in Counter(o.hand).items() if n == 2] == [card]


def facts(rules_id: str) -> dict[str, bool]:
    """What the words of the notes claim, read off the moments at which they are said."""
    beats, rules = COURSES[rules_id].beats, load_rules(rules_id)
    seen = [seen_after(rules_id, n) for n in range(len(beats) + 1)]
    at = {note: n for n, o in enumerate(seen) for note in (*current_notes(o), *(b.task for b in beats[n : n + 1]))}
    o = {note: seen[n] for note, n in at.items() if note}
    own = {note: o[note].sides[PUPIL] for note in o}
    rival = {note: o[note].sides[1 - PUPIL] for note in o}

    def card(note: str) -> Card:
        move = beats[at[note]].move
        assert move.card
        return move.card

    after = seen[at["lay_safety"] + 1] if "lay_safety" in at else None
    by_rules = {
        "lay_safety": lambda: (
            after is not None
            and (after.to_move, len(after.drawn), after.phase) == (PUPIL, 1, Phase.TURN)
            and [c.id for c in o["lay_safety"].drawn] == [card("lay_safety").id] == ["extra_tank"]
        ),
        "attack": lambda: rival["attack"].rolling and rules.hazard_needs_rolling,
        "attack_any": lambda: not rules.hazard_needs_rolling,
        "attack_waiting": lambda: rival["attack_waiting"].battle[-1].id == "gasoline",
        "exact": lambda: any(c.km > o["exact"].target - own["exact"].km for c in o["exact"].hand),
        "last_card": lambda: any(c.km > o["last_card"].target - own["last_card"].km for c in o["last_card"].hand),
        "nearest": lambda: rules.nearest_wins and rules.when_pile_empty is PileEmpty.TURN_OF_LAST_CARD,
        "in_hand": lambda: rules.points.left_in_hand < 0 and any(c.km for c in o["in_hand"].hand),
        "one_leg": lambda: rules.match_legs == 1,
        "match": lambda: bool(rules.match_target),
    }
    assert (set(by_rules) & set(at)) >= ({"one_leg"} if rules.match_legs == 1 else {"match", "attack"})
    return {note: claim() for note, claim in by_rules.items() if note in at} | {
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
        "the rival isn’t rolling": not rival["nearly_there"].rolling,
        "the pupil still holds it": laid(o["coup_fourre"], "driving_ace"),
        "the pupil never stopped": own["after_coup_fourre"].rolling,
        "the leg is won": o["finish"].winner == PUPIL and own["finish"].km == o["finish"].target,
    }


@each(("rules_id", "claim"), [(r, claim) for r in COURSES for claim in facts(r)])
def test_claims_of_the_coach_are_true(rules_id: str, claim: str) -> None:
    assert facts(rules_id)[claim]


@pytest.mark.parametrize(
    ("rules_id", "moves"), [("winning_moves", 16), ("piatnik", 16), ("dujardin", 17), ("mille_miglia", 18)]
)
def test_progress_counts_the_pupils_own_moves(rules_id: str, moves: int) -> None:
    done = [tasks_done(seen_after(rules_id, n)) for n in range(len(COURSES[rules_id].beats) + 1)]
    assert done[0] == (0, moves)
    assert done[-1] == (moves, moves)
    assert sorted(done) == done


# -- another rule set than the one it was begun by --------------------------------------------------------------------


@each(
    ("wished", "begun", "moves", "followed"),
    [
        ("dujardin", "winning_moves", 0, "dujardin"),
        ("dujardin", "winning_moves", 28, "dujardin"),
        ("dujardin", "winning_moves", 29, "winning_moves"),
        ("winning_moves", "dujardin", 30, "dujardin"),
        ("piatnik", "winning_moves", 29, "piatnik"),
        ("piatnik", "winning_moves", 30, "winning_moves"),
        ("mille_miglia", "piatnik", 1, "mille_miglia"),
        ("mille_miglia", "piatnik", 2, "piatnik"),
        ("winning_moves", "mille_miglia", 10, "mille_miglia"),
        ("hill_climb", "dujardin", 0, "dujardin"),
        ("mille_miglia", "mille_miglia", 200, "mille_miglia"),
    ],
)
def test_lesson_switches_rule_sets_only_where_no_difference_shows(
    wished: str, begun: str, moves: int, followed: str
) -> None:
    assert lesson_rules(wished, begun, moves) == followed


def test_lesson_by_rules_without_a_course_begins_anew() -> None:
    assert resume_place(None) == LessonProgress()
    assert resume_place(LessonProgress(7, rules="winning_moves.snow")) == LessonProgress()
    assert resume_place(LessonProgress(7, rules="dujardin")) == LessonProgress(7, rules="dujardin")


@each(("begun", "moves"), EVERY_BEAT)
def test_table_stays_the_same_when_the_lesson_switches_rule_sets(begun: str, moves: int) -> None:
    before = seen_after(begun, moves)
    for wished in COURSES:
        if lesson_rules(wished, begun, moves) == wished:
            after = seen_after(wished, moves)
            assert (after.hand, after.sides, after.drawn, after.to_move) == (
                before.hand,
                before.sides,
                before.drawn,
                before.to_move,
            )


# -- played and kept --------------------------------------------------------------------------------------------------


def play_on(session: Session, clock: Clock, moves: int) -> None:
    """Let the rival play, and make the pupil's moves, until so many moves are made."""
    for _ in range(10_000):
        session.poll()
        o = session.observation
        if len(o.moves) >= moves and (session.is_waiting_for_viewer or o.phase is Phase.OVER):
            return
        now = next_lesson_step(o)
        if session.is_waiting_for_viewer and now is not None:
            session.play(now.move)
        clock.now_s += FRAME_S
    raise AssertionError("the lesson does not go on")


@pytest.mark.parametrize("rules_id", COURSES)
def test_rival_plays_by_the_course_to_its_end(rules_id: str) -> None:
    clock, course = Clock(), COURSES[rules_id]
    session = Session(lesson_match(0, rules_id), clock=clock, bots=lesson_bots())
    play_on(session, clock, len(course.beats))
    assert [m.text for m in session.observation.moves] == [b.move.text for b in course.beats]
    assert current_notes(session.observation) == course.last_notes
    assert session.is_match_over
    assert session.saved.winner == PUPIL


def test_hint_gives_the_move_that_is_taught() -> None:
    session = Session(lesson_match(), clock=Clock(), bots=lesson_bots())
    session.poll()
    assert session.hints.request()
    session.poll()
    session.poll()
    assert session.hints.hint is not None
    assert session.hints.hint.best.move == beat_at("winning_moves", 0).move


@each(("rules_id", "moves"), EVERY_MOMENT)
def test_lesson_left_at_any_move_resumes_there(rules_id: str, moves: int) -> None:
    clock, beats = Clock(), COURSES[rules_id].beats
    straight = Session(lesson_match(0, rules_id), clock=clock, bots=lesson_bots())
    play_on(straight, clock, moves)
    resumed = Session(lesson_match(moves, rules_id), clock=clock, bots=lesson_bots())
    play_on(resumed, clock, moves)
    assert resumed.observation == straight.observation
    play_on(resumed, clock, len(beats))
    assert resumed.is_match_over


@pytest.mark.parametrize("rules_id", COURSES)
def test_new_lesson_can_be_written_as_a_match(rules_id: str) -> None:
    saved = lesson_match(0, rules_id)
    assert SavedMatch.from_bytes(saved.to_bytes()).records == saved.records
