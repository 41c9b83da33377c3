"""Files at the limits of what may be read: matches and settings in which everything goes as far as it may.

``MATCHES`` are matches in the middle of things. ``with_reasons(form, lots)`` gives every move of their bots a reason of
a kind that fits it. ``EDGES`` have, by the name of a limit, changes of a form that keep it just inside and that take it
just outside.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

from game.engine.cards import CARDS
from game.engine.match import Match
from game.engine.moves import Move, MoveKind, move
from game.engine.observation import Phase
from game.engine.record import Record, replay
from game.engine.rules import Seating
from game.engine.setup import MatchSetup
from game.features.lesson.model import COURSES
from game.files import limits
from game.match.bot_reasons import REASON_RULES, BotReason, reason_fault
from game.match.deals import DEAL_COUNT
from game.match.match_file import MatchKind, SavedLeg, SavedMatch
from game.match.plan import DEFAULT_PLAN
from game.people.looks import CarBody, CardBack, CarTrim, Paint, Scenery, Symbol
from game.people.players import DRIVERS, HUMAN, Aggression, Targeting, bot
from game.people.profiles import MAX_NAME_LETTERS, Livery, Profile
from game.settings.bindings import Action, Bindings, Device
from game.settings.settings import (
    FASTEST_SPEECH,
    LOUDEST,
    AnimationSpeed,
    BotPace,
    ColorTheme,
    HandOrder,
    LessonProgress,
    Machine,
    Person,
    RemarkFrequency,
    ScanSpeed,
    Settings,
)
from game.settings.settings_file import SettingsFile

Json = dict[str, Any]
Change = Callable[[Json], None]


# -- matches ----------------------------------------------------------------------------------------------------------


def dealt(
    setup: MatchSetup, seed: int, *, legs: int = 1, until: Callable[[Any], bool] = lambda _leg: False
) -> SavedMatch:
    """A match played by lot up to a moment of its last leg, or to that leg's end; seat 0 is the person."""
    lots, match = Random(seed), Match(setup, seed % setup.seats)
    records: list[Record] = []
    while len(records) < legs:
        leg = match.deal(match.shuffled_deck(lots))
        is_last = len(records) == legs - 1
        while not leg.is_over and not (is_last and until(leg)):
            leg.apply(lots.choice(sorted(leg.legal_moves(), key=lambda m: m.text)))
        records.append(Record.of(leg))
        if leg.is_over:
            match.add_finished_leg(leg)
            assert not match.is_over, "take another seed"
    players = (HUMAN, *(bot(driver) for driver in DRIVERS[1 : setup.seats]))
    return SavedMatch(setup, players, seed, seed % setup.seats, tuple(map(SavedLeg, records)))


def _asked(phase: Phase) -> Callable[[Any], bool]:
    return lambda leg: leg.phase is phase and leg.seat == 0


def _after(moves: int) -> Callable[[Any], bool]:
    return lambda leg: len(leg.moves) >= moves


def _first(setup: MatchSetup, until: Callable[[Any], bool]) -> SavedMatch:
    """The first match by lot that comes to that moment."""
    for seed in range(2000):
        saved = dealt(setup, seed, until=until)
        if saved.records[-1].moves and until(replay(saved.records[-1])):
            return saved
    raise AssertionError("no such match")


def _setup(rules: str, seats: int, seating: Seating = Seating.SOLO) -> MatchSetup:
    return MatchSetup(rules, seating, seats, target_score=limits.MAX_TARGET_SCORE)


MATCHES: dict[str, Callable[[], SavedMatch]] = {
    "the first turn": lambda: dealt(_setup("winning_moves", 4), 1, until=_after(0)),
    "the second leg of four alone": lambda: dealt(_setup("winning_moves", 4), 2, legs=2, until=_after(40)),
    "six in teams": lambda: dealt(_setup("dujardin", 6, Seating.TEAMS), 3, legs=3, until=_after(60)),
    "six alone, a leg over": lambda: dealt(_setup("mille_miglia", 6), 4, legs=2),
    "two, a leg over": lambda: dealt(_setup("piatnik", 2), 5),
    "attacked": lambda: _first(_setup("winning_moves", 2), _asked(Phase.COUP_FOURRE)),
    "an extension": lambda: _first(_setup("winning_moves", 2), _asked(Phase.EXTENSION)),
    "as many legs as can be": lambda: dealt(_setup("winning_moves", 6, Seating.TEAMS), 9, legs=limits.MAX_LEGS_PLAYED),
}


