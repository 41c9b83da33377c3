"""The self-voicing mode: what is said when, the keys that ask for it, and that nothing is told that is not seen."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.i18n import LANGUAGES, set_language
from game.settings.settings_file import SettingsFile
from game.ui.speech.wording import spoken
from tests.features.play.table_driver import HANDS, ROLLING, table
from tests.fixed_decks import saved_match, sit_down
from tests.recording_voice import HUSHED, RecordingVoice, hear, listen, switch_on
from tests.scenes.stages import STAGES
from tests.window import Driver, middle, open_window

C, S, R, K, L = pygame.K_c, pygame.K_s, pygame.K_r, pygame.K_k, pygame.K_l


@pytest.fixture
def voice() -> RecordingVoice:
    return RecordingVoice()


@pytest.fixture
def spoken_table(driver: Driver, voice: RecordingVoice) -> Driver:
    """A table in the midst of a leg, speech on, and everything said that was to be said."""
    table(driver, "1 - km_50")
    driver.settle()
    switch_on(driver, voice)
    return driver


# -- on and off -------------------------------------------------------------------------------------------------------


def test_speech_is_off_by_default(driver: Driver, voice: RecordingVoice) -> None:
    driver.key(pygame.K_TAB)
    driver.key(C)
    driver.key(pygame.K_m)
    assert listen(driver, voice) == []
    assert voice.opened == 0


def test_speech_switched_on_by_f8_tells_keys_and_screen_and_is_remembered(
    tmp_path: Path, voice: RecordingVoice
) -> None:
    with open_window(tmp_path, voice=voice) as driver:
        said = switch_on(driver, voice)
        assert said.startswith("Speech on. F8: speech on or off.")
        assert said.endswith("First lesson, button, Learn by playing, in five minutes.")
        assert driver.app.settings.person.speech
    again = RecordingVoice()
    with open_window(tmp_path, voice=again) as driver:
        assert listen(driver, again)[0].startswith("Milestone Rally."), "without another word at the next start"
        assert hear(driver, again, pygame.K_F8) == "Speech off."
        driver.key(pygame.K_TAB)
        assert listen(driver, again) == []
        assert not driver.app.settings.person.speech


@pytest.mark.parametrize("key", [pygame.K_INSERT, pygame.K_KP_0, pygame.K_CAPSLOCK])
def test_screen_reader_key_switches_speech_on_at_the_first_start(
    driver: Driver, voice: RecordingVoice, key: int
) -> None:
    assert hear(driver, voice, key).startswith("Speech on.")
    assert driver.app.settings.person.speech
    assert not hear(driver, voice, key).startswith("Speech o"), "it switches nothing off"
    assert driver.app.settings.person.speech


def test_screen_reader_key_does_nothing_after_the_first_start(driver: Driver, voice: RecordingVoice) -> None:
    driver.click("I know the game")
    driver.key(pygame.K_INSERT)
    assert not driver.app.settings.person.speech


@pytest.mark.parametrize("code", LANGUAGES)
def test_speech_follows_the_language_of_the_game(tmp_path: Path, code: str) -> None:
    voice = RecordingVoice()
    with open_window(tmp_path, language=code, voice=voice) as driver:
        switch_on(driver, voice)
        assert {manner.language for manner in voice.manners if manner.language != "en"} <= {code}
        voice.manners.clear()
        driver.key(pygame.K_F2)
        driver.key(pygame.K_TAB)
        listen(driver, voice)
        spoken_in = {manner.language for manner in voice.manners}
        assert driver.app.settings.person.language in spoken_in
        assert code == "en" or code not in spoken_in
    set_language("en")


def test_missing_voice_is_reported_once(tmp_path: Path) -> None:
    voice = RecordingVoice(is_missing=True)
    with open_window(tmp_path, voice=voice) as driver:
        driver.key(pygame.K_F8)
        driver.until(lambda: driver.scene == "notice", "the notice")
        assert driver.control("message").name.startswith("This system has no voice for the game to speak with.")
        driver.settle()
        driver.key(pygame.K_RETURN)
        driver.wait(1)
        assert driver.scene == "title"
        voice.is_missing = False
        driver.key(pygame.K_F8)
        assert switch_on(driver, voice).startswith("Speech on."), "there is one by now"


# -- what is said by itself -------------------------------------------------------------------------------------------


def test_new_focus_interrupts_the_speech(driver: Driver, voice: RecordingVoice) -> None:
    switch_on(driver, voice)
    driver.key(pygame.K_TAB)
    driver.key(pygame.K_TAB)
    driver.app.voicing.speech.wait_until_sent()
    race = "Race, button, 4 drivers, solo, Rolling start, Eight cards."
    assert voice.said == [HUSHED, "I know the game, button.", HUSHED, race]


def test_announcements_never_interrupt_earlier_speech(spoken_table: Driver, voice: RecordingVoice) -> None:
    spoken_table.key(pygame.K_1)
    spoken_table.key(pygame.K_RETURN)
    spoken_table.settle()
    spoken_table.app.voicing.speech.wait_until_sent()
    assert voice.said[voice.said.index("You play 25 kilometers.") + 1 :] == [
        "Carla discards 50 kilometers.",
        "Hugo discards End of Limit.",
        "Irma discards Gasoline.",
        "You draw Spare Tire.",
        "Your turn. Play a card or discard one.",
    ], "and no silence between"


def test_control_key_hushes_the_speech(spoken_table: Driver, voice: RecordingVoice) -> None:
    listen(spoken_table, voice)
    spoken_table.key(pygame.K_LCTRL, pygame.KMOD_LCTRL)
    spoken_table.app.voicing.speech.wait_until_sent()
    assert voice.said == [HUSHED]


def test_unknown_chord_asks_for_no_speech(spoken_table: Driver, voice: RecordingVoice) -> None:
    for key in (pygame.K_F7, C, R, pygame.K_1):
        for mod in (pygame.KMOD_LALT, pygame.KMOD_LMETA, pygame.KMOD_LCTRL | pygame.KMOD_LALT):
            assert hear(spoken_table, voice, key, mod) == ""
    assert hear(spoken_table, voice, pygame.K_F7)


def test_chosen_card_is_spoken_with_its_place_and_its_uses(spoken_table: Driver, voice: RecordingVoice) -> None:
    driver = spoken_table
    refused = "Repairs, 7 of 7. There is nothing to fix with this card."
    about = "Fixes: Accident. To roll again, you then need: Go."
    assert hear(driver, voice, pygame.K_7) == f"{refused} {about}"
    assert hear(driver, voice, pygame.K_7) == "Repairs, 7 of 7.", "a press that changes nothing says where one is"
    assert hear(driver, voice, pygame.K_5).startswith("Accident, 5 of 7. ")
    assert hear(driver, voice, pygame.K_RETURN).startswith("Battle pile, Carla, Go, a crash for Carla.")
    assert hear(driver, voice, pygame.K_RIGHT).startswith("Battle pile, Hugo, Go, a crash for Hugo.")
    assert hear(driver, voice, pygame.K_ESCAPE) == "Accident, 5 of 7.", "what it does was said"


def test_tooltip_is_spoken_once_with_the_focus(spoken_table: Driver, voice: RecordingVoice) -> None:
    driver = spoken_table
    for _ in range(2):
        driver.key(pygame.K_TAB)
    listen(driver, voice)
    about = driver.control("hint").description
    assert about == "What the strongest driver would do in your place, and why. Key: H"
    said = hear(driver, voice, pygame.K_TAB)
    assert said == f"Hint, button. {about}."
    driver.wait(3)
    assert listen(driver, voice) == [], "nor again when it is shown"
    driver.key(pygame.K_LCTRL, pygame.KMOD_LCTRL)
    driver.app.voicing.speech.wait_until_sent()
    assert voice.said[-1] == HUSHED


@pytest.mark.parametrize("stage", ["table", "replay", "discards"])
def test_tooltips_are_all_in_the_tree_without_pointing(driver: Driver, stage: str) -> None:
    STAGES[stage](driver)
    told = {node.id: (node.description, node.value or "") for node in driver.nodes()}
    for node in list(driver.nodes()):
        driver.point(middle(node))
        driver.clock.now_s += 1
        driver.pump(2)
        tip = driver.told("tip") or ""
        is_explained = tip not in {"", node.name} and node.id in told and node.role != "group"
        is_explained &= node.id != "timeline"
        if is_explained and not node.id.startswith("hands"):
            body = tip.partition(": ")[2]
            description, value = told[node.id]
            if value.endswith("."):  # a sentence that is told as the state
                description += f" {value}" * body.count(value)
            assert sorted(body.split()) == sorted(description.split()), node.id


def test_disabled_option_has_its_reason_in_the_tree(driver: Driver) -> None:
    STAGES["setup"](driver)
    missing = [node for node in driver.of_role("radio") if not node.enabled]
    assert missing
    assert all(node.description for node in missing)


def test_refusal_is_spoken(spoken_table: Driver, voice: RecordingVoice) -> None:
    driver = spoken_table
    driver.key(pygame.K_1)
    driver.key(pygame.K_RETURN)
    assert "It’s not your turn." in hear(driver, voice, pygame.K_h)


def test_question_is_spoken_whole_with_its_default_answer(driver: Driver, voice: RecordingVoice) -> None:
    switch_on(driver, voice)
    STAGES["coup_fourre"](driver)
    said = listen(driver, voice)
    assert said[-2].startswith("Coup fourré! Carla plays Speed Limit on you. You hold the answer: Right of Way.")
    assert said[-1] == "Coup fourré! Play it crosswise, button."
    assert hear(driver, voice, S).startswith("You: "), "the table can be asked about meanwhile"


def test_score_is_spoken_line_by_line(driver: Driver, voice: RecordingVoice) -> None:
    switch_on(driver, voice)
    STAGES["leg_score"](driver)
    said = listen(driver, voice)
    assert said[-1] == "Next leg, button."
    assert said[-2].startswith("You won leg 1!")
    assert "This leg, You: 1600, Carla: 0." in said[-2]
    assert "Total, You: 1600, Carla: 0." in said[-2]


def test_toasts_and_notices_are_spoken(driver: Driver, voice: RecordingVoice) -> None:
    switch_on(driver, voice)
    assert hear(driver, voice, pygame.K_m).startswith("Sound off.")
    STAGES["notice"](driver)
    said = " ".join(listen(driver, voice))
    assert spoken(driver.control("message").name) in said
    assert "All right, button." in said


def test_screen_below_is_not_spoken_again_on_return(driver: Driver, voice: RecordingVoice) -> None:
    driver.press("one_screen")
    driver.key(pygame.K_F1)
    switch_on(driver, voice)
    assert hear(driver, voice, pygame.K_ESCAPE).startswith("Pass and play. The cards stay covered"), "not heard yet"
    driver.key(pygame.K_F1)
    assert hear(driver, voice, pygame.K_ESCAPE).startswith("Pass and play. Name, seat 1")


# -- what is asked for ------------------------------------------------------------------------------------------------


def test_speech_keys_tell_hand_sides_road_and_log(spoken_table: Driver, voice: RecordingVoice) -> None:
    driver = spoken_table
    assert hear(driver, voice, C) == (
        "7 cards in your hand: 25 kilometers, 100 kilometers, Stop, Speed Limit, Accident, Driving Ace, "
        "Repairs (unavailable)."
    )
    stands = "Rolling: kilometers can be played. 0 kilometers so far, 700 kilometers to go."
    assert hear(driver, voice, S) == f"You: {stands}"
    assert [hear(driver, voice, R).partition(":")[0] for _step in range(4)] == ["Carla", "Hugo", "Irma", "Carla"]
    assert hear(driver, voice, R, pygame.KMOD_LSHIFT).startswith("Irma: ")
    for number, name in enumerate(("Carla", "Hugo", "Irma")):
        assert hear(driver, voice, pygame.K_1 + number, pygame.KMOD_LCTRL) == f"{name}: {stands}"
    km = "0 kilometers so far, 700 kilometers to go"
    sides = [f"{name}: {km}." for name in ("You", "Carla", "Hugo", "Irma")]
    assert hear(driver, voice, K) == " ".join(["Leg 1: Target 700 kilometers.", *sides])
    lines = ["Irma plays Go.", "Hugo plays Go.", "Carla plays Go."]
    assert [hear(driver, voice, L) for _step in range(3)] == lines
    assert driver.focused is None, "asking changes nothing"


def test_side_state_is_spoken_as_its_chips_show_it(driver: Driver, voice: RecordingVoice) -> None:
    rounds = ["0 driving_ace", "1 - km_50", "2 speed_limit > 0", "3 - km_50"]
    hands = ["go accident stop driving_ace km_100 km_25", "go km_50", "go speed_limit", "go km_50"]
    saved = saved_match(hands, "", [*ROLLING, *rounds, "0 stop > 1"])
    sit_down(driver, saved)
    driver.settle()
    switch_on(driver, voice)
    said = hear(driver, voice, S)
    assert "At most 50 kilometers per card. Fix: End of Limit." in said
    assert "Protected by: Driving Ace." in said
    assert "Stopped: Stop. Needed next: Go." in hear(driver, voice, R)


def test_f7_reads_everything_on_the_screen(driver: Driver, voice: RecordingVoice) -> None:
    switch_on(driver, voice)
    said = hear(driver, voice, pygame.K_F7)
    for node in driver.nodes():
        assert spoken(node.name) in said


def test_speech_keys_are_letters_in_a_text_field(driver: Driver, voice: RecordingVoice) -> None:
    switch_on(driver, voice)
    STAGES["deal"](driver)
    listen(driver, voice)
    before = driver.control("code").value
    driver.key(pygame.K_BACKSPACE)
    assert driver.control("code").value != before
    driver.post(pygame.KEYDOWN, key=C, mod=0, unicode="c")
    assert driver.control("code").value == before


def test_speech_keys_do_nothing_while_speech_is_off(driver: Driver) -> None:
    table(driver)
    nodes = [node.as_json() for node in driver.nodes()]
    for key in (C, S, R, K, L, pygame.K_F7):
        driver.key(key)
    assert [node.as_json() for node in driver.nodes()] == nodes


# -- the settings -----------------------------------------------------------------------------------------------------


def test_speech_speed_and_volume_are_set_heard_and_kept(tmp_path: Path, voice: RecordingVoice) -> None:
    with open_window(tmp_path, voice=voice) as driver:
        STAGES["speech"](driver)
        driver.press("speech")
        listen(driver, voice)
        driver.key(pygame.K_TAB)
        assert hear(driver, voice, pygame.K_RIGHT) == "Slider, 6."
        driver.key(pygame.K_TAB)
        listen(driver, voice)
        voice.manners.clear()
        assert hear(driver, voice, pygame.K_LEFT) == "Slider, 7."
        spoken_so = voice.manners[-1]
        assert (spoken_so.speed, spoken_so.volume) == (6, 0.7)
        assert driver.control("speech").value == "on"
        driver.key(pygame.K_F8)
        assert driver.control("speech").value == "off", "the switch follows the key"
    kept = SettingsFile.from_bytes((tmp_path / "settings.json").read_bytes()).settings.person
    assert (kept.speech, kept.speech_speed, kept.speech_volume) == (False, 6, 7)


# -- nothing that is not seen -----------------------------------------------------------------------------------------


def told_of(folder: Path, rivals: list[str]) -> list[str]:
    """Everything that is said in two rounds against rivals who hold these cards besides what they play."""
    voice = RecordingVoice()
    hands = [HANDS[0], *(f"go km_50 {held}" for held in rivals)]
    draws = "speed_limit km_50 km_50 km_50 repairs km_75 km_75 km_75 spare_tire km_75 km_75 km_75 gasoline"
    script = [f"{seat} - km_75" for _round in range(2) for seat in (1, 2, 3)]
    with open_window(folder, voice=voice) as driver:
        switch_on(driver, voice)
        sit_down(driver, saved_match(hands, draws, ROLLING), script)
        driver.settle()
        for key in (C, S, R, R, R, K, L, pygame.K_F7, pygame.K_1, pygame.K_RETURN):
            driver.key(key)
        driver.settle()
        for key in (C, S, R, R, R, K, L, L, L, pygame.K_F7, pygame.K_5, pygame.K_RETURN):
            driver.key(key)
        driver.settle()
        return listen(driver, voice)


def test_speech_never_tells_a_rival_hand(tmp_path: Path) -> None:
    one = told_of(tmp_path / "1", ["right_of_way", "km_200", "puncture_proof"])
    other = told_of(tmp_path / "2", ["km_25", "extra_tank", "stop"])
    assert one == other
    assert len(one) > 20


def test_words_spoken_of_the_table_all_stand_in_its_tree(spoken_table: Driver, voice: RecordingVoice) -> None:
    driver = spoken_table
    tree = " ".join(spoken(f"{node.name} {node.value or ''}") for node in driver.nodes())
    for key in (S, R, K, L):
        for sentence in hear(driver, voice, key).replace(":", ".").split(". "):
            assert sentence.strip(". ") in tree.replace(":", "."), sentence
