"""The game plays without a network: with every socket refused, in its worker too, a match comes to its end."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from multiprocessing.connection import Connection
from random import Random

import pytest

from game.engine.rules import Seating
from game.engine.setup import MatchSetup
from game.match.bots.client import WorkerBots
from game.match.bots.process import run_worker
from game.match.plan import Plan
from game.match.session import Session
from game.people.players import HUMAN, bot
from tests.features.play.test_whole_leg import MOST_MOVES, take_a_turn
from tests.window import Driver, hurry

_refused: list[str] = []
_is_offline: list[bool] = []


class NetworkError(Exception):
    """Something wanted a socket."""


def _refuse(event: str, _arguments: object) -> None:
    """Refuse whatever the socket module does, be it asked by its Python half or by the half in C."""
    if _is_offline and event.startswith("socket."):
        _refused.append(event)
        raise NetworkError(event)


@cache
def _watch() -> None:
    sys.addaudithook(_refuse)  # there is no taking it away: it lets everything through when nobody is offline


@contextmanager
def offline() -> Iterator[None]:
    """No socket is to be had meanwhile in this process; fails if one was wanted."""
    _watch()
    _refused.clear()
    _is_offline.append(True)
    try:
        yield
    finally:
        _is_offline.clear()
    assert _refused == []


def offline_worker(questions: Connection, answers: Connection) -> None:
    """The true worker, which ends at the first socket, and doesn't begin if one could be had."""
    _watch()
    _is_offline.append(True)
    with pytest.raises(NetworkError):
        socket.socket()
    run_worker(questions, answers)


@pytest.mark.parametrize(
    "way",
    [
        socket.socket,
        lambda: socket.getaddrinfo("localhost", 80),
        lambda: socket.create_connection(("127.0.0.1", 9)),
    ],
)
def test_socket_use_is_refused_and_detected(way: Callable[[], object]) -> None:
    with pytest.raises(AssertionError, match="socket"), offline(), suppress(NetworkError):
        way()
    socket.socket().close()


def test_match_is_played_to_its_end_without_a_network(driver: Driver, caplog: pytest.LogCaptureFixture) -> None:
    app, rng = driver.app, Random(5)
    setup = MatchSetup("winning_moves", Seating.SOLO, 2, target_score=None, legs=1)
    plan = Plan(setup, (HUMAN, bot("carla", level="beginner")))
    with offline():
        bots = WorkerBots(worker=offline_worker)
        session = Session.new(plan, seed=5, files=app.files, clock=app.clock, bots=bots)
        app.start_session(session)
        app.show_table()
        for _ in range(MOST_MOVES):
            hurry(driver)
            if driver.scene not in {"table", "coup_fourre", "extension"}:
                break
            take_a_turn(driver, rng)
        driver.settle()
        assert (driver.scene, session.is_match_over) == ("result", True)
        saved = app.files.load_match(session.autosave.id)
        assert saved is not None
        assert saved.is_over
    assert any(move.seat == 1 for move in session.observation.moves)
    assert "worker" not in caplog.text, "the worker thought all the time"
