"""The bots' worker process, and the thread that speaks with it: the only one that ever waits for its pipes.

What arrives is checked in that thread; the frame finds an answer that can be used, or why none will come. Of two
pipes each has one direction, so that no socket is needed where a pipe of both would be one.
"""

from __future__ import annotations

import atexit
import multiprocessing
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from queue import Empty, SimpleQueue
from typing import Final

from game.interrupts import kept_from_children
from game.session.bots.messages import MOST_BYTES, answer_from_bytes, check_hello, question_to_bytes
from game.session.bots.question import Answer, Question

_MOST_WORDS: Final = 300

Worker = Callable[[Connection, Connection], None]
"""What runs in the process: reads questions from one pipe and writes answers to the other."""


class BotProcess:
    """One worker process, from its start to its end; never started again.

    ``fault`` says in words why no answer will come any more, None as long as one may. Once it stands there, or after
    ``end``, the process is being killed. It also goes when the game is killed, as its pipes then close.
    """

    def __init__(self, worker: Worker) -> None:
        self.is_ready = False
        self.fault: str | None = None
        self.pid: int | None = None
        self._worker = worker
        self._questions: SimpleQueue[tuple[int, Question] | None] = SimpleQueue()
        self._answers: SimpleQueue[tuple[int, Answer]] = SimpleQueue()
        self._lock = threading.Lock()  # held for an instant at a time
        self._process: SpawnProcess | None = None
        self._is_ended = False
        try:
            threading.Thread(target=self._live, name="bots", daemon=True).start()
        except RuntimeError as error:  # no thread is to be had
            self.fault = str(error)

    def ask(self, number: int, question: Question) -> None:
        """Have it decide; numbers rise. Returns at once."""
        self._questions.put((number, question))

    def answer(self, number: int) -> Answer | None:
        """The answer to that question, once; those to earlier ones are dropped."""
        with suppress(Empty):
            while True:
                answered, answer = self._answers.get_nowait()
                if answered == number:
                    return answer
        return None

    def end(self) -> None:
        """Kill the process. Returns at once; the thread sees it off."""
        self._is_ended = True
        self._questions.put(None)
        with self._lock:
            if self._process is not None:
                self._process.kill()

    # -- the thread ---------------------------------------------------------------------------------------------------

    def _live(self) -> None:
        try:
            self._start_and_speak()
        except EOFError:
            self.fault = "the worker ended"
        except Exception as error:  # nothing that a process says or does may leave the match standing still
            self.fault = (str(error) or repr(error))[:_MOST_WORDS]
        finally:
            self._see_off()

    def _start_and_speak(self) -> None:
        context = multiprocessing.get_context("spawn")
        to_read, to_answer = context.Pipe(duplex=False)
        to_listen, to_ask = context.Pipe(duplex=False)
        with to_read, to_ask:
            with to_listen, to_answer:
                process = context.Process(target=self._worker, args=(to_listen, to_answer), name="bots", daemon=True)
                with kept_from_children():
                    process.start()
            self._keep(process)
            self._speak(to_ask, to_read)

    def _keep(self, process: SpawnProcess) -> None:
        with self._lock:
            self._process, self.pid = process, process.pid
            if self._is_ended:
                process.kill()
        atexit.register(self.end)  # a stopped process would not heed what the library sends it at the end

    def _speak(self, to_ask: Connection, to_read: Connection) -> None:
        check_hello(to_read.recv_bytes(MOST_BYTES))
        self.is_ready = True
        while (asked := self._questions.get()) is not None:
            to_ask.send_bytes(question_to_bytes(*asked))
            answer = None
            while answer is None:
                answer = answer_from_bytes(to_read.recv_bytes(MOST_BYTES), *asked)
            self._answers.put((asked[0], answer))

    def _see_off(self) -> None:
        process = self._process
        if process is None:
            return
        process.kill()
        process.join()
        with self._lock:
            self._process = self.pid = None
        atexit.unregister(self.end)
        with suppress(ValueError):  # another start has just seen it off
            process.close()
