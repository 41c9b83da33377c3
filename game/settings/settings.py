"""The settings kept between starts."""

# ruff: noqa: RUF009 - a setting is a field

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta

from game.engine.rules import RULE_SETS
from game.engine.setup import HOUSE_RULES, MatchSetup
from game.files import limits
from game.files.forms import FormatError
from game.match.plan import DEFAULT_PLAN, DEFAULT_SETUP, MATCH_TARGET, Plan, default_house_rules, first_match
from game.people.looks import CardBack, Scenery
from game.people.players import HUMAN, Aggression, with_person_seated
from game.people.profiles import FIRST_PROFILE, Livery, Profile, ProfileId
from game.phrases import N_, NP_, NamedChoice, Phrase
from game.settings.bindings import DELIVERED_BUTTONS, DELIVERED_KEYS, Bindings

LOUDEST = 10
"""The highest volume; 0 is silent."""
Volume = Annotated[int, Meta(ge=0, le=LOUDEST)]
TEXT_SIZES = (75, 100, 115, 130, 150, 200)
"""The text sizes that a player can choose, in percent."""
if TYPE_CHECKING:
    TextSize = int
    RulesId = str
    HouseRule = str
else:
    TextSize = Literal[TEXT_SIZES]
    RulesId = Literal[RULE_SETS]
    HouseRule = Literal[HOUSE_RULES]
HouseRules = Annotated[tuple[HouseRule, ...], Meta(max_length=len(HOUSE_RULES))]
TEXT_SIZE = 100
FASTEST_SPEECH = 10
"""The highest speech speed; 0 is the slowest."""
SpeechSpeed = Annotated[int, Meta(ge=0, le=FASTEST_SPEECH)]
MUSIC_VOLUME = 3


class AnimationSpeed(NamedChoice):
    """The speed of card and car animations (art.md §7)."""

    # Translators: how fast cards and cars move; "Off": they are simply there
    SLOW = "slow", NP_("speed", "Slow")
    NORMAL = "normal", NP_("speed", "Normal")
    FAST = "fast", NP_("speed", "Fast")
    OFF = "off", NP_("speed", "Off")

    @property
    def factor(self) -> float:
        """The number by which the duration of an animation is multiplied; 0 means no animation."""
        speed = AnimationSpeed
        return {speed.SLOW: 1.6, speed.NORMAL: 1.0, speed.FAST: 0.55, speed.OFF: 0.0}[self]


class BotPace(NamedChoice):
    """How long bots wait between their actions.

    ``SLOW`` is long and ``CALM`` normal; ``ADAPTIVE`` is normal only if an action concerns the viewer; ``QUICK`` is
    hardly at all.
    """

    # Translators: how long the other drivers wait before they play
    SLOW = "slow", NP_("pace", "Slow"), N_("Time to read every line; any key skips ahead.")
    CALM = "calm", NP_("pace", "Calm"), N_("Time to follow every card.")
    ADAPTIVE = "adaptive", NP_("pace", "Adaptive"), N_("Slower when it concerns you, faster otherwise.")
    QUICK = "quick", NP_("pace", "Quick"), N_("Hardly any pause between cards.")


class ScanSpeed(NamedChoice):
    """The speed at which the controls are highlighted in turn for a player with a single switch."""

    # Translators: how fast everything that can be pressed is offered to a player with one switch; "Off": not at all
    OFF = "off", NP_("scan", "Off")
    SLOW = "slow", NP_("scan", "Slow")
    NORMAL = "normal", NP_("scan", "Normal")
    FAST = "fast", NP_("scan", "Fast")

    @property
    def step_s(self) -> float:
        """How many seconds each control is highlighted; 0 means that scanning is off."""
        return {ScanSpeed.OFF: 0.0, ScanSpeed.SLOW: 3.0, ScanSpeed.NORMAL: 2.0, ScanSpeed.FAST: 1.2}[self]


class ColorTheme(NamedChoice):
    """The color theme of the screen."""

    # Translators: the colours of the screen
    DAY = "day", NP_("colours", "Day")
    NIGHT = "night", NP_("colours", "Night")
    CONTRAST = "contrast", NP_("colours", "High contrast")


Word = Annotated[str, Meta(pattern=r"\A[a-z0-9_/]{1,40}\Z")]
RemarkCounts = Annotated[tuple[tuple[Word, Annotated[int, Meta(ge=0, le=10**6)]], ...], Meta(max_length=200)]
"""How often each driver made each remark: pairs of a driver and a remark, such as ``carla/parries``, and a count."""
ViewedItems = Annotated[tuple[Word, ...], Meta(max_length=40)]


