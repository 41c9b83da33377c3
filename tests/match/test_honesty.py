"""What a viewer is told, and when, does not betray whether another seat was asked for a coup fourré."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from random import Random
from unittest import mock

import pytest

from game.drivers import remarks
from game.drivers.moods import moods
from game.engine.errors import Refusal
from game.engine.events import Attacked, CoupFourreAsked, CoupFourreDeclined, CoupFourrePlayed
from game.engine.knowledge import after_event
from game.engine.moves import MOVES, Move, MoveKind
from game.engine.observation import Observation, Phase
from game.engine.record import Record, replay
from game.engine.rules import Seating
from game.match.bots.decisions import BotAnswer, BotQuestion
from game.match.bots.process import question_to_bytes
from game.match.deals import DEAL_COUNT
from game.match.match_file import SavedMatch
from game.match.plan import Plan
from game.match.progress import leg_deal
from game.match.running.delayed_reveal import REVEAL_DELAY_S
from game.match.running.viewer_feed import Step
from game.match.session import Session
from game.people.players import DRIVERS, HUMAN, bot
from game.settings.settings import RemarkFrequency
from tests.cases import each
from tests.match.harness import FRAME_S, Clock, QuickBots, aggressive, first_sensible, person_and_bots, run, setup_of
from tests.nightly import some
from tests.played_legs import played_match
from tests.twins import hidden, twin

Timed = tuple[float, Step]


def _timed(session: Session, clock: Clock) -> list[Timed]:
    """Every step of a match of one leg, with the time when it was told."""
    timed: list[Timed] = []
    while not session.is_leg_over:
        timed += [(clock.now_s, step) for step in session.poll()]
        if session.is_waiting_for_viewer:
            session.play(first_sensible(session))
        clock.now_s += FRAME_S
    return timed


def _session(seed: int, bots: QuickBots, clock: Clock, *, seating: Seating = Seating.SOLO) -> Session:
    setup = setup_of("mille_miglia" if seating is Seating.SOLO else "dujardin", 4, seating, legs=1)
    return Session.new(Plan(setup, person_and_bots(4)), seed=seed, clock=clock, bots=bots)


def _played(seed: int, bots: QuickBots, *, seating: Seating = Seating.SOLO) -> list[Timed]:
    clock = Clock()
    return _timed(_session(seed, bots, clock, seating=seating), clock)


def _holds(timed: list[Timed]) -> list[tuple[float, Step, Step]]:
    """Every attack told, with the step after it and how much later that came."""
    return [
        (after - before, step, following)
        for (before, step), (after, following) in pairwise(timed)
        if any(isinstance(event, Attacked) for event in step.events)
    ]


def _refused(record: Record) -> set[int]:
    """The attacks that a bot was asked about and let pass, as the number of moves the viewer knows of with them."""
    known, refused = 0, set()
    for text in record.moves:
        assert text is not None
        if text.endswith(" .") and not text.startswith("0"):
            refused.add(known)
        else:
            known += 1
    return refused


@pytest.mark.parametrize("seating", [Seating.SOLO, Seating.TEAMS])
def test_pause_after_an_attack_is_the_same_whether_or_not_a_bot_was_asked(seating: Seating) -> None:
    asked, unasked = set[float](), set[float]()
    for seed in range(8):
        clock = Clock()
        session = _session(seed, QuickBots(aggressive), clock, seating=seating)
        holds = _holds(_timed(session, clock))
        refused = _refused(session.history[0].record)
        for pause, step, following in holds:
            if following.observation.phase is Phase.COUP_FOURRE:
                continue  # the viewer itself is asked, at once
            group = asked if len(step.observation.moves) in refused else unasked
            group.add(pause)
    assert asked == unasked
    assert len(asked) == 1
    assert min(asked) >= REVEAL_DELAY_S


def test_attack_is_shown_first_and_alone_with_the_public_view() -> None:
    timed = _played(3, QuickBots(aggressive))
    attacks = 0
    for (_, before), (_, step) in pairwise(timed):
        if not any(isinstance(event, Attacked) for event in step.events):
            continue
        attacks += 1
        assert len(step.events) == 1
        assert step.observation == after_event(before.observation, step.events[0])
        assert step.observation.legal == ()
    assert attacks > 5


def test_faces_and_remarks_wait_for_the_outcome_of_an_attack() -> None:
    """Be it that somebody is asked or not: what a viewer sees in between shows and says what it did before."""
    players = (HUMAN, *(bot(driver) for driver in DRIVERS[1:]))
    attacks = 0
    with mock.patch.object(remarks, "REMARK_PROBABILITIES", dict.fromkeys(remarks.RemarkOccasion, 1.0)):
        for (_, before), (_, step) in pairwise(_played(3, QuickBots(aggressive))):
            seats = step.observation.seats
            drivers = [player.driver for player in players[:seats]]
            talk = remarks.RemarkContext("match", players[:seats], remarks.QUOTAS[RemarkFrequency.NORMAL])
            if step.events and isinstance(step.events[0], Attacked) and before.observation.phase is not Phase.OVER:
                attacks += 1
                assert moods(step.observation, drivers) == moods(before.observation, drivers)
                assert talk.remark(step.observation) == talk.remark(before.observation)
    assert attacks > 5


def test_refusal_of_a_bot_is_hidden_from_the_viewer() -> None:
    for seed in range(4):
        for _, step in _played(seed, QuickBots(aggressive), seating=Seating.TEAMS):
            for event in step.events:
                if isinstance(event, CoupFourreAsked | CoupFourreDeclined):
                    assert event.seat == 0
            assert all(m.kind is not MoveKind.DECLINE or m.seat == 0 for m in step.observation.moves)


def test_viewer_is_asked_at_once() -> None:
    for seed in range(20):
        for pause, _, following in _holds(_played(seed, QuickBots(aggressive))):
            if following.observation.phase is Phase.COUP_FOURRE:
                assert pause == 0
                assert following.events == (CoupFourreAsked(0),)
                return
    pytest.fail("the viewer was never asked; take other seeds")


def test_coup_fourre_of_a_bot_is_shown_after_the_pause() -> None:
    def answering(observation: Observation, rng: Random) -> Move:
        answers = [m for m in observation.legal if m.kind is MoveKind.COUP_FOURRE]
        return answers[0] if answers else aggressive(observation, rng)

    for seed in range(20):
        for pause, _, following in _holds(_played(seed, QuickBots(answering))):
            played = [e for e in following.events if isinstance(e, CoupFourrePlayed)]
            if played and played[0].seat != 0:
                assert pause >= REVEAL_DELAY_S
                return
    pytest.fail("no bot ever answered; take other seeds")


class SlowAnswers(QuickBots):
    """Bots that take some frames for every answer to an attack, asked in truth or for show."""

    def __init__(self, frames: int) -> None:
        super().__init__(aggressive)
        self._frames = frames
        self._left = 0

    def ask(self, question: BotQuestion) -> None:
        super().ask(question)
        self._left = self._frames if question.observation.phase is Phase.COUP_FOURRE else 0

    def poll(self) -> BotAnswer | None:
        self._left -= 1
        return super().poll() if self._left < 0 else None


def test_pause_after_an_attack_does_not_depend_on_a_slow_answer() -> None:
    pauses = set()
    for seed in range(4):
        for pause, step, following in _holds(_played(seed, SlowAnswers(90))):
            attacked = step.observation.moves[-1].side
            if following.observation.phase is not Phase.COUP_FOURRE and attacked != 0:
                pauses.add(pause)
    assert len(pauses) == 1
    assert min(pauses) >= 90 * FRAME_S


def test_reasons_betray_nothing_before_the_outcome_is_shown() -> None:
    """The seat before the viewer attacks: if nobody is asked, it is the viewer's turn already, but untold."""
    clock = Clock()
    session = _session(3, QuickBots(aggressive), clock)

    def is_held(running: Session) -> bool:
        seen = running.observation
        return bool(seen.moves) and seen.moves[-1].side is not None and seen.moves[-1].seat == seen.to_move == 3

    run(session, clock, until=is_held, person=first_sensible)
    assert not session.is_waiting_for_viewer
    assert {session.refusal_for(m) for m in MOVES if m.seat == session.viewer} == {Refusal.WRONG_SEAT}
    run(session, clock, until=lambda s: s.is_waiting_for_viewer)
    assert None in {session.refusal_for(m) for m in MOVES if m.seat == session.viewer}


