"""The program as its scenes see it: what scenes may call, and the state that all scenes share."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from game import i18n
from game.career.profile_statistics import ProfileStatistics
from game.files.writer import PendingWrite
from game.i18n import Words, say
from game.i18n.punctuation import label_with_text
from game.match.match_file import SavedMatch
from game.match.plan import Plan
from game.people.profiles import PersonTotals
from game.phrases import N_
from game.settings.settings import LOUDEST, MUSIC_VOLUME, AnimationSpeed, Settings
from game.settings.user_files import UserFiles
from game.table.painting import ground
from game.table.sound_words import music_caption, sound_caption
from game.ui.audio import INCIDENTAL, AudioOutput, SoundName, Sounds
from game.ui.controllers import ControllerKind
from game.ui.drawing import art, looks, text, theme
from game.ui.drawing.looks import Looks
from game.ui.scene import SceneStack
from game.ui.screen_reader.reader import ScreenReader
from game.ui.sound_captions import SoundCaptions
from game.ui.speech.self_voicing import SelfVoicing, mode_announcement
from game.ui.speech.speech import Voice
from game.ui.toast import STAYS_S, Toast
from game.ui.window import GameWindow
from game.words import keys
from game.words.settings import setting_name

if TYPE_CHECKING:
    from game.career.achievements import Achievements
    from game.career.career import Career
    from game.career.head_to_head import HeadToHead
    from game.match.session import Session
from dataclasses import dataclass

import pygame

from game.files.background_task import BackgroundTask

_EVERY_S = 60.0


@dataclass(frozen=True, slots=True)
class Power:
    """Whether the computer runs on battery, and how full the battery is."""

    is_battery: bool = False
    percent: int = 100


class BatteryMonitor:
    """Reads the state of the computer's battery once a minute in another thread; ``power`` is the latest state."""

    def __init__(self) -> None:
        self.power = Power()
        self._reader = BackgroundTask[Power]("the battery", lambda _: Power())
        self._asked_s: float | None = None

    def update(self, now_s: float) -> None:
        """Store a state that has been read, and start to read the next one if a minute has passed."""
        if self._asked_s is None or now_s - self._asked_s >= _EVERY_S:
            self._asked_s = now_s
            self._reader.start(_power)
        self.power = self._reader.poll() or self.power


def _power() -> Power:
    state = pygame.system.get_power_state()
    if state is None or not state.on_battery or state.battery_percent is None:
        return Power()
    return Power(is_battery=True, percent=state.battery_percent)


