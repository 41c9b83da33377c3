"""Workers that go wrong in every way there is; they run in a real process, so nothing here needs the game.

Each is a function of its two pipes, as ``game.match.bots.process.run_worker`` is. The messages are written by hand.
"""

from __future__ import annotations

import json
import os
import signal
import struct
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

Json = dict[str, Any]
FOR_EVER_S = 60.0
HEAD = {"format": "milestone-rally bots", "version": 1}


def once(marker: Path, fault: str, questions: Connection, answers: Connection) -> None:
    """That fault in the first process, and the true worker in every later one."""
    if marker.exists():
        from game.match.bots.process import run_worker  # noqa: PLC0415 - what goes wrong needs no game, and starts sooner

        run_worker(questions, answers)
    else:
        marker.touch()
        FAULTS[fault](questions, answers)


def say(answers: Connection, kind: str, **fields: object) -> None:
    answers.send_bytes(json.dumps({**HEAD, "kind": kind, **fields}).encode())


def first_question(questions: Connection, answers: Connection) -> Json:
    """Say hello, and take the first question."""
    say(answers, "hello")
    return next_question(questions)


def next_question(questions: Connection) -> Json:
    question: Json = json.loads(questions.recv_bytes())
    return question


def right(question: Json, **changes: object) -> Json:
    """An answer in order, with the first legal move."""
    legal = question["seen"]["legal"][0]
    fields = {"number": question["number"], "move": legal, "reasons": [], "error": None}
    return {**HEAD, "kind": "answer", **fields, **changes}


def reason(question: Json, **changes: object) -> Json:
    """A reason that fits the first legal move, whatever it is."""
    card = question["seen"]["legal"][0].split()[-1]
    fields = {
        "at": len(question["seen"]["moves"]),
        "code": "only_move",
        "card": card if card.isidentifier() else None,
    }
    return {**fields, "other": None, "side": None, "number": None, **changes}


def data(form: object) -> bytes:
    return json.dumps(form).encode()


def framed(content: bytes) -> bytes:
    return struct.pack("!i", len(content)) + content


def write(answers: Connection, raw: bytes) -> None:
    """Bytes as they are, in no frame."""
    os.write(answers.fileno(), raw)


def sleep() -> None:
    time.sleep(FOR_EVER_S)


def answering(content: Callable[[Json], bytes]) -> Callable[[Connection, Connection], None]:
    """A worker whose answers are these bytes."""

    def worker(questions: Connection, answers: Connection) -> None:
        say(answers, "hello")
        while True:
            answers.send_bytes(content(next_question(questions)))

    return worker


def saying(raw: Callable[[Json], bytes]) -> Callable[[Connection, Connection], None]:
    """A worker that writes these bytes in no frame to the first question, and then is silent."""

    def worker(questions: Connection, answers: Connection) -> None:
        write(answers, raw(first_question(questions, answers)))
        sleep()

    return worker


# -- faults -----------------------------------------------------------------------------------------------------------


def dies_at_start(_questions: Connection, _answers: Connection) -> None:
    os._exit(3)


def raises_at_start(_questions: Connection, _answers: Connection) -> None:
    sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    raise RuntimeError("on purpose")


def says_nothing_at_start(_questions: Connection, _answers: Connection) -> None:
    sleep()


def hello_of_another_version(_questions: Connection, answers: Connection) -> None:
    answers.send_bytes(data({**HEAD, "version": 2, "kind": "hello"}))
    sleep()


def answers_before_it_is_asked(_questions: Connection, answers: Connection) -> None:
    say(answers, "hello")
    answers.send_bytes(data({**HEAD, "kind": "answer", "number": 9, "move": "0 - go"}))
    sleep()


def answers_in_place_of_hello(_questions: Connection, answers: Connection) -> None:
    say(answers, "answer", number=1, move="0 - go", reasons=[])
    sleep()


def dies_at_the_question(questions: Connection, answers: Connection) -> None:
    first_question(questions, answers)
    os._exit(0)


def dies_in_the_middle_of_its_answer(questions: Connection, answers: Connection) -> None:
    question = first_question(questions, answers)
    write(answers, framed(data(right(question)))[:40])
    os._exit(0)


