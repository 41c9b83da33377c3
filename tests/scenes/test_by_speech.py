"""A leg in every language, and a match, played by somebody who has a keyboard and ears, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pygame
import pytest

from game.engine.moves import MoveKind, move
from game.engine.rules import Seating
from game.engine.setup import MatchSetup
from game.i18n import LANGUAGES, _, _p, capital
from game.match.plan import Plan
from game.match.session import Session
from game.people.players import DRIVERS, HUMAN, bot
from game.settings.settings import AnimationSpeed
from game.ui.speech.wording import spoken
from game.words.vocabulary import term
from tests.match.harness import QuickBots
from tests.nightly import some
from tests.recording_voice import RecordingVoice, hear, listen
from tests.table.random_legs import by_chance
from tests.window import Driver, open_window

MOST_TURNS = 200
RULES = "winning_moves"

Press = Callable[[int], str]
"""What is heard after a key, until the game waits for somebody again."""


class Listener:
    """Plays by what was said: it knows the language and the keys, and has no other way into the game."""

    def __init__(self, press: Press, rng: Random) -> None:
        self._press = press
        self._rng = rng
        self._not_now = f"({_p('control', 'unavailable')})"
        self.asked = {
            spoken(_("Your turn")): self._play,
            spoken(_("Nothing to play")): self._discard,
            spoken(capital(term("coup_fourre", RULES))) + "!": self._answer,
            spoken(capital(term("extension", RULES))) + "?": self._take_the_win,
        }
        self.over = spoken(_("Photo finish"))
        self.turns = 0

    def play_leg(self, heard: str) -> str:
        """Do what is asked for until the score is told; the words in which it is."""
        for _turn in range(MOST_TURNS):
            if self.over in heard:
                return heard[heard.index(self.over) :]
            asked = max(self.asked, key=heard.rfind)
            assert asked in heard, f"nothing was asked: {heard}"
            heard = self.asked[asked]()
        raise AssertionError("the leg has no end")

    def _hand(self) -> list[str]:
        """The cards in the order in which they lie."""
        return self._press(pygame.K_c).partition(": ")[2].rstrip(".").split(", ")

    def _play(self) -> str:
        self.turns += 1
        cards = self._hand()
        index = self._rng.choice([i for i, card in enumerate(cards) if not card.endswith(self._not_now)])
        heard = self._choose(index, cards[index])
        if spoken(_("{card}: who gets it?", card=cards[index])) in heard:
            rival = self._press(pygame.K_RETURN)
            assert rival, "a rival is named"
            for _step in range(self._rng.randrange(3)):
                assert self._press(pygame.K_RIGHT)
        return self._press(pygame.K_RETURN)

    def _choose(self, index: int, card: str) -> str:
        heard = self._press(pygame.K_1 + index)
        assert heard.startswith(card.removesuffix(self._not_now).strip()), f"not {card}: {heard}"
        return heard

    def _discard(self) -> str:
        self.turns += 1
        self._choose(0, self._hand()[0])
        heard = self._press(pygame.K_d)
        if spoken(_("Discard this card?")) not in heard:
            return heard
        return self.press_button(_("Discard it"))

    def _answer(self) -> str:
        return self._press(pygame.K_RETURN)

    def _take_the_win(self) -> str:
        return self.press_button(_("Take the win"))

    def press_button(self, name: str) -> str:
        """Go on from control to control until the one of that name is told, and press it."""
        for _step in range(20):
            if self._press(pygame.K_TAB).startswith(spoken(name)):
                return self._press(pygame.K_RETURN)
        raise AssertionError(f"{name} was never heard")


def sit_down(driver: Driver, seed: int) -> None:
    app, setup = driver.app, MatchSetup.from_booklet(RULES, Seating.SOLO, 4)
    players = (HUMAN, *(bot(driver_id) for driver_id in DRIVERS[:3]))
    bots = QuickBots(by_chance)
    app.start_session(Session.new(Plan(setup, players), seed=seed, files=app.files, clock=app.clock, bots=bots))
    app.show_table()


def keys_heard(driver: Driver, voice: RecordingVoice, wait: Callable[[], None]) -> Press:
    """Presses a key and waits until somebody is asked; what is heard by then."""

    def press(key: int) -> str:
        said = hear(driver, voice, key)
        wait()
        return " ".join([said, *listen(driver, voice)]).strip()

    return press


@pytest.mark.parametrize("code", some(LANGUAGES[::-1], 5))
def test_speech_alone_suffices_to_play_a_leg(tmp_path: Path, code: str) -> None:
    seed, voice = LANGUAGES.index(code) + 3, RecordingVoice()
    with open_window(tmp_path, language=code, voice=voice) as driver:
        press = keys_heard(driver, voice, driver.settle)
        driver.app.save_settings(driver.app.settings.with_values(speed=AnimationSpeed.OFF))  # nobody looks
        sit_down(driver, seed)
        driver.settle(max_s=300)
        heard = press(pygame.K_F8)
        session = driver.session
        listener = Listener(press, Random(seed))
        score = listener.play_leg(heard)
        assert driver.scene == "result"
        assert len(session.history) == 1
        assert session.pop_problems() == []
        moves = [move(text) for text in session.history[0].record.moves if text and text.startswith("0 ")]
        laid = [made for made in moves if made.kind in {MoveKind.LAY, MoveKind.DISCARD}]
        assert listener.turns == len(laid), "every key did what was meant"
        assert {manner.language for manner in voice.manners} <= {code, "en"}
        for side in range(4):
            total = session.history[0].scores[side].total
            assert str(abs(total)) in score, "the score is told to the last point"


def test_speech_alone_suffices_from_the_first_start_to_the_match_end(tmp_path: Path) -> None:
    voice = RecordingVoice()
    with open_window(tmp_path, voice=voice) as driver:
        driver.settle()
        driver.app.save_settings(driver.app.settings.with_values(speed=AnimationSpeed.OFF))
        press = keys_heard(driver, voice, driver.settle)
        assert _("Race") not in " ".join(listen(driver, voice)), "nobody has asked for a voice yet"
        assert press(pygame.K_INSERT), "a key that screen readers listen to"
        listener = Listener(press, Random(5))
        score = listener.play_leg(listener.press_button(_("Race")))
        assert driver.scene == "result"
        session = driver.session
        scores = session.history[0].scores
        assert all(str(abs(told.total)) in score for told in scores)
        listener.press_button(_p("button", "Main menu"))
        assert driver.scene == "title"
