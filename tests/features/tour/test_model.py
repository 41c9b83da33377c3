"""The tour: that its data is whole, what each word of a goal asks for, which stages are open, what a drive counts."""

from __future__ import annotations

import itertools
import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace as replaced

from ai.evaluation.features import most_similar
from game.career.facts import LegFacts, SideFacts, leg_facts
from game.career.match_stats import MatchStats, match_stats
from game.engine.attacks import AttackTable
from game.engine.cards import Family, card
from game.engine.match import Match, final_rank
from game.engine.moves import MoveKind, move
from game.engine.observation import Phase
from game.engine.record import Record, deal_record, replay
from game.engine.rules import RULE_SETS, VARIANTS, Seating, load_rules
from game.features.matches.exchange import practice_copy
from game.features.milestones.model import count_milestones
from game.features.tour import model as tour
from game.features.tour import watch as goal_watch
from game.features.tour.model import (
    CONDITIONS,
    REGIONS,
    GoalCondition,
    Tour,
    lost_goals,
    reached_goals,
    stage_of,
    stages,
)
from game.features.tour.stage_results import GoalStatus, goal_status, goals_of_match, stage_achievements
from game.features.tour.watch import GoalWatch
from game.match.bots.client import InlineBots
from game.match.deals import Deal
from game.match.match_file import MatchKind, SavedLeg, SavedMatch
from game.match.session import Session
from game.people.players import LEVELS
from game.words.matches import match_title
from game.words.places import place_twist
from tests.careers import IDLE, own_of
from tests.cases import each
from tests.features.milestones.test_model import DRIVEN, HAZARD_IDS, SAFETY_IDS
from tests.features.roadbook.roadbook_stage import NOVEMBER_S
from tests.nightly import some

SNOW = "winning_moves.snow"


def stage(id: str) -> tour.Stage:
    found = stage_of(id)
    assert found is not None
    return found


# -- the data ----------------------------------------------------------------------------------------------------------


def test_stages_are_twelve_in_four_regions_in_the_order_of_the_road():
    assert [one.number for one in stages()] == list(range(1, 13))
    assert [one.region for one in stages()] == [region for region in REGIONS for _ in range(3)]


def test_stages_all_seat_the_person_first_and_have_three_goals():
    for one in stages():
        session = Session.new(one.plan, one.deal, seed=1, stage=one.id, bots=InlineBots())
        assert session.players[0].is_human
        assert not any(player.is_human for player in session.players[1:])
        assert (session.viewer, session.stage, session.saved.kind) == (0, one.id, MatchKind.STAGE)
        assert len(one.goals) == 3
        assert len(set(one.goals)) == 3


def test_goals_cannot_be_lost_again_before_the_match_or_leg_is_won():
    for one in stages():
        for goal in one.goals:
            words = {claim.kind for claim in goal}
            assert words <= CONDITIONS.keys()
            assert all(CONDITIONS[claim.kind].is_numbered == bool(claim.number) for claim in goal)
            if words & {"no_200", "caught_at_most"}:
                assert words & {"win", "win_leg"}, one.id


def test_rivals_are_never_weaker_than_in_the_stage_before_last():
    strengths = [max(LEVELS.index(player.level or "beginner") for player in one.plan.players) for one in stages()]
    assert all(later >= earlier for earlier, later in zip(strengths, strengths[2:], strict=False))


def test_first_ten_cards_at_the_bridge_have_two_safeties():
    one = stage("saint_aubin")
    assert one.deal is not None
    leg = Match(one.plan.setup, one.deal.dealer_seat(0)).deal(one.deal.deck)
    own = [card for seat, card in zip([leg.seat, 1] * 10, one.deal.deck[:20], strict=True) if seat == 0]
    assert leg.seat == 0
    assert set(leg.observe(0, Match(one.plan.setup, 1).context).hand) <= set(own)
    assert sum(card.family is Family.SAFETY for card in own) == 2