def is_stopped(questions: Connection, answers: Connection) -> None:
    first_question(questions, answers)
    os.kill(os.getpid(), signal.SIGSTOP)


def stopped(worker: Callable[[Connection, Connection], None], questions: Connection, answers: Connection) -> None:
    """Stops at once, and does as that worker once it goes on."""
    os.kill(os.getpid(), signal.SIGSTOP)
    worker(questions, answers)


def is_silent(questions: Connection, answers: Connection) -> None:
    first_question(questions, answers)
    sleep()


def never_reads(_questions: Connection, answers: Connection) -> None:
    say(answers, "hello")
    sleep()


def closes_its_answers(questions: Connection, answers: Connection) -> None:
    first_question(questions, answers)
    answers.close()
    sleep()


def closes_its_questions(questions: Connection, answers: Connection) -> None:
    questions.close()
    say(answers, "hello")
    sleep()


def answers_the_one_before(questions: Connection, answers: Connection) -> None:
    question = first_question(questions, answers)
    answers.send_bytes(data(right(question, number=question["number"] - 1)))
    sleep()


def says_hello_again(questions: Connection, answers: Connection) -> None:
    first_question(questions, answers)
    say(answers, "hello")
    sleep()


def refuses(questions: Connection, answers: Connection) -> None:
    first_question(questions, answers)
    say(answers, "refusal", why="I cannot read this")
    sleep()


def floods(questions: Connection, answers: Connection) -> None:
    question = first_question(questions, answers)
    while True:
        answers.send_bytes(data(right(question, number=0)))


NESTED = b'{"format": ' + b"[" * 60_000

FAULTS: dict[str, Callable[[Connection, Connection], None]] = {
    worker.__name__: worker
    for worker in (
        dies_at_start,
        raises_at_start,
        says_nothing_at_start,
        hello_of_another_version,
        answers_before_it_is_asked,
        answers_in_place_of_hello,
        dies_at_the_question,
        dies_in_the_middle_of_its_answer,
        is_stopped,
        is_silent,
        never_reads,
        closes_its_answers,
        closes_its_questions,
        answers_the_one_before,
        says_hello_again,
        refuses,
        floods,
    )
} | {
    "half a message": saying(lambda question: framed(data(right(question)))[:40]),
    "half a length": saying(lambda _: b"\x00\x00"),
    "a length of 2 GiB": saying(lambda _: struct.pack("!i", 2**31 - 1)),
    "a length of 2**60": saying(lambda _: struct.pack("!iQ", -1, 2**60)),
    "a negative length": saying(lambda _: struct.pack("!i", -7)),
    "no frame": saying(lambda _: b"Segmentation fault (core dumped)\n" * 4),
}
"""Each of them ends in a stand-in's move, or in the question being asked again."""

