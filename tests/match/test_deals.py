"""Numbered deals: their code, their cards, and the deal of the day."""

from __future__ import annotations

import doctest
from dataclasses import replace
from datetime import date, datetime, timedelta
from itertools import count, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine import rules as engine_rules
from game.engine.errors import RulesFileError
from game.engine.leg import Leg
from game.engine.rules import RULE_SETS, Seating, load_rules, rule_sets_by_number
from game.engine.setup import MatchSetup, Options
from game.features.calendar.model.played_deals import played_deals
from game.features.lesson.model import lesson_match
from game.match import deals as deals_module
from game.match import session as session_module
from game.match.deals import (
    DEAL_COUNT,
    LETTERS,
    CodeError,
    CodeFault,
    Deal,
    PlayedDeal,
    code_letters,
    deal_of_the_day,
)
from game.match.match_file import MatchKind, SavedMatch
from game.match.plan import Plan, seatings
from game.match.progress import leg_deal
from game.match.session import Session
from game.people.players import DRIVERS, HUMAN, bot
from game.settings.user_files import UserFiles
from tests.careers import roadbook_of
from tests.match.harness import Clock, QuickBots, aggressive, files_in, first_sensible

TABLES = [(rules_id, option.seats, option.seating) for rules_id in RULE_SETS for option in seatings(rules_id)]
FOUR = MatchSetup("winning_moves", Seating.SOLO, 4, legs=1)


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    rules_id, seats, seating = draw(st.sampled_from(TABLES))
    options = Options(*(draw(st.booleans()) for _ in range(4)))
    setup = MatchSetup(rules_id, seating, seats, options, legs=1)
    return Deal.of(setup, draw(st.integers(0, seats - 1)), draw(st.integers(0, DEAL_COUNT - 1)))


def fault_of(text: str) -> CodeFault:
    with pytest.raises(CodeError) as caught:
        Deal.from_code(text)
    return caught.value.fault


@given(deals())
def test_deal_code_gives_its_deal_again(deal):
    assert Deal.from_code(deal.code) == deal
    assert len(code_letters(deal.code)) == 9
    assert deal.code[3] == "-"


@given(deals())
def test_deal_code_with_one_wrong_letter_is_always_refused(deal):
    letters = code_letters(deal.code)
    for place, wrong in product(range(8), LETTERS):
        if wrong != letters[place]:
            assert fault_of(letters[:place] + wrong + letters[place + 1 :]) is CodeFault.TYPO


@given(deals())
def test_deal_code_with_two_neighbours_swapped_is_always_refused(deal):
    letters = code_letters(deal.code)
    for place in range(8):
        first, second = letters[place], letters[place + 1]
        if first != second:
            assert fault_of(letters[:place] + second + first + letters[place + 2 :]) is CodeFault.TYPO


def test_deal_code_ignores_case_blanks_and_hyphens():
    deal = Deal.of(FOUR, 2, 123_456)
    assert Deal.from_code(f"  {deal.code.lower().replace('-', ' – ')}\n") == deal


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", CodeFault.UNFINISHED),
        ("BDW-HBQ-QZ", CodeFault.UNFINISHED),
        ("BDW-HBQ-QZB-B", CodeFault.TYPO),
        ("ADW-HBQ-QZB", CodeFault.TYPO),
        ("BDWHBQQZ1", CodeFault.TYPO),
        ("ßßß-ßßß-ßßß", CodeFault.TYPO),
    ],
)
def test_deal_code_faults_tell_wrong_from_unfinished(text, fault):
    assert fault_of(text) is fault


@pytest.mark.parametrize(
    "deal",
    [
        Deal("winning_moves", 4, Seating.SOLO, Options(), 5, 1),  # a dealer who isn't there
        Deal("winning_moves", 5, Seating.SOLO, Options(), 0, 1),  # a seating the rule set doesn't offer
        Deal("winning_moves", 4, Seating.TEAMS, Options(extension=False), 0, 1),  # an option without a meaning
        Deal("mille_miglia", 4, Seating.SOLO, Options(no_100_bonus=True), 0, 1),
    ],
)
def test_deal_code_of_a_table_that_is_not_offered_is_refused(deal):
    assert fault_of(deal.code) is CodeFault.UNKNOWN


