"""What an onlooker notes of a leg, in legs whose cards are known and in whole ones."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest

from game.career.facts import FactsReplay, SideFacts, leg_facts
from game.career.match_stats import IMPORTED, LegStats, decode, match_stats
from game.engine.attacks import count_recorded_attacks
from game.engine.leg import Leg
from game.engine.moves import MoveKind, move
from game.engine.record import Record
from game.engine.rules import Seating, load_rules, shuffled
from game.engine.setup import DEFAULT_OPTIONS
from game.files import limits
from game.files.forms import FormatError
from game.match.match_file import SavedMatch
from game.people.players import with_person_seated
from game.people.profiles import FIRST_PROFILE, Profile
from tests.careers import KEPT
from tests.cases import each
from tests.fixed_decks import fixed_deck
from tests.gate import MATCH_EDGES, MATCHES, as_bytes, match
from tests.played_legs import played_match


def look(hands: tuple[str, ...], draws: str, *moves: str) -> tuple[SideFacts, ...]:
    """The sides after those moves, of a leg in which seat 0 begins."""
    rules, seats = "winning_moves", len(hands)
    deck = fixed_deck(hands, draws, rules=rules)
    record = Record(rules, DEFAULT_OPTIONS, Seating.SOLO, seats, seats - 1, deck, moves)
    onlooker = FactsReplay(record)
    onlooker.play()
    return onlooker.side_facts()


TWO = ("go stop stop speed_limit km_200", "go go end_of_limit km_200 km_25 right_of_way")
STOPPED = ("0 go", "1 go", "0 stop > 1")


def test_hazard_remedied_in_the_next_turn_counts_as_cured_at_once():
    hands = (TWO[0], TWO[1].replace("right_of_way", "km_25"))
    assert look(hands, "", *STOPPED, "1 go")[1].cured_at_once
    late = look(hands, "", *STOPPED, "1 - km_25", "0 - km_200", "1 go")[1]
    assert (late.cured_at_once, late.remedies, late.was_hit) == (False, 2, 1)


def test_parried_attack_counts_as_no_hit():
    own, victim = look(TWO, "", *STOPPED, "1 ! right_of_way")
    assert (victim.was_hit, victim.coups_fourres) == (0, ("right_of_way",))
    assert own.hazards == ("stop",)


def test_attack_not_parried_counts_as_a_hit():
    assert look(TWO, "", *STOPPED, "1 .")[1].was_hit == 1


def test_200_right_after_end_of_limit_counts_as_speeding_up():
    """A 200 laid one turn later does not count."""
    hands = (TWO[0], TWO[1].replace("right_of_way", "km_25"))
    limited = ("0 go", "1 go", "0 speed_limit > 1", "1 end_of_limit", "0 - stop")
    assert look(hands, "", *limited, "1 km_200")[1].sped_after_limit
    assert not look(hands, "", *limited, "1 km_25", "0 - stop", "1 km_200")[1].sped_after_limit


def test_turns_under_a_limit_count_for_the_side_that_laid_it():
    hands = (TWO[0], TWO[1].replace("right_of_way", "km_25"))
    limited = ("0 speed_limit > 1", "1 go", "0 - go", "1 - km_25", "0 - stop")
    own, other = look(hands, "", *limited)
    assert (own.limited_turns, other.limited_turns) == (3, 0)
    again = look(hands, "", *limited, "1 end_of_limit", "0 - stop", "1 - km_25", "0 - km_200")
    assert again[0].limited_turns == 3


def test_stopping_all_rivals_at_once_counts_among_three_but_not_in_a_duel():
    hands = ("stop stop stop", "go", "go")
    begun = ("0 - stop", "1 go", "2 go", "0 stop > 1", "1 - km_25", "2 - km_25")
    draws = " ".join(["km_50"] + ["km_25"] * 8)
    hands = ("stop stop stop", "go km_25", "go km_25")
    assert not look(hands, draws, *begun)[0].stopped_all
    assert look(hands, draws, *begun, "0 stop > 2")[0].stopped_all
    assert not look(TWO, "", *STOPPED, "1 .")[0].stopped_all


def test_stop_in_the_last_100_km_counts_as_near_the_goal():
    hands = ("stop stop", "go km_200 km_200 km_100 km_75 km_25")
    draws = "km_50 km_50 km_50 go km_50 stop km_25 km_25 km_25 km_25 km_25 km_25"
    way = ["0 - km_50", "1 go", "0 - km_50", "1 km_200", "0 - km_50", "1 km_200", "0 - stop", "1 km_100", "0 - km_25"]
    near = look(hands, draws, *way, "1 km_75", "0 stop > 1")
    assert not near[0].stopped_near_goal  # 575 km: 125 to go
    assert near[0].behind_km == 575
    nearer = look(hands, draws, *way, "1 km_75", "0 - km_25", "1 km_25", "0 stop > 1")
    assert nearer[0].stopped_near_goal  # 600 km


@pytest.mark.parametrize(("rules", "seats", "seating"), [("winning_moves", 4, "solo"), ("dujardin", 6, "teams")])
def test_facts_of_whole_legs_agree_with_the_score(rules, seats, seating):
    for seed in range(20):
        leg = Leg.deal(
            load_rules(rules),
            Seating(seating),
            shuffled(load_rules(rules).deck(seats, Seating(seating)), Random(seed)),
            0,
            seats=seats,
        )
        rng = Random(seed)
        while not leg.is_over:
            leg.apply(rng.choice(sorted(leg.legal_moves(), key=lambda move: move.index)))
        record = Record.of(leg)
        look = FactsReplay(record)
        look.play()
        assert leg.scores is not None
        hits = count_recorded_attacks(record)
        for side, (score, facts) in enumerate(zip(leg.scores, look.side_facts(), strict=True)):
            assert (facts.points, facts.km, facts.won) == (score.total, leg.km(side), leg.winner == side)
            own = (made for made in map(move, filter(None, record.moves)) if made.seat in look.sides[side])
            laid = [made.card for made in own if made.kind is MoveKind.LAY]
            km = [card.km for card in laid if card is not None and card.km]
            assert (sum(km), 200 in km) == (facts.km, facts.laid_200)
            assert facts.won_with_25 == (facts.won and sum(km) == leg.target and km[-1] == 25)
            assert facts.drove_alone == (not any(leg.km(other) for other in range(len(look.sides)) if other != side))
            assert facts.cards_left == leg.draw_pile
            assert facts.was_hit == hits.suffered_by(side) - hits.parried_by(side)
            assert len(facts.coups_fourres) == hits.parried_by(side)
            assert set(facts.coups_fourres) <= set(facts.safeties)


def test_kept_match_gives_the_facts_of_its_finished_legs():
    saved = SavedMatch.from_bytes(KEPT.read_bytes())
    facts = [leg_facts(leg) for leg in saved.legs]
    assert [leg.is_over for leg in facts] == [True, False]
    assert tuple(side.points for side in facts[0].sides) == saved.totals
    match = match_stats(saved)
    assert [leg.points for leg in match.legs] == [saved.totals[0]]
    assert match.summary.km == tuple(side.km for side in facts[1].sides)
    assert match.summary.winner is None


def test_imported_match_counts_for_nobody() -> None:
    """Whoever played it: also one whose profile is called as the first one here."""
    saved = replace(played_match(), players=with_person_seated(played_match().players, FIRST_PROFILE))
    own, guest = match_stats(saved), match_stats(replace(saved, is_imported=True))
    assert (own.person, guest.person) == (FIRST_PROFILE.id, IMPORTED)
    assert not any(leg.has_help for leg in own.legs)
    assert (own.counts_for_person, guest.counts_for_person) == (True, False)
    assert (own.is_unassisted, guest.is_unassisted) == (True, False)


def test_match_without_a_profile_counts_for_the_first_one() -> None:
    for profile, person in ((None, "first"), (FIRST_PROFILE, "first"), (Profile("0a1b2c3d4e5"), "0a1b2c3d4e5")):
        players = with_person_seated(played_match().players, profile)
        assert match_stats(replace(played_match(), players=players)).person == person


# -- the digest --------------------------------------------------------------------------------------------------------


def digest_form() -> dict[str, Any]:
    return json.loads(msgspec.json.encode(match_stats(replace(played_match(), id="kept"))))


@pytest.mark.parametrize("name", [name for name in MATCHES if name != "as many legs as can be"])
def test_digest_of_any_match_that_the_gate_accepts_reads_as_written(name: str) -> None:
    seen = 0
    for change in (lambda _: None, *(change for edge in MATCH_EDGES.values() for change in edge.inside)):
        for is_imported in (False, True):
            form = match(name)
            with suppress(IndexError, KeyError):
                change(form)
            with suppress(FormatError):
                digest = match_stats(replace(SavedMatch.from_bytes(as_bytes(form)), id="m", is_imported=is_imported))
                seen += 1
                assert decode(msgspec.json.encode(digest)) == digest
    assert seen > 60


def test_digest_of_a_match_of_the_most_take_backs_reads_as_written() -> None:
    form = match("as many legs as can be")
    for leg in form["legs"]:
        leg["taken_back"] = [0] * limits.MAX_TAKE_BACKS
    digest = match_stats(replace(SavedMatch.from_bytes(as_bytes(form)), id="m"))
    assert decode(msgspec.json.encode(digest)) == digest


SUMMARY: dict[str, tuple[object, ...]] = {
    "id": ("", "A", "../m", "con", "x" * 65, 1),
    "name": ("x" * 41, None),
    "kind": ("", "lesson"),
    "rules": ("", "chess"),
    "seating": ("couples", "teams"),
    "seats": (3, 7, True, -1),
    "players": ([], [{"kind": "human"}] * 3, [{"kind": "bot", "driver": "leo"}] * 4),
    "side": (-1, 4, 1.0),
    "totals": ([], [0, 0, 0], [0, 0, 0, limits.MAX_POINTS + 1], [0, 0, 0, "0"]),
    "is_over": (True, 0),
    "winner": (0, 4, -1),
    "leg_number": (0, limits.MAX_LEGS_PLAYED + 1),
    "km": ([0], [0, 0, 0, limits.MAX_KM + 1], [0, 0, 0, -1]),
    "take_backs": (-1, limits.MAX_TAKE_BACKS * limits.MAX_LEGS_PLAYED + 1),
    "delegated": (-1, limits.MAX_COUNT + 1),
    "target_score": (1000, 0),
    "legs": (None, 0, limits.MAX_AGREED_LEGS + 1),
    "begun_s": (-1, limits.MAX_TIME_S + 1),
    "saved_s": (-1, limits.MAX_TIME_S + 1),
    "begun_offset_s": (limits.MAX_UTC_OFFSET_S + 1,),
    "stage": ("Port Sablon",),
    "day": ("today", "2026-02-30"),
}
LEG: dict[str, tuple[object, ...]] = {
    "won": (1, None),
    "points": (limits.MAX_POINTS + 1,),
    "km": (-1, limits.MAX_KM + 1),
    "safeties": (["ferrari"], "go"),
    "was_hit": (-1, limits.MAX_COUNT + 1),
    "match": ("other", "../m"),
    "sides": (1, 3, 7),
    "luck": ("1",),
    "saved_s": (-1,),
    "hits": ([0, 1, 1], [0, 4, 1, 0], [4, 0, 1, 0], [0, 1, -1, 0]),
}
PLACES = [("summary", name, value) for name, values in SUMMARY.items() for value in values]
PLACES += [("legs", name, value) for name, values in LEG.items() for value in values]


@each(("part", "name", "value"), [*PLACES, *(("person", "", id) for id in ("/../../outside", "A")), ("legs", "", None)])
def test_digest_with_impossible_values_is_refused(part: str, name: str, value: object) -> None:
    form = digest_form()
    decode(json.dumps(form).encode())
    if not name:
        form[part] = value
    elif part == "summary":
        form[part][name] = value
    else:
        form[part][0][LegStats.__struct_fields__.index(name)] = value
    with pytest.raises(msgspec.ValidationError):
        decode(json.dumps(form).encode())


def test_digest_of_a_match_that_is_over_has_its_totals() -> None:
    form = digest_form() | {"legs": []}
    form["summary"] |= {"is_over": True, "winner": 0}
    decode(json.dumps(form).encode())
    form["summary"]["totals"] = []
    with pytest.raises(msgspec.ValidationError):
        decode(json.dumps(form).encode())