WRONG_ANSWERS: dict[str, Callable[[Connection, Connection], None]] = {
    "nothing in a frame": answering(lambda _: b""),
    "bytes": answering(lambda _: bytes(range(256))),
    "a broken pickle": answering(lambda _: b"\x80\x04\x95\x10\x00\x00\x00\x00\x00\x00\x00"),
    "no UTF-8": answering(lambda question: data(right(question)).replace(b"answer", b"answ\xff\xfer")),
    "a list": answering(lambda question: data([right(question)])),
    "another version": answering(lambda question: data(right(question, version=2))),
    "another format": answering(lambda question: data(right(question, format="milestone-rally match"))),
    "another kind": answering(lambda question: data(right(question, kind="question"))),
    "a number for a move": answering(lambda question: data(right(question, move=7))),
    "no move": answering(lambda question: data(right(question, move=None))),
    "a move of no card": answering(lambda question: data(right(question, move="0 - ferrari"))),
    "an object for an error": answering(lambda question: data(right(question, error={}))),
    "a question not asked yet": answering(lambda question: data(right(question, number=question["number"] + 1))),
    "work on a question not asked yet": answering(
        lambda q: data({**HEAD, "kind": "working", "number": q["number"] + 1})
    ),
    "a number of 4,000 digits": answering(lambda q: data(right(q, number=999)).replace(b"999", b"9" * 4000)),
    "a number of 5,000 digits": answering(lambda q: data(right(q, number=999)).replace(b"999", b"9" * 5000)),
    "NaN": answering(lambda question: data(right(question, number=float("nan")))),
    "deep nesting": answering(lambda _: NESTED),
    "an unknown reason": answering(lambda q: data(right(q, reasons=[reason(q, code="likes_it")]))),
    "a reason for another kind of move": answering(lambda q: data(right(q, reasons=[reason(q, code="repairs")]))),
    "a reason with a number too many": answering(lambda q: data(right(q, reasons=[reason(q, number=3)]))),
    "a reason with a number beyond all bounds": answering(lambda q: data(right(q, reasons=[reason(q, number=10**30)]))),
    "a reason with a card too many": answering(lambda q: data(right(q, reasons=[reason(q, other="go")]))),
    "a reason of an unknown card": answering(lambda q: data(right(q, reasons=[reason(q, card="ferrari")]))),
    "a reason of another card": answering(lambda q: data(right(q, reasons=[reason(q, card="extra_tank")]))),
    "a reason with a side too many": answering(lambda q: data(right(q, reasons=[reason(q, side=0)]))),
    "a reason of another move": answering(lambda q: data(right(q, reasons=[reason(q, at=1)]))),
    "two reasons": answering(lambda q: data(right(q, reasons=[reason(q), reason(q)]))),
}
"""Whole messages that are no answer."""


# -- what is no fault -------------------------------------------------------------------------------------------------


def illegal(question: Json) -> bytes:
    """An answer in order, with a move of the game that is not legal now."""
    move = next(f"{seat} ! driving_ace" for seat in (0, 1) if seat == question["seen"]["seat"])
    return data(right(question, move=move))


def late_and_right(questions: Connection, answers: Connection) -> None:
    """Answers the question before once more, then the one asked."""
    say(answers, "hello")
    while True:
        question = next_question(questions)
        answers.send_bytes(data(right(question, number=question["number"] - 1)))
        answers.send_bytes(data(right(question)))


def twice(questions: Connection, answers: Connection) -> None:
    """Gives every answer twice."""
    say(answers, "hello")
    while True:
        question = next_question(questions)
        answers.send_bytes(data(right(question)))
        answers.send_bytes(data(right(question)))


def explaining(questions: Connection, answers: Connection) -> None:
    """Gives the reasons that the wrong ones differ from."""
    say(answers, "hello")
    while True:
        question = next_question(questions)
        answers.send_bytes(data(right(question, reasons=[reason(question)])))


def slow(folder: Path, steps: int, questions: Connection, answers: Connection) -> None:
    """Says so often that it is at work, and goes on each time once a file of that number is there; then answers."""
    question = first_question(questions, answers)
    for step in range(1, steps + 1):
        say(answers, "working", number=question["number"])
        while not (folder / str(step)).exists():
            time.sleep(0.001)
    answers.send_bytes(data(right(question)))
    sleep()


def noisy(questions: Connection, answers: Connection) -> None:
    """Writes what nobody wants to read."""
    say(answers, "hello")
    while True:
        question = next_question(questions)
        for stream in (1, 2):
            os.write(stream, b"noise " * 500 + b"\n")
        answers.send_bytes(data(right(question)))


HARMLESS: dict[str, Callable[[Connection, Connection], None]] = {
    worker.__name__: worker for worker in (late_and_right, twice, explaining, noisy)
}
ILLEGAL = answering(illegal)


def by_name(name: str, questions: Connection, answers: Connection) -> None:
    """One of these, always; some are made in place and cannot be sent to a process by themselves."""
    worker = ILLEGAL if name == "illegal" else (FAULTS | WRONG_ANSWERS | HARMLESS)[name]
    worker(questions, answers)


def in_turn(folder: Path, questions: Connection, answers: Connection) -> None:
    """In every process the next of the wrong answers."""
    done = len(list(folder.iterdir()))
    (folder / str(done)).touch()
    if done < len(WRONG_ANSWERS):
        list(WRONG_ANSWERS.values())[done](questions, answers)