# -- what goes to the bots' process -----------------------------------------------------------------------------------


def _sent(saved: SavedMatch) -> list[bytes]:
    """What the process is told until the person has to decide, or the leg is over."""
    bots, clock = QuickBots(aggressive), Clock()
    session = Session(saved, clock=clock, bots=bots)
    for _ in range(2000):
        session.poll()
        clock.now_s += FRAME_S
        if bots.asked or session.is_waiting_for_viewer or session.is_leg_over:
            break
    return [question_to_bytes(1, question) for question in bots.asked]


@each("moves", some(range(0, 66, 3)))
def test_bot_question_does_not_depend_on_hidden_cards(moves: int) -> None:
    """Matches of one seed that differ only in cards which the bot to move has not seen."""
    saved = played_match()
    last = replace(saved.legs[1], record=replace(saved.records[1], moves=saved.records[1].moves[:moves]))
    saved = replace(saved, legs=(saved.legs[0], last))
    leg = replay(saved.records[1])
    if leg.phase is Phase.COUP_FOURRE or leg.seat is None or saved.players[leg.seat].is_human:
        return
    if last.record.moves and (last.record.moves[-1] or "").count(">"):
        return  # told anew, and answered for show first
    twins = [twin(saved, Random(seed), seat=leg.seat) for seed in range(3)]
    assert len({hidden(one) for one in (saved, *twins)}) == 4
    sent = [_sent(one) for one in (saved, *twins)]
    assert sent[0]
    assert all(one == sent[0] for one in sent)