@cache
def _match(name: str) -> bytes:
    return MATCHES[name]().to_bytes()


def match(name: str) -> Json:
    """The form of one of ``MATCHES``, to be changed at will."""
    return json.loads(_match(name))


def viewer(form: Json) -> int:
    """The person's seat."""
    return next(seat for seat, player in enumerate(form["players"]) if player["kind"] == "human")


def seated(form: Json, seat: int) -> Json:
    """The same with the person in that seat, as far as there is one, and the bot of that seat in the person's."""
    players, here = form["players"], viewer(form)
    there = seat % len(players)
    players[here], players[there] = players[there], players[here]
    return form


def seen_moves(form: Json) -> list[Move]:
    """The moves of the last leg that the person knows of."""
    moves = [move(text) for text in form["legs"][-1]["moves"]]
    return [m for m in moves if m.kind is not MoveKind.DECLINE or m.seat == viewer(form)]


def bots_places(form: Json) -> list[int]:
    """The places of the bots' moves among them."""
    return [place for place, m in enumerate(seen_moves(form)) if m.seat != viewer(form)]


def fitting(played: Move) -> list[BotReason]:
    """A reason of every code that may be given for a move, its number at either end of what it may be."""
    found = []
    for code, form in REASON_RULES.items():
        others = [None] if form.other is None else [c for c in CARDS if c.family is form.other]
        numbers = [None] if form.numbers is None else [form.numbers[0], form.numbers[-1]]
        side = played.side if form.attacks else None
        for number in numbers:
            reason = BotReason(code, played.card, others[-1], side, number)
            if reason_fault(reason, played) is None:
                found.append(reason)
    return found


def with_reasons(form: Json, lots: Random) -> Json:
    """The same with a reason for every bot's move, every bot's move hurried, and a hand as large as may be."""
    moves = seen_moves(form)
    reasons = {place: lots.choice(fitting(moves[place])) for place in bots_places(form)}
    saved = SavedMatch.from_bytes(as_bytes(form))
    last = replace(saved.legs[-1], reasons=reasons, hurried=frozenset(reasons))
    saved = replace(saved, legs=(*saved.legs[:-1], last))
    hand = tuple(lots.choice(CARDS) for _ in range(limits.MAX_HAND_CARDS))
    return json.loads(replace(saved, hand=hand, manner=lots.choice(list(Aggression))).to_bytes())


def as_bytes(form: Json) -> bytes:
    """The file of that form."""
    return json.dumps(form).encode()


# -- settings ---------------------------------------------------------------------------------------------------------


def settings() -> Json:
    """The form of settings with everything in them, to be changed at will."""
    return json.loads(_settings())


@cache
def _settings() -> bytes:
    plan = replace(DEFAULT_PLAN.with_rules("dujardin"), aggression=Aggression.GENTLE)
    machine = Machine(
        window_size=(1280, 720),
        playing="3f9a",
        plan=plan,
        one_leg=False,
        race_rules=("rolling_start",),
        shared=DEFAULT_PLAN.with_rules("piatnik"),
        guests=(Profile("mia", "Mia", Livery(Symbol.MOON, Paint.BLUE)),),
    )
    zoe = Person(
        "3f9a",
        "Zoé-Ann d'Ő.",
        Livery(Symbol.RING, Paint.BLACK, CarTrim.LUGGAGE, CarBody.ESTATE),
        lesson=LessonProgress(4, 1),
        lesson_finished_s=1_731_500_000,
        language="hu",
        theme=ColorTheme.NIGHT,
        text_size=130,
        speed=AnimationSpeed.FAST,
        pace=BotPace.CALM,
        hand_order=HandOrder.SORTED,
        assist=True,
        keys=Bindings(Device.KEYBOARD, ((Action.HINT, "ctrl+k"), (Action.SPEED, ""))),
        buttons=Bindings(Device.CONTROLLER, ((Action.DISCARD, "west"), (Action.HINT, "north"))),
        scan=ScanSpeed.SLOW,
        remarks=RemarkFrequency.RARE,
        said=(("carla/parries", 3),),
        back=CardBack.SUN,
        scenery=Scenery.COAST,
        garage_seen=("body/estate", "back/sun"),
    )
    people = (Person("other", "Ben", text_size=200, speech=True), zoe)
    return SettingsFile(Settings(machine, people)).to_bytes()