class Host(SceneStack):
    """The program's interface for its scenes: window, sound, settings, the match, and functions that open screens.

    ``session`` is the match in progress, if any. ``voicing`` reads texts aloud, ``reader`` serves screen readers.
    ``today`` returns the local date; when it changes, all open scenes are laid out again. ``milestones_reached`` are
    the ids of the milestones announced in this match, ``milestone_shares`` the known progress (0 … 1) towards the
    others. ``controller`` is the kind of controller used last, None if the latest input was a key.
    """

    window: GameWindow
    files: UserFiles
    settings: Settings
    session: Session | None = None
    controller: ControllerKind | None = None
    milestones_reached: Sequence[str] = ()
    milestone_shares: Mapping[str, float] = MappingProxyType({})

    # The ways between screens. ``Navigation``, which knows all screens, implements and documents them.
    go_home: Callable[[], None]
    show_table: Callable[[], None]
    show_score: Callable[[], None]
    show_rules: Callable[[], None]
    show_keys: Callable[[], None]
    show_settings: Callable[[], None]
    show_languages: Callable[[], None]
    show_about: Callable[[], None]
    show_setup: Callable[[], None]
    show_one_screen: Callable[[], None]
    show_profiles: Callable[[], None]
    show_roadbook: Callable[[], None]
    import_files: Callable[[Sequence[Path]], None]
    show_deals: Callable[[], None]
    show_tour: Callable[[], None]
    report_problem: Callable[[], None]
    start_lesson: Callable[[], None]
    start_match: Callable[[Plan], None]
    resume_match: Callable[[SavedMatch], None]
    practise: Callable[[SavedMatch], None]
    keep_puzzles: Callable[..., None]
    drop_puzzle: Callable[..., None]

    open_career: Callable[[], Career]
    """Returns the career of the user's files, with the achievements that features compute from it."""

    # The unlocks of the garage, which ``Navigation`` connects.
    unlocked_line: Callable[[str], str]
    announce_unlocked: Callable[[str], None]
    announce_achieved: Callable[[Achievements | None, Achievements | None], None]

    def __init__(
        self,
        clock: Callable[[], float],
        today: Callable[[], date],
        seed: int | None,
        output: AudioOutput | None,
        voice: Voice | None,
    ) -> None:
        super().__init__(clock)
        self.today = today
        self._laid_out_on = today()
        self.seed = seed
        self.reader = ScreenReader()
        self.voicing = SelfVoicing(voice, self.reader)
        self.sound = Sounds(output, random.Random(seed), self._caption_sound)
        self.captions = SoundCaptions()
        self.power_meter = BatteryMonitor()
        self.toast: Toast | None = None
        self._music_volume = MUSIC_VOLUME
        self._profile_stats = ProfileStatistics(lambda: self.career)
        self._career: Career | None = None
        self.achievements_before: Achievements | None = None
        """The person's lasting achievements when the match in progress was opened; None if not yet counted then."""
        self.master_runs: dict[date, SavedMatch] = {}
        """How the best bot drove the deals of some days, as matches to look at; driving one takes long."""

    # -- matches and statistics -----------------------------------------------------------------------------------

    def start_session(self, session: Session) -> None:
        """Make this session the match in progress, and close the one before it, if any."""
        self.close_session()
        self.session = session
        self.achievements_before = self.achievements(self.settings.profile.id)

    def close_session(self) -> None:
        """Close the match in progress, if any; it is saved and can be continued."""
        if self.session is not None:
            self.session.close()
            self.session = None

    @property
    def career(self) -> Career:
        """The statistics database of all kept matches and the legs played in them; created at the first access."""
        if self._career is None or self._career.library is not self.files:
            self._career = self.open_career()
        return self._career

    def close_career(self) -> None:
        if self._career is not None:
            self._career.close()

    def profile_stats(self, person: str) -> PersonTotals | None:
        """Return a person's statistics over the kept matches, or None until they have been counted."""
        return self._profile_stats.totals_of(person)

    def head_to_head(self, person: str) -> Mapping[str, HeadToHead]:
        """Return a person's record against each bot driver, by driver; empty until it has been counted."""
        return self._profile_stats.head_to_head(person)

    def achievements(self, person: str) -> Achievements | None:
        """Return a person's lasting achievements, or None if there are none or they are not yet counted."""
        return self._profile_stats.achievements(person)

    def record_achievement(self, change: Callable[[Achievements], Achievements]) -> None:
        """Apply a change to the current person's lasting achievements, save it, and announce what is new."""
        person = self.settings.profile.id
        before = self.achievements(person)
        self._profile_stats.change_achievements(person, change)
        self.career.record_achievement(person, change)
        self.announce_achieved(before, self.achievements(person))

    def refresh_stats(self) -> None:
        """Count all statistics again, because the kept matches have changed."""
        self._profile_stats.refresh_stats()

    def reset_statistics(self) -> PendingWrite | None:
        """Exclude all of the current person's matches and the lesson from statistics.

        Return the pending write of that change, or None if a reset is not allowed.
        """
        from game.career.achievements import Achievements  # noqa: PLC0415 - rarely needed

        if self.settings.person.lesson_finished_s is not None:
            self.record_achievement(lambda before: before | Achievements(milestones=("school",)))
        self.save_settings(self.settings.with_values(lesson_finished_s=None))
        return self.career.reset_statistics(self.settings.profile.id)

    # -- settings -------------------------------------------------------------------------------------------------

    def apply_read_settings(self) -> None:
        """Apply the settings that were read at startup, before any scene is shown."""
        self._use_looks()
        self.update_key_names()
        i18n.set_language(i18n.system_language(self.settings.person.language))
        self._set_volumes()

    def save_settings(self, settings: Settings) -> None:
        """Apply changed settings, notify every scene, and write them to disk."""
        if settings != self.settings:
            self.settings = settings
            code = i18n.system_language(settings.person.language)
            has_language = code != i18n.language()
            i18n.set_language(code)
            self._apply_looks()
            self._set_volumes()
            self.update_key_names()
            for scene in self._stack:
                scene.apply_changed_settings()
            if has_language:
                self._relabel()
            self.files.save_settings(settings)

    def apply_scene_looks(self) -> None:
        self._use_looks()

    def _use_looks(self) -> bool:
        """Apply the theme, text size, card back, scenery and car colors of the settings; return whether any changed.

        The topmost scene with a region has that region's scenery instead.
        """
        wanted = self.settings.person
        region = next((scene.region for scene in self.scenes if scene.region is not None), None)
        chosen = Looks(wanted.back.value, wanted.scenery.value, wanted.cars_alike, region)
        return any(
            [
                theme.switch_theme(wanted.theme),
                text.set_text_size_factor(wanted.text_size / 100),
                looks.switch_looks(chosen),
            ]
        )

    def _apply_looks(self) -> None:
        """Apply the visual settings and, if any changed, lay out all open scenes again."""
        if self._use_looks():
            art.PRELOADER.forget_all()
            ground.preload_map(self.size)
            for scene in self._stack:
                scene.resize(self.size)
            self.has_changed = True

    def update_day(self) -> None:
        """Update the texts of all open scenes if another day has begun."""
        day = self.today()
        if day != self._laid_out_on:
            self._laid_out_on = day
            self._relabel()

    def _relabel(self) -> None:
        for scene in self._stack:
            scene.rebuild_layout()
        self.has_changed = True

    def update_key_names(self) -> None:
        """Make all texts about keys name the keys of the settings, or the buttons of the controller in use."""
        if self.controller is None:
            keys.use_bindings(self.settings.person.keys)
        else:
            keys.use_bindings(self.settings.person.buttons, self.controller)

    def _set_volumes(self) -> None:
        machine, person = self.settings.machine, self.settings.person
        self.sound.set_volumes(
            effects=machine.effects_volume / LOUDEST,
            ambience=machine.ambience_volume / LOUDEST,
            music=machine.music_volume / LOUDEST,
            muted=machine.muted,
        )
        self._music_volume = machine.music_volume or self._music_volume
        loud, speed = person.speech_volume / LOUDEST, person.speech_speed
        self.voicing.apply_settings(on=person.speech, language=i18n.language(), speed=speed, volume=loud)

    def set_language(self, code: str) -> None:
        """Switch the language of every scene at once and save the choice."""
        self.save_settings(self.settings.with_values(language=code))

    def next_language(self) -> None:
        self.set_language(i18n.next_language())

    def next_speed(self) -> None:
        """Switch to the next animation speed, save the choice, and announce it."""
        speeds = list(AnimationSpeed)
        speed = speeds[(speeds.index(self.settings.person.speed) + 1) % len(speeds)]
        self.save_settings(self.settings.with_values(speed=speed))
        self.show_toast("skip", lambda: label_with_text(setting_name("speed"), say(speed.phrase)))

    def toggle_fullscreen(self) -> None:
        """Switch between a window and full screen, and save the choice."""
        self.window.toggle_fullscreen()
        self.save_settings(self.settings.with_values(fullscreen=self.window.is_fullscreen))
        self._relabel()

    def toggle_mute(self) -> None:
        """Mute or unmute the program; save and announce the choice."""
        muted = not self.settings.machine.muted
        self.save_settings(self.settings.with_values(muted=muted))
        self.show_toast("mute" if muted else "sound", N_("Sound off") if muted else N_("Sound on"))
        self.sound.play("press")

    def toggle_speech(self) -> None:
        """Switch reading aloud on or off; save and announce the choice."""
        speaks = not self.voicing.is_on
        self.voicing.switch(on=speaks)
        self.save_settings(self.settings.with_values(speech=speaks))
        self.show_toast("speech", partial(mode_announcement, on=speaks), is_said=False)
        self.voicing.greet()

    def toggle_music(self) -> None:
        """Switch the music off, or on at its last volume and with sound unmuted; save and announce the choice."""
        machine = self.settings.machine
        is_on = machine.muted or not machine.music_volume
        volume = self._music_volume if is_on else 0
        self.save_settings(self.settings.with_values(music_volume=volume, muted=machine.muted and not is_on))
        self.show_toast("music" if is_on else "mute", N_("Music on") if is_on else N_("Music off"))

    # -- toasts, music and captions -------------------------------------------------------------------------------

    def show_toast(self, icon: str, words: Words, stays_s: float = STAYS_S, *, is_said: bool = True) -> None:
        """Show a short message for ``stays_s`` seconds, and speak it if ``is_said``; ``icon`` is an icon's name."""
        self.toast = Toast(icon, words, self.now_s + stays_s)
        self.has_changed = True
        if is_said:
            self.voicing.say(say(words))

    def update_music(self) -> None:
        """Play the music of the topmost scene that has any, and show a caption when the piece changes."""
        piece = next((piece for scene in self.scenes if (piece := scene.music())), None)
        piece = piece or ("title" if self.session is None else "race")
        if piece != self.sound.music.piece:
            self.sound.music.set_piece(piece)
            self._caption(partial(music_caption, piece))

    def _caption_sound(self, sound: SoundName, said: Words | None) -> None:
        rules_id = self.settings.last_match_plan(i18n.language()).setup.rules
        self._caption(said or partial(sound_caption, sound, rules_id), is_incidental=sound in INCIDENTAL)

    def _caption(self, words: Words, *, is_incidental: bool = False) -> None:
        """Show the caption of a sound or piece of music, if captions are on and the caption is not empty."""
        is_wished = self.settings.person.captions and say(words)
        if is_wished and self.captions.show(words, self.now_s, is_incidental=is_incidental):
            self.has_changed = True

    def abandon_scenes(self) -> None:
        super().abandon_scenes()
        self.toast = None
        self.captions.clear()
