from __future__ import annotations

import typing
from dataclasses import replace
from typing import get_args

import pytest

from game.engine.cards import CARDS, Pile, card
from game.engine.events import (
    Attacked,
    Cleared,
    CoupFourreAsked,
    CoupFourreDeclined,
    CoupFourrePlayed,
    Discarded,
    Drew,
    Event,
    Extended,
    ExtensionAsked,
    ExtensionDeclined,
    Laid,
    LegEnded,
    TurnBegan,
)
from game.engine.observation import Observation
from game.match.running.viewer_feed import Step
from game.settings.settings import HandOrder
from game.table.animation.animation_player import AnimationPlayer
from game.table.animation.animation_step import AnimationStep
from game.table.animation.choreography import animation_steps
from game.table.animation.sounds import LANDING_SOUNDS, with_sounds
from game.table.animation.timing import Timing
from game.ui.audio import SoundName
from tests.cases import each
from tests.table.positions import observation
from tests.table.random_legs import first_event, laid_out, legs

SILENT = (TurnBegan(1), CoupFourreAsked(0), CoupFourreDeclined(0), ExtensionAsked(0), ExtensionDeclined(0))
LEGS = legs()
NOW = observation(4)


def table_steps(before: Observation, events: tuple[Event, ...], after: Observation) -> list[AnimationStep]:
    return animation_steps(before, events, after, laid_out(before))


def sounds_of(event: Event, now: Observation = NOW, then: Observation = NOW) -> list[SoundName]:
    """All that is heard of one event, in order."""
    shown = table_steps(now, (event,), then)
    timed, began_s = [], 0.0
    for animation_step in shown:
        timed += [(began_s + cue.at_s, cue.sound) for cue in animation_step.cues]
        began_s += animation_step.duration_s
    return [sound for _, sound in sorted(timed, key=lambda cue: cue[0])]


@each("kind", get_args(Event))
def test_events_are_all_heard_unless_silent_on_purpose(kind: type[Event]) -> None:
    silent = next((event for event in SILENT if type(event) is kind), None)
    if silent is not None:
        assert not sounds_of(silent)
    elif kind is Extended:
        assert sounds_of(Extended(0, 1000), NOW, replace(NOW, target=1000)) == ["rise"]
    else:
        assert sounds_of(*first_event(kind))


def test_cards_all_have_a_sound_for_landing() -> None:
    assert set(LANDING_SOUNDS) == set(CARDS)
    assert set(LANDING_SOUNDS.values()) <= set(typing.get_args(SoundName))


@pytest.mark.parametrize("hazard", ["stop", "speed_limit", "out_of_gas", "flat_tire", "accident"])
def test_attack_is_heard_to_fly_to_land_and_to_strike(hazard: str) -> None:
    event = Attacked(1, 0, card(hazard), Pile.BATTLE)
    assert sounds_of(event) == ["swish", "lay", LANDING_SOUNDS[card(hazard)]]


def test_hazards_each_sound_like_no_other_card() -> None:
    hazards = [LANDING_SOUNDS[card] for card in CARDS if card.family == "hazard"]
    assert len(set(hazards)) == 5
    assert not set(hazards) & {LANDING_SOUNDS[card] for card in CARDS if card.family != "hazard"}


@pytest.mark.parametrize(("laid", "motor"), [("km_25", "engine_slow"), ("km_200", "engine_fast")])
def test_engine_is_heard_when_the_car_begins_to_drive(laid: str, motor: SoundName) -> None:
    drive = AnimationStep(NOW)
    heard = with_sounds(Laid(0, 0, card(laid), Pile.DISTANCE), [AnimationStep(NOW, 0.32), drive], 0)
    assert [cue.sound for cue in heard[1].cues] == ["lay", motor]
    assert {cue.at_s for cue in heard[1].cues} == {0.0}


def test_horn_plays_its_third_note_on_the_slam() -> None:
    event, now, then = first_event(CoupFourrePlayed)
    assert isinstance(event, CoupFourrePlayed)
    cues = {cue.sound: cue.at_s for cue in table_steps(now, (event,), then)[0].cues}
    assert cues["lay"] - cues["horn"] == pytest.approx(0.3)


def test_dealt_cards_are_each_heard_as_they_leave_the_pile() -> None:
    before, step = LEGS[0]
    dealt = table_steps(before, step.events, step.observation)[0]
    assert [cue.sound for cue in dealt.cues] == ["slip"] * 24
    assert len({cue.at_s for cue in dealt.cues}) == 24


@pytest.mark.parametrize(("winner", "expected"), [(0, "win"), (1, "lose"), (None, "lose")])
def test_fanfare_plays_only_for_the_viewer_side(winner: int | None, expected: SoundName) -> None:
    assert sounds_of(LegEnded(winner, ())) == [expected]


@pytest.mark.parametrize("event", [Discarded(1, card("go")), Cleared(0, card("stop"), Pile.BATTLE)])
def test_discard_sounds_like_sliding(event: Event) -> None:
    assert sounds_of(event) == ["slide"]


def test_sound_never_comes_after_its_animation_step() -> None:
    for before, step in LEGS:
        for animation_step in table_steps(before, step.events, step.observation):
            assert all(0 <= cue.at_s <= animation_step.duration_s for cue in animation_step.cues)


# -- as they are played ----------------------------------------------------------------------------------------------


def player_of(*events: Event) -> AnimationPlayer:
    player = AnimationPlayer(NOW, Timing(), HandOrder.OWN)
    player.set_places(laid_out(NOW))
    player.add(Step(events, NOW))
    return player


def heard_of(player: AnimationPlayer, moments: list[float]) -> list[SoundName]:
    heard: list[SoundName] = []
    for now_s in moments:
        player.update(now_s)
        heard += player.clock.pop_due_sounds()
    return heard


ATTACK = (Attacked(1, 0, card("stop"), Pile.BATTLE), Drew(2, (None,), 40))
WHOLE = ["swish", "lay", "brakes", "slip"]


def test_sounds_are_each_heard_once_frame_by_frame() -> None:
    assert heard_of(player_of(*ATTACK), [n / 60 for n in range(300)]) == WHOLE


def test_late_frame_loses_and_repeats_no_sound() -> None:
    assert sorted(heard_of(player_of(*ATTACK), [0.0, 4.0, 8.0])) == sorted(WHOLE)


def test_skipped_animation_plays_no_further_sound() -> None:
    player = player_of(*ATTACK)
    assert heard_of(player, [0.0, 0.1]) == ["swish"]
    player.skip(0.15)
    assert heard_of(player, [0.2, 1.0, 9.0]) == []
