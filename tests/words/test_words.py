"""Log lines, reasons, states, points and problems say what happened, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from game.engine.cards import CARDS, SAFETIES, Pile, card
from game.engine.errors import Refusal
from game.engine.events import (
    Attacked,
    Cleared,
    CoupFourreAsked,
    CoupFourreDeclined,
    CoupFourrePlayed,
    Dealt,
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
from game.engine.moves import MOVES, Move, move
from game.engine.observation import Observation, Phase, SideView
from game.engine.rules import RULE_SETS, SCORE_ITEMS, Score, Seating, load_rules
from game.engine.setup import Options
from game.files.problems import Problem, ProblemCode
from game.i18n import LANGUAGES, say, set_language
from game.people.drivers import CHARACTERS
from game.people.players import DRIVERS
from game.words.captions import immune_chip, km_to_go_text, limit_chip, state_chip, turn_chip
from game.words.log import log_line, take_back_line
from game.words.names import Names, driver_name
from game.words.problems import problem_text
from game.words.refusals import refusal_text
from game.words.rulesets import rule_set_name, rule_set_notes, rule_set_source
from game.words.score import safety_points, score_item
from tests.ai.playing import view as display
from tests.cases import each

SOLO = Names((None, "carla", "leo", "irma"), ((0,), (1,), (2,), (3,)), 0)
TEAMS = Names((None, "carla", "hugo", "leo"), ((0, 2), (1, 3)), 0)

TIRE, PROOF, KM_75, STOP = card("flat_tire"), card("puncture_proof"), card("km_75"), card("stop")
WON = (Score(km=700),) * 4


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    set_language("en")
    yield
    set_language("en")


LOG: list[tuple[Event, Names, str]] = [
    (Laid(1, 1, KM_75, Pile.DISTANCE), SOLO, "Carla plays 75 km"),
    (Laid(0, 0, KM_75, Pile.DISTANCE), SOLO, "You play 75 km"),
    (Attacked(2, 0, TIRE, Pile.BATTLE), SOLO, "Leo plays Flat Tire on you"),
    (Attacked(0, 2, TIRE, Pile.BATTLE), SOLO, "You play Flat Tire on Leo"),
    (Attacked(1, 3, TIRE, Pile.BATTLE), SOLO, "Carla plays Flat Tire on Irma"),
    (Attacked(1, 0, TIRE, Pile.BATTLE), TEAMS, "Carla plays Flat Tire on you and Hugo"),
    (Attacked(2, 1, TIRE, Pile.BATTLE), TEAMS, "Hugo plays Flat Tire on Carla + Leo"),
    (CoupFourrePlayed(0, 0, PROOF, TIRE), SOLO, "Coup fourré! You play Puncture-Proof: +300"),
    (CoupFourrePlayed(3, 3, PROOF, TIRE), SOLO, "Coup fourré! Irma plays Puncture-Proof: +300"),
    (CoupFourreDeclined(0), SOLO, "You pass up the coup fourré"),
    (Discarded(1, STOP), SOLO, "Carla discards Stop"),
    (Discarded(0, STOP), SOLO, "You discard Stop"),
    (Dealt(3, ()), SOLO, "Irma deals"),
    (Dealt(0, ()), SOLO, "You deal"),
    (TurnBegan(2, won=True), SOLO, "Leo gets another turn"),
    (TurnBegan(0, won=True), SOLO, "You get another turn"),
    (ExtensionAsked(1), SOLO, "Carla reaches the finish"),
    (ExtensionAsked(0), SOLO, "You reach the finish"),
    (Extended(1, 1000), SOLO, "Carla extends to 1,000 km"),
    (Extended(0, 1000), SOLO, "You extend to 1,000 km"),
    (ExtensionDeclined(1), SOLO, "Carla doesn’t extend"),
    (ExtensionDeclined(0), SOLO, "You don’t extend"),
    (LegEnded(1, WON), SOLO, "Carla won with 700 km"),
    (LegEnded(0, WON), SOLO, "You won with 700 km"),
    (LegEnded(0, WON), TEAMS, "You and Hugo won with 700 km"),
    (LegEnded(1, WON), TEAMS, "Carla + Leo won with 700 km"),
    (LegEnded(None, WON), SOLO, "Nobody reached the finish"),
]

LOG_ELSEWHERE: list[tuple[str, Event, Names, str]] = [
    ("de", Laid(1, 1, KM_75, Pile.DISTANCE), SOLO, "Carla legt aus: 75 km"),
    ("fr", Laid(1, 1, KM_75, Pile.DISTANCE), SOLO, "Carla pose 75 km"),
    ("it", Laid(1, 1, KM_75, Pile.DISTANCE), SOLO, "Carla gioca 75 km"),
    ("hu", Laid(1, 1, KM_75, Pile.DISTANCE), SOLO, "Karla lerakja: 75 km"),
    ("de", Attacked(1, 0, TIRE, Pile.BATTLE), TEAMS, "Carla greift dich und Hugo an: Reifenpanne"),
    ("fr", Attacked(1, 0, TIRE, Pile.BATTLE), TEAMS, "Carla joue Crevaison contre Hugo et toi"),
    ("it", Attacked(1, 0, TIRE, Pile.BATTLE), TEAMS, "Carla gioca Danno al pneumatico contro te e Hugo"),
    ("hu", Attacked(1, 0, TIRE, Pile.BATTLE), TEAMS, "Karla ellened és Hugó ellen támad: Defekt"),
    ("de", Attacked(2, 1, TIRE, Pile.BATTLE), TEAMS, "Hugo greift Carla + Leo an: Reifenpanne"),
    ("fr", Attacked(2, 1, TIRE, Pile.BATTLE), TEAMS, "Hugo joue Crevaison contre Carla + Léo"),
    ("it", Attacked(2, 1, TIRE, Pile.BATTLE), TEAMS, "Hugo gioca Danno al pneumatico contro Carla + Leo"),
    ("hu", Attacked(2, 1, TIRE, Pile.BATTLE), TEAMS, "Hugó kijátssza Karla + Leó ellen: Defekt"),
    ("de", CoupFourrePlayed(3, 3, PROOF, TIRE), SOLO, "Blitzaktion! Irma legt aus: Pannensichere Reifen, +300"),
    ("fr", CoupFourrePlayed(3, 3, PROOF, TIRE), SOLO, "Action-éclair\u202f! Irma pose Increvable\u202f: +300"),
    ("it", CoupFourrePlayed(3, 3, PROOF, TIRE), SOLO, "Azione-lampo! Irma gioca Pneumatico antiforo: +300"),
    ("hu", CoupFourrePlayed(3, 3, PROOF, TIRE), SOLO, "Villámválasz! Irma lerakja: Defektbiztos autógumi, +300"),
    ("de", Extended(1, 1000), SOLO, "Carla verlängert auf 1.000 km"),
    ("fr", Extended(1, 1000), SOLO, "Carla prolonge à 1\u202f000 km"),
    ("it", Extended(1, 1000), SOLO, "Carla prolunga la tappa fino a 1.000 km"),
    ("hu", Extended(1, 1000), SOLO, "Karla 1000 km-re hosszabbít"),
    ("de", LegEnded(0, WON), TEAMS, "Du und Hugo habt mit 700 km gewonnen"),
    ("fr", LegEnded(0, WON), TEAMS, "Hugo et toi, vous avez gagné avec 700 km"),
    ("it", LegEnded(0, WON), TEAMS, "Tu e Hugo avete vinto con 700 km"),
    ("hu", LegEnded(0, WON), TEAMS, "Hugó és te nyertétek a szakaszt: 700 km"),
    ("de", LegEnded(1, WON), TEAMS, "Carla + Leo haben mit 700 km gewonnen"),
    ("fr", LegEnded(1, WON), TEAMS, "Carla + Léo ont gagné avec 700 km"),
    ("it", LegEnded(1, WON), TEAMS, "Carla + Leo hanno vinto con 700 km"),
    ("hu", LegEnded(1, WON), TEAMS, "Karla + Leó nyerte a szakaszt: 700 km"),
]


@each(("event", "names", "line"), LOG)
def test_log_line_of_an_event_is_as_listed(event: Event, names: Names, line: str) -> None:
    assert log_line(event, names, "winning_moves") == line


@each(("code", "event", "names", "line"), LOG_ELSEWHERE)
def test_log_line_in_other_languages_has_their_names_numbers_and_forms_for_teams(
    code: str, event: Event, names: Names, line: str
) -> None:
    set_language(code)
    assert log_line(event, names, "winning_moves") == line


@pytest.mark.parametrize(
    "event",
    [Drew(1, (None,), 50), Drew(0, (STOP,), 50), TurnBegan(1), Cleared(0, TIRE, Pile.BATTLE), CoupFourreAsked(0)],
)
def test_log_leaves_out_draws_and_what_the_picture_shows(event: Event) -> None:
    assert log_line(event, SOLO, "winning_moves") is None


def test_log_uses_the_words_and_points_of_the_rulebook() -> None:
    event = CoupFourrePlayed(1, 1, PROOF, TIRE)
    assert log_line(event, SOLO, "piatnik") == "Coup fourré! Carla plays Puncture-Proof: +200"
    set_language("fr")
    assert log_line(event, SOLO, "dujardin") == "Coup-fourré\u202f! Carla pose Increvable\u202f: +300"
    set_language("it")
    assert log_line(event, SOLO, "mille_miglia") == "Fallo! Carla gioca Antiforatura: +300"


def test_team_of_the_viewer_names_the_viewer_first() -> None:
    assert Names((("bruno"), None, "irma", "leo"), ((0, 2), (1, 3)), 1).side(1) == "You + Leo"
    assert Names(("bruno", "leo", None, None), ((0, 2), (1, 3)), 2).side(0) == "You + Bruno"
    assert Names(("bruno", "leo", None, None), ((0, 2), (1, 3)), 2).seat(3) == "Player 4"


@pytest.mark.parametrize("code", LANGUAGES)
def test_drivers_each_have_a_name_and_a_style_of_their_own(code: str) -> None:
    set_language(code)
    assert (
        len({driver_name(driver) for driver in DRIVERS})
        == len({say(CHARACTERS[driver].style) for driver in DRIVERS})
        == 6
    )


# -- reasons -----------------------------------------------------------------------------------------------------------

GO, LIMIT = card("go"), card("speed_limit")
EMPTY = SideView((0,), 0, (), (), (), (), (), rolling=False, limited=False)
ROLLING = replace(EMPTY, battle=(GO,), rolling=True)


def view(own: SideView = EMPTY, other: SideView = EMPTY, rules: str = "winning_moves") -> Observation:
    """What the player in seat 0 of two sees: both displays, all else as at the beginning."""
    return Observation(
        seat=0, phase=Phase.TURN, to_move=0, rules=rules, options=Options(), seating=Seating.SOLO, seats=2, dealer=1,
        leg=1, totals=(0, 0), target_score=5000, legs=None, target=700, draw_pile=60, discard_pile=(), hand=(),
        drawn=(), hand_sizes=(7, 6), sides=(own, replace(other, seats=(1,))), moves=(), legal=(),
    )  # fmt: skip


TWO = Names((None, "leo"), ((0,), (1,)), 0)
WITH_WAY = replace(EMPTY, safeties=(card("right_of_way"),), rolling=True)

REASONS: list[tuple[Refusal, Move, Observation, str]] = [
    (Refusal.LEG_OVER, move("0 go"), view(), "The race is over."),
    (Refusal.WRONG_SEAT, move("0 - go"), view(), "It’s not your turn."),
    (Refusal.WRONG_PHASE, move("0 go"), view(), "Answer the question first."),
    (Refusal.WRONG_PHASE, move("0 stop > 1"), view(), "Answer the question first."),
    (Refusal.WRONG_PHASE, move("0 km_25"), view(), "Answer the question first."),
    (Refusal.BAD_MOVE, move("0 ."), view(), "Not possible right now."),
    (Refusal.NOT_IN_HAND, move("0 go"), view(), "Not in your hand: Go."),
    (Refusal.WRONG_SAFETY, move("0 ! driving_ace"), replace(view(), moves=(move("1 flat_tire > 0"),)),
        "Only one card answers Flat Tire: Puncture-Proof."),
    (Refusal.BAD_TARGET, move("0 stop > 0"), view(), "Play this card on an opponent."),
    (Refusal.BAD_TARGET, move("0 stop > 5"), view(), "Play this card on an opponent."),
    (Refusal.IMMUNE, move("0 stop > 1"), view(other=WITH_WAY), "Leo can’t be hit: Right of Way is on the table."),
    (Refusal.ALREADY_LIMITED, move("0 speed_limit > 1"), view(), "Leo already has Speed Limit."),
    (Refusal.CANNOT_LAND, move("0 flat_tire > 1"), view(), "Leo isn’t rolling yet: Go is missing."),
    (Refusal.CANNOT_LAND, move("0 flat_tire > 1"), view(other=replace(EMPTY, battle=(GO, STOP))),
        "Leo is already stopped: Stop."),
    (Refusal.NOT_NEEDED, move("0 go"), view(ROLLING), "You’re already rolling."),
    (Refusal.NOT_NEEDED, move("0 go"), view(WITH_WAY), "You don’t need it: Right of Way is on the table."),
    (Refusal.NOT_NEEDED, move("0 go"), view(replace(EMPTY, battle=(GO, TIRE))),
        "First you need: Spare Tire."),
    (Refusal.NOT_NEEDED, move("0 end_of_limit"), view(), "There is no limit to end."),
    (Refusal.NOT_NEEDED, move("0 repairs"), view(), "There is nothing to fix with this card."),
    (Refusal.NOT_ROLLING, move("0 km_25"), view(), "You’re not rolling: Go is missing."),
    (Refusal.NOT_ROLLING, move("0 km_25"), view(replace(EMPTY, battle=(GO, TIRE))),
        "You’re not rolling: Spare Tire is missing."),
    (Refusal.LIMITED, move("0 km_75"), view(ROLLING), "Speed Limit: only 25 or 50 km at a time."),
    (Refusal.THIRD_200, move("0 km_200"), view(ROLLING), "You’ve already played two 200 km cards."),
    (Refusal.TOO_FAR, move("0 km_200"), view(replace(ROLLING, km=575)), "Too far: 125 km to go."),
]  # fmt: skip


@each(("reason", "refused", "seen", "said"), REASONS)
def test_refusal_tells_what_is_missing(reason: Refusal, refused: Move, seen: Observation, said: str) -> None:
    assert refusal_text(reason, refused, seen, TWO) == said


@pytest.mark.parametrize("code", LANGUAGES)
def test_refusals_have_a_sentence_for_any_move(code: str) -> None:
    """Whatever the engine answers to whatever is tried, the player gets words, with nothing left to fill in."""
    set_language(code)
    for seen in (view(), view(ROLLING, WITH_WAY, "mille_miglia")):
        for reason in Refusal:
            for tried in MOVES[: len(MOVES) // 6]:
                said = refusal_text(reason, tried, seen, TWO)
                assert len(said) > 8
                assert "{" not in said


# -- states, points, problems ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "chip"),
    [
        (ROLLING, "Rolling"),
        (WITH_WAY, "Rolling"),
        (EMPTY, "Waiting for Go"),
        (replace(EMPTY, battle=(GO, TIRE)), "Flat Tire"),
        (replace(EMPTY, battle=(GO, TIRE, card("spare_tire"))), "Waiting for Go"),
    ],
)
def test_state_chip_shows_rolling_or_what_is_missing(side: SideView, chip: str) -> None:
    assert state_chip(side, "winning_moves") == chip


def test_chips_for_limit_turn_and_safeties_are_a_word_or_two() -> None:
    assert limit_chip() == "Limit 50"
    assert turn_chip() == "Turn"
    assert len({immune_chip(safety, "winning_moves") for safety in SAFETIES}) == 4
    assert km_to_go_text(replace(EMPTY, km=375), 700) == "325 km to go"


@pytest.mark.parametrize("rules_id", RULE_SETS)
def test_score_sheet_points_are_those_of_the_rules(rules_id: str) -> None:
    worth = load_rules(rules_id).points
    assert score_item("coups_fourres", rules_id) == f"Coups fourrés, {worth.coup_fourre} each"
    assert score_item("safeties", rules_id) == f"Safeties, {worth.safety} each"
    assert score_item("safe_trip", rules_id) == f"Won without a 200, {worth.safe_trip}"
    assert score_item("km", rules_id) == "Kilometers"


@each("code", LANGUAGES)
@each("rules_id", RULE_SETS)
def test_score_items_all_have_labels_of_their_own(rules_id: str, code: str) -> None:
    set_language(code)
    assert len({score_item(item, rules_id) for item in SCORE_ITEMS}) == len(SCORE_ITEMS)


@pytest.mark.parametrize("code", LANGUAGES)
def test_rule_sets_have_distinct_names_sources_and_notes(code: str) -> None:
    set_language(code)
    for words in (rule_set_name, rule_set_source, rule_set_notes):
        assert len({words(rules_id) for rules_id in RULE_SETS}) == 4


@each("code", LANGUAGES)
@each("problem", ProblemCode)
def test_problems_are_all_told_with_their_values(problem: ProblemCode, code: str) -> None:
    set_language(code)
    values = {"path": "/home/eva/rally.json", "error": "disk full", "seat": "1", "settings": "speed,plan"}
    said = problem_text(Problem(problem, values), SOLO)
    assert "{" not in said
    if problem is ProblemCode.SAVE_FAILED:
        assert "disk full" in said
    if problem in (ProblemCode.SAVE_QUARANTINED, ProblemCode.RECORDS_NEWER, ProblemCode.SETTINGS_UNREADABLE):
        assert "/home/eva/rally.json" in said
    if problem is ProblemCode.BOT_FAILED:
        assert SOLO.seat(1) in said


def test_cards_of_all_kinds_can_be_laid_in_the_log() -> None:
    for kind in CARDS:
        line = log_line(Laid(1, 1, kind, Pile.BATTLE), SOLO, "piatnik")
        assert line is not None
        assert line.startswith("Carla plays ")


def test_fourth_safety_is_worth_what_is_left_of_all_four() -> None:
    def worth(laid: int, rules: str) -> int:
        return safety_points(display(0, safeties=" ".join(card.id for card in SAFETIES[:laid])), rules)

    assert [worth(laid, "winning_moves") for laid in range(4)] == [100, 100, 100, 400]
    assert [worth(laid, "mille_miglia") for laid in range(4)] == [100] * 4


def test_take_back_is_told_of_the_person_who_took_back() -> None:
    assert take_back_line(1, 0, SOLO) == "You take back your last move"
    assert take_back_line(2, 0, SOLO) == "You take back 2 moves"
    assert take_back_line(1, 1, SOLO) == "Carla takes back the last move"
    assert take_back_line(2, 1, SOLO) == "Carla takes back 2 moves"