@pytest.mark.parametrize("seed", [987_654_321_012, -(2**61) - 5, 2**62 + 12345, 2**63 - 1])
def test_decks_do_not_follow_from_anything_the_bot_process_is_given(seed: int) -> None:
    """Every number that is told, in any notation, taken for a seed or for a deal's number, deals other cards."""
    bots, clock = QuickBots(aggressive), Clock()
    session = Session.new(Plan(setup_of(legs=2), person_and_bots(4)), seed=seed, clock=clock, bots=bots)
    run(session, clock, until=lambda s: s.observation.leg == 2 and s.is_leg_over, person=first_sensible)
    told = b" ".join(question_to_bytes(n, question) for n, question in enumerate(bots.asked)).decode()
    assert len(bots.asked) > 30
    assert str(abs(seed)) not in re.findall(r"\d{2,}", told)
    numbers = {int(digits, base) for base, form in _NOTATIONS for digits in re.findall(form, told)}
    assert len(numbers) > 40
    start = session.saved
    decks = {record.deck for record in start.records}
    for number in numbers:
        starts = [(replace(start, seed=sign * (number % 2**63)), leg) for sign in (1, -1) for leg in (1, 2)]
        starts.append((replace(start, first_deal=number % DEAL_COUNT), 1))
        assert not {leg_deal(*one).deck for one in starts} & decks


_NOTATIONS = ((10, r"(?<![0-9a-f])\d+(?![0-9a-f])"), (16, r"[0-9a-f]{8,}"), (16, r"[0-9a-f]{16}"))


def test_decision_seeds_follow_from_the_seed_of_the_match() -> None:
    asked = []
    for seed in (7, 7, 8):
        bots, clock = QuickBots(aggressive), Clock()
        session = Session.new(Plan(setup_of(legs=1), person_and_bots(4)), seed=seed, clock=clock, bots=bots)
        run(session, clock, person=first_sensible)
        asked.append([question.seed for question in bots.asked])
    assert asked[0] == asked[1]
    assert not set(asked[0]) & set(asked[2])
    assert len(set(asked[0])) > 0.9 * len(asked[0]), "each decision has its own, but where the same is seen"