@each(
    ("written", "message"),
    [
        (["fly"], "'fly' is no word"),
        (["km"], "a number after km"),
        (["win", 3], "3 is no word"),
        (["km", "win"], "a number after km"),
    ],
)
def test_goal_of_unknown_words_or_numbers_is_refused(*, written: list[str | int], message: str):
    with pytest.raises(ValueError, match=message):
        tour._parse_goal(written)


# -- the snow ----------------------------------------------------------------------------------------------------------


def test_snow_rules_are_winning_moves_without_200s_and_not_for_choice():
    snow, book = load_rules(SNOW), load_rules("winning_moves")
    decks = [sorted(card.id for card in rules.deck(4, Seating.SOLO)) for rules in (book, snow)]
    assert decks[1] == [id for id in decks[0] if id != "km_200"]
    assert (snow.points, snow.words) == (book.points, book.words)
    assert snow.distances_km(4, Seating.SOLO) == (500, 500)
    assert most_similar(SNOW) == "winning_moves"


def test_moonless_rules_are_winning_moves_without_limits():
    rules, book = load_rules("winning_moves.moonless"), load_rules("winning_moves")
    decks = [[card.id for card in one.deck(2, Seating.SOLO)] for one in (book, rules)]
    assert decks[1] == [id for id in decks[0] if id not in {"speed_limit", "end_of_limit"}]
    assert rules.seatings == book.seatings


def test_hairpins_begin_limited_and_otherwise_only_have_fewer_limits():
    rules, book = load_rules("mille_miglia.hairpins"), load_rules("mille_miglia")
    assert rules.starts_limited
    assert not book.starts_limited
    assert Counter(book.deck(3, Seating.SOLO)) - Counter(rules.deck(3, Seating.SOLO)) == {card("speed_limit"): 2}
    assert rules.seatings == book.seatings


def test_rules_of_stages_are_no_choice_of_the_setup_and_each_is_driven_once():
    assert not set(VARIANTS) & set(RULE_SETS)
    assert Counter(one.plan.setup.rules for one in stages() if one.plan.setup.rules in VARIANTS) == Counter(VARIANTS)


def test_stages_all_differ_in_what_is_special_about_them():
    assert len({place_twist(one.id) for one in stages()}) == len(stages())
    setups = [one.plan.setup for one in stages() if one.deal is None]
    assert len({(setup.rules, setup.seats, setup.seating, setup.options) for setup in setups}) == len(setups)


def test_deal_in_the_snow_has_a_code_and_a_readable_record():
    setup = stage("schneewies").plan.setup
    deal = Deal.of(setup, 2, 4711)
    assert Deal.from_code(deal.code) == deal
    leg, rng = Match(setup, 2).deal(deal.deck), Random(5)
    while not leg.is_over:
        leg.apply(rng.choice(leg.legal_moves()))
    record = Record.of(leg)
    assert Record.from_json(record.to_json()) == record


# -- what a goal asks for ----------------------------------------------------------------------------------------------

LEG_CASES: dict[str, tuple[int, SideFacts, SideFacts]] = {
    "km": (400, own_of(km=400), own_of(km=375)),
    "win_leg": (0, own_of(won=True), own_of(km=700)),
    "no_200": (0, IDLE, own_of(laid_200=True)),
    "safeties": (2, own_of(safeties=SAFETY_IDS[:2]), own_of(safeties=SAFETY_IDS[:1])),
    "coups": (1, own_of(coups_fourres=SAFETY_IDS[:1]), own_of(safeties=SAFETY_IDS[:1])),
    "extended": (0, own_of(has_extended=True), own_of(won=True)),
    "caught_at_most": (1, own_of(was_hit=1), own_of(was_hit=2)),
    "exact": (0, own_of(won=True, won_with_25=True), own_of(won=True, km=700)),
    "behind": (300, own_of(behind_km=300), own_of(behind_km=275)),
    "hazards": (4, own_of(hazards=HAZARD_IDS[:4]), own_of(hazards=HAZARD_IDS[:3])),
    "near_goal": (0, own_of(stopped_near_goal=True), IDLE),
}


