"""The drivers' faces, their remarks, and how a person stands against them."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, pairwise
from random import Random

import pytest

from game.career.head_to_head import HeadToHead, head_to_head
from game.career.match_stats import match_stats
from game.drivers.moods import Mood, moods
from game.drivers.public_moves import public_moves, settled_moves
from game.drivers.remarks import PAUSE_MOVES, QUOTAS, Remark, RemarkContext, RemarkOccasion, greeting_of
from game.drivers.words import SUFFIXED, fitting_lines, remark_line, remark_lines
from game.engine.match import Match
from game.engine.moves import MoveKind, move
from game.engine.observation import Observation, Phase, SideView
from game.engine.record import deal_record
from game.engine.rules import RULE_SETS, Seating, sides_of
from game.engine.setup import DEFAULT_OPTIONS
from game.i18n import LANGUAGES, set_language
from game.match.match_file import SavedMatch
from game.people.players import DRIVERS, HUMAN, Player, Targeting, bot
from game.settings.settings import RemarkFrequency
from game.system.resources import data_root
from tests.cases import each
from tests.nightly import examples
from tests.played_legs import played_match
from tests.twins import twin

EXCLAIM = ("carla", "hugo", "leo", "nina")


def seen(*texts: str, seats: int = 3, to_move: int | None = None, seating: Seating = Seating.SOLO) -> Observation:
    """What everybody sees after these moves, of a leg by the book; the first seat looks."""
    made = tuple(map(move, texts))
    last = made[-1].seat if made else seats - 1
    nobody = SideView((), 0, (), (), (), (), (), rolling=False, limited=False)
    return Observation(
        seat=0,
        phase=Phase.TURN,
        to_move=(last + 1) % seats if to_move is None else to_move,
        rules="winning_moves",
        options=DEFAULT_OPTIONS,
        seating=seating,
        seats=seats,
        dealer=0,
        leg=1,
        totals=(0,) * seats,
        target_score=5000,
        legs=None,
        target=700,
        draw_pile=50,
        discard_pile=(),
        hand=(),
        drawn=(),
        hand_sizes=(6,) * seats,
        sides=tuple(replace(nobody, seats=side) for side in sides_of(seats, seating)),
        moves=made,
        legal=(),
    )


def face(driver: str, *texts: str, to_move: int | None = None) -> Mood:
    """What the driver in seat 1 shows after these moves of three."""
    return moods(seen(*texts, to_move=to_move), (None, driver, "nina"))[1]


@pytest.fixture(autouse=True)
def _english() -> None:
    set_language("en")


ROLLING = ("0 go", "1 go", "2 go")
HIT = (*ROLLING, "0 stop > 1")


@each(
    ("driver", "moves", "shown"),
    [
        ("nina", ROLLING, Mood.CALM),
        ("nina", HIT, Mood.ANNOYED),
        ("nina", (*HIT, "1 - go", "2 - go", "0 - go"), Mood.ANNOYED),
        ("nina", (*HIT, "1 - go", "2 - go", "0 - go", "1 - go", "2 - go"), Mood.CALM),
        ("bruno", (*HIT, "1 - go", "2 - go", "0 - go"), Mood.CALM),
        ("carla", (*HIT, *["1 - go", "2 - go", "0 - go"] * 4), Mood.ANNOYED),
        ("nina", (*HIT, "1 go", "2 - go"), Mood.CALM),
        ("carla", (*HIT, "1 - go", "2 - go", "0 - go", "1 stop > 2", "2 - go"), Mood.PLEASED),
        ("nina", (*ROLLING, "0 speed_limit > 1"), Mood.ANNOYED),
        ("nina", (*ROLLING, "0 speed_limit > 1", "1 - go", "2 - go"), Mood.CALM),
        ("nina", (*ROLLING, "0 km_50", "1 km_75", "2 - go", "0 stop > 1"), Mood.SHAKEN),
        ("nina", (*HIT, "1 go", "2 - go", "0 accident > 1"), Mood.SHAKEN),
        ("nina", (*HIT, "1 ! right_of_way"), Mood.LAUGHING),
        ("nina", (*HIT, "1 ! right_of_way", "1 - go", "2 - go"), Mood.PLEASED),
        ("nina", (*ROLLING, "0 - go", "1 stop > 0", "0 ! right_of_way"), Mood.SHAKEN),
        ("nina", (*ROLLING, "0 - go", "1 stop > 0", "2 - go"), Mood.PLEASED),
        ("hugo", (*ROLLING, "0 - go", "1 stop > 0", "2 - go"), Mood.CALM),
        ("nina", (*ROLLING, "0 - go", "1 km_200", "2 - go"), Mood.PLEASED),
        ("leo", (*ROLLING, "0 - go", "1 km_200", "2 - go"), Mood.LAUGHING),
        ("nina", (*["0 - go", "1 - go", "2 - go"] * 4, "0 - go", "1 go", "2 - go"), Mood.PLEASED),
        ("nina", (*["0 - go", "1 - go", "2 - go"] * 3, "0 - go", "1 go", "2 - go"), Mood.CALM),
        ("nina", (*ROLLING, "0 km_200", "1 - go", "2 - go", "0 km_200", "1 - go", "2 - go", "0 km_200"), Mood.SHAKEN),
    ],
)
def test_face_follows_what_happened(driver: str, moves: Sequence[str], shown: Mood) -> None:
    assert face(driver, *moves) is shown


def test_face_waits_until_it_is_known_whether_a_hazard_took_hold() -> None:
    """While the attacker's turn still seems to be under way, and while the one attacked is asked."""
    assert face("nina", *HIT, to_move=0) is Mood.CALM
    asked = replace(seen(*HIT, to_move=1), phase=Phase.COUP_FOURRE)
    assert moods(asked, (None, "nina", "leo"))[1] is Mood.CALM


