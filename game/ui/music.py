"""Music: two themes a piece, of a few choruses each.

A piece plays the choruses of one theme, then those of the other, and goes on where it was when it comes again; which
theme and chorus is first is drawn once a session. A separate thread loads each chorus; the frame loop only asks whether
it is ready.
"""

from __future__ import annotations

from collections import deque
from random import Random
from threading import Thread
from types import MappingProxyType
from typing import Literal, Protocol

PieceName = Literal["title", "race", "last_200", "win"]


def _theme(name: str, count: int) -> tuple[str, ...]:
    return tuple(f"{name}_{n}" for n in range(1, count + 1))


THEMES = MappingProxyType[PieceName, tuple[tuple[str, ...], ...]](
    {
        "title": (_theme("waltz", 2), _theme("beguine", 2)),
        "race": (_theme("foxtrot", 3), _theme("swing", 3)),
        "last_200": (_theme("walking", 2), _theme("tango", 2)),
        "win": (_theme("slow_fox", 1), _theme("march", 1)),
    }
)
"""The themes of each piece: the files of their choruses in ``assets/music``, without suffix."""

_BREATH_S = 2.0  # between two choruses
_CROSSFADE_S = 2.5  # from one piece to another
_FADE_S = 0.6  # for the full volume range, when switched or ducked
_DUCKED = 0.45  # of the volume, while a meaningful sound plays
_DUCK_S = 1.4
_LATE_S = 0.5  # the longest frame counted as music; the rest of a stall is not


def _in_turn(themes: tuple[tuple[str, ...], ...], rng: Random) -> deque[str]:
    """Return the choruses of a piece in the order in which they are heard: theme by theme."""
    return deque(chorus for theme in rng.sample(themes, len(themes)) for chorus in rng.sample(theme, len(theme)))


class MusicOutput(Protocol):
    """A device that plays one chorus; during a cross-fade also the previous one."""

    def load_chorus(self, chorus: str) -> bool:
        """Load a chorus, which may take long; return False if it cannot be loaded."""
        ...

    def start_chorus(self, gain: float, fade_s: float) -> None:
        """Fade in the chorus loaded last, and fade out the present one."""
        ...

    def set_music_gain(self, gain: float) -> None: ...

    def pause_music(self, *, paused: bool) -> None:
        """Pause the music, or continue it."""
        ...

    def is_chorus_over(self) -> bool:
        """Return whether no chorus plays; a paused chorus counts as playing."""
        ...


class Music:
    """Plays the piece chosen with ``set_piece``. While music cannot be heard, nothing is loaded and no time counts."""

    def __init__(self, output: MusicOutput | None, rng: Random | None = None) -> None:
        self._output = output
        self._queues = {piece: _in_turn(themes, rng or Random()) for piece, themes in THEMES.items()}
        self._wanted: PieceName | None = None
        self._playing: PieceName | None = None
        self._loader: Thread | None = None
        self._loading: tuple[PieceName, str] | None = None
        self._is_loaded = False
        self._now_s = self._heard_s = self._over_s = self._ducked_until_s = 0.0
        self._volume = self._loudest = self._gain = 0.0
        self._is_held = False

    @property
    def piece(self) -> PieceName | None:
        """The piece of music for the present screen, whether or not it can be heard."""
        return self._wanted

    def set_piece(self, piece: PieceName | None) -> None:
        """Choose the piece of the present screen. None lets the present chorus end, then there is silence."""
        self._wanted = piece

    def set_volume(self, gain: float) -> None:
        """Set the volume, 0 to 1."""
        self._volume = gain
        self._loudest = gain or self._loudest

    def duck(self) -> None:
        """Lower the volume for a moment while a sound plays."""
        self._ducked_until_s = self._now_s + _DUCK_S

    def update(self, now_s: float, *, can_be_heard: bool) -> None:
        """Apply the volume and start the next chorus when it is due; call this once a frame."""
        passed_s = max(0.0, min(_LATE_S, now_s - self._now_s))
        self._now_s = now_s
        if self._output is None:
            return
        is_wanted = can_be_heard and self._volume > 0
        self._follow_volume(self._output, self._volume if is_wanted else 0.0, passed_s)
        if is_wanted:
            self._heard_s += passed_s
            self._follow_piece(self._output)

    def _follow_volume(self, output: MusicOutput, goal: float, passed_s: float) -> None:
        """Move the gain toward the volume; pause the music at gain 0."""
        goal *= _DUCKED if self._now_s < self._ducked_until_s else 1.0
        way = max(self._loudest, self._gain) * passed_s / _FADE_S
        gain = min(goal, self._gain + way) if goal > self._gain else max(goal, self._gain - way)
        if gain == self._gain:
            return
        self._gain = gain
        output.set_music_gain(gain)
        if self._is_held != (gain == 0):
            self._is_held = gain == 0
            output.pause_music(paused=self._is_held)

    def _follow_piece(self, output: MusicOutput) -> None:
        if self._loader is not None:
            if not self._loader.is_alive():
                self._loader = None
                self._begin(output)
        elif self._is_due(output):
            self._load(output)

    def _is_due(self, output: MusicOutput) -> bool:
        """Return whether to start a chorus: at once for a new piece, after a gap for the same piece."""
        if self._wanted is None:
            return False
        if self._wanted != self._playing:
            return True
        if not output.is_chorus_over():
            self._over_s = self._heard_s
        return self._heard_s - self._over_s >= _BREATH_S

    def _load(self, output: MusicOutput) -> None:
        assert self._wanted is not None
        queue = self._queues[self._wanted]
        if not queue:
            self._playing, self._over_s = self._wanted, self._heard_s  # in silence
            return
        chorus = queue.popleft()
        self._loading, self._is_loaded = (self._wanted, chorus), False
        self._loader = Thread(target=self._load_now, args=(output, chorus), name="music", daemon=True)
        self._loader.start()

    def _load_now(self, output: MusicOutput, chorus: str) -> None:
        self._is_loaded = output.load_chorus(chorus)

    def _begin(self, output: MusicOutput) -> None:
        """Start the loaded chorus, if its piece is still wanted."""
        assert self._loading is not None
        piece, chorus = self._loading
        if not self._is_loaded:
            return
        self._queues[piece].append(chorus)
        if piece == self._wanted:
            output.start_chorus(self._gain, 0.0 if self._playing == piece else _CROSSFADE_S)
            self._playing, self._over_s = piece, self._heard_s

    def close(self, patience_s: float) -> bool:
        """Wait at most ``patience_s`` for a chorus being loaded; return True if none is being loaded any more."""
        if self._loader is not None:
            self._loader.join(patience_s)
        return self._loader is None or not self._loader.is_alive()
