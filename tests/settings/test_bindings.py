"""The table of actions, and what the player may put in the place of what is delivered."""

from __future__ import annotations

import pytest

from game.settings.bindings import (
    DELIVERED_BUTTONS,
    DELIVERED_KEYS,
    Action,
    Bindings,
    Device,
    is_assignable,
    is_input,
)
from game.settings.settings import Settings
from game.settings.settings_file import SettingsFile
from tests.cases import each


def test_actions_all_have_a_key() -> None:
    assert all(any(DELIVERED_KEYS.inputs_of(action)) for action in Action)


@pytest.mark.parametrize("delivered", [DELIVERED_KEYS, DELIVERED_BUTTONS])
def test_default_bindings_are_possible_and_have_no_conflicts(delivered: Bindings) -> None:
    assert not delivered.conflicts()
    for row in Action:
        inputs = row.inputs(delivered.device)
        assert all(is_input(word, delivered.device) for word in (inputs.own, *inputs.more, *inputs.fixed))
        assert not inputs.own or is_assignable(inputs.own, delivered.device)


def test_key_already_taken_moves_to_the_new_action() -> None:
    bindings = DELIVERED_KEYS.with_input(Action.LOOK_THROUGH, "h")
    assert bindings.own(Action.LOOK_THROUGH) == "h"
    assert not any(bindings.inputs_of(Action.HINT))
    assert bindings.actions("h") == (Action.LOOK_THROUGH,)
    assert bindings.actions("v") == ()


def test_further_key_yields_to_a_key_the_player_chose() -> None:
    assert DELIVERED_KEYS.actions("backspace") == (Action.DISCARD,)
    bindings = DELIVERED_KEYS.with_input(Action.HINT, "backspace")
    assert bindings.actions("backspace") == (Action.HINT,)
    assert "delete" in bindings.inputs_of(Action.DISCARD)


def test_key_may_mean_two_things_on_different_screens_only() -> None:
    assert set(DELIVERED_KEYS.actions("delete")) == {Action.DISCARD, Action.DELETE}
    bindings = DELIVERED_KEYS.with_input(Action.RENAME, "h")
    assert set(bindings.actions("h")) == {Action.HINT, Action.RENAME}
    assert not bindings.conflicts()


def test_controller_buttons_are_exchanged_so_that_none_is_lost() -> None:
    bindings = DELIVERED_BUTTONS.with_input(Action.PRESS, "east")
    assert (bindings.own(Action.PRESS), bindings.own(Action.ESCAPE)) == ("east", "south")


@pytest.mark.parametrize("word", ["escape", "enter", "tab", "shift+tab", "left", "1", "9"])
def test_keys_with_a_fixed_meaning_are_not_free(word: str) -> None:
    assert not is_assignable(word, Device.KEYBOARD)


@each("word", ["H", "shift", "shift+ctrl+h", "f25", "no_such", " ", "\n", "ctrl+", "hh"])
def test_word_that_is_no_key_is_refused(word: str) -> None:
    assert not is_input(word, Device.KEYBOARD)


def with_keys(keys: str) -> SettingsFile:
    people = f'{{"a": {{"assist": true, "keys": {keys}}}}}'
    data = f'{{"format": "milestone-rally-settings", "version": 3, "people": {people}}}'
    return SettingsFile.from_bytes(data.encode())


def test_settings_keep_changed_bindings_only() -> None:
    changed = DELIVERED_KEYS.with_input(Action.HINT, "j").with_input(Action.SPEED, "")
    assert (
        SettingsFile.from_bytes(SettingsFile(Settings().with_values(keys=changed)).to_bytes()).settings.person.keys
        == changed
    )
    assert dict(changed.changed) == {Action.HINT: "j", Action.SPEED: ""}
    assert changed.with_input(Action.HINT, "h").with_input(Action.SPEED, "f4") == DELIVERED_KEYS


@pytest.mark.parametrize("keys", ['{"hint": "escape"}', '{"hint": 3}', '{"hint": "nokey"}', "[]", '{"hint": "5"}'])
def test_wrong_keys_in_the_file_are_reported_and_replaced_by_the_defaults(keys: str) -> None:
    read = with_keys(keys)
    assert (read.settings.person.keys, read.settings.person.assist) == (DELIVERED_KEYS, True)
    assert read.unreadable == ("keys",)


def test_key_given_twice_in_an_edited_file_is_a_conflict() -> None:
    read = with_keys('{"hint": "v", "fly": "x"}')
    assert read.settings.person.keys.conflicts() == {Action.HINT, Action.LOOK_THROUGH}
    assert b'"fly": "x"' in read.to_bytes()