def test_person_has_a_calm_face_and_the_end_shows_the_winner() -> None:
    over = replace(seen(*HIT), phase=Phase.OVER, winner=1, to_move=None)
    sides = tuple(replace(side, km=km) for side, km in zip(over.sides, (0, 700, 0), strict=True))
    assert moods(replace(over, sides=sides), (None, "irma", "leo")) == (Mood.CALM, Mood.LAUGHING, Mood.SHAKEN)


def as_seen(saved: SavedMatch, seat: int = 0) -> list[Observation]:
    """What that seat sees after every move of the last leg of a kept match."""
    match = Match(saved.setup, saved.first_dealer)
    leg, found = deal_record(saved.legs[-1].record), []
    found.append(leg.observe(seat, match.context))
    for text in saved.legs[-1].record.moves:
        if text is not None:
            leg.apply(move(text))
            found.append(leg.observe(seat, match.context))
    return found


def talk_of(players: tuple[Player, ...], remarks: RemarkFrequency = RemarkFrequency.NORMAL) -> RemarkContext:
    return RemarkContext("20261125-101500-7", players, QUOTAS[remarks])


@pytest.mark.parametrize("rules", RULE_SETS)
def test_faces_and_remarks_follow_from_what_all_can_see(rules: str) -> None:
    """Matches that differ only in what others hold show and say the same, move by move."""
    saved = replace(played_match(rules, 4, legs=1, seed=5), totals=())
    record = saved.legs[-1].record
    running = replace(saved, legs=(replace(saved.legs[-1], record=replace(record, moves=record.moves[:-12])),))
    for seed in range(examples(3)):
        other = twin(running, Random(seed), seat=0)
        drivers = [player.driver for player in saved.players]
        talk = talk_of(saved.players)
        first, second = ({len(settled_moves(o)): o for o in as_seen(one)} for one in (running, other))
        assert first.keys() == second.keys()
        for number, o in first.items():
            assert moods(o, drivers) == moods(second[number], drivers)
            assert talk.remark(o) == talk.remark(second[number])


@pytest.mark.parametrize("seating", [Seating.SOLO, Seating.TEAMS])
def test_remarks_are_few_and_never_twice_running_by_the_same_driver(seating: Seating) -> None:
    heard = Counter[RemarkOccasion]()
    for seed in range(examples(6)):
        saved = played_match("winning_moves", 4, seating, legs=1, seed=seed)
        talk = talk_of(saved.players)
        by_move: dict[int, Remark] = {}
        for o in as_seen(saved):
            found = talk.remark(o)
            if found is not None and o.phase is not Phase.OVER:
                by_move[found.number] = found
        said = [by_move[number] for number in sorted(by_move)]
        heard.update(remark.occasion for remark in said)
        assert len(said) <= talk.quota.per_leg
        assert max(Counter(remark.seat for remark in said).values(), default=0) <= talk.quota.per_driver
        for before, after in pairwise(said):
            assert after.number - before.number > PAUSE_MOVES
            assert after.seat != before.seat
    assert heard
    rare = [talk_of(saved.players, RemarkFrequency.RARE).remark(o) for o in as_seen(saved)]
    assert len({remark.number for remark in rare if remark is not None and remark.occasion not in LAST}) <= 2