def goals(*claims: tuple[str, int], legs: tuple[SideFacts, ...], totals=(500, 400), winner: int | None = 0) -> bool:
    asked = replace(stage("port_sablon"), goals=(tuple(GoalCondition(*claim) for claim in claims),))
    return reached_goals(asked, legs, 0, totals, winner) == (0,)


def test_goal_words_of_a_leg_all_have_a_case():
    assert LEG_CASES.keys() == {word for word, kind in CONDITIONS.items() if kind.is_met is not None}


@each(("word", "n", "yes", "no"), [(word, *case) for word, case in LEG_CASES.items()])
def test_goal_word_of_a_leg_holds_exactly_in_its_case(*, word: str, n: int, yes: SideFacts, no: SideFacts):
    assert goals((word, n), legs=(yes,))
    assert goals((word, n), legs=(no, yes))
    assert not goals((word, n), legs=(no,))


@each(
    ("word", "n", "totals", "winner", "is_reached"),
    [
        ("win", 0, (500, 400), 0, True),
        ("win", 0, (500, 600), 1, False),
        ("win", 0, (500, 400), None, False),
        ("win", 0, (300, 400), 0, True),  # rules.md D23
        ("place", 2, (500, 600, 400), 1, True),
        ("place", 2, (400, 600, 500), 1, False),
        ("place", 2, (500, 400, 600), 1, False),  # the winner of the leg is first with fewer points
        ("place", 2, (500, 600, 500), 1, True),
        ("place", 2, (500, 600, 400), None, False),
        ("lead", 100, (500, 400, 300), 0, True),
        ("lead", 125, (500, 400, 300), 0, False),
        ("lead", 100, (500, 400), None, False),
    ],
)
def test_goal_word_of_the_match_holds_at_its_end(*, word, n, totals, winner, is_reached):
    assert goals((word, n), legs=(IDLE,), totals=totals, winner=winner) is is_reached


def test_goal_words_of_a_leg_must_all_hold_in_the_same_leg():
    two, won = own_of(safeties=SAFETY_IDS[:2]), own_of(won=True)
    both = own_of(safeties=SAFETY_IDS[:2], won=True)
    assert not goals(("safeties", 2), ("win_leg", 0), legs=(two, won))
    assert goals(("safeties", 2), ("win_leg", 0), legs=(won, both))
    assert not goals(("extended", 0), ("win", 0), legs=(own_of(has_extended=True),), winner=1)


def test_places_count_the_winner_first():
    assert [final_rank(side, (500, 600, 500, 0), 3) for side in range(4)] == [3, 2, 3, 1]


def leg_of(own: SideFacts = IDLE, rival: SideFacts = DRIVEN) -> LegFacts:
    return LegFacts((own, rival), AttackTable.create_empty(2), 0)


# -- what a goal comes to before the end ------------------------------------------------------------------------------

ALL_LAID = leg_of(own_of(safeties=SAFETY_IDS[:1]), replaced(DRIVEN, safeties=SAFETY_IDS[1:]))
RIVAL_NEAR = leg_of(rival=replaced(DRIVEN, km=675))
LOST_CASES: dict[str, tuple[int, LegFacts, LegFacts | None]] = {
    "km": (400, leg_of(own_of(km=375)), None),
    "win_leg": (0, RIVAL_NEAR, None),
    "no_200": (0, leg_of(own_of(km=100)), leg_of(own_of(laid_200=True))),
    "safeties": (
        2,
        leg_of(rival=replaced(DRIVEN, safeties=SAFETY_IDS[:2])),
        leg_of(rival=replaced(DRIVEN, safeties=SAFETY_IDS[:3])),
    ),
    "coups": (1, leg_of(own_of(safeties=SAFETY_IDS[:3])), ALL_LAID),
    "extended": (0, leg_of(own_of(km=700)), leg_of(rival=replaced(DRIVEN, has_extended=True))),
    "caught_at_most": (1, leg_of(own_of(was_hit=1)), leg_of(own_of(was_hit=2))),
    "exact": (0, leg_of(own_of(km=50)), None),
    "behind": (300, leg_of(own_of(behind_km=275)), None),
    "hazards": (4, leg_of(), None),
    "near_goal": (0, leg_of(), None),
    "place": (1, RIVAL_NEAR, None),
    "win": (0, RIVAL_NEAR, None),
    "lead": (500, RIVAL_NEAR, None),
}
"""With each word what leaves it open while the leg runs, and what does not, None if only its end takes it away."""