# -- edges ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Edge:
    """One limit of a form: changes that stay just inside it, and changes that go just beyond, or anywhere beyond."""

    inside: tuple[Change, ...] = ()
    outside: tuple[Change, ...] = ()


def put(*path: str | int, value: Any) -> Change:
    """Put a value into a form."""

    def change(form: Json) -> None:
        at: Any = form
        for step in path[:-1]:
            at = at[step]
        at[path[-1]] = copy.deepcopy(value)

    return change


def _all(path: Sequence[str | int], values: Sequence[Any]) -> tuple[Change, ...]:
    return tuple(put(*path, value=value) for value in values)


NO_NUMBERS: tuple[object, ...] = (True, 1.0, "1", None, [], {}, 10**30, -(10**30), 10**4200, 1e300)
"""Put in the place of one number a form: what the schema takes for none, it takes for none anywhere."""
NO_WORDS = ("", "no such word", "\ud800", "x" * 10_000, 1, ["a word"])
"""Put in the place of one word a form, likewise."""


def _numbers(path: Sequence[str | int], low: int, high: int, wrong: Sequence[Any] = NO_NUMBERS[:1]) -> Edge:
    return Edge(_all(path, (low, high)), _all(path, (low - 1, high + 1, *wrong)))


def _words(path: Sequence[str | int], words: Sequence[str], wrong: Sequence[Any] = NO_WORDS[:1]) -> Edge:
    return Edge(_all(path, words), _all(path, wrong))


def _later_words(path: Sequence[str | int], words: Sequence[str]) -> Edge:
    """Words of which a later version may have more."""
    return Edge(_all(path, (*words, "rocket")), _all(path, (1, [])))


def _both(*changes: Change) -> Change:
    def change(form: Json) -> None:
        for each in changes:
            each(form)

    return change


def _for_legs(*path: str, legs: object) -> Change:
    return _both(put(*path, "target_score", value=None), put(*path, "legs", value=legs))


def _for_points(*path: str, points: object) -> Change:
    return _both(put(*path, "legs", value=None), put(*path, "target_score", value=points))


def _setup_edges(*path: str) -> dict[str, Edge]:
    """Of a setup at that place of a form; what stays inside needs a first leg, or none."""
    return {
        "target_score": Edge(
            tuple(_for_points(*path, points=n) for n in (1, limits.MAX_TARGET_SCORE)),
            tuple(_for_points(*path, points=n) for n in (0, limits.MAX_TARGET_SCORE + 1, *NO_NUMBERS)),
        ),
        "legs": Edge(
            tuple(_for_legs(*path, legs=n) for n in (1, limits.MAX_AGREED_LEGS)),
            tuple(_for_legs(*path, legs=n) for n in (0, limits.MAX_AGREED_LEGS + 1, True)),
        ),
        "seats": Edge((), _all((*path, "seats"), (0, 1, 5, 7, True, 10**4200))),
        "rules": Edge((), _all((*path, "rules"), ("", "chess", "\ud800", 1, None))),
        "seating": Edge((), _all((*path, "seating"), ("", "couples", None))),
        "options": Edge((), _all((*path, "options"), (None, {}, {"extension": 1, "no_100_bonus": False}))),
    }


_LEO = {"kind": "bot", "driver": "leo", "level": "steady", "temper": "leader"}
_PERSON = {"kind": "human", "driver": None}
_ZOE = {"id": "3f9a", "name": "Zoé", "symbol": "ring", "colour": "black", "car": "luggage"}


def _swap_players(one: int, other: int, *path: str) -> Change:
    def change(form: Json) -> None:
        players: Any = form
        for step in path:
            players = players[step]
        players[one], players[other] = players[other], players[one]

    return change


