"""The settings kept between starts."""

# ruff: noqa: RUF009 - a setting is a field

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta

from game.files import limits
from game.match.plan import DEFAULT_PLAN, DEFAULT_SETUP, MATCH_TARGET, Plan, first_match, first_race
from game.people.players import HUMAN, Aggression
from game.people.profiles import FIRST_ID_PREFIX, FIRST_PROFILE, CardBack, Profile, ProfileId, Scenery
from game.settings.bindings import DELIVERED_BUTTONS, DELIVERED_KEYS, Bindings

LOUDEST = 10
"""The highest volume; 0 is silent."""
Volume = Annotated[int, Meta(ge=0, le=LOUDEST)]
EFFECTS_VOLUME = 7
AMBIENCE_VOLUME = 4
TEXT_SIZES = (75, 100, 115, 130, 150, 200)
"""The text sizes that a player can choose, in percent."""
if TYPE_CHECKING:
    TextSize = int
else:
    TextSize = Literal[TEXT_SIZES]
TEXT_SIZE = 100
SPEECH_VOLUME = 8
FASTEST_SPEECH = 10
"""The highest speech speed; 0 is the slowest."""
SpeechSpeed = Annotated[int, Meta(ge=0, le=FASTEST_SPEECH)]
SPEECH_SPEED = 5
MUSIC_VOLUME = 4


class AnimationSpeed(StrEnum):
    """The speed of card and car animations (art.md §7)."""

    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"
    OFF = "off"

    @property
    def factor(self) -> float:
        """The number by which the duration of an animation is multiplied; 0 means no animation."""
        return {
            AnimationSpeed.SLOW: 1.6,
            AnimationSpeed.NORMAL: 1.0,
            AnimationSpeed.FAST: 0.55,
            AnimationSpeed.OFF: 0.0,
        }[self]


class BotPace(StrEnum):
    """How long bots wait between their actions.

    ``SLOW`` is long and ``CALM`` normal; ``ADAPTIVE`` is normal only if an action concerns the viewer; ``QUICK`` is
    hardly at all.
    """

    SLOW = "slow"
    CALM = "calm"
    ADAPTIVE = "adaptive"
    QUICK = "quick"


class ScanSpeed(StrEnum):
    """The speed at which the controls are highlighted in turn for a player with a single switch."""

    OFF = "off"
    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"

    @property
    def step_s(self) -> float:
        """How many seconds each control is highlighted; 0 means that scanning is off."""
        return {ScanSpeed.OFF: 0.0, ScanSpeed.SLOW: 3.0, ScanSpeed.NORMAL: 2.0, ScanSpeed.FAST: 1.2}[self]


class ColorTheme(StrEnum):
    """The color theme of the screen."""

    DAY = "day"
    NIGHT = "night"
    CONTRAST = "contrast"


RemarkCounts = Annotated[
    tuple[tuple[Annotated[str, Meta(max_length=40)], Annotated[int, Meta(ge=0, le=10**6)]], ...], Meta(max_length=200)
]
"""How often each driver made each remark: pairs of a driver and a remark, such as ``carla/parries``, and a count."""


ViewedItems = Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=40)]


class RemarkFrequency(StrEnum):
    """How often the drivers make remarks."""

    OFF = "off"
    RARE = "rare"
    NORMAL = "normal"


class HandOrder(StrEnum):
    """The order of the hand: sorted by kind, or as drawn and moved by the player."""

    SORTED = "sorted"
    OWN = "own"


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """The progress in the first lesson: the number of moves made, and of notes read after the last one.

    ``rules`` is the rule set of the lesson.
    """

    moves: int = 0
    notes_read: int = 0
    rules: str = DEFAULT_SETUP.rules


PERSONAL_SETTINGS = (
    *("language", "theme", "text_size", "reduced_motion"),
    *("speed", "pace", "hand_order", "assist"),
    *("speech", "speech_speed", "speech_volume", "captions"),
    *("keys", "buttons", "scan"),
    *("remarks", "faces", "said"),
    *("back", "scenery", "garage_seen", "whole_garage", "cars_alike"),
)
"""The settings that each profile has separately; window and volumes belong to the machine."""

_NOT_INHERITED = ("back", "scenery", "garage_seen")
"""Personal settings that a new profile does not copy from the previous one."""

PersonalSettings = tuple[tuple[str, object], ...]
"""A person's settings: pairs of a name in ``PERSONAL_SETTINGS`` and its value."""