def lost(
    *claims: tuple[str, int], legs: Sequence[LegFacts], of: str = "port_sablon", winner: int | None = None
) -> bool:
    asked = replace(stage(of), goals=(tuple(GoalCondition(*claim) for claim in claims),))
    return lost_goals(asked, legs, 0, (0, 100), winner) == (0,)


def running(leg: LegFacts) -> LegFacts:
    return replace(leg, is_over=False)


def test_goal_words_all_have_a_case_of_being_lost():
    assert LOST_CASES.keys() == CONDITIONS.keys()


@each(("word", "n", "open_", "gone"), [(word, *case) for word, case in LOST_CASES.items()])
def test_goal_word_is_lost_only_where_that_is_certain(*, word: str, n: int, open_: LegFacts, gone: LegFacts | None):
    assert not lost((word, n), legs=[running(open_)])
    assert lost((word, n), legs=[leg_of(own_of(km=25, laid_200=True, was_hit=9))], winner=1)
    if gone is not None:
        assert lost((word, n), legs=[running(gone)])
        assert lost(("win", 0), (word, n), legs=[running(gone)])  # with another it is lost as well
        assert not lost((word, n), legs=[gone])  # a tie brings another leg
        assert not lost((word, n), legs=[running(gone)], of="monteverro")  # the first leg of two
        assert not lost((word, n), legs=[running(gone)], of="valdinotte")  # nobody knows how many


def test_goal_word_reached_in_an_earlier_leg_is_not_lost_in_the_last():
    three = leg_of(own_of(safeties=SAFETY_IDS[:3]))
    none_left = running(leg_of(rival=replaced(DRIVEN, safeties=SAFETY_IDS[:3])))
    assert not lost(("safeties", 2), ("win", 0), legs=[three, none_left], of="monteverro")
    assert lost(("safeties", 2), ("win", 0), legs=[none_left, none_left], of="monteverro")


def prefixes(saved: SavedMatch) -> Iterator[SavedMatch]:
    """A drive before each of the person's turns."""
    for count, kept in enumerate(saved.legs, 1):
        leg, moves = deal_record(kept.record), kept.record.moves
        for at, text in enumerate(moves):
            if leg.phase is Phase.TURN and leg.seat == 0:
                half = SavedLeg(replace(kept.record, moves=moves[:at]))
                yield replace(saved, legs=(*saved.legs[: count - 1], half), winner=None)
            if text is not None:
                leg.apply(move(text))


def test_goal_called_lost_is_never_reached():
    told = set[str]()
    for one, seed in itertools.product(stages(), some(range(96), 12)):
        end = driven(one.id, seed=seed, lays=True)
        if one.plan.setup.legs is None or len(end.legs) > one.plan.setup.legs:
            continue  # a tie brought another leg, in which all is open again
        gone = set[int]()
        for under_way in prefixes(end):
            now = goal_status(under_way)
            assert gone <= set(now.lost), "what is lost is not open again"
            assert not set(now.lost) & set(now.reached)
            gone |= set(now.lost)
        told |= {claim.kind for n in gone for claim in one.goals[n]}
        at_end = goal_status(end)
        assert gone <= set(at_end.lost)
        assert {*at_end.lost, *at_end.reached} == {0, 1, 2}
    assert told >= {"no_200", "caught_at_most", "safeties", "coups", "extended"}


# -- how far one has come ----------------------------------------------------------------------------------------------


def test_stage_opens_when_the_one_before_was_driven_whatever_the_place():
    def open_(*driven: str) -> list[int]:
        done = Tour(dict.fromkeys(driven, ()))
        return [one.number for one in stages() if done.is_open(one)]

    assert open_() == [1]
    assert open_("port_sablon") == [1, 2]
    assert open_("port_sablon", "les_tilleuls", "saint_aubin") == [1, 2, 3, 4]
    assert open_("weidenau") == [1, 4, 5]  # of an earlier road
    assert open_(*(one.id for one in stages())) == list(range(1, 13))