def _players_edges(*path: str) -> dict[str, Edge]:
    """Of four players at that place of a form, the first of them a person."""
    outside = (
        *_all(path, (None, [], {}, [_PERSON])),
        *_all((*path, 0), ({**_LEO}, {"kind": "human", "driver": "leo"}, {"kind": "cat"}, None, 0)),
        *_all((*path, 1), ({**_LEO, "driver": "max"}, {**_LEO, "level": "god"}, {**_LEO, "temper": "bad"})),
        _both(put(*path, 1, value=_LEO), put(*path, 2, value=_LEO)),
        _both(*(put(*path, seat, value={**_PERSON, "profile": _ZOE}) for seat in (1, 2))),
        *_all((*path, 0, "profile"), ({}, [], 1, "first", {**_ZOE, "car": "tank"}, {**_ZOE, "name": "x" * 99})),
    )
    levels = tuple(put(*path, 1, "temper", value=temper.value) for temper in Targeting)
    known = (*_all((*path, 0, "profile"), (None, _ZOE)), *_all((*path, 1), (_PERSON, {**_PERSON, "profile": _ZOE})))
    return {"players": Edge((*(_swap_players(0, seat, *path) for seat in (1, 2, 3)), *levels, *known), outside)}


def _bot_change(change: Callable[[Json, int], None]) -> Change:
    """A change of the reason of a bot's first attack, or if it has none, of its first move."""

    def wrapped(form: Json) -> None:
        moves, places = seen_moves(form), bots_places(form)
        place = next((p for p in places if moves[p].side is not None), places[0])
        form["legs"][-1]["reasons"] = []
        change(form, place)

    return wrapped


def _reason(**changed: Any) -> Change:
    """An attack's reason, which speaks of points, with some fields changed."""

    def change(form: Json, place: int) -> None:
        played = seen_moves(form)[place]
        assert played.side is not None
        assert played.card is not None
        right = {"at": place, "code": "attacks_match_leader", "card": played.card.id, "other": None}
        form["legs"][-1]["reasons"] = [{**right, "side": played.side, "number": 0, **changed}]

    return _bot_change(change)


def _twice(form: Json, place: int) -> None:
    _reason()(form)
    form["legs"][-1]["reasons"] *= 2


def _persons(field: str) -> Change:
    def change(form: Json) -> None:
        place = next(at for at, m in enumerate(seen_moves(form)) if m.seat == viewer(form))
        form["legs"][-1][field] = [place] if field == "hurried" else [{"at": place, "code": "only_move"}]

    return change


def _past_the_last(field: str) -> Change:
    def change(form: Json) -> None:
        place = len(seen_moves(form))
        form["legs"][-1][field] = [place] if field == "hurried" else [{"at": place, "code": "only_move"}]

    return change


def _hurried_twice(form: Json) -> None:
    form["legs"][-1]["hurried"] = [bots_places(form)[0]] * 2


_LAST = ("legs", -1)
"""Where the last leg of a match is."""


def _is_later(version: Any) -> bool:
    """Whether it is one that a later version of the game may write, which is refused in words of its own."""
    return type(version) is int and version > 0


REASON_EDGES = {
    "a reason's number": Edge(
        (_reason(number=limits.MAX_POINTS), _reason(number=-limits.MAX_POINTS)),
        (
            *(_reason(number=n) for n in (limits.MAX_POINTS + 1, -limits.MAX_POINTS - 1, *NO_NUMBERS)),
            *(_reason(code="attacks_leg_leader", number=n) for n in (-1, limits.MAX_KM + 1)),
            _reason(code="attacks_rolling", number=1),
        ),
    ),
    "a reason's card": Edge((), tuple(_reason(card=c) for c in (None, "go", "km_30", 1, ["stop"]))),
    "a reason's other card": Edge((), tuple(_reason(other=c) for c in ("go", "km_30", 1))),
    "a reason's side": Edge((), tuple(_reason(side=s) for s in (None, -1, 6, 10**30, True, "1"))),
    "a reason's code": Edge(
        (_reason(code="only_move", side=None, number=None),),
        tuple(_reason(code=c) for c in ("", "because", "declines", "drives", "extends", 1, None)),
    ),
    "a reason's place": Edge(
        (),
        (
            *(_reason(at=p) for p in (-1, True, None, 10**30)),
            _past_the_last("reasons"),
            _persons("reasons"),
            _bot_change(_twice),
        ),
    ),
    "reasons": Edge(_all((*_LAST, "reasons"), ([],)), _all((*_LAST, "reasons"), ({}, "", 1, [None], [[]], [{}]))),
}

