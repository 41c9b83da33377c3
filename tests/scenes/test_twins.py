"""Pairs of matches that differ only in what others hold, walked through every screen: nothing differs on any of them.

The same presses are made in both, one after the other in the same folder. After each of them picture, control tree,
what a screen reader is told, what is read aloud and how many files were written must be equal, whatever lies in the
hands that nobody may see.
At night more pairs are walked.
"""

from __future__ import annotations

import shutil
import time
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

from tests.nightly import NIGHTLY, at_night
from tests.recording_reader import listen_in
from tests.recording_voice import RecordingVoice, listen, switch_on

from tests.window import Driver, open_window  # isort: skip - before pygame, so that no window opens

import pygame
import pytest

from game.drivers import remarks
from game.engine.observation import Phase
from game.engine.record import replay
from game.files.writer import FileWriter
from game.match import session as sessions
from game.match.match_file import SavedLeg, SavedMatch
from game.people.looks import Paint, Symbol
from game.people.players import HUMAN, Player, PlayerKind, bot
from game.people.profiles import Livery, Profile
from game.ui.accessibility_tree import Node
from tests.fixed_decks import ScriptedBots
from tests.monkey.episode import sketching
from tests.played_legs import played_match
from tests.twins import hidden, twin

ZOE = Player(PlayerKind.HUMAN, profile=Profile("zoe", "Zoé", Livery(Symbol.RING, Paint.BLACK)))
TABLES = {
    "four": (HUMAN, bot("carla"), ZOE, bot("hugo")),
    "persons alone": (HUMAN, ZOE, HUMAN, HUMAN),
    "one": (HUMAN, bot("carla"), bot("nina"), bot("hugo")),
}
ROLES = {"button", "tab", "listitem", "link", "radio"}
UNWISHED = {
    *(
        "quit",
        "save",
        "delete",
        "copy",
        "start",
        "play",
        "race",
        "race.length.leg",
        "race.length.match",
        "delegate",
        "reset",
        "new_match",
        "take_in",
    ),
    *("muted", "sound", "fullscreen", "lesson", "begin", "knows_game", "play_today", "play_day", "play_code", "add"),
    *("drive", "again", "race.length.leg", "race.length.match", "hint.do"),
}
"""What would end the program, begin another match or change what is kept, or has a time or a name by lot in it."""
TABS_ONLY = {"settings", "language", "profiles", "setup", "deal"}
"""What is set there is the same for whoever holds which cards: its pages are looked at."""
ESCAPE = ("key", "K_ESCAPE")
LAST = ("close", "back", "leave", "here")
KEYS = {"table": ("K_v", "K_h")}
"""What is pressed beside the controls: a look at the discards, a hint."""
READ_IN_THREADS = ("roadbook", "import", "replay")
PAGES = ("tabs.", "categories.", "where.", "page.", "parts.")
MOST_STEPS = 260
TOAST_S = 10.0
"""After this, nothing more is shown of the speech being on, which else stays for more or fewer of the first screens."""
NOON_S = 1_764_072_000.0


@dataclass
class Walk:
    """What was done, and what was there after each of it."""

    actions: list[tuple[str, str]] = field(default_factory=list)
    seen: list[tuple[object, ...]] = field(default_factory=list)
    scenes: Counter[str] = field(default_factory=Counter)


