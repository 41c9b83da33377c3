"""A sample of what ``python -m tests.fuzz`` does for minutes, and what it has found."""

from __future__ import annotations

import io
import zipfile
from random import Random

import pytest

from game.features.report.model import MATCH
from tests.fuzz.targets import GATES, check, mutated


@pytest.mark.parametrize("name", GATES)
def test_gates_accept_right_files_and_refuse_others_in_a_short_sentence(name: str) -> None:
    seeds, lots = GATES[name].seeds(), Random(name)
    assert all(check(name, data) for data in seeds)
    for data in (b"", b"{}", b"\0", b"PK\x03\x04", b"[" * 5000, '{"a": "é'.encode()[:-1]):
        check(name, data)
    for _ in range(60):
        data = lots.choice(seeds)
        for _ in range(lots.choice((1, 1, 2, 4))):
            data = mutated(data, lots)
        check(name, data)


def test_zip_whose_names_disagree_is_refused_in_a_short_sentence() -> None:
    """The library told all of the damaged header."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(MATCH, b"x" * 5000)
    data = bytearray(file.getvalue())
    data[26:28] = (2000).to_bytes(2, "little")
    assert not check("report", bytes(data))