def _setting(english: str, default: Any) -> Any:
    """Return a dataclass field with the setting's English name (translated by ``game.words.settings``)."""
    return field(default=default, metadata={"english": english})


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings; ``language`` None follows the system, ``window_size`` (pixels) None is the default size.

    Volumes range from 0 to ``LOUDEST``, ``speech_speed`` from 0 to ``FASTEST_SPEECH``. ``speech`` reads everything
    aloud, ``captions`` writes sounds on the screen. ``reduced_motion`` turns off movement, whatever the ``speed``.
    ``assist`` marks the best move in every turn. ``keys`` and ``buttons`` are the inputs of keyboard and controller.
    ``faces`` shows the drivers' expressions, ``said`` counts their remarks. ``back`` and ``scenery`` are chosen in the
    garage; ``garage_seen`` has the unlocked items already viewed there; ``whole_garage`` unlocks all. ``cars_alike``
    gives everybody the same car.

    A player who ``knows_game`` is not offered the first lesson; ``lesson`` is the progress in it, and
    ``lesson_finished`` has the ids of the profiles that finished it, each with the first time in seconds since 1970.
    ``plan`` is the last match, ``race`` the last quick race and ``shared`` the last match of several persons, None
    before the first; ``raced_last`` is whether the last one played alone was a race. ``profiles`` are the persons on
    this machine, at least one; ``playing`` is the id of the current one. ``settings_of_others`` has the personal
    settings of the others, by profile id. The file has the same order; ``settings_file.py`` lists the fields that have
    another form or name there.
    """

    language: limits.Language | None = _setting("Language", None)
    fullscreen: bool = _setting("Full screen", False)
    window_size: tuple[int, int] | None = _setting("Window size", None)
    speed: AnimationSpeed = _setting("Card speed", AnimationSpeed.NORMAL)
    pace: BotPace = _setting("Pace of the other drivers", BotPace.ADAPTIVE)
    reduced_motion: bool = _setting("Less motion", False)
    theme: ColorTheme = _setting("Colors", ColorTheme.DAY)
    text_size: TextSize = _setting("Text size", TEXT_SIZE)
    hand_order: HandOrder = _setting("Hand order", HandOrder.OWN)
    assist: bool = _setting("Assist", False)
    muted: bool = _setting("Sound", False)
    effects_volume: Volume = _setting("Effects", EFFECTS_VOLUME)
    ambience_volume: Volume = _setting("Road noise", AMBIENCE_VOLUME)
    speech: bool = _setting("Speech", False)
    speech_speed: SpeechSpeed = _setting("Speech speed", SPEECH_SPEED)
    speech_volume: Volume = _setting("Speech volume", SPEECH_VOLUME)
    music_volume: Volume = _setting("Music", MUSIC_VOLUME)
    captions: bool = _setting("Sound captions", False)
    keys: Bindings = _setting("Keys", DELIVERED_KEYS)
    buttons: Bindings = _setting("Buttons of the controller", DELIVERED_BUTTONS)
    scan: ScanSpeed = _setting("Single switch", ScanSpeed.OFF)
    remarks: RemarkFrequency = _setting("Drivers’ remarks", RemarkFrequency.NORMAL)
    faces: bool = _setting("Drivers’ faces", True)
    said: RemarkCounts = _setting("what the drivers have said", ())
    back: CardBack = _setting("Card back", CardBack.ROAD)
    scenery: Scenery = _setting("Scenery", Scenery.DAY)
    garage_seen: ViewedItems = _setting("what was seen in the garage", ())
    whole_garage: bool = _setting("Open the whole garage", False)
    cars_alike: bool = _setting("All cars alike", False)
    knows_game: bool = _setting("First lesson offer", False)
    lesson: LessonProgress | None = _setting("Progress in the first lesson", None)
    profiles: tuple[Profile, ...] = _setting("Profiles", (FIRST_PROFILE,))
    playing: ProfileId = _setting("Who plays", FIRST_PROFILE.id)
    lesson_finished: tuple[tuple[str, int], ...] = _setting("Who has finished the first lesson", ())
    settings_of_others: tuple[tuple[str, PersonalSettings], ...] = _setting("Settings of the other profiles", ())
    plan: Plan | None = _setting("Last match", None)
    race: Plan | None = _setting("Last quick race", None)
    shared: Plan | None = _setting("Last match at one screen", None)
    raced_last: bool = _setting("Last played", False)

    @property
    def profile(self) -> Profile:
        """The current profile; the first one if ``playing`` is the id of none."""
        return next((profile for profile in self.profiles if profile.id == self.playing), self.profiles[0])

    def with_profile(self, profile: Profile) -> Settings:
        """Return the settings with that profile replaced or added, and made the current one."""
        others = [known.id for known in self.profiles]
        at = others.index(profile.id) if profile.id in others else len(others)
        profiles = (*self.profiles[:at], profile, *self.profiles[at + 1 :])
        return replace(self, profiles=profiles).with_current_profile(profile.id)

    def with_current_profile(self, id: str) -> Settings:
        """Return the settings with that profile as the current one, and with its personal settings.

        A profile that has none yet gets those of the previous profile, except for the choices made in the garage.
        """
        if id == self.playing:
            return self
        own = tuple((name, getattr(self, name)) for name in PERSONAL_SETTINGS)
        left = dict(self.settings_of_others) | {self.playing: own}
        found = {name: _DEFAULTS[name] for name in _NOT_INHERITED} | dict(left.pop(id, ()))
        return replace(self, playing=id, settings_of_others=tuple(left.items()), **found)

    def with_unique_first_id(self, lots: str) -> Settings:
        """Return the settings with the default profile id, if in use, replaced by a unique one.

        It is made with the random letters ``lots``. Earlier versions gave everybody's first profile the same id.
        """
        to = {FIRST_PROFILE.id: f"{FIRST_ID_PREFIX}{lots}"}
        return replace(
            self,
            profiles=tuple(replace(profile, id=to.get(profile.id, profile.id)) for profile in self.profiles),
            playing=to.get(self.playing, self.playing),
            lesson_finished=tuple((to.get(id, id), finished_s) for id, finished_s in self.lesson_finished),
            settings_of_others=tuple((to.get(id, id), own) for id, own in self.settings_of_others),
            plan=self.plan and self.plan.with_profile_ids(to),
            race=self.race and self.race.with_profile_ids(to),
            shared=self.shared and self.shared.with_profile_ids(to),
        )

    def without_profile(self, id: str) -> Settings:
        """Return the settings without that profile; its neighbor becomes the current one.

        The last profile is not removed.
        """
        at = next(at for at, profile in enumerate(self.profiles) if profile.id == id)
        rest = self.profiles[:at] + self.profiles[at + 1 :]
        if not rest:
            return self
        lesson_finished = tuple(one for one in self.lesson_finished if one[0] != id)
        after = replace(self, profiles=rest, lesson_finished=lesson_finished).with_current_profile(
            rest[min(at, len(rest) - 1)].id
        )
        return replace(after, settings_of_others=tuple(one for one in after.settings_of_others if one[0] != id))

    @property
    def lesson_finished_s(self) -> int | None:
        """When the current profile first finished the lesson, in seconds since 1970; None for never."""
        return dict(self.lesson_finished).get(self.playing)

    def with_lesson_finished(self, school_s: int | None) -> Settings:
        """Return the settings with the time (seconds since 1970) at which the current profile finished the lesson.

        None removes the time.
        """
        others = tuple((id, finished_s) for id, finished_s in self.lesson_finished if id != self.playing)
        return replace(self, lesson_finished=others if school_s is None else (*others, (self.playing, school_s)))

    def match_plan(self, language: str) -> Plan:
        """Return the plan of the match to offer.

        It is the last match, else a match with the setup of the last race, else the language's default. Source:
        rules.md §3.
        """
        if self.plan is None and self.race is not None:
            return self.race.with_target_score(MATCH_TARGET)
        return self.plan or first_match(language)

    def race_plan(self, language: str) -> Plan:
        """Return the plan of the quick race to offer: the last one, else the language's default."""
        return self.race or first_race(language)

    @property
    def is_easy_start(self) -> bool:
        """Whether all parts of the easy start are set: assist, slow pace and gentle drivers."""
        plans = [plan for plan in (self.plan, self.race) if plan is not None]
        are_gentle = bool(plans) and all(plan.aggression is Aggression.GENTLE for plan in plans)
        return self.assist and self.pace is BotPace.SLOW and are_gentle

    def with_easy_start(self, language: str, *, is_easy: bool) -> Settings:
        """Return the settings with the easy start turned on, or with its parts reset to the defaults.

        A running match is not affected.
        """
        delivered = Settings()
        manner = Aggression.GENTLE if is_easy else DEFAULT_PLAN.aggression
        return replace(
            self,
            assist=is_easy,
            pace=BotPace.SLOW if is_easy else delivered.pace,
            plan=replace(self.match_plan(language), aggression=manner),
            race=replace(self.race_plan(language), aggression=manner),
            shared=self.shared and replace(self.shared, aggression=manner),
        )

    def with_shared_plan_moved(self) -> Settings:
        """Return the settings with a match of several persons moved to ``shared``.

        Earlier versions had no ``shared`` and kept such a match as ``plan`` or ``race``.
        """
        found = [plan for plan in (self.plan, self.race) if plan is not None and plan.other_persons]
        if not found:
            return self
        plan, race = (None if plan in found else plan for plan in (self.plan, self.race))
        return replace(self, plan=plan, race=race, shared=self.shared or found[0])

    def shared_plan(self, language: str) -> Plan:
        """Return the plan of the match of several persons to offer, with their current profiles.

        By default it is a match of two persons without bots.
        """
        plan, known = self.shared or self.match_plan(language).with_persons((HUMAN, HUMAN)), self.profiles
        profiles = [next((one for one in known if p.profile and one.id == p.profile.id), None) for p in plan.players]
        players = (replace(p, profile=profile) for p, profile in zip(plan.players, profiles, strict=True))
        return replace(plan, players=tuple(players))

    def last_match_plan(self, language: str) -> Plan:
        """Return the plan of the last match or quick race played alone; the rule pages show its rules."""
        return self.race_plan(language) if self.raced_last else self.match_plan(language)

    def with_last_match_plan(self, plan: Plan) -> Settings:
        """Return the settings after that plan was started.

        Quick races, matches, and matches of several persons are remembered separately.
        """
        if plan.other_persons:
            return replace(self, shared=plan)
        if plan.is_quick_race:
            return replace(self, race=plan, raced_last=True)
        return replace(self, plan=plan, raced_last=False)


_DEFAULTS: dict[str, Any] = {setting.name: setting.default for setting in fields(Settings)}
NAMES = {setting.name: str(setting.metadata["english"]) for setting in fields(Settings)}
