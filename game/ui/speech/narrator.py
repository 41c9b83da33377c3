"""The narrator says what is new on the screen, by comparing the accessibility tree and event logs with what it said.

It knows only the tree, so it cannot reveal anything the player may not know. Results of a press interrupt the
present speech; events that happen by themselves wait until it ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from game.i18n import _, _n
from game.i18n.punctuation import heading, join_with_commas, label_with_text, with_brackets
from game.ui.accessibility_tree import Node
from game.ui.scene import Scene
from game.ui.screen_reader.reader import ScreenReader
from game.ui.speech.speech import Speech
from game.ui.speech.wording import container_of, describe, readable, sentences, spoken, text_parts, unavailable_word

_MOST_NEWS = 12  # a player who jumps far ahead does not want to hear everything
_STEP_S = 0.1  # while something moves, the least time between readings of the tree
_READ = frozenset({"text", "status", "row"})


@dataclass(slots=True)
class _NarratedScene:
    """What has been said about a scene: its focused nodes with their state, its texts, its cards and its log lines.

    ``about`` is the description just said of the focused node, ``passing`` the names of ``status`` nodes. ``has_news``
    means that log lines came since the texts were last said; ``is_entered`` that the scene was topmost before.
    """

    focus: dict[str, Node] = field(default_factory=dict)
    about: str = ""
    whole: str = ""
    texts: dict[str, Node] = field(default_factory=dict)
    passing: frozenset[str] = frozenset()
    cards: Counter[str] | None = None
    news: list[str] | None = None
    has_news: bool = False
    is_entered: bool = False


class Narrator:
    """Says what the scenes show. Call ``update`` once a frame, ``report_press`` when a key or the mouse is pressed."""

    def __init__(self, speech: Speech) -> None:
        self._speech = speech
        self.reader: ScreenReader | None = None
        """The screen reader used instead of the game's voice; it says the focused node on its own."""
        self._heard: WeakKeyDictionary[Scene[Any], _NarratedScene] = WeakKeyDictionary()
        self._scene: Scene[Any] | None = None
        self._interrupts = False
        self._read_s = 0.0
        self._rival = self._line = 0
        self.is_behind = False
        """Whether something has not been said yet because the screen was moving."""

    def reset(self) -> None:
        """Forget what was said, so that everything is said again."""
        self._heard.clear()
        self._scene = None
        self.is_behind = True

    def report_press(self) -> None:
        """Report that the player pressed something: what follows interrupts the present speech."""
        self._interrupts = True
        self._read_s = 0.0

    def say(self, *parts: str, is_assertive: bool = False) -> None:
        """Say words that belong to no scene. They interrupt after a press, and a screen reader if ``is_assertive``."""
        words = sentences(parts)
        if not words:
            return
        if self.reader is not None:
            self.reader.announce(words, is_assertive=is_assertive)
        else:
            self._speech.say(words, interrupts=self._interrupts)
        self._interrupts = False

    def silence(self) -> None:
        self._speech.silence()

    # -- changes ----------------------------------------------------------------------------------------------------

    def update(self, scenes: Sequence[Scene[Any]], now_s: float) -> None:
        """Say what is new on the screen; ``scenes`` are the visible ones, topmost first."""
        scene = scenes[0]
        if scene.is_private:
            self._say_private_notice(scene)
            return
        self.is_behind = is_moving = scene.is_moving()
        if scene is self._scene and is_moving and now_s - self._read_s < _STEP_S:
            return
        self._read_s = now_s
        is_pressed = self._interrupts
        has_news = [self._say_news(other, self._heard.setdefault(other, _NarratedScene())) for other in scenes]
        nodes, heard = scene.nodes(), self._heard[scene]
        if scene is not self._scene:
            self._scene = scene
            self._say_scene(nodes, heard, asks=not scene.opaque)
        if not is_moving:
            self._say_drawn_cards(nodes, heard, is_private=scene.is_hand_private)
        self._say_focus_change(nodes, heard, has_news=any(has_news))
        heard.texts = {id: node for id, node in heard.texts.items() if id in _texts(nodes)}
        if is_pressed or not is_moving:
            self._say_new_texts(nodes, heard, asks=is_pressed)
        self._say_status(nodes, heard)
        if self._interrupts and heard.focus:  # the press changed nothing: repeat the focus
            self._say_focused(list(heard.focus.values())[-1], nodes, heard)

    def _say_private_notice(self, scene: Scene[Any]) -> None:
        """Say only how to hear a private scene, because others may be listening."""
        self.is_behind = False
        if scene is not self._scene:
            self._scene = scene
            self.say(_("This is for you alone. F7 reads it aloud."), is_assertive=True)

    def _say_scene(self, nodes: Sequence[Node], heard: _NarratedScene, *, asks: bool) -> None:
        """Say all texts of a scene, or only its heading if the scene was topmost before."""
        texts = _texts(nodes)
        told_now = list(texts.values())[:1] if heard.is_entered else list(texts.values())
        heard.is_entered = True
        self.say(*(part for node in told_now for part in text_parts(node)), is_assertive=asks)
        heard.texts, heard.focus, heard.whole = texts, {}, ""

    def _say_news(self, scene: Scene[Any], heard: _NarratedScene) -> bool:
        """Say log lines that were added since the last call, none at the first call; return True if there were any."""
        news = scene.log_lines()
        old, heard.news = heard.news, None if news is None else list(news)
        if old is None or heard.news is None or old == heard.news:
            return False
        self._line = 0
        is_longer = heard.news[: len(old)] == old
        for line in heard.news[len(old) :][-_MOST_NEWS:] if is_longer else heard.news[-1:]:
            self.say(line)
        heard.has_news = True
        return True

    def _say_drawn_cards(self, nodes: Sequence[Node], heard: _NarratedScene, *, is_private: bool) -> None:
        """Say which cards the player drew from the pile, unless others may be listening."""
        hand = Counter(node.name for node in _hand(nodes))
        old, heard.cards = heard.cards, hand
        if old is None:
            return
        drawn = list((hand - old).elements())
        if drawn and not is_private:
            self.say(_("You draw {cards}", cards=join_with_commas(drawn)))

    def _say_focus_change(self, nodes: Sequence[Node], heard: _NarratedScene, *, has_news: bool) -> None:
        """Say the newly focused node, or its new state; but not that of a log whose new lines were just said."""
        old, heard.focus = heard.focus, {node.id: node for node in nodes if node.focused}
        fresh = [node for id, node in heard.focus.items() if id not in old]
        heard.about = fresh[-1].description if fresh else ""
        if self.reader is not None:
            if fresh and fresh[-1].id != next(reversed(heard.focus)):  # a reader says the last one by itself
                self.say(describe(fresh[-1], nodes))
            return
        if not fresh and len(heard.focus) < len(old):
            fresh = list(heard.focus.values())
        if fresh:
            self._say_focused(fresh[-1], nodes, heard, heard.about)
            return
        for id, node in heard.focus.items():
            before = old[id]
            if node.name != before.name:
                self.say(describe(node, nodes))
            elif node.value != before.value and not (has_news and node.role == "log"):
                self.say(_changed(node, nodes))

    def _say_focused(self, node: Node, nodes: Sequence[Node], heard: _NarratedScene, about: str = "") -> None:
        """Say the focused node and its description; a screen reader does so on its own."""
        if self.reader is not None:
            self._interrupts = False
            return
        whole = container_of(node, nodes)
        parts = [whole.name] if whole is not None and whole.id != heard.whole else []
        heard.whole = node.id if whole is None else whole.id
        self.say(*parts, describe(node, nodes), about)

    def _say_new_texts(self, nodes: Sequence[Node], heard: _NarratedScene, *, asks: bool) -> None:
        """Say new and changed texts, except those already said with the focus or the log lines."""
        old, heard.texts = heard.texts, _texts(nodes)
        known = {words for node in heard.focus.values() for words in text_parts(node)} | set((heard.news or [])[-1:])
        for id, node in heard.texts.items():
            before = text_parts(old[id]) if id in old else []
            parts = [part for part in text_parts(node) if part not in before]
            if parts and heard.has_news:
                parts = text_parts(node)
            self.say(*(part for part in parts if part not in known and part not in heard.about), is_assertive=asks)
        heard.has_news = False

    def _say_status(self, nodes: Sequence[Node], heard: _NarratedScene) -> None:
        """Say new texts of ``status`` nodes, if nothing else is waiting to be said."""
        old, heard.passing = heard.passing, frozenset(node.name for node in nodes if node.role == "status")
        for words in heard.passing - old:
            if self.reader is not None:
                self.reader.announce(sentences([words]))
            else:
                self._speech.say(sentences([words]), is_incidental=True)

    # -- requests ---------------------------------------------------------------------------------------------------

    def read_screen(self, scene: Scene[Any]) -> None:
        """Say everything that the screen shows, in reading order."""
        nodes = scene.nodes()
        read = readable(nodes)
        self._say_now(*(sentences(text_parts(node)) if node.role in _READ else describe(node, nodes) for node in read))

    def read_hand(self, scenes: Sequence[Scene[Any]]) -> bool:
        """Say the cards in the player's hand, and which cannot be played; return False if no card table is visible."""
        nodes = _table(scenes)
        hand = _hand(nodes)
        if not nodes:
            return False
        some = any(node.enabled for node in hand)
        cards = [
            node.name if node.enabled or not some else with_brackets(node.name, unavailable_word()) for node in hand
        ]
        self._say_now(
            heading(_n("{n} card in your hand", "{n} cards in your hand", len(hand))), join_with_commas(cards)
        )
        return True

    def read_own_side(self, scenes: Sequence[Scene[Any]]) -> bool:
        """Say the state of the player's own side; return False if no card table is visible."""
        return self._tell_side(_table(scenes), 0)

    def read_rival(self, scenes: Sequence[Scene[Any]], number: int) -> bool:
        """Say the state of a rival, numbered from 1 in playing order; return False if there is none."""
        self._rival = number
        return self._tell_side(_table(scenes), number)

    def read_next_rival(self, scenes: Sequence[Scene[Any]], step: int) -> bool:
        """Say the state of the next (``step`` 1) or previous (-1) rival; return False if there is none."""
        count = len(_sides(_table(scenes))) - 1
        if count < 1:
            return False
        before = self._rival if self._rival else (0 if step > 0 else 1)
        return self.read_rival(scenes, (before - 1 + step) % count + 1)

    def read_road(self, scenes: Sequence[Scene[Any]]) -> bool:
        """Say the leg's goal, how far each side has driven, and its points; return False if no table is visible."""
        nodes = _table(scenes)
        leg = [node.name for node in nodes if node.id == "leg"]
        cars = [label_with_text(node.name, node.value or "") for node in nodes if _kind(node) == "car"]
        points = [node.name for node in nodes if _kind(node) == "points"]
        if nodes:
            self._say_now(*leg, *cars, *points)
        return bool(nodes)

    def read_last_move(self, scenes: Sequence[Scene[Any]]) -> bool:
        """Say the last move; when called again, the move before it. Return False if there is none."""
        news = next((told for scene in scenes if (told := scene.log_lines()) is not None), None)
        if not news:
            return False
        self._line = min(self._line + 1, len(news))
        self._say_now(news[-self._line])
        return True

    def _tell_side(self, nodes: Sequence[Node], number: int) -> bool:
        sides = _sides(nodes)
        if number >= len(sides):
            return False
        index = sides[number].id.rpartition("/")[2]
        car = next((node.value or "" for node in nodes if node.id == f"car/{index}"), "")
        self._say_now(heading(sides[number].name), sides[number].value or "", car)
        return True

    def _say_now(self, *parts: str) -> None:
        self._interrupts = True
        self.say(*parts)


