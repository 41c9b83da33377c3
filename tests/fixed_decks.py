"""Matches whose cards and rivals are known: a deck in a fixed order, and bots that play what a test wants.

``saved_match`` deals the hands given, ``ScriptedBots`` plays the moves given and else discards the first card, and
``sit_down`` shows the table of such a match in the window of a ``Driver``.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ai.spec import TOP_LEVEL, BotSpec
from game.engine.cards import Card, card
from game.engine.moves import Move, MoveKind, move
from game.engine.observation import Observation, Phase
from game.engine.record import Record
from game.engine.rules import Seating, load_rules
from game.engine.setup import DEFAULT_OPTIONS, MatchSetup, Options
from game.match.bot_reasons import BotReason
from game.match.bots.client import InlineBots
from game.match.bots.decisions import BotAnswer, BotQuestion
from game.match.comparisons import Advice, Comparison, MoveValue
from game.match.match_file import SavedLeg, SavedMatch
from game.match.session import Session
from game.people.players import DRIVERS, HUMAN, bot
from game.ui.scene import Scene
from tests.match.harness import even_advice
from tests.window import Driver

HAND_SIZE = 6
PERSONS = BotSpec(level=TOP_LEVEL)
"""Who is asked for a person: for a hint, or to drive in the person's place."""


class ScriptedBots(InlineBots):
    """Answers at once: the next move of the script if it is legal then, else the first discard or refusal.

    ``reasons`` are given with the moves of that text. ``advice`` is the move for a hint, which says nothing for it but
    that it is as good as another, unless there is a comparison for it in ``compared``. While ``is_thinking`` no hint
    comes.
    """

    def __init__(
        self,
        script: Sequence[str] = (),
        *,
        reasons: Mapping[str, BotReason] | None = None,
        advice: str = "",
        starts_now: bool = True,
        compared: Mapping[str, tuple[str, Comparison]] | None = None,
    ) -> None:
        self.script = deque(script)
        self.is_thinking = False
        self.hints = 0
        self._reasons = reasons or {}
        self._advice = advice
        self._compared = compared or {}
        self._is_persons = False
        super().__init__(self._scripted)

    def _scripted(self, question: BotQuestion) -> BotAnswer:
        self._is_persons = question.spec == PERSONS
        if not self._is_persons:
            chosen = self._choose(question.observation)
            return BotAnswer(chosen, self._reasons.get(chosen.text))
        self.hints += 1
        advice = self._advised(question.observation)
        return BotAnswer(advice.best.move, advice=advice if question.is_hint else None)

    def _advised(self, observation: Observation) -> Advice:
        legal = observation.legal
        chosen = next((each for each in legal if each.text == self._advice), legal[0])
        if chosen.text not in self._compared:
            return even_advice(observation, chosen)
        other, told = self._compared[chosen.text]
        return Advice(MoveValue(chosen, 0.0, 0.41), MoveValue(move(other), -24.0, 0.34), told)

    def _choose(self, observation: Observation) -> Move:
        by_text = {legal.text: legal for legal in observation.legal}
        if self.script and self.script[0] in by_text:
            return by_text[self.script.popleft()]
        if observation.phase is Phase.TURN:
            return next(legal for legal in observation.legal if legal.kind is MoveKind.DISCARD)
        return observation.legal[-1]

    def poll(self) -> BotAnswer | None:
        return None if self._is_persons and self.is_thinking else super().poll()


def fixed_deck(
    hands: Sequence[str], draws: str = "", *, rules: str = "winning_moves", seating: Seating = Seating.SOLO,
    options: Options = DEFAULT_OPTIONS,
) -> tuple[Card, ...]:  # fmt: skip
    """A deck that deals these hands (texts of card ids, short ones filled up), then these draws, then the rest.

    The dealer is the last seat, so seat 0 is dealt to first and begins.
    """
    left, dealt_to_each = Counter(load_rules(rules).deck(len(hands), seating)), options.hand_size(load_rules(rules))
    wanted = [[card(word) for word in hand.split()] for hand in hands]
    drawn = [card(word) for word in draws.split()]
    left.subtract([c for hand in wanted for c in hand] + drawn)
    assert min(left.values()) >= 0, "there are not so many of a card"
    # Whatever fills up is harmless: cards that nothing can be done with at first.
    rest = sorted(left.elements(), key=lambda c: (c.family.value != "remedy" or c.id == "go", c.id))
    for hand in wanted:
        while len(hand) < dealt_to_each:
            hand.append(rest.pop(0))
    dealt = [hand[i] for i in range(dealt_to_each) for hand in wanted]
    return (*dealt, *drawn, *rest)


def saved_match(
    hands: Sequence[str],
    draws: str = "",
    moves: Sequence[str] = (),
    *,
    rules: str = "winning_moves",
    seating: Seating = Seating.SOLO,
    options: Options = DEFAULT_OPTIONS,
    target_score: int | None = 5000,
    legs: int | None = None,
) -> SavedMatch:
    """A match in its first leg, seat 0 the person; ``moves`` are played already."""
    seats = len(hands)
    setup = MatchSetup(rules, seating, seats, options, target_score, legs)
    deck = fixed_deck(hands, draws, rules=rules, seating=seating, options=options)
    record = Record(rules, options, seating, seats, seats - 1, deck, tuple(moves))
    players = (HUMAN, *(bot(driver) for driver in DRIVERS[1:seats]))
    return SavedMatch(setup, players, 1, seats - 1, (SavedLeg(record),))


def sit_down(driver: Driver, saved: SavedMatch, script: Sequence[str] | ScriptedBots = ()) -> Scene:
    """Show the table of that match, the rivals playing by the script or as they are; returns the scene.

    As any match that goes on, it is on disk.
    """
    app, saved = driver.app, replace(saved, id=saved.id or driver.app.files.new_id())
    app.files.save_match(saved.id, saved.to_bytes())
    bots = script if isinstance(script, ScriptedBots) else ScriptedBots(script)
    app.start_session(Session(saved, files=app.files, clock=app.clock, bots=bots))
    app.show_table()
    driver.settle()
    return app.scene
