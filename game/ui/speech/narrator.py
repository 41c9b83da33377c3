"""What is said when: the narrator watches the control tree and the news of the scenes, and says what is new there.

It knows nothing that the tree does not tell, so it cannot say what the player may not know. What follows from a press
cuts short what was being said; what happens by itself waits until that is said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from game.i18n import _, _n
from game.i18n.punctuation import bracketed, heading, labelled, listed
from game.ui.accessibility_tree import Node
from game.ui.scene import Scene
from game.ui.screen_reader.reader import ScreenReader
from game.ui.speech.speech import Speech
from game.ui.speech.wording import described, not_available, readable, sentences, spoken, told, whole_of

_MOST_NEWS = 12  # who jumps far ahead does not want to hear all of it
_STEP_S = 0.1  # while something moves, the tree is read so often
_READ = frozenset({"text", "status", "row"})


@dataclass(slots=True)
class _Heard:
    """What of a scene was said already: its controls with focus and state, its texts, its cards and its news.

    ``about`` is what was said just now about what has the focus.
    ``passing`` is what was told in passing.
    ``has_news`` since its texts were said last; it ``is_entered`` once it was the topmost.
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
    """Says what the scenes show. ``follow`` is called once a frame, ``press`` when a key or the mouse is pressed."""

    def __init__(self, speech: Speech) -> None:
        self._speech = speech
        self.reader: ScreenReader | None = None
        """Who says it in place of the voice; a reader says by itself what has the focus."""
        self._heard: WeakKeyDictionary[Scene[Any], _Heard] = WeakKeyDictionary()
        self._scene: Scene[Any] | None = None
        self._interrupts = False
        self._read_s = 0.0
        self._rival = self._line = 0
        self.is_behind = False
        """Whether something was left out because the screen was moving."""

    def begin(self) -> None:
        """Forget what was said: everything is to be said anew."""
        self._heard.clear()
        self._scene = None
        self.is_behind = True

    def press(self) -> None:
        """The player has pressed something: what comes of it is said at once."""
        self._interrupts = True
        self._read_s = 0.0

    def say(self, *parts: str, asks: bool = False) -> None:
        """Say what is no scene's: after a press at once; a reader says at once what ``asks``."""
        words = sentences(parts)
        if not words:
            return
        if self.reader is not None:
            self.reader.say(words, asks=asks)
        else:
            self._speech.say(words, interrupts=self._interrupts)
        self._interrupts = False

    def hush(self) -> None:
        """Be silent."""
        self._speech.hush()

    # -- what is new ----------------------------------------------------------------------------------------------

    def follow(self, scenes: Sequence[Scene[Any]], now_s: float) -> None:
        """Say what is new on the screen; ``scenes`` are those that are seen, the topmost first."""
        scene = scenes[0]
        if scene.is_private:
            self._announce(scene)
            return
        self.is_behind = is_moving = scene.is_moving()
        if scene is self._scene and is_moving and now_s - self._read_s < _STEP_S:
            return
        self._read_s = now_s
        is_pressed = self._interrupts
        has_news = [self._tell_news(other, self._heard.setdefault(other, _Heard())) for other in scenes]
        nodes, heard = scene.nodes(), self._heard[scene]
        if scene is not self._scene:
            self._scene = scene
            self._enter(nodes, heard, asks=not scene.opaque)
        if not is_moving:
            self._tell_cards(nodes, heard, is_private=scene.is_hand_private)
        self._tell_focus(nodes, heard, has_news=any(has_news))
        heard.texts = {id: node for id, node in heard.texts.items() if id in _texts(nodes)}
        if is_pressed or not is_moving:
            self._tell_texts(nodes, heard, asks=is_pressed)
        self._tell_in_passing(nodes, heard)
        if self._interrupts and heard.focus:  # a press has changed nothing: say where one is
            self._say_focused(list(heard.focus.values())[-1], nodes, heard)

    def _announce(self, scene: Scene[Any]) -> None:
        """Say no more of a scene than how it is read aloud: others listen."""
        self.is_behind = False
        if scene is not self._scene:
            self._scene = scene
            self.say(_("This is for you alone. F7 reads it aloud."), asks=True)

    def _enter(self, nodes: Sequence[Node], heard: _Heard, *, asks: bool) -> None:
        """Say what a scene is and tells; of one that was seen before its heading only."""
        texts = _texts(nodes)
        told_now = list(texts.values())[:1] if heard.is_entered else list(texts.values())
        heard.is_entered = True
        self.say(*(part for node in told_now for part in told(node)), asks=asks)
        heard.texts, heard.focus, heard.whole = texts, {}, ""

    def _tell_news(self, scene: Scene[Any], heard: _Heard) -> bool:
        """Say the lines that came since; those that were there at first can be asked for. True if there were any."""
        news = scene.news()
        old, heard.news = heard.news, None if news is None else list(news)
        if old is None or heard.news is None or old == heard.news:
            return False
        self._line = 0
        is_longer = heard.news[: len(old)] == old
        for line in heard.news[len(old) :][-_MOST_NEWS:] if is_longer else heard.news[-1:]:
            self.say(line)
        heard.has_news = True
        return True

    def _tell_cards(self, nodes: Sequence[Node], heard: _Heard, *, is_private: bool) -> None:
        """Say which cards came to the hand, unless others listen."""
        hand = Counter(node.name for node in _hand(nodes))
        old, heard.cards = heard.cards, hand
        if old is None:
            return
        drawn = list((hand - old).elements())
        if drawn and not is_private:
            self.say(_("You draw {cards}", cards=listed(drawn)))

    def _tell_focus(self, nodes: Sequence[Node], heard: _Heard, *, has_news: bool) -> None:
        """Say what has the focus now, or what became of it; of a log that follows the news there is nothing to add."""
        old, heard.focus = heard.focus, {node.id: node for node in nodes if node.focused}
        fresh = [node for id, node in heard.focus.items() if id not in old]
        heard.about = fresh[-1].description if fresh else ""
        if self.reader is not None:
            if fresh and fresh[-1].id != next(reversed(heard.focus)):  # a reader says by itself what comes last
                self.say(described(fresh[-1], nodes))
            return
        if not fresh and len(heard.focus) < len(old):
            fresh = list(heard.focus.values())
        if fresh:
            self._say_focused(fresh[-1], nodes, heard, heard.about)
            return
        for id, node in heard.focus.items():
            before = old[id]
            if node.name != before.name:
                self.say(described(node, nodes))
            elif node.value != before.value and not (has_news and node.role == "log"):
                self.say(_changed(node, nodes))

    def _say_focused(self, node: Node, nodes: Sequence[Node], heard: _Heard, about: str = "") -> None:
        """Say what has the focus, and what there is to say ``about`` it; a reader does so by itself."""
        if self.reader is not None:
            self._interrupts = False
            return
        whole = whole_of(node, nodes)
        parts = [whole.name] if whole is not None and whole.id != heard.whole else []
        heard.whole = node.id if whole is None else whole.id
        self.say(*parts, described(node, nodes), about)

    def _tell_texts(self, nodes: Sequence[Node], heard: _Heard, *, asks: bool) -> None:
        """Say which texts are new, or say something else now; not what the focus or the news have just said."""
        old, heard.texts = heard.texts, _texts(nodes)
        known = {words for node in heard.focus.values() for words in told(node)} | set((heard.news or [])[-1:])
        for id, node in heard.texts.items():
            before = told(old[id]) if id in old else []
            parts = [part for part in told(node) if part not in before]
            if parts and heard.has_news:
                parts = told(node)
            self.say(*(part for part in parts if part not in known and part not in heard.about), asks=asks)
        heard.has_news = False

    def _tell_in_passing(self, nodes: Sequence[Node], heard: _Heard) -> None:
        """Say what is told in passing, if nothing else is to be said."""
        old, heard.passing = heard.passing, frozenset(node.name for node in nodes if node.role == "status")
        for words in heard.passing - old:
            if self.reader is not None:
                self.reader.say(sentences([words]))
            else:
                self._speech.say(sentences([words]), is_incidental=True)

    # -- what is asked for ----------------------------------------------------------------------------------------

    def read_screen(self, scene: Scene[Any]) -> None:
        """Say everything on the screen, in reading order."""
        nodes = scene.nodes()
        read = readable(nodes)
        self._answer(*(sentences(told(node)) if node.role in _READ else described(node, nodes) for node in read))

    def tell_hand(self, scenes: Sequence[Scene[Any]]) -> bool:
        """Say the cards of the hand, and which of them cannot be played; False where there is none."""
        nodes = _table(scenes)
        hand = _hand(nodes)
        if not nodes:
            return False
        some = any(node.enabled for node in hand)
        cards = [node.name if node.enabled or not some else bracketed(node.name, not_available()) for node in hand]
        self._answer(heading(_n("{n} card in your hand", "{n} cards in your hand", len(hand))), listed(cards))
        return True

    def tell_own_side(self, scenes: Sequence[Scene[Any]]) -> bool:
        """Say how the player's side stands; False where there is no table."""
        return self._tell_side(_table(scenes), 0)

    def tell_rival(self, scenes: Sequence[Scene[Any]], number: int) -> bool:
        """Say how that rival stands, 1 being the one who plays next; False where there is none."""
        self._rival = number
        return self._tell_side(_table(scenes), number)

    def tell_next_rival(self, scenes: Sequence[Scene[Any]], step: int) -> bool:
        """Say how the next rival stands, or the one before."""
        count = len(_sides(_table(scenes))) - 1
        if count < 1:
            return False
        before = self._rival if self._rival else (0 if step > 0 else 1)
        return self.tell_rival(scenes, (before - 1 + step) % count + 1)

    def tell_road(self, scenes: Sequence[Scene[Any]]) -> bool:
        """Say the goal, and how far everybody has come."""
        nodes = _table(scenes)
        leg = [node.name for node in nodes if node.id == "leg"]
        cars = [labelled(node.name, node.value or "") for node in nodes if _kind(node) == "car"]
        points = [node.name for node in nodes if _kind(node) == "points"]
        if nodes:
            self._answer(*leg, *cars, *points)
        return bool(nodes)

    def tell_last(self, scenes: Sequence[Scene[Any]]) -> bool:
        """Say what was played last; asked again, what was played before that."""
        news = next((told for scene in scenes if (told := scene.news()) is not None), None)
        if not news:
            return False
        self._line = min(self._line + 1, len(news))
        self._answer(news[-self._line])
        return True

    def _tell_side(self, nodes: Sequence[Node], number: int) -> bool:
        sides = _sides(nodes)
        if number >= len(sides):
            return False
        index = sides[number].id.rpartition("/")[2]
        car = next((node.value or "" for node in nodes if node.id == f"car/{index}"), "")
        self._answer(heading(sides[number].name), sides[number].value or "", car)
        return True

    def _answer(self, *parts: str) -> None:
        self._interrupts = True
        self.say(*parts)


def _texts(nodes: Sequence[Node]) -> dict[str, Node]:
    """The texts that are told by themselves: those of a scene, not those of what lies on a table, nor tooltips."""
    own = (node for node in nodes if node.role in {"text", "row"} and node.name and node.enabled)
    return {node.id: node for node in own if "/" not in node.id and node.id != "tip"}


def _kind(node: Node) -> str:
    return node.id.partition("/")[0]


def _hand(nodes: Sequence[Node]) -> list[Node]:
    return [node for node in nodes if node.role == "card" and _kind(node) == "card"]


def _sides(nodes: Sequence[Node]) -> list[Node]:
    """The sides, the player's own first."""
    return [node for node in nodes if _kind(node) == "header"]


def _table(scenes: Sequence[Scene[Any]]) -> list[Node]:
    """The nodes of the table that is seen, be it below a question; none if there is no table."""
    for scene in scenes:
        nodes = scene.nodes()
        if _sides(nodes):
            return nodes
    return []


def _changed(node: Node, nodes: Sequence[Node]) -> str:
    """What became of a control that keeps its name."""
    words = described(node, nodes).removeprefix(spoken(node.name)).lstrip(" ,")
    return words[:1].upper() + words[1:] if words else described(node, nodes)
