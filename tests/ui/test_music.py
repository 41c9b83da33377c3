from __future__ import annotations

from random import Random
from threading import Event

from game.ui.music import THEMES, Music, PieceName
from tests.cases import each
from tests.recording_output import RecordingOutput

CHORUSES = {piece: [chorus for theme in themes for chorus in theme] for piece, themes in THEMES.items()}
CHORUS_S = 50.0
FRAME_S = 0.1


class Listener:
    """Music on an output that is told when a chorus is over, by a clock of its own."""

    def __init__(self, *, seed: int = 1, volume: float = 0.5) -> None:
        self.output = RecordingOutput()
        self.music = Music(self.output, Random(seed))
        self.music.set_volume(volume)
        self.now_s = 0.0
        self.can_be_heard = True
        self.begun: list[tuple[float, str]] = []

    def listen(self, seconds: float) -> None:
        end_s = self.now_s + seconds
        while self.now_s < end_s:
            self.now_s += FRAME_S
            if self.begun and self.now_s - self.begun[-1][0] >= CHORUS_S and not self.output.is_held:
                self.output.chorus_is_over = True
            self.music.update(self.now_s, can_be_heard=self.can_be_heard)
            self.music.close(10)
            if len(self.output.begun) > len(self.begun):
                self.begun.append((self.now_s, self.output.begun[-1][0]))

    @property
    def heard(self) -> list[str]:
        return [chorus for chorus, _fade_s in self.output.begun]


def test_music_plays_chorus_after_chorus_with_a_pause_between() -> None:
    listener = Listener()
    listener.music.set_piece("race")
    listener.listen(3 * CHORUS_S)
    assert len(listener.heard) == 3
    assert set(listener.heard) <= set(CHORUSES["race"])
    first, second = (at_s for at_s, _chorus in listener.begun[:2])
    assert CHORUS_S + 1 < second - first < CHORUS_S + 4


@each("piece", THEMES)
@each("seed", range(3))
def test_music_plays_a_theme_to_its_end_then_the_other_before_any_chorus_again(piece: PieceName, seed: int) -> None:
    listener = Listener(seed=seed)
    listener.music.set_piece(piece)
    count = len(CHORUSES[piece])
    listener.listen((2 * count + 1) * (CHORUS_S + 3))
    first, second = listener.heard[:count], listener.heard[count : 2 * count]
    assert first == second
    half = len(THEMES[piece][0])
    assert {frozenset(first[:half]), frozenset(first[half:])} == set(map(frozenset, THEMES[piece]))


def test_music_goes_on_with_the_next_chorus_when_a_piece_comes_again() -> None:
    listener = Listener()
    for piece in ("race", "title", "race", "title", "race"):
        listener.music.set_piece(piece)
        listener.listen(20)
    assert len(set(listener.heard)) == 5


def test_music_order_depends_on_the_seed() -> None:
    orders = set()
    for seed in range(4):
        listener = Listener(seed=seed)
        listener.music.set_piece("title")
        listener.listen(300)
        orders.add(tuple(listener.heard))
    assert len(orders) > 1


def test_music_changes_to_another_piece_at_once_by_a_cross_fade() -> None:
    listener = Listener()
    listener.music.set_piece("race")
    listener.listen(20)
    listener.music.set_piece("last_200")
    listener.listen(1)
    assert listener.heard[1] in CHORUSES["last_200"]
    assert listener.output.begun[1][1] > 1


def test_piece_no_longer_wanted_when_loaded_is_not_heard() -> None:
    listener = Listener()
    listener.music.set_piece("race")
    listener.music.update(0.1, can_be_heard=True)
    listener.music.set_piece("win")
    listener.music.close(10)
    listener.listen(5)
    assert len(listener.heard) == 1
    assert listener.heard[0] in CHORUSES["win"]


def test_music_at_volume_0_loads_nothing() -> None:
    listener = Listener(volume=0)
    listener.music.set_piece("title")
    listener.listen(60)
    assert listener.output.loaded == ""


def test_music_fades_out_at_volume_0_and_later_goes_on_where_it_was() -> None:
    listener = Listener()
    listener.music.set_piece("title")
    listener.listen(10)
    listener.music.set_volume(0)
    listener.listen(0.3)
    assert not listener.output.is_held
    listener.listen(2)
    assert listener.output.is_held
    assert listener.output.music_gains[-1] == 0
    listener.music.set_volume(0.5)
    listener.listen(5)
    assert not listener.output.is_held
    assert listener.output.music_gains[-1] == 0.5
    assert len(listener.heard) == 1


def test_music_rests_while_it_cannot_be_heard() -> None:
    listener = Listener()
    listener.can_be_heard = False
    listener.music.set_piece("title")
    listener.listen(60)
    assert listener.heard == []
    listener.can_be_heard = True
    listener.listen(1)
    assert len(listener.heard) == 1


def test_music_ducks_for_a_sound_and_comes_back() -> None:
    listener = Listener()
    listener.music.set_piece("title")
    listener.listen(10)
    listener.music.duck()
    listener.listen(1)
    assert listener.output.music_gains[-1] < 0.3
    listener.listen(3)
    assert listener.output.music_gains[-1] == 0.5


def test_chorus_without_a_file_is_skipped() -> None:
    listener = Listener()
    listener.output.missing = set(CHORUSES["win"][1:])
    listener.music.set_piece("win")
    listener.listen(200)
    assert set(listener.heard) == {CHORUSES["win"][0]}


def test_music_without_any_file_is_silent() -> None:
    listener = Listener()
    listener.output.missing = set(CHORUSES["win"])
    listener.music.set_piece("win")
    listener.listen(60)
    assert listener.heard == []


def test_music_calls_return_at_once_while_a_chorus_loads() -> None:
    may_go_on = Event()

    class SlowOutput(RecordingOutput):
        def load_chorus(self, chorus: str) -> bool:
            return may_go_on.wait(10) and super().load_chorus(chorus)

    output = SlowOutput()
    music = Music(output, Random(1))
    music.set_volume(1)
    music.set_piece("title")
    for n in range(20):
        music.update(n / 10, can_be_heard=True)
    assert output.begun == []
    may_go_on.set()
    assert music.close(10)
    music.update(3, can_be_heard=True)
    assert len(output.begun) == 1