def test_options_with_no_effect_make_no_other_deal():
    teams = MatchSetup("winning_moves", Seating.TEAMS, 4, legs=1)
    plain = Deal.of(teams, 0, 7)
    assert plain == Deal.of(replace(teams, options=Options(extension=False, no_100_bonus=True)), 0, 7)
    assert Deal.of(FOUR, 0, 7) != Deal.of(replace(FOUR, options=Options(extension=False)), 0, 7)


@pytest.mark.parametrize(("dealer", "number"), [(4, 0), (-1, 0), (0, DEAL_COUNT), (0, -1)])
def test_deal_with_an_impossible_dealer_or_number_is_refused(dealer, number):
    with pytest.raises(ValueError, match="deal: expected a seat and a number"):
        Deal.of(FOUR, dealer, number)


@pytest.mark.parametrize(("rules_id", "seats", "seating"), TABLES)
def test_deal_gives_the_person_the_same_hand_in_any_seat(rules_id, seats, seating):
    setup = MatchSetup(rules_id, seating, seats, legs=1)
    deal = Deal.draw_random(setup, Random(seats))

    def hands(person: int) -> list[object]:
        leg = Leg.deal(load_rules(rules_id), seating, deal.deck, deal.dealer_seat(person), seats=seats)
        return [leg.hand((person + place) % seats) for place in range(seats)]

    assert all(hands(person) == hands(0) for person in range(1, seats))


@given(deals())
def test_deal_has_the_cards_of_its_table(deal):
    assert sorted(c.id for c in deal.deck) == sorted(
        c.id for c in load_rules(deal.rules).deck(deal.seats, deal.seating)
    )


def test_deal_number_has_the_same_cards_for_good():
    # A code that somebody wrote down must deal these cards in every version to come.
    deal = Deal.from_code("BDW-HBQ-QZB")
    assert (deal.rules, deal.seats, deal.dealer, deal.number) == ("winning_moves", 4, 1, 4711)
    assert " ".join(c.id for c in deal.deck[:8]) == ("km_100 gasoline km_75 km_50 right_of_way repairs spare_tire stop")
    assert deal_of_the_day(date(2026, 11, 22)).code == "BFG-QWX-NYD"


def test_deals_of_other_numbers_have_other_cards():
    assert len({Deal.of(FOUR, 0, number).deck for number in range(100)}) == 100


def test_deal_of_the_day_is_another_one_each_day():
    first = date(2026, 1, 1)
    days = [deal_of_the_day(first + timedelta(days=n)) for n in range(365)]
    assert len({deal.code for deal in days}) == 365
    assert {(deal.rules, deal.seats, deal.seating) for deal in days} == {("winning_moves", 4, Seating.SOLO)}
    assert {deal.dealer for deal in days} == {0, 1, 2, 3}


def test_rule_set_numbers_never_change():
    books = {0: "winning_moves", 1: "piatnik", 2: "dujardin", 3: "mille_miglia"}
    variants = {5: "winning_moves.snow", 6: "mille_miglia.hairpins", 7: "winning_moves.moonless"}
    assert rule_sets_by_number() == {**books, **variants}


def test_rule_sets_with_the_same_number_are_refused(monkeypatch):
    same = load_rules("piatnik")
    monkeypatch.setattr(engine_rules, "load_rules", lambda _: same)
    rule_sets_by_number.cache_clear()
    with pytest.raises(RulesFileError, match=r"piatnik.toml.*number: got 1, which winning_moves has already"):
        rule_sets_by_number()


def test_docstring_examples_are_true():
    told = doctest.testmod(deals_module)
    assert told.attempted > 0
    assert told.failed == 0


# -- matches ----------------------------------------------------------------------------------------------------------


def plan_of(seats: int = 4, person: int = 0, legs: int = 3) -> Plan:
    players = [bot(driver, level="beginner") for driver in DRIVERS[:seats]]
    players[person] = HUMAN
    return Plan(MatchSetup("winning_moves", Seating.SOLO, seats, legs=legs), tuple(players))


def test_legs_of_a_match_have_codes_that_deal_their_cards_again():
    clock = Clock()
    session = Session.new(plan_of(), seed=5, clock=clock, bots=QuickBots())
    codes = []
    for leg in range(3):
        deal = leg_deal(session.saved, leg + 1)
        codes.append(deal.code)
        again = Session.new(plan_of(legs=1), Deal.from_code(deal.code), clock=clock, bots=QuickBots())
        assert again.observation.hand == session.observation.hand
        assert again.deal == deal
        run_leg(session, clock)
        if leg < 2:
            session.next_leg()
            session.poll()
    assert len(set(codes)) == 3
    assert [result.record.deck for result in session.history] == [Deal.from_code(code).deck for code in codes]


