"""Mutants that were looked at and found to change nothing that anybody could notice, each with the reason."""

from __future__ import annotations

from tests.mutants.mutations import Mutant

EQUAL = {
    "game/engine/leg.py": {
        "if len(memo) >= _MAX_CACHED_ATTACKS:  →  if len(memo) == _MAX_CACHED_ATTACKS:": "it grows by one at a time",
        "return side_progress.index(max(side_progress)) if side_progress.count(max(side_progress)) == 1 else NOBODY"
        "  →  "
        "return side_progress.index(max(side_progress)) if side_progress.count(max(side_progress)) <= 1 else NOBODY": (
            "the greatest is there once at least"
        ),
        "if held & HAZARD_BITS:  →  if held | HAZARD_BITS:": "only spares a look-up that finds nothing",
    },
    "game/engine/position.py": {
        "needed = self.remedies_needed(own_side) >> card.index - FIRST_REMEDY & 1  →  "
        "needed = self.remedies_needed(own_side) >> card.index % FIRST_REMEDY & 1": "10 to 14, less 10",
    },
    "game/engine/scoring.py": {
        "all_four = points.all_four if safeties == 4 else 0  →  "
        "all_four = points.all_four if safeties >= 4 else 0": "there are but four",
    },
    "game/engine/tables.py": {
        "c: tuple(next_state(state, c) for state in range(STATES)) for c in CARDS if c.family is not Family.DISTANCE"
        "  →  c: tuple(next_state(state, c) for state in range(STATES)) for c in CARDS if c.family > Family.DISTANCE": (
            "the other families come after it in the alphabet"
        ),
        "held, fits = key & ((1 << size) - 1), key >> size  →  "
        "held, fits = key & ((1 >> size) - 1), key >> size": "the bits above are never looked at",
        "if card.family is Family.DISTANCE:  →  if card.family <= Family.DISTANCE:": "the first in the alphabet",
    },
    "game/match/bots/client.py": {"self._number += 1  →  self._number += 2": "numbers need only differ"},
    "game/match/forms.py": {
        "if not bots.issuperset(places) or len(set(places)) != len(places):  →  "
        "if not bots.issuperset(places) or len(set(places)) < len(places):": (
            "a set is never longer than what it was made of"
        ),
    },
    "game/features/lesson/model.py": {
        'return LessonStep(move(f"{1 - PUPIL} {text}"), _cards(draws), notes)  →  '
        'return LessonStep(move(f"{1 + PUPIL} {text}"), _cards(draws), notes)': "the pupil sits in seat 0",
    },
}
"""By file and change; whoever changes the line has to look again."""


def is_equal(mutant: Mutant) -> bool:
    """Whether it is known to change nothing."""
    return mutant.change in EQUAL.get(mutant.path, {})