class RemarkFrequency(NamedChoice):
    """How often the drivers make remarks."""

    # Translators: how often the drivers say something
    OFF = "off", NP_("remarks", "Off"), N_("Nobody says anything.")
    RARE = "rare", NP_("remarks", "Rare"), N_("Hardly ever, beside a name or in the log.")
    NORMAL = "normal", NP_("remarks", "Normal"), N_("Now and then, beside a name or in the log.")


class HandOrder(NamedChoice):
    """The order of the hand: sorted by kind, or as drawn and moved by the player."""

    # Translators: the order of the cards in the player's hand
    SORTED = "sorted", NP_("hand", "Sorted"), N_("The cards sort themselves by kind.")
    OWN = "own", NP_("hand", "My own"), N_("Cards stay as drawn; move them as you like.")


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """The progress in the first lesson: the number of moves made, and of notes read after the last one.

    ``rules`` is the rule set of the lesson.
    """

    moves: limits.LessonMoves = 0
    notes_read: limits.LessonNotes = 0
    rules: RulesId = DEFAULT_SETUP.rules


def _setting(name: Phrase, default: Any) -> Any:
    """Return a dataclass field with the setting's name to show."""
    return field(default=default, metadata={"phrase": name})


Guests = Annotated[tuple[Profile, ...], Meta(max_length=limits.MAX_GUESTS)]


@dataclass(frozen=True, slots=True)
class Machine:
    """The settings that all persons on this machine share; the file has the same names and order.

    ``window_size`` (pixels) None is the default size. ``playing`` is the id of the current person. ``plan`` is the last
    match played alone, None before the first, in its longer length; with ``one_leg`` a single leg of it is offered,
    with the house rules ``race_rules``, None until the player has chosen some for a race. ``shared`` is the last match
    of several persons, and ``guests`` are those in such matches who have no profile, the one seated last first.
    """

    fullscreen: bool = _setting(N_("Full screen"), False)
    window_size: limits.WindowSize | None = _setting(N_("Window size"), None)
    muted: bool = _setting(N_("Sound"), False)
    effects_volume: Volume = _setting(N_("Effects"), 7)
    ambience_volume: Volume = _setting(N_("Road noise"), 4)
    music_volume: Volume = _setting(N_("Music"), MUSIC_VOLUME)
    playing: ProfileId = _setting(N_("Who plays"), FIRST_PROFILE.id)
    plan: Plan | None = _setting(N_("Last race"), None)
    one_leg: bool = _setting(N_("Length of the race"), True)
    race_rules: HouseRules | None = _setting(N_("House rules of the race"), None)
    shared: Plan | None = _setting(N_("Last pass-and-play race"), None)
    guests: Guests = _setting(N_("Guests"), ())


@dataclass(frozen=True, slots=True)
class Person:
    """A person on this machine: their profile and their own settings; the file has the same names and order.

    A person who ``knows_game`` is not offered the first lesson; ``lesson`` is the progress in it.
    ``language`` None follows the system. ``reduced_motion`` turns off movement, whatever the ``speed``. ``assist``
    marks the best move in every turn. ``speech`` reads everything aloud, ``captions`` writes sounds on the screen.
    ``keys`` and ``buttons`` are the inputs of keyboard and controller. ``faces`` shows the drivers' expressions,
    ``said`` counts their remarks. ``back`` and ``scenery`` are chosen in the garage; ``garage_seen`` has the unlocked
    items already viewed there; ``whole_garage`` unlocks all. ``cars_alike`` gives everybody the same car.
    ``lesson_finished_s`` is when the person first finished the lesson, in seconds since 1970, None for never. Raises
    ``ValueError`` for an invalid id or name.
    """

    id: str
    name: str = _setting(N_("Profiles"), "")
    livery: Livery = _setting(N_("Profiles"), Livery())
    knows_game: bool = _setting(N_("First lesson offer"), False)
    lesson: LessonProgress | None = _setting(N_("Progress in the first lesson"), None)
    lesson_finished_s: limits.UnixSeconds | None = _setting(N_("Who has finished the first lesson"), None)
    language: limits.Language | None = _setting(N_("Language"), None)
    theme: ColorTheme = _setting(N_("Colors"), ColorTheme.DAY)
    text_size: TextSize = _setting(N_("Text size"), TEXT_SIZE)
    reduced_motion: bool = _setting(N_("Less motion"), False)
    speed: AnimationSpeed = _setting(N_("Card speed"), AnimationSpeed.NORMAL)
    pace: BotPace = _setting(N_("Pace of the other drivers"), BotPace.ADAPTIVE)
    hand_order: HandOrder = _setting(N_("Hand order"), HandOrder.OWN)
    assist: bool = _setting(N_("Assist"), False)
    speech: bool = _setting(N_("Speech"), False)
    speech_speed: SpeechSpeed = _setting(N_("Speech speed"), 5)
    speech_volume: Volume = _setting(N_("Speech volume"), 8)
    captions: bool = _setting(N_("Sound captions"), False)
    keys: Bindings = _setting(N_("Keys"), DELIVERED_KEYS)
    buttons: Bindings = _setting(N_("Buttons of the controller"), DELIVERED_BUTTONS)
    scan: ScanSpeed = _setting(N_("Single switch"), ScanSpeed.OFF)
    remarks: RemarkFrequency = _setting(N_("Drivers’ remarks"), RemarkFrequency.NORMAL)
    faces: bool = _setting(N_("Drivers’ faces"), True)
    said: RemarkCounts = _setting(N_("what the drivers have said"), ())
    back: CardBack = _setting(N_("Card back"), CardBack.ROAD)
    scenery: Scenery = _setting(N_("Scenery"), Scenery.DAY)
    garage_seen: ViewedItems = _setting(N_("what was seen in the garage"), ())
    whole_garage: bool = _setting(N_("Unlock the whole garage"), False)
    cars_alike: bool = _setting(N_("All cars alike"), False)

    def __post_init__(self) -> None:
        Profile(self.id, self.name)  # checks both

    @property
    def profile(self) -> Profile:
        return Profile(self.id, self.name, self.livery)