def test_stars_are_counted_by_region_and_unknown_stages_left_out():
    done = Tour({"port_sablon": (0, 1, 2), "les_tilleuls": (0,), "weidenau": (), "moon": (0, 1)})
    assert (done.stars(), [done.stars(region) for region in REGIONS]) == (4, [4, 0, 0, 0])
    assert done.next_stage.id == "saint_aubin"
    assert Tour({one.id: () for one in stages()}).next_stage.id == "kilometre_1000"


def driven(id: str, *, seed: int = 7, lays: bool = False, **changes: Any) -> SavedMatch:
    """A drive of a stage by lot, to its end; where one ``lays``, nobody discards who can lay something."""
    one, rng = stage(id), Random(seed)
    match = Match(one.plan.setup, 0)
    while not match.is_over:
        leg = match.deal(match.shuffled_deck(rng))
        while not leg.is_over:
            can = leg.legal_moves()
            laid = [made for made in can if lays and made.kind is not MoveKind.DISCARD]
            leg.apply(rng.choice(laid or can))
        match.add_finished_leg(leg)
    legs = tuple(SavedLeg(result.record) for result in match.results)
    kind = MatchKind.STAGE
    saved = SavedMatch(
        one.plan.setup, one.plan.players, 7, 0, legs, match.totals, winner=match.winner, kind=kind, stage=id
    )
    return replace(saved, **changes)


def toured(*drives: MatchStats) -> Tour:
    """How far one has come by these drives."""
    return Tour(stage_achievements(drives).stages)


def test_stage_is_saved_with_its_name_and_without_hints():
    saved = driven("valdinotte", allows_hints=False)
    again = SavedMatch.from_bytes(saved.to_bytes())
    assert (again.stage, again.allows_hints, again.kind) == ("valdinotte", False, MatchKind.STAGE)
    assert Session(again, bots=InlineBots()).plan.hints is False
    form = {key: value for key, value in json.loads(saved.to_bytes()).items() if key not in {"stage", "hints"}}
    old = SavedMatch.from_bytes(json.dumps(form | {"kind": "match"}).encode())
    assert (old.stage, old.allows_hints) == (None, True)


def test_digest_tells_the_goals_that_a_drive_reached():
    saved = driven("port_sablon")
    lost = match_stats(replace(saved, winner=1, totals=(0, 5000)))
    won = match_stats(replace(saved, winner=0, totals=(5000, 0)))
    assert won.stage == "port_sablon"
    assert (1 in goals_of_match(won), 1 in goals_of_match(lost)) == (True, False)
    assert toured(lost, won).reached_by_stage == {
        "port_sablon": tuple(sorted({*goals_of_match(won), *goals_of_match(lost)}))
    }


def test_drive_with_take_backs_earns_stars_and_a_bots_drive_none():
    saved = replace(driven("port_sablon"), winner=0, totals=(5000, 0))
    back = replace(saved.legs[0], taken_back=(1,))
    helped = replace(saved.legs[0], delegated=frozenset({0}))
    assert 1 in goals_of_match(match_stats(replace(saved, legs=(back,))))
    delegated = match_stats(replace(saved, legs=(helped,)))
    assert (goals_of_match(delegated), delegated.is_finished_stage) == ((), True)
    assert toured(delegated).is_open(stages()[1])


@each(
    "changes",
    [
        {"winner": None},
        {"is_imported": True},
        {"open_cards": True},
        {"kind": MatchKind.PRACTICE},
        {"stage": "moon"},
        {"stage": None},
    ],
)
def test_unfinished_or_foreign_drive_reaches_no_goal(*, changes: dict[str, Any]):
    drive = match_stats(replace(driven("port_sablon"), totals=(5000, 0), **({"winner": 0} | changes)))
    assert goals_of_match(drive) == ()
    assert toured(drive).stars() == 0