def _texts(nodes: Sequence[Node]) -> dict[str, Node]:
    """Return the texts of the scene itself by id, without those of the card table's objects and of tooltips."""
    own = (node for node in nodes if node.role in {"text", "row"} and node.name and node.enabled)
    return {node.id: node for node in own if "/" not in node.id and node.id != "tip"}


def _kind(node: Node) -> str:
    return node.id.partition("/")[0]


def _hand(nodes: Sequence[Node]) -> list[Node]:
    return [node for node in nodes if node.role == "card" and _kind(node) == "card"]


def _sides(nodes: Sequence[Node]) -> list[Node]:
    """Return the header nodes of the sides, the player's own first."""
    return [node for node in nodes if _kind(node) == "header"]


def _table(scenes: Sequence[Scene[Any]]) -> list[Node]:
    """Return the nodes of the visible card table, even below a dialog; none if no scene shows it."""
    for scene in scenes:
        nodes = scene.nodes()
        if _sides(nodes):
            return nodes
    return []


def _changed(node: Node, nodes: Sequence[Node]) -> str:
    """Describe a control's new state without repeating its name."""
    words = describe(node, nodes).removeprefix(spoken(node.name)).lstrip(" ,")
    return words[:1].upper() + words[1:] if words else describe(node, nodes)