MATCH_EDGES: dict[str, Edge] = {
    "seed": _numbers(("seed",), -limits.MAX_SEED, limits.MAX_SEED, NO_NUMBERS),
    "first_dealer": Edge((), _all(("first_dealer",), (-1, 4, True, None, 10**30))),
    **_setup_edges("setup"),
    **_players_edges("players"),
    "manner": _words(("manner",), [*Aggression], NO_WORDS),
    "hand": Edge(
        _all(("hand",), ([], ["km_200"] * limits.MAX_HAND_CARDS)),
        _all(("hand",), (["go"] * (limits.MAX_HAND_CARDS + 1), ["km_30"], [1], [None], [["go"]], {}, "go", 1)),
    ),
    "hurried": Edge(
        _all((*_LAST, "hurried"), ([],)),
        (
            *_all((*_LAST, "hurried"), ([-1], [10**30], [10**4200], [True], [1.0], ["1"], [[]], {}, 1)),
            *(_past_the_last("hurried"), _persons("hurried"), _hurried_twice),
        ),
    ),
    **REASON_EDGES,
    "legs played": Edge((), _all(("legs",), ([], {}, None, [None], [[]], [{}]))),
    "format": Edge((), _all(("format",), ("", "mille-record", 1, None))),
    "version": Edge((), _all(("version",), (0, *[n for n in NO_NUMBERS if not _is_later(n)]))),
    "name": Edge(
        _all(("name",), (None, "", "Sunday", "Ő" * limits.NAME_CHARACTERS)),
        _all(("name",), ("x" * (limits.NAME_CHARACTERS + 1), " Sunday", "a\nb", "\ud800", "a\0", 1, [])),
    ),
    "begun": _numbers(("begun",), 0, limits.MAX_TIME_S),
    "begun_offset": _numbers(("begun_offset",), -limits.MAX_UTC_OFFSET_S, limits.MAX_UTC_OFFSET_S),
    "saved": _numbers(("saved",), 0, limits.MAX_TIME_S),
    "saved_offset": _numbers(("saved_offset",), -limits.MAX_UTC_OFFSET_S, limits.MAX_UTC_OFFSET_S),
    "first_deal": _numbers(("first_deal",), 0, DEAL_COUNT - 1),
    "driven_on_turn": _numbers(("driven_on_turn",), 0, limits.MAX_COUNT),
    "kind": Edge(_all(("kind",), (None, *MatchKind)), _all(("kind",), ("", "lesson", 1, []))),
    "day": Edge(
        _all(("day",), (None, "2026-11-22")), _all(("day",), ("", "today", "2026-02-30", "\ud800", "9" * 5000, 1, []))
    ),
    "take_backs": Edge(_all(("take_backs",), (None, True, False)), _all(("take_backs",), (0, "", []))),
    "open_cards": Edge(_all(("open_cards",), (None, True, False)), _all(("open_cards",), (0, "", []))),
    "taken_back": Edge(
        _all((*_LAST, "taken_back"), ([], [0], [0] * limits.MAX_TAKE_BACKS)),
        _all(
            (*_LAST, "taken_back"),
            (
                None,
                [-1],
                [10**4200],
                [True],
                [1.0],
                ["1"],
                [[]],
                {},
                1,
                [200],
                [1, 0],
                [0] * (limits.MAX_TAKE_BACKS + 1),
            ),
        ),
    ),
    "delegated": Edge(
        _all((*_LAST, "delegated"), (None, [], [0])),
        _all((*_LAST, "delegated"), ([1], [0, 0], [-1], [True], [0.0], ["0"], [[]], {}, 0)),
    ),
    "deputies": Edge(
        _all(("deputies",), (None, [], [0])),
        _all(("deputies",), ([1], [0, 0], [-1], [True], [0.0], ["0"], [[]], {}, 0)),
    ),
    "undone": Edge(
        _all(("undone",), (None, [])),
        _all(("undone",), (["9 km_25"], ["0 nonsense"], [1], [None], [[]], {}, 1, "0 go")),
    ),
}