LAST = {
    RemarkOccasion.WINS,
    RemarkOccasion.LOSES,
    RemarkOccasion.YOU_WIN,
    RemarkOccasion.SHUT_OUT,
    RemarkOccasion.WINS_WITH_YOU,
}


def said(
    *texts: str, players: tuple[Player, ...] = (HUMAN, bot("carla"), bot("nina")), **fields: object
) -> set[RemarkOccasion]:
    """What is ever said of the last of these moves, whatever the chances."""
    o = replace(seen(*texts, seats=len(players)), **fields)  # type: ignore[arg-type]
    found = (RemarkContext(f"{n}", players, QUOTAS[RemarkFrequency.NORMAL]).remark(o) for n in range(60))
    return {remark.occasion for remark in found if remark is not None}


@each(
    ("moves", "occasions"),
    [
        ((), {RemarkOccasion.RACE_START}),
        (HIT, {RemarkOccasion.HIT_BY_YOU}),
        ((*ROLLING, "0 speed_limit > 1"), set()),
        ((*ROLLING, "0 - go", "1 stop > 0", "2 - go"), set()),
        ((*ROLLING, "0 - go", "1 stop > 0"), {RemarkOccasion.HITS_YOU}),
        ((*HIT, "1 stop > 0"), {RemarkOccasion.REVENGE}),
        ((*HIT, "1 ! right_of_way"), {RemarkOccasion.PARRIES}),
        ((*ROLLING, "0 - go", "1 stop > 0", "0 ! right_of_way"), {RemarkOccasion.IS_PARRIED}),
        ((*ROLLING, "0 - go", "1 km_200"), {RemarkOccasion.LAYS_200}),
        ((*ROLLING, *("0 - go", "1 - go", "2 - go") * 2, "0 - go", "1 - go"), {RemarkOccasion.LONG_DISCARDS}),
    ],
)
def test_remark_is_about_the_last_move(moves: Sequence[str], occasions: set[RemarkOccasion]) -> None:
    assert said(*moves) == occasions


def test_end_remark_comes_from_one_driver_and_always_from_a_partner() -> None:
    assert said(*HIT, phase=Phase.OVER, to_move=None, winner=0) <= {RemarkOccasion.YOU_WIN, RemarkOccasion.SHUT_OUT}
    team = (HUMAN, bot("carla"), bot("hugo"), bot("nina"))
    o = replace(seen(*ROLLING, seats=4, seating=Seating.TEAMS), phase=Phase.OVER, to_move=None, winner=0)
    assert {
        talk.occasion
        for n in range(9)
        if (talk := RemarkContext(f"{n}", team, QUOTAS[RemarkFrequency.NORMAL]).remark(o))
    } == {RemarkOccasion.WINS_WITH_YOU}


@pytest.mark.parametrize("winner", [0, 1, None])
def test_remarks_are_never_made_where_they_are_off(winner: int | None) -> None:
    players = (HUMAN, bot("carla"), bot("nina"), bot("hugo"))
    over = replace(seen(*HIT, seats=4, seating=Seating.TEAMS), phase=Phase.OVER, to_move=None, winner=winner)
    for o in (over, seen(*HIT, seats=4), seen(seats=4)):
        assert any(RemarkContext(f"{n}", players, QUOTAS[RemarkFrequency.NORMAL]).remark(o) for n in range(60))
        assert not any(RemarkContext(f"{n}", players, QUOTAS[RemarkFrequency.OFF]).remark(o) for n in range(60))


def test_remark_takes_extra_lines_from_the_temper() -> None:
    players = (HUMAN, bot("carla"), bot("nina"))
    leading = seen(*ROLLING, "0 km_100", "1 stop > 0")
    fair = seen(*ROLLING, "0 - go", "1 - go", "2 stop > 0")
    for o, seat, joins in ((leading, 1, "leading"), (fair, 2, "even")):
        found = (RemarkContext(f"{n}", players, QUOTAS[RemarkFrequency.NORMAL]).remark(o) for n in range(60))
        assert {(remark.seat, remark.line_suffix) for remark in found if remark} == {(seat, joins)}
    assert players[1].targeting is Targeting.LEADER


