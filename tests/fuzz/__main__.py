"""Coverage-guided fuzzing of the gates: bytes that reach new lines are changed further, for as long as it may run.

    python -m tests.fuzz --seconds 600    ten minutes; what a gate does not bear is told, and kept beside the drafts

It needs ``atheris``, an optional part of the extra ``fuzz``. Where that is not to be had, hypothesis looks for inputs
that reach many lines of the gates, which finds less in the same time.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

FOUND = Path(tempfile.gettempdir()) / "milestone-rally-fuzz"
_LONGEST = 1 << 16  # bytes of an input
_ONE_S = 25  # what one input may take
_MOST_MB = 3000


def main(arguments: list[str] | None = None) -> int:
    """Fuzz for that long; 1 if anything was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=600, metavar="N", help="how long (600)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="what chance begins with (1)")
    parser.add_argument("--child", metavar="DIR", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.child:
        _guided(Path(options.child), options.seconds, options.seed)
        return 0
    if importlib.util.find_spec("atheris") is None:
        print("atheris is not installed: hypothesis looks instead", flush=True)
        return _by_hypothesis(options.seconds, options.seed)
    FOUND.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as corpus:  # libFuzzer ends its process: so it has one of its own
        command = [sys.executable, "-m", "tests.fuzz", "--child", corpus]
        command += ["--seconds", str(options.seconds), "--seed", str(options.seed)]
        status = subprocess.run(command, check=False).returncode
    print(f"{'nothing was found' if not status else f'FOUND: the input is in {FOUND}'}", flush=True)
    return int(bool(status))


def _guided(corpus: Path, seconds: int, seed: int) -> None:
    """Let libFuzzer go on from right files; never returns."""
    import atheris  # noqa: PLC0415 - an optional part

    with atheris.instrument_imports(include=["game", "ai"]):
        from tests.fuzz import targets  # noqa: PLC0415 - after that, so that what it imports is followed

    for number, name in enumerate(targets.NAMES):
        for n, data in enumerate(targets.GATES[name].seeds()):
            (corpus / f"{name}-{n}").write_bytes(bytes([number]) + data)

    def one(data: bytes) -> None:
        if data:
            targets.check(targets.NAMES[data[0] % len(targets.NAMES)], data[1:])

    def change(data: bytes, most: int, chance: int) -> bytes:
        lots = Random(chance)
        if not data or lots.random() < 0.25:
            return bytes(atheris.Mutate(data, most))
        wrong = data[1:]
        for _ in range(lots.choice((1, 1, 2, 4))):
            wrong = targets.mutated(wrong, lots)
        return (data[:1] + wrong)[:most]

    limits = [f"-max_total_time={seconds}", f"-max_len={_LONGEST}", f"-timeout={_ONE_S}", f"-rss_limit_mb={_MOST_MB}"]
    told = [f"-seed={seed}", "-print_final_stats=1", f"-artifact_prefix={FOUND}{os.sep}"]
    atheris.Setup([sys.argv[0], *limits, *told, str(corpus)], one, custom_mutator=change)
    atheris.Fuzz()


def _by_hypothesis(seconds: int, seed: int) -> int:
    """Look for inputs that reach many lines, by hypothesis' targeting, round after round."""
    from hypothesis import HealthCheck, given, settings, target  # noqa: PLC0415 - either this or atheris
    from hypothesis import seed as seeded  # noqa: PLC0415
    from hypothesis import strategies as st  # noqa: PLC0415

    from tests.fuzz import targets  # noqa: PLC0415

    until_s, rounds = time.monotonic() + seconds, 0
    while time.monotonic() < until_s:

        @seeded(seed + rounds)
        @settings(max_examples=300, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        @given(st.sampled_from(targets.NAMES), st.integers(0, 100), st.lists(st.integers(0, 2**32), max_size=8))
        def attempt(name: str, which: int, changes: list[int]) -> None:
            seeds = targets.GATES[name].seeds()
            data = seeds[which % len(seeds)]
            for change in changes:
                data = targets.mutated(data, Random(change))
            target(float(_lines(lambda: targets.check(name, data))), label=name)

        try:
            attempt()
        except Exception as error:
            print(f"FOUND: {error!r}", flush=True)
            return 1
        rounds += 1
    print(f"nothing was found in {300 * rounds} inputs", flush=True)
    return 0


def _lines(act: object) -> int:
    """How many different lines of the program that runs."""
    reached = set[tuple[str, int]]()

    def trace(frame: object, event: str, _argument: object) -> object:
        code, line = frame.f_code, frame.f_lineno  # type: ignore[attr-defined]
        if event == "line":
            reached.add((code.co_filename, line))
        return trace if f"{os.sep}game{os.sep}" in code.co_filename else None

    before = sys.gettrace()
    sys.settrace(trace)  # type: ignore[arg-type]
    try:
        act()  # type: ignore[operator]
    finally:
        sys.settrace(before)
    return len(reached)


if __name__ == "__main__":
    sys.exit(main())