_PLAN_EDGES = {
    f"{name}: {what}": edge
    for name in ("plan", "shared")
    for what, edge in (
        _setup_edges("machine", name, "setup")
        | _players_edges("machine", name, "players")
        | {"all": Edge(_all(("machine", name), (None,)), _all(("machine", name), ([], 1, {}, "")))}
        | {"manner": _words(("machine", name, "manner"), [*Aggression])}
        | {
            "take-backs": Edge(
                _all(("machine", name, "take_backs"), (True, False)), _all(("machine", name, "take_backs"), (0, "", []))
            )
        }
    ).items()
}

_ZOES_NAMES = ("", "A", "Zoé", "x" * MAX_NAME_LETTERS, "Wolfgang Maria", "O'Neill-Ő.", "Leonie", "Nguyễn", "Țepeș 2")
_NO_NAMES = (
    *(" Anna", "Anna ", "An  na", "x" * (MAX_NAME_LETTERS + 1), "1", "Ĕva", "-", "Лев", "a\nb", "\ud800"),
    *("e\u0301va", 1, "Carla", "LEÓ"),
)


def _people_of(count: int) -> Change:
    def change(form: Json) -> None:
        form["people"] = {"3f9a": form["people"]["3f9a"], **{f"p{n}": {} for n in range(1, count)}}

    return change


def _one_of(key: str, *path: str | int) -> tuple[str | int, ...]:
    return ("people", "3f9a", key, *path)


_W, _H = limits.WINDOW_PX, limits.WINDOW_PX
_FLAGS = ("knows_game", "faces", "cars_alike", "whole_garage", "speech", "captions", "assist", "reduced_motion")
_FLAGS_OF_ALL = ("fullscreen", "muted", "one_leg")


def _flag(*path: str | int) -> Edge:
    return Edge(_all(path, (True, False, None)), _all(path, (0, 1, "true", [], {}, 1.0)))