# -- the lines themselves ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", LANGUAGES)
def test_remark_lines_cover_all_drivers_and_occasions_in_each_language(code: str) -> None:
    lines, english = remark_lines(code), remark_lines("en")
    assert set(lines) == set(DRIVERS)
    for driver, occasions in lines.items():
        assert set(RemarkOccasion) <= set(occasions) <= {*RemarkOccasion, *SUFFIXED}
        assert {occasion: len(said) for occasion, said in occasions.items()} == {
            occasion: len(said) for occasion, said in english[driver].items()
        }
        for text in chain.from_iterable(occasions.values()):
            assert 0 < len(text) <= 56
            assert not set("'\"{}") & set(text)
            assert driver in EXCLAIM or "!" not in text
            assert code != "fr" or all(text[n - 1] in "\u202f!?" for n, sign in enumerate(text) if sign in "!?:;")
    counted = Counter(chain.from_iterable(chain.from_iterable(occasions.values()) for occasions in lines.values()))
    assert {text for text, count in counted.items() if count > 1} == set()


def test_remark_files_are_of_known_languages() -> None:
    files = sorted(data_root().joinpath("assets", "remarks").glob("*"))
    assert {path.stem for path in files} <= set(LANGUAGES)
    for path in files:
        assert tomllib.loads(path.read_text("utf-8"))


def test_remark_lines_are_all_used_before_one_comes_again() -> None:
    remark = Remark(1, RemarkOccasion.HITS_YOU, 9, (0,), "leading")
    lines = fitting_lines(remark, "carla", "en")
    told = [remark_line(remark, "carla", use, "first") for use in range(4 * len(lines))]
    assert len(lines) == 5
    for lap in range(4):
        assert sorted(told[lap * 5 : lap * 5 + 5]) == sorted(lines)
    assert all(one != other for one, other in pairwise(told))
    assert told != [remark_line(remark, "carla", use, "second") for use in range(4 * len(lines))]


# -- old meetings ------------------------------------------------------------------------------------------------------


def test_meetings_count_matches_that_one_of_the_two_won() -> None:
    over = match_stats(replace(played_match(seats=3, legs=3), winner=0))
    assert over.summary.is_over
    lost = replace(over, summary=replace(over.summary, winner=1))
    other = replace(over, summary=replace(over.summary, winner=2))
    helped = replace(over, summary=replace(over.summary, delegated=1))
    found = head_to_head([over, lost, lost, other, helped], DRIVERS[:4])
    one, two = DRIVERS[1], DRIVERS[2]
    assert (found[one].won, found[one].lost, found[one].matches) == (1, 2, 4)
    assert (found[two].won, found[two].lost, found[two].missed) == (1, 1, 0)
    assert found[one].has_score
    assert not found[two].has_score
    assert found[DRIVERS[3]] == HeadToHead()


@each(
    ("wins", "missed", "greeting"),
    [
        ("", 0, None),
        ("1", 5, RemarkOccasion.RETURNS),
        ("1", 4, None),
        ("110101", 0, RemarkOccasion.BEHIND),
        ("110100", 0, RemarkOccasion.LEVEL),
        ("110110", 0, RemarkOccasion.BEHIND),
        ("100100", 0, RemarkOccasion.AHEAD),
        ("111111", 0, None),
        ("11010", 0, None),
    ],
)
def test_driver_greets_by_old_meetings(wins: str, missed: int, greeting: RemarkOccasion | None) -> None:
    found = HeadToHead(tuple(letter == "1" for letter in wins), matches=len(wins), missed=missed)
    assert greeting_of(found) == greeting


def test_public_moves_tell_which_came_near_the_goal_and_which_first() -> None:
    moves = public_moves(seen(*ROLLING, *("0 km_200", "1 km_200", "2 - go") * 3, "0 km_25"))
    assert [found.number for found in moves if found.enters_last_stretch] == [10, 11]
    assert [found.number for found in moves if found.enters_last_stretch_first] == [10]
    assert sum(found.lays_200 for found in moves) == 6


def test_refusal_is_no_public_move() -> None:
    o = seen(*HIT, "1 .", "1 - go")
    assert [found.made.text for found in public_moves(o)] == [*HIT, "1 - go"]
    assert all(found.made.kind is not MoveKind.DECLINE for found in public_moves(o))