class Walker:
    """Presses everything that can be pressed, each once a screen, and goes back where nothing is left to be pressed."""

    def __init__(self, driver: Driver, voice: RecordingVoice, writes: list[Path], *, may_uncover: bool) -> None:
        self.driver = driver
        self.walk = Walk()
        self._voice = voice
        self._reader = listen_in(driver)  # the voice goes on beside it
        switch_on(driver, voice)
        driver.clock.now_s += TOAST_S
        self._writes = writes
        self._tried: set[tuple[str, str]] = set()
        self._ways: dict[str, dict[tuple[str, str], str]] = {}
        self._left: dict[str, int] = {}
        self._unwished = UNWISHED if may_uncover else {*UNWISHED, "here"}

    def look(self) -> None:
        """Note what is there."""
        driver = self.driver
        driver.settle()
        picture = zlib.crc32(driver.picture().get_view("2").raw)
        said = tuple(listen(driver, self._voice))
        if driver.scene in READ_IN_THREADS:  # what is there may come before or after the rest is said
            driver.key(pygame.K_s)
            said = tuple(listen(driver, self._voice))[-1:]
        nodes = tuple(driver.nodes())
        self.walk.seen.append((driver.scene, nodes, self._reader.known(), said, picture, len(self._writes)))
        self.walk.scenes[driver.scene] += 1

    def do(self, action: tuple[str, str]) -> None:
        """Press a control by its id, or a key; where that led to is remembered."""
        how, what = action
        before = self.driver.scene
        self.walk.actions.append(action)
        if how == "key":
            self.driver.key(getattr(pygame, what))
        else:
            self.driver.press(what)
        self.look()
        self._ways.setdefault(before, {})[action] = self.driver.scene

    def explore(self) -> None:
        """Press everything, until there is no way to anything that was not pressed yet."""
        self.look()
        while len(self.walk.actions) < MOST_STEPS:
            scene = self.driver.scene
            untried = [("key", key) for key in KEYS.get(scene, ()) if (scene, key) not in self._tried]
            untried += [("press", node.id) for node in self._untried()]
            self._left[scene] = len(untried)
            if untried:
                self._tried.add((scene, untried[0][1]))
                self.do(untried[0])
            elif ESCAPE not in self._ways.get(scene, {}):
                self.do(ESCAPE)
            elif (way := self._way_on(scene)) is not None:
                self.do(way)
            else:
                return

    def _way_on(self, scene: str) -> tuple[str, str] | None:
        """The first press on the shortest known way to a screen on which something was not pressed yet."""
        reached, ahead = {scene}, [(way, to) for way, to in self._ways.get(scene, {}).items()]
        pressable = {node.id for node in self.driver.nodes()}
        ahead = [(way, to) for way, to in ahead if way == ESCAPE or way[1] in pressable]
        for way, to in ahead:
            if self._left.get(to, 1):
                return way
            if to not in reached:
                reached.add(to)
                ahead += [(way, further) for further in self._ways.get(to, {}).values()]
        return None

    def _untried(self) -> Iterator[Node]:
        scene = self.driver.scene
        for node in sorted(self.driver.nodes(), key=_how_late):
            is_page = node.id.startswith(PAGES)
            is_wished = node.enabled and node.role in ROLES and node.id not in self._unwished
            if is_wished and (is_page or scene not in TABS_ONLY) and (scene, node.id) not in self._tried:
                yield node


def _how_late(node: Node) -> tuple[int, bool, bool]:
    """What leads away from a screen, or from what was chosen in a list, is pressed after what is there."""
    is_other = node.role == "listitem"
    return (LAST.index(node.id) + 1 if node.id in LAST else 0), node.id.startswith(PAGES), is_other


@contextmanager
def program(folder: Path, saved: SavedMatch) -> Iterator[tuple[Driver, RecordingVoice, list[Path]]]:
    """The program with that match kept, at noon of one day; what it writes is counted."""
    shutil.rmtree(folder, ignore_errors=True)
    writes: list[Path] = []
    submit = FileWriter.submit

    def counted(writer: FileWriter, path: Path, data: Any) -> Any:
        writes.append(path)
        return submit(writer, path, data)

    voice = RecordingVoice()
    with (
        sketching(),  # each picture in a colour of its own: what differs is seen all the same
        mock.patch.object(sessions, "WorkerBots", ScriptedBots),
        mock.patch.object(time, "time", return_value=NOON_S),
        mock.patch.object(FileWriter, "submit", counted),
        mock.patch("game.settings.user_files.random_profile_id", return_value="0a1b2c3d4e5"),
        mock.patch("game.scenes.progress._APPEARS_S", 1e9),  # whether an export takes long is the machine's affair
        open_window(folder, size=(960, 540), voice=voice) as driver,
        mock.patch.object(
            remarks, "REMARK_PROBABILITIES", dict.fromkeys(remarks.RemarkOccasion, 1.0)
        ),  # whoever might speak does
    ):
        driver.app.files.matches.mkdir(parents=True, exist_ok=True)
        driver.app.files.match_path("kept").write_bytes(saved.to_bytes())
        driver.app.go_home()
        driver.settle()
        yield driver, voice, writes


def assert_alike(first: Walk, second: Walk) -> None:
    """Say at which step, after which press, and in what they differ."""
    for step, (one, other) in enumerate(zip(first.seen, second.seen, strict=False)):
        names = ("scene", "controls", "told to a screen reader", "speech", "picture", "files written")
        differing = [name for name, a, b in zip(names, one, other, strict=True) if a != b]
        details = [(a, b) for name, a, b in zip(names, one, other, strict=True) if a != b and name not in names[1:3]]
        assert not differing, (
            f"step {step} in {one[0]} after {first.actions[max(0, step - 4) : step]}: {differing} {details}"
        )
    assert len(first.seen) == len(second.seen)


