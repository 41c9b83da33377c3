"""How words become good to hear, and how they get to a voice without anybody waiting."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

from game.i18n import LANGUAGES, set_language
from game.ui.accessibility_tree import Node
from game.ui.speech.speech import FirstVoice, Speech, VoiceError, VoiceSettings
from game.ui.speech.wording import describe, sentences, spoken
from tests.cases import each
from tests.recording_voice import HUSHED, RecordingVoice

RECT = (0, 0, 1, 1)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    set_language("en")
    yield
    set_language("en")


# -- words ------------------------------------------------------------------------------------------------------------


@each(
    ("code", "shown", "said"),
    [
        ("en", "4 drivers · 5,000 points", "4 drivers, 5000 points"),
        ("en", "1 km", "1 kilometer"),
        ("en", "+100 km", "+100 kilometers"),
        ("en", "−350", "-350"),
        ("en", "New match…", "New match"),
        ("en", "One moment … and on", "One moment. and on"),
        ("en", "“You” – always", "You, always"),
        ("en", "25, 100 and 200", "25, 100 and 200"),
        ("de", "5.000 Punkte", "5000 Punkte"),
        ("de", "Version 0.1.0", "Version 0.1.0"),
        ("de", "Geschwindig\u00adkeits\u00adbegrenzung", "Geschwindigkeitsbegrenzung"),
        ("fr", "1\u202f000 km\u202f: toi", "1000 kilomètres: toi"),
        ("fr", "« étape »", "étape"),
        ("it", "1.000 km", "1000 chilometri"),
        ("hu", "12 500 pont, 1 000 km", "12500 pont, 1000 kilométer"),
        ("hu", "50 km-t vagy 25 km-rel többet", "50 kilométert vagy 25 kilométerrel többet"),
        ("en", "7 100 200", "7 100 200"),
    ],
)
def test_signs_and_numbers_are_spoken_as_they_are_meant(code: str, shown: str, said: str) -> None:
    set_language(code)
    assert spoken(shown) == said
    assert spoken(said) == said, "what was made good to hear stays so"


def test_parts_become_sentences_and_get_no_second_full_stop() -> None:
    assert sentences(["Coup fourré!", "", "You", "Play a card."]) == "Coup fourré! You. Play a card."


@pytest.mark.parametrize(
    ("node", "said"),
    [
        (Node("play", "Play", "button", RECT), "Play, button."),
        (Node("play", "Play", "button", RECT, enabled=False), "Play, button, unavailable."),
        (Node("race", "Race", "button", RECT, value="one leg"), "Race, button, one leg."),
        (Node("sound", "Sound", "switch", RECT, value="off"), "Sound, switch, off."),
        (Node("speed", "Speed", "slider", RECT, value="5"), "Speed, slider, 5."),
        (Node("draw", "Draw pile, 44 cards", "pile", RECT, value="44"), "Draw pile, 44 cards."),
        (Node("battle/1", "Battle pile, Carla", "pile", RECT, enabled=False), "Battle pile, Carla."),
    ],
)
def test_control_is_spoken_with_its_role_and_state(node: Node, said: str) -> None:
    assert describe(node, [node]) == said


def test_control_among_several_is_spoken_with_its_place_or_effect() -> None:
    card = Node("card/1", "Accident", "card", RECT, value="hazard", place=(2, 7))
    field = Node("pace.fast", "Fast", "radio", RECT, value="on", place=(3, 3))
    pile = Node("battle/1", "Battle pile, Carla", "pile", RECT, value="Go")
    nodes = [card, field, pile, Node("label/battle/1", "stops Carla", "text", RECT)]
    assert describe(card, nodes) == "Accident, 2 of 7."
    assert describe(field, nodes) == "Fast, selected, 3 of 3."
    assert describe(pile, nodes) == "Battle pile, Carla, Go, stops Carla."


# -- the voice --------------------------------------------------------------------------------------------------------


def test_waiting_words_are_spoken_in_turn_and_interrupting_words_at_once() -> None:
    voice = RecordingVoice(is_slow=True)
    speech = Speech(voice)
    for words in ("one", "two", "three"):
        speech.say(words)
    speech.wait_until_sent()
    assert voice.said == ["one"]
    voice.is_speaking = False
    speech.say("four")
    speech.wait_until_sent()
    assert voice.said == ["one", "two"]
    speech.say("stop", interrupts=True)
    speech.wait_until_sent()
    assert voice.said == ["one", "two", HUSHED, "stop"]
    speech.silence()
    speech.wait_until_sent()
    assert voice.said[-1] == HUSHED
    speech.close()
    assert voice.is_closed


def test_waiting_words_are_spoken_when_the_voice_ends() -> None:
    voice = RecordingVoice(is_slow=True)
    speech = Speech(voice)
    speech.say("one")
    speech.say("two")
    speech.wait_until_sent()
    voice.is_speaking = False
    assert wait_for(lambda: "two" in voice.said)
    speech.close()


def test_incidental_words_follow_the_current_ones_and_yield_to_waiting_ones() -> None:
    voice = RecordingVoice(is_slow=True)
    speech = Speech(voice)

    def say_and_hear(*said: str) -> list[str]:
        for words in said:
            speech.say(words, is_incidental=words.startswith("by the way"))
        speech.wait_until_sent()
        for _ in said:
            voice.is_speaking = False
            speech.say("")  # the voice is looked at
            speech.wait_until_sent()
        heard, voice.said[:] = list(voice.said), []
        return heard

    assert say_and_hear("one", "by the way") == ["one", "by the way"]
    assert say_and_hear("one", "by the way", "two") == ["one", "two"]
    assert say_and_hear("one", "two", "by the way") == ["one", "two"]
    assert say_and_hear("by the way", "one") == ["by the way", "one"]
    speech.close()


def test_speech_calls_return_at_once_while_a_voice_is_slow() -> None:
    gate = threading.Event()

    class Slow(RecordingVoice):
        def open(self) -> None:
            gate.wait(20)

    voice = Slow()
    speech = Speech(voice)
    began_s = time.monotonic()
    for _ in range(100):
        speech.say("words")
    assert time.monotonic() - began_s < 5, "a hundred calls together take less than the voice's opening"
    assert voice.said == []
    gate.set()
    speech.wait_until_sent()
    assert voice.said == ["words"] * 100
    speech.close()


def test_words_keep_the_manner_of_the_moment_they_were_said_in() -> None:
    voice = RecordingVoice()
    speech = Speech(voice)
    speech.configure(language="de", speed=7, volume=0.5)
    speech.say("Guten Tag")
    speech.configure(language="hu", speed=2, volume=1.0)
    speech.say("Jó napot")
    speech.wait_until_sent()
    assert voice.manners == [VoiceSettings("de", 7, 0.5), VoiceSettings("hu", 2, 1.0)]
    speech.close()


def test_missing_voice_is_a_failure_and_may_be_tried_again() -> None:
    voice = RecordingVoice(is_missing=True)
    speech = Speech(voice)
    assert not speech.has_failed
    speech.say("hello")
    assert wait_for(lambda: speech.has_failed)
    speech.say("nobody listens")
    voice.is_missing = False
    speech.try_again()
    speech.say("again")
    speech.wait_until_sent()
    assert voice.said == ["again"]
    speech.close()


def test_voice_that_breaks_down_is_opened_once_more() -> None:
    voice = RecordingVoice()
    speech = Speech(voice)
    speech.say("one")
    speech.wait_until_sent()
    voice.breaks_at = 1
    speech.say("lost")
    speech.say("two")
    assert wait_for(lambda: voice.said == ["one", "two"])
    assert voice.opened == 2
    assert not speech.has_failed
    speech.close()


def test_speech_without_a_voice_fails_and_never_hangs() -> None:
    speech = Speech()
    speech.say("hello")
    speech.silence()
    speech.wait_until_sent()
    speech.close()
    assert speech.has_failed


def test_first_voice_that_opens_speaks() -> None:
    missing, there, spare = RecordingVoice(is_missing=True), RecordingVoice(), RecordingVoice()
    first = FirstVoice([missing, there, spare])
    first.open()
    first.speak("hello", VoiceSettings())
    assert (there.said, spare.opened) == (["hello"], 0)
    with pytest.raises(VoiceError, match="RecordingVoice: there is none"):
        FirstVoice([missing]).open()


def test_kilometers_are_spoken_differently_in_every_language() -> None:
    said = set()
    for code in LANGUAGES:
        set_language(code)
        said.add(spoken("7 km"))
    assert len(said) == len(LANGUAGES)


def wait_for(condition: object) -> bool:
    assert callable(condition)
    end_s = time.monotonic() + 10
    while not condition() and time.monotonic() < end_s:
        time.sleep(0.005)
    return bool(condition())