SETTINGS_EDGES: dict[str, Edge] = {
    **_PLAN_EDGES,
    "machine: none": Edge(_all(("machine",), (None, {}))),
    "machine": Edge((), _all(("machine",), ([], 1, "", "x", True))),
    "people: none": Edge(_all(("people",), (None, {}))),
    "people": Edge(
        (_people_of(1), _people_of(limits.MAX_PROFILES)),
        (
            *_all(("people",), ([], 1, "", "x", [{}])),
            *(put("people", id, value={}) for id in ("", "a" * 17, "A", "é", "a b", "\ud800")),
            *_all(("people", "more"), (None, 1, [], "Ben")),
        ),
    ),
    "name": Edge(_all(_one_of("name"), (None, *_ZOES_NAMES)), _all(_one_of("name"), _NO_NAMES)),
    "livery": Edge(
        (
            *_all(_one_of("livery"), (None, {})),
            *(put(*_one_of("livery", "symbol"), value=one.value) for one in Symbol),
            *(put(*_one_of("livery", "paint"), value=one.value) for one in Paint),
            *(put(*_one_of("livery", "trim"), value=one.value) for one in CarTrim),
            *_all(_one_of("livery", "body"), (*CarBody, "rocket")),
        ),
        (
            *_all(_one_of("livery"), ([], 1, "star")),
            *(put(*_one_of("livery", part), value=wrong) for part in ("symbol", "paint", "trim") for wrong in ("", 1)),
            *_all(_one_of("livery", "body"), (1, [])),
        ),
    ),
    "language": Edge(
        _all(_one_of("language"), (None, "de", "tlh", "zh-Hant-TW", "xx-" + "-".join(["abcdefg"] * 4))),
        _all(
            _one_of("language"),
            ("", "d", "de ", "d\u00e9", "\ud800", "de\0", "de_", "abcdefgh-" * 4 + "a", "x" * 36, 1),
        ),
    ),
    "window_size": Edge(
        _all(("machine", "window_size"), (None, [0, 0], [959, 539], [960, 540], [_W, 540], [960, _H], [_W, _H])),
        _all(
            ("machine", "window_size"),
            (
                *([_W + 1, 540], [960, _H + 1], [-1, 540], [1280, 2**63], [1280], [], [1, 2, 3], [True, 540]),
                *([1280.0, 720], {}),
            ),
        ),
    ),
    "playing": Edge(
        _all(("machine", "playing"), (None, "first", "nobody", "a" * 16)),
        _all(("machine", "playing"), ("", "a" * 17, "A", "a b", "\ud800", 1, [])),
    ),
    "effects_volume": _numbers(("machine", "effects_volume"), 0, LOUDEST),
    "ambience_volume": _numbers(("machine", "ambience_volume"), 0, LOUDEST),
    "music_volume": _numbers(("machine", "music_volume"), 0, LOUDEST),
    "speech_speed": _numbers(_one_of("speech_speed"), 0, FASTEST_SPEECH),
    "speech_volume": _numbers(_one_of("speech_volume"), 0, LOUDEST),
    "lesson": Edge(
        _all(_one_of("lesson"), (None, {}, {"moves": 4}, {"notes_read": 1})),
        _all(_one_of("lesson"), ([4, 1], 4, "")),
    ),
    "lesson: moves": _numbers(_one_of("lesson", "moves"), 0, limits.LESSON_MOVES, NO_NUMBERS),
    "lesson: notes": _numbers(_one_of("lesson", "notes_read"), 0, limits.LESSON_NOTES),
    "lesson: rules": Edge(
        _all(_one_of("lesson", "rules"), (*COURSES,)),
        _all(_one_of("lesson", "rules"), ("", "hill_climb", 1, ["dujardin"])),
    ),
    "race_rules": Edge(
        _all(("machine", "race_rules"), (None, [], ["rolling_start", "eight_cards"])),
        _all(("machine", "race_rules"), (1, "rolling_start", ["nine_cards"], [1], ["eight_cards"] * 3)),
    ),
    "guests": Edge(
        _all(("machine", "guests"), (None, [], [{"id": "mia", "name": "Mia"}] * limits.MAX_GUESTS)),
        _all(
            ("machine", "guests"),
            (1, "mia", ["mia"], [{"id": "Mia"}], [{"id": "mia", "name": "x" * 15}], [{"id": "mia"}] * 13),
        ),
    ),
    "lesson_finished_s": _numbers(_one_of("lesson_finished_s"), 0, limits.MAX_TIME_S),
    "speed": _words(_one_of("speed"), [*AnimationSpeed], NO_WORDS),
    "theme": _words(_one_of("theme"), [*ColorTheme]),
    "text_size": Edge(
        _all(_one_of("text_size"), (None, 75, 200)), _all(_one_of("text_size"), (74, 101, 201, 100.0, "100", True, []))
    ),
    "pace": _words(_one_of("pace"), [*BotPace]),
    "hand_order": _words(_one_of("hand_order"), [*HandOrder]),
    "scan": _words(_one_of("scan"), [*ScanSpeed]),
    "remarks": _words(_one_of("remarks"), [*RemarkFrequency]),
    "said": Edge(
        _all(_one_of("said"), (None, [], [["a" * 40, 0]], [["carla/parries", 10**6]] * 200)),
        _all(
            _one_of("said"),
            (
                *(1, {}, [["a" * 41, 0]], [["ä", 0]], [["a", -1]], [["a", 10**6 + 1]], [["a", 1]] * 201, [["a", 1.0]]),
                [["a"]],
            ),
        ),
    ),
    "back": _later_words(_one_of("back"), [*CardBack]),
    "scenery": _later_words(_one_of("scenery"), [*Scenery]),
    "garage_seen": Edge(
        _all(_one_of("garage_seen"), (None, [], ["a" * 40], ["body/rocket"] * 40)),
        _all(_one_of("garage_seen"), (1, "body/van", ["a" * 41], [1], ["body/van"] * 41)),
    ),
    "keys": Edge(
        _all(_one_of("keys"), (None, {}, {"hint": ""}, {"hint": "f24"}, {"hint": "ctrl+alt+shift+ö"}, {"fly": "1"})),
        _all(_one_of("keys"), ([], "h", {"hint": 1}, {"hint": "1"}, {"hint": "f25"}, {"hint": "shift+ctrl+h"})),
    ),
    "buttons": Edge(
        _all(_one_of("buttons"), (None, {}, {"hint": ""}, {"hint": "trigger_r"})),
        _all(_one_of("buttons"), ([], {"hint": 1}, {"hint": "left"}, {"hint": "h"})),
    ),
    **{name: _flag(*_one_of(name)) for name in _FLAGS},
    **{name: _flag("machine", name) for name in _FLAGS_OF_ALL},
}
"""By the name of the setting, and after a colon of what in it."""
