"""A screen reader that writes down what it is told, for tests; see ``listen_in``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import accesskit
import pygame

from game.ui.screen_reader.reader import READER_REQUEST
from game.ui.screen_reader.requests import ReaderRequest
from game.ui.screen_reader.systems import Handlers
from game.ui.screen_reader.tree import ROOT
from tests.window import Driver


@dataclass
class RecordingReader:
    """What a reader knows: AccessKit's ``nodes`` by their numbers, the ``focus``, and what was ``said`` to it.

    An update that leaves it with a node that nobody has told, or with a focus that is none, is an error here as there.
    """

    handlers: Handlers
    nodes: dict[int, Any] = field(default_factory=dict)
    focus: int = 0
    said: list[tuple[str, str]] = field(default_factory=list)
    updates: int = 0
    has_focus: bool = False
    speaks: bool = True

    def update(self, make: Callable[[], Any]) -> None:
        update = make()
        self.updates += 1
        told = dict(update.nodes)
        for number, node in told.items():
            if node.live is not None and number not in self.nodes:
                self.said.append((str(node.live).rpartition(".")[2], node.value))
        known, self.nodes = {**self.nodes, **told}, {}
        self._keep(1, known)
        self.focus = update.focus
        assert self.focus in self.nodes
        assert told.keys() <= self.nodes.keys(), "what nobody holds is told"

    def _keep(self, number: int, known: dict[int, Any]) -> None:
        assert number not in self.nodes, "it is held twice"
        self.nodes[number] = known[number]
        for child in known[number].children:
            self._keep(child, known)

    def reads_aloud(self) -> bool:
        return self.speaks

    def set_focus(self, *, is_focused: bool) -> None:
        self.has_focus = is_focused

    def set_place(self, place: tuple[int, int, int, int]) -> None:
        """Nobody looks."""

    # -- what its user does ---------------------------------------------------------------------------------------

    def name(self, number: int) -> str:
        node = self.nodes[number]
        return node.label or node.value or ""

    @property
    def names(self) -> list[str]:
        return [self.name(number) for number in self.nodes]

    @property
    def focused(self) -> str:
        return self.name(self.focus)

    def role(self, name: str) -> str:
        return str(self.nodes[self.find(name)].role).rpartition(".")[2]

    def known(self, number: int = ROOT) -> tuple[object, ...]:
        """All that it knows, to be compared; the numbers hang on how often it was told what came and went."""
        about = (
            "role",
            "description",
            "is_disabled",
            "is_selected",
            "toggled",
            "position_in_set",
            "size_of_set",
            "live",
        )
        node = self.nodes[number]
        facts = [str(getattr(node, fact)) for fact in about]
        return self.name(number), number == self.focus, *facts, *map(self.known, node.children)

    def find(self, name: str) -> int:
        found = [number for number in self.nodes if self.name(number) == name]
        assert found, f"{name!r} is not among {self.names}"
        return found[0]

    def ask(self, driver: Driver, action: str, name: str, value: str | float | None = None) -> None:
        """Ask for it as AccessKit does, and let a few frames pass."""
        assert self.nodes[self.find(name)].supports_action(getattr(accesskit.Action, action)), f"{name} can't {action}"
        driver.post(READER_REQUEST, request=ReaderRequest(action, self.find(name), value))
        driver.settle()

    def take_said(self) -> list[tuple[str, str]]:
        said, self.said = self.said, []
        return said


def listen_in(driver: Driver, *, speaks: bool = True) -> RecordingReader:
    """Let a reader come to the program, and hear what it is told at first."""
    readers: list[RecordingReader] = []

    def opened(_title: str, handlers: Handlers) -> RecordingReader:
        readers.append(RecordingReader(handlers, speaks=speaks))
        return readers[0]

    driver.app.reader.open("", opened)
    readers[0].handlers.on_activated()
    driver.settle()
    return readers[0]


NAMELESS = {"WINDOW", "GENERIC_CONTAINER", "ROW", "GROUP", "TEXT_RUN"}
"""What holds others and is told by what is in it, and what is in a field; a group has a name where it helps."""


def untold(driver: Driver, steps: int) -> Iterator[str]:
    """What a reader of this screen could not name, and where the focus goes unseen by it on so many steps by Tab."""
    reader = listen_in(driver)
    for number, node in reader.nodes.items():
        role = str(node.role).rpartition(".")[2]
        if role not in NAMELESS and not reader.name(number):
            yield f"a {role} without a name"
    for step in range(steps if list(driver.app.scene.pressable_ids()) else 0):
        driver.key(pygame.K_TAB)
        driver.settle()
        if reader.focus == ROOT or not reader.focused:
            yield f"after {step + 1} steps nothing is focused"