def cut(players: tuple[Player, ...], moves: int, *, seed: int = 3) -> SavedMatch:
    """A match with these players, in its second leg after so many moves."""
    saved = played_match(seed=seed)
    record = replace(saved.records[1], moves=saved.records[1].moves[:moves])
    legs = (saved.legs[0], SavedLeg(record))
    saved = replace(saved, legs=legs, players=players, begun_s=1_700_000_000, saved_s=1_700_000_000)
    return SavedMatch.from_bytes(saved.to_bytes())


def walked(folder: Path, pair: tuple[SavedMatch, SavedMatch], *, may_uncover: bool) -> Walk:
    """Walk through the first match, do the same in the second, and compare; what was done."""
    with program(folder, pair[0]) as opened:
        first = Walker(*opened, may_uncover=may_uncover)
        first.explore()
    with program(folder, pair[1]) as opened:
        second = Walker(*opened, may_uncover=may_uncover)
        second.look()
        for action in first.walk.actions:
            second.do(action)
    assert_alike(first.walk, second.walk)
    return first.walk


EVERYWHERE = {
    *("handover", "menu", "rules", "settings", "language", "about", "report", "title", "roadbook", "replay"),
    *("setup", "one_screen", "profiles", "import", "notice", "deal"),
}


@pytest.mark.parametrize(("table", "moves"), [("four", 33), *([("four", 2), ("persons alone", 20)] if NIGHTLY else [])])
def test_screens_reveal_no_hand_before_a_player_takes_the_screen(tmp_path: Path, table: str, moves: int) -> None:
    saved = cut(TABLES[table], moves)
    other = twin(saved, Random(1))
    assert hidden(other) != hidden(saved)
    assert set(walked(tmp_path / "user", (saved, other), may_uncover=False).scenes) >= EVERYWHERE


@at_night
@pytest.mark.parametrize(("table", "moves"), [("four", 33), ("persons alone", 20), ("one", 30)])
def test_screens_reveal_no_other_hand_to_the_player_at_the_screen(tmp_path: Path, table: str, moves: int) -> None:
    saved, seat = _at_a_persons_turn(TABLES[table], moves)
    other = twin(saved, Random(1), seat=seat)
    assert hidden(other) != hidden(saved)
    scenes = set(walked(tmp_path / "user", (saved, other), may_uncover=True).scenes)
    assert scenes >= {*EVERYWHERE, "table", "discards"} - ({"handover"} if table == "one" else set())


def _at_a_persons_turn(players: tuple[Player, ...], moves: int) -> tuple[SavedMatch, int]:
    """The match after so many moves, or a few more, and whose turn it is."""
    for more in range(moves, moves + 20):
        saved = cut(players, more)
        leg = replay(saved.records[-1])
        if leg.phase is Phase.TURN and leg.seat is not None and players[leg.seat].is_human:
            return saved, leg.seat
    raise AssertionError("no such moment")


@at_night
@pytest.mark.parametrize("seed", range(6))
def test_screens_never_reveal_whether_a_hazard_could_be_answered(tmp_path: Path, seed: int) -> None:
    """One holds the safety and lets it be, the other one has none: alike but for what is asked of that person alone."""
    saved, other = _attacked(seed)
    walks: list[Walk] = []
    for one in (saved, other):
        with program(tmp_path / "user", one) as opened:
            walker = Walker(*opened, may_uncover=False)
            driver = walker.driver
            walker.look()
            walker.do(("press", "one_screen"))
            walker.do(("press", "continue"))
            assert driver.scene == "handover"
            begun = len(walker.walk.actions)
            driver.press("here")
            driver.until(lambda driver=driver: driver.scene == "hazard", "the hazard")  # type: ignore[misc]
            driver.settle()
            driver.press(
                "no" if driver.app.session is not None and driver.app.session.hot_seat.hazard_answers else "go_on"
            )
            driver.until(lambda driver=driver: driver.scene == "handover", "the next one")  # type: ignore[misc]
            listen(driver, walker._voice)
            if walks:
                walker.look()
                for action in walks[0].actions[begun:]:
                    walker.do(action)
            else:
                walker.explore()
            walks.append(walker.walk)
    assert_alike(*walks)


def _attacked(seed: int) -> tuple[SavedMatch, SavedMatch]:
    """A match in which a person has just been hit, once by what nobody can answer, and once by what that person can."""
    for moves in range(1, 200):
        saved = cut(TABLES["persons alone"], moves, seed=seed)
        leg = replay(saved.records[-1])
        last = leg.moves[-1]
        if last.side in (None, (last.seat + 1) % 4):  # whose turn it is next is the one who was hit
            continue
        for lots in range(12):
            other = twin(saved, Random(lots), seat=last.seat)
            phases = [replay(one.records[-1]).phase for one in (saved, other)]
            if sorted(phases) == [Phase.COUP_FOURRE, Phase.TURN]:
                return saved, other
    raise AssertionError("no such match")