class TooManyProfilesError(FormatError):
    """Raised when this machine already has as many profiles as are allowed."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings: those of the machine, and those of each of its ``people``, at least one."""

    machine: Machine = Machine()
    people: tuple[Person, ...] = (Person(FIRST_PROFILE.id),)

    @property
    def person(self) -> Person:
        """The current person; the first one if ``playing`` is the id of none."""
        return next((person for person in self.people if person.id == self.machine.playing), self.people[0])

    @property
    def profile(self) -> Profile:
        return self.person.profile

    @property
    def profiles(self) -> tuple[Profile, ...]:
        return tuple(person.profile for person in self.people)

    @property
    def known_people(self) -> tuple[Profile, ...]:
        """The guests and persons who have a name."""
        return tuple(profile for profile in (*self.machine.guests, *self.profiles) if profile.name)

    def value(self, name: str) -> Any:
        """Return the value of the machine's or the current person's setting of that name."""
        return getattr(self.machine if name in _OF_MACHINE else self.person, name)

    def with_values(self, **values: Any) -> Settings:
        """Return the settings with these values, by name, of the machine and of the current person."""
        shared = {name: values.pop(name) for name in _OF_MACHINE & values.keys()}
        changed = replace(self, machine=replace(self.machine, **shared))
        return changed.with_person(replace(changed.person, **values)) if values else changed

    def with_person(self, person: Person) -> Settings:
        """Return the settings with that person replaced or added, and made the current one.

        Raises ``TooManyProfilesError`` if there is no room for another one.
        """
        people = {known.id: known for known in self.people} | {person.id: person}
        if len(people) > limits.MAX_PROFILES:
            raise TooManyProfilesError(f"people: expected {limits.MAX_PROFILES} at most")
        guests = tuple(guest for guest in self.machine.guests if guest.id != person.id)
        return Settings(replace(self.machine, playing=person.id, guests=guests), tuple(people.values()))

    def with_profile(self, profile: Profile) -> Settings:
        """Return the settings with that profile replaced or added, and made the current one.

        A new one gets the previous person's settings, except for the lesson and the choices made in the garage. Raises
        ``TooManyProfilesError`` if there is no room for another one.
        """
        known = next((person for person in self.people if person.id == profile.id), None)
        new = replace(
            self.person, knows_game=False, lesson=None, lesson_finished_s=None, back=CardBack.ROAD,
            scenery=Scenery.DAY, garage_seen=(),
        )  # fmt: skip
        return self.with_person(replace(known or new, id=profile.id, name=profile.name, livery=profile.livery))

    def with_licence(self, guest: Profile) -> Settings:
        """Return the settings with that guest as one of the persons; the current person stays the same.

        Raises ``TooManyProfilesError`` if there is no room for another one.
        """
        return self.with_profile(guest).with_current_profile(self.person.id)

    def with_current_profile(self, id: str) -> Settings:
        """Return the settings with that profile as the current one."""
        return self.with_values(playing=id)

    def without_profile(self, id: str) -> Settings:
        """Return the settings without that profile; its neighbor becomes the current one.

        The last profile is not removed.
        """
        at = [person.id for person in self.people].index(id)
        rest = self.people[:at] + self.people[at + 1 :]
        return replace(self, people=rest).with_person(rest[min(at, len(rest) - 1)]) if rest else self

    def match_plan(self, language: str) -> Plan:
        """Return the last match played alone, in its longer length, else the language's default (rules.md §3)."""
        plan = self.machine.plan or first_match(language)
        return plan.with_target_score(MATCH_TARGET) if plan.is_one_leg else plan

    def last_match_plan(self, language: str) -> Plan:
        """Return the race or match to offer, in the length chosen last; the rule pages show its rules."""
        return self.race_plan(language) if self.machine.one_leg else self.match_plan(language)

    def race_plan(self, language: str) -> Plan:
        """Return the race of one leg to offer: at the table of the last match, with the house rules of a race."""
        return self.with_usual_house_rules(self.match_plan(language).with_legs(1))

    def usual_house_rules(self, setup: MatchSetup) -> tuple[str, ...]:
        """Return the house rules with which such a table is offered: those chosen last for that length, if any."""
        if setup.legs == 1:
            return default_house_rules(setup) if self.machine.race_rules is None else self.machine.race_rules
        return self.machine.plan.house_rules if self.machine.plan else default_house_rules(setup)

    def with_usual_house_rules(self, plan: Plan) -> Plan:
        """Return the plan with the house rules with which its table is offered."""
        return plan.with_house_rules(self.usual_house_rules(plan.setup))

    def adapt_house_rules(self, before: Plan, after: Plan) -> Plan:
        """Return a changed plan with the house rules usual at its table, if ``before`` had those usual at its own."""
        is_usual = before.house_rules == self.usual_house_rules(before.setup)
        return self.with_usual_house_rules(after) if is_usual else after

    @property
    def is_easy_start(self) -> bool:
        """Whether all parts of the easy start are set: assist, slow pace and gentle drivers."""
        is_gentle = self.machine.plan is not None and self.machine.plan.aggression is Aggression.GENTLE
        return self.person.assist and self.person.pace is BotPace.SLOW and is_gentle

    def with_easy_start(self, language: str, *, is_easy: bool) -> Settings:
        """Return the settings with the easy start turned on, or with its parts reset to the defaults.

        A running match is not affected.
        """
        manner, shared = Aggression.GENTLE if is_easy else DEFAULT_PLAN.aggression, self.machine.shared
        return self.with_values(
            assist=is_easy,
            pace=BotPace.SLOW if is_easy else BotPace.ADAPTIVE,
            plan=replace(self.match_plan(language), aggression=manner),
            shared=shared and replace(shared, aggression=manner),
        )

    def shared_plan(self, language: str) -> Plan:
        """Return the plan of the match of several persons to offer, with the profiles that they have now.

        By default it is a match of the current person and one more, without bots.
        """
        default = self.last_match_plan(language).with_persons((replace(HUMAN, profile=self.profile), HUMAN))
        plan = self.machine.shared or self.with_usual_house_rules(default)
        known = {profile.id: profile for profile in (*self.machine.guests, *self.profiles)}
        players = (replace(player, profile=player.profile and known.get(player.profile.id)) for player in plan.players)
        return replace(plan, players=tuple(players))

    def with_last_match_plan(self, plan: Plan) -> Settings:
        """Return the settings after that plan was started.

        A single leg leaves the longer length and its house rules as they were; its own are remembered if they are not
        the usual ones. A match of several persons is remembered apart, with its guests.
        """
        if plan.other_persons:
            known = {profile.id for profile in self.profiles}
            seated = [player.profile for player in plan.players if player.profile and player.profile.id not in known]
            guests = {guest.id: guest for guest in (*seated, *self.machine.guests) if guest.name}
            return self.with_values(shared=plan, guests=tuple(guests.values())[: limits.MAX_GUESTS])
        plan = replace(plan, players=with_person_seated(plan.players, None))
        if not plan.is_one_leg:
            return self.with_values(plan=plan, one_leg=False)
        is_usual = plan.house_rules == self.usual_house_rules(plan.setup)
        longer = plan.with_length_of(self.machine.plan or DEFAULT_PLAN)
        return self.with_values(
            plan=self.with_usual_house_rules(longer), one_leg=True,
            race_rules=self.machine.race_rules if is_usual else plan.house_rules,
        )  # fmt: skip


_OF_MACHINE = frozenset(setting.name for setting in fields(Machine))
NAMES: dict[str, Phrase] = {
    "machine": N_("Settings of this computer"),
    "people": N_("Profiles"),
    **{row.name: row.metadata["phrase"] for kind in (Machine, Person) for row in fields(kind) if row.metadata},
}
"""The names to show of all settings, by their names in the file."""