@pytest.mark.parametrize("person", range(4))
def test_chosen_deal_gives_a_person_in_any_seat_the_same_hand(person):
    deal = Deal.from_code("BDW-HBQ-QZB")
    session = Session.new(plan_of(person=person, legs=1), deal, clock=Clock(), bots=QuickBots())
    first = Session.new(plan_of(legs=1), deal, clock=Clock(), bots=QuickBots())
    assert session.observation.seat == person
    assert session.observation.hand == first.observation.hand
    assert session.deal == deal
    assert session.kind is MatchKind.DEAL


def test_chosen_deal_is_kept_as_one_and_resumes_with_its_cards(tmp_path):
    files, writer = files_in(tmp_path)
    day = date(2026, 11, 22)
    deal, clock = deal_of_the_day(day), Clock()
    session = Session.new(plan_of(legs=1), deal, day=day, files=files, clock=clock, bots=QuickBots())
    saved = SavedMatch.from_bytes(writer.written[-1][1])  # type: ignore[arg-type]
    assert (saved.kind, saved.first_deal, saved.day) == (MatchKind.DEAL, deal.number, day)
    assert Session(saved, clock=clock, bots=QuickBots()).deal == deal
    assert session.plan.setup.legs == 1


def test_leg_laid_by_hand_has_no_number():
    assert Session(lesson_match(), clock=Clock(), bots=QuickBots()).deal is None


def run_leg(session: Session, clock: Clock) -> None:
    while not session.is_leg_over:
        session.poll()
        clock.now_s += 0.1
        if session.is_waiting_for_viewer:
            session.play(first_sensible(session))


# -- played before ----------------------------------------------------------------------------------------------------


def looked_up(files: UserFiles) -> tuple[PlayedDeal, ...]:
    career = roadbook_of(files)
    assert career.refresh().wait(20)
    return played_deals(career.reader().matches())


DAY = date(2026, 3, 24)


def keep_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is noon of that day, and a second later whenever somebody looks, also where two races of bots end at once."""
    seconds = count(int(datetime(DAY.year, DAY.month, DAY.day, 12).timestamp()))
    monkeypatch.setattr(session_module, "now_s", lambda: next(seconds))


def test_finished_deals_are_found_among_the_kept_matches(tmp_path, monkeypatch):
    files, _ = files_in(tmp_path)
    keep_time(monkeypatch)
    clock, day = Clock(), DAY
    assert looked_up(files) == ()
    todays, chosen = deal_of_the_day(day), Deal.from_code("BDW-HBQ-QZB")
    sessions = [
        Session.new(plan_of(legs=1), todays, day=day, files=files, clock=clock, bots=QuickBots()),
        Session.new(plan_of(legs=1), chosen, files=files, clock=clock, bots=QuickBots()),
        Session.new(plan_of(legs=1), seed=3, files=files, clock=clock, bots=QuickBots()),
    ]
    for session in sessions:
        run_leg(session, clock)
    Session.new(plan_of(legs=1), Deal.of(FOUR, 0, 9), files=files, clock=clock, bots=QuickBots())
    (tmp_path / "matches").mkdir(exist_ok=True)
    (files.matches / "strange.json").write_text('{"kind": "deal", "over": true}')
    totals = sessions[1].totals
    place = sorted(totals, reverse=True).index(totals[0]) + 1
    assert looked_up(files) == (PlayedDeal(chosen.code, day, totals[0], place, 4),)


def test_deal_played_twice_is_found_once_with_its_last_result(tmp_path, monkeypatch):
    files, _ = files_in(tmp_path)
    clock, deal = Clock(), Deal.from_code("BDW-HBQ-QZB")
    keep_time(monkeypatch)
    first = Session.new(plan_of(legs=1), deal, files=files, clock=clock, bots=QuickBots())
    run_leg(first, clock)
    second = Session.new(plan_of(legs=1), deal, files=files, clock=clock, bots=QuickBots(aggressive))
    run_leg(second, clock)
    assert first.totals != second.totals
    place = sorted(second.totals, reverse=True).index(second.totals[0]) + 1
    assert looked_up(files) == (PlayedDeal(deal.code, DAY, second.totals[0], place, 4),)
