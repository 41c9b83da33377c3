"""What many trials come to: for the commands that harm what is kept, again and again, and look at what is left."""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Findings:
    """How many of what there were, and all that was wrong; every line goes to ``tell`` as soon as it is known."""

    tell: Callable[[str], None] = lambda _: None
    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def add(self, number: int, wrong: Sequence[str], told_every: int) -> None:
        """Note what was wrong with the trial of that number, and now and then tell how far it is."""
        self.faults += wrong
        for line in (*wrong, *([f"{number}: {self}"] if number % told_every == 0 else ())):
            self.tell(line)

    def __str__(self) -> str:
        return f"{', '.join(f'{n} {what}' for what, n in self.counts.items())}; {len(self.faults)} faults"


def told(try_out: Callable[[Path, Findings], None]) -> int:
    """Have it try in a folder of its own, print what it finds and what all that comes to; the exit status."""
    found, began_s = Findings(lambda line: print(line, flush=True)), time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        try_out(Path(folder), found)
    print(f"{time.monotonic() - began_s:.0f} s: {found}")
    return int(bool(found.faults))