def test_stage_counts_for_milestones_of_legs_and_not_of_matches():
    drive = match_stats(replace(driven("weidenau"), winner=0))
    reached = count_milestones(drive.legs, [drive])
    assert reached["ten_thousand"].count == drive.legs[0].km
    assert not any(reached[id].is_reached for id in ("first_match", "team"))
    assert (reached["every_rule"].count, reached["three_in_a_row"].count) == (0, 0)


def test_kept_stage_is_called_by_its_place():
    saved = driven("schneewies", begun_s=NOVEMBER_S)
    assert match_title(match_stats(saved).summary) == "Schneewies"
    assert match_title(match_stats(replace(saved, name="In the snow")).summary) == "In the snow"


def test_copy_of_a_stage_is_no_stage():
    assert practice_copy(driven("port_sablon"), "again").stage is None


def test_hint_is_never_given_where_none_is_allowed():
    one = stage("valdinotte")
    for plan, is_given in ((one.plan, False), (replace(one.plan, hints=True), True)):
        session = Session.new(plan, seed=3, bots=InlineBots())
        for _ in range(1000):
            session.poll()
            if session.is_waiting_for_viewer:
                break
        assert session.hints.request() is is_given


# -- while it is driven ------------------------------------------------------------------------------------------------


def test_goals_reached_so_far_are_those_that_cannot_be_lost_again():
    saved = replace(driven("weidenau"), winner=None)
    half = replace(saved.legs[0].record, moves=saved.legs[0].record.moves[:-30])
    under_way = replace(saved, legs=(SavedLeg(half),))
    reached, lost = goal_status(under_way)
    assert (set(reached) <= {0}, lost) == (True, ())
    assert (0 in reached) == (leg_facts(SavedLeg(half)).sides[0].km >= 600)
    assert goal_status(replace(under_way, legs=(SavedLeg(half, delegated=frozenset({0})),))) == ((), (0, 1, 2))
    assert goal_status(replace(under_way, stage=None)) == ((), ())


@each("one", stages())
def test_goals_do_not_depend_on_cards_that_nobody_has_seen(one: tour.Stage):
    saved = replace(driven(one.id), winner=None)
    *before, last = saved.legs
    half = replace(last.record, moves=last.record.moves[:40])
    left = replay(half).draw_pile
    assert left > 1
    twin = replace(half, deck=(*half.deck[:-left], *reversed(half.deck[-left:])))
    told = [goal_status(replace(saved, legs=(*before, SavedLeg(each)))) for each in (half, twin)]
    assert told[0] == told[1]


class _Told:
    """A session that shows what it is told to."""

    def __init__(self, saved: SavedMatch) -> None:
        self.saved, self.stage = saved, saved.stage
        self.is_leg_over, self.is_waiting_for_viewer = False, True
        self.observation = SimpleNamespace(leg=1, moves=(), phase=Phase.TURN)


def watched(watch: GoalWatch) -> tuple[int, ...] | None:
    """What the watch tells of it."""
    found = watch.update()
    for _ in range(1000):
        if not watch.is_busy:
            break
        time.sleep(0.001)
        found = found if found is not None else watch.update()
    return found


def test_goals_reached_before_are_shown_and_new_ones_told_once(monkeypatch: pytest.MonkeyPatch):
    session = _Told(driven("weidenau"))
    monkeypatch.setattr(goal_watch, "goal_status", lambda saved: GoalStatus(saved.totals, saved.totals[:1]))
    watch = GoalWatch(session)  # type: ignore[arg-type]

    def after(moves: int, *reached: int) -> tuple[int, ...] | None:
        session.saved = replace(session.saved, totals=reached)
        session.observation.moves = (0,) * moves
        return watched(watch)

    assert after(0, 1) == ()
    assert after(0, 1, 2) is None  # nothing was played since
    assert after(2, 1, 2) == (2,)
    session.is_waiting_for_viewer = False
    assert after(3, 0, 1, 2) is None
    session.is_leg_over = True
    assert after(4, 0, 1, 2) == (0,)
    assert after(1, 1) == ()  # taken back
    assert watch.status == ((1,), (1,))
