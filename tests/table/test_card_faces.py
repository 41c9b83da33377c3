from __future__ import annotations

import pytest
from pygame import Color, Surface, Vector2

from game.engine.cards import CARD_BY_ID, CARDS, SAFETIES, Card
from game.engine.rules import RULE_SETS
from game.i18n import LANGUAGES, set_language
from game.system.resources import asset_path
from game.table.geometry.layout import NAMED_FROM_PX, compute_layout, fan
from game.table.geometry.places import CARD_RATIO
from game.table.painting import card_faces
from game.table.painting.card_faces import (
    crosswise,
    face,
    hand_form,
    name_band,
    name_ends,
    name_face,
    rotated_card,
    wrap_name,
)
from game.table.painting.hand import card_at
from game.ui.drawing import art, text
from game.ui.drawing.theme import THEME
from game.words.vocabulary import card_name
from tests.cases import each
from tests.contrast import READABLE, contrast

RULES = "winning_moves"
STOP = CARD_BY_ID["stop"]

every_card = each("card", CARDS)


@every_card
@pytest.mark.parametrize("form", ["", ".small", ".fan"])
def test_cards_all_have_their_pictures(card: Card, form: str) -> None:
    assert asset_path("cards", f"{card.id}{form}.svg").is_file()


def test_card_back_has_its_picture_and_reveals_nothing() -> None:
    assert face(None, 150, RULES).get_size() == (150, 210)
    assert face(None, 80, RULES).get_bounding_rect().size == (80, 112)


@every_card
def test_card_face_has_the_size_asked_for(card: Card) -> None:
    assert face(card, 150, RULES).get_size() == (150, 210)
    assert face(card, 60, RULES).get_size() == (60, 84)


@each("code", LANGUAGES)
@each("rules_id", RULE_SETS)
@each("form", ["full", "held"])
def test_card_names_all_fit_at_a_readable_size(code: str, rules_id: str, form: card_faces.FaceVariant) -> None:
    set_language(code)
    for card in CARDS:
        name = wrap_name(card_name(card, rules_id), *name_band(150, form), name_face(card))
        assert name.fits, card.id
        assert name.px >= 12, (card.id, name)
        assert len(name.lines) <= 3
        assert all(text.width(line, name_face(card), name.px) <= name_band(150, form)[0] for line in name.lines)


@pytest.mark.parametrize("code", LANGUAGES)
def test_card_names_all_fit_the_narrowest_card_that_shows_one(code: str) -> None:
    set_language(code)
    for card in CARDS:
        for form in (None, *card_faces.HELD_FORMS):
            face(card, NAMED_FROM_PX, RULES, form=form)  # type: ignore[arg-type]
    assert text.overflows == []


@each("size", [(1280, 720), (1920, 1080), (1080, 1350)])
@each("up", [None, *range(7)])
def test_fanned_cards_never_cover_an_end_of_a_name(size: tuple[int, int], up: int | None) -> None:
    """Whichever card is raised: at both ends of the band in which a name may stand nothing lies on the card."""
    spread = fan(7, compute_layout(4, size), up)
    width = spread.card_width
    for index, (x, y, angle) in enumerate(spread.spots):
        for across in name_ends(hand_form(spread)):
            for down in (0.84, 0.94):
                point = Vector2((across - 0.5) * width, (down - 0.5) * width * CARD_RATIO).rotate(-angle)
                assert index == up or card_at(spread, up, (x + point.x, y + point.y)) == index


def test_held_card_keeps_a_short_name_in_its_middle() -> None:
    """Only what would be covered moves to the left."""
    free, held_ = (middle_of_name(face(STOP, 300, RULES, form=form)) for form in ("full", "held"))
    assert abs(free - held_) < 2
    long = CARD_BY_ID["end_of_limit"]
    set_language("fr")
    free, held_ = (middle_of_name(face(long, 300, "winning_moves", form=form)) for form in ("full", "held"))
    assert held_ < free


def middle_of_name(drawn: Surface) -> float:
    """The middle of the columns in which the letters stand."""
    w, h = drawn.get_size()
    ground = drawn.get_at((round(0.06 * w), round(0.893 * h)))
    rows = range(round(0.86 * h), round(0.93 * h))
    columns = [x for x in range(round(0.07 * w), round(0.93 * w))
               if any(drawn.get_at((x, y)) != ground for y in rows)]  # fmt: skip
    return (columns[0] + columns[-1]) / 2


def test_card_name_too_long_for_any_size_is_reported() -> None:
    assert not wrap_name("Unbreakable" * 9, *name_band(150), "B6").fits


def test_card_name_breaks_at_its_soft_hyphen_only_if_it_is_long() -> None:
    assert wrap_name("Stop", *name_band(150), "B6").lines == ("Stop",)
    lines = wrap_name("Geschwindigkeits\u00adbegrenzung", *name_band(150), "B6").lines
    assert lines == ("Geschwindigkeits-", "begrenzung")


def test_card_name_prefers_two_lines_to_small_letters_and_those_to_a_break() -> None:
    short = wrap_name("Stop", *name_band(150), "B6")
    two = wrap_name("Defektbiztos autógumi", *name_band(150), "B6")
    whole = wrap_name("Reifen\u00adreparaturen", *name_band(150), "B6")
    assert two.lines == ("Defektbiztos", "autógumi")
    assert len(whole.lines) == 1
    assert 0.85 * short.px < whole.px <= two.px < short.px


def test_card_name_lines_are_balanced() -> None:
    first, second = wrap_name("one two three four five six", 120, 40, "B6").lines
    assert abs(text.width(first, "B6", 14) - text.width(second, "B6", 14)) < 40


def test_card_name_follows_the_language() -> None:
    english = face(STOP, 150, RULES)
    accident = face(CARD_BY_ID["accident"], 150, RULES).copy()
    set_language("de")
    assert face(STOP, 150, RULES) is not english
    assert face(CARD_BY_ID["accident"], 150, RULES).get_buffer().raw != accident.get_buffer().raw


def test_narrow_card_shows_no_name_and_its_fan_form_a_large_badge() -> None:
    small, fanned = face(STOP, 80, RULES), face(STOP, 80, RULES, form="fan")
    assert small.get_buffer().raw != fanned.get_buffer().raw


@pytest.mark.parametrize(
    ("size", "full_hand", "form"),
    [
        ((1280, 720), 7, "held"),
        ((1920, 1080), 7, "held"),
        ((960, 540), 7, "fan"),
        ((1024, 768), 7, "fan"),
        ((1024, 768), 9, "fan"),
        ((1920, 1080), 9, "fan"),
        ((3840, 2160), 9, "fan"),
    ],
)
def test_hand_has_large_badges_where_names_would_be_too_small_or_covered(
    size: tuple[int, int], full_hand: int, form: str
) -> None:
    layout = compute_layout(4, size, full_hand=full_hand)
    assert {hand_form(fan(n, layout, up)) for n in range(full_hand) for up in (None, *range(n))} == {form}


@every_card
def test_greyed_card_keeps_its_shape_and_loses_colour(card: Card) -> None:
    bright, grey = face(card, 100, RULES), face(card, 100, RULES, greyed=True)
    assert grey.get_bounding_rect() == bright.get_bounding_rect()

    def saturation(surface: Surface) -> float:
        points = [surface.get_at((x, y)) for x in range(8, 92, 6) for y in range(8, 132, 6)]
        return sum(max(p[:3]) - min(p[:3]) for p in points) / len(points)

    assert saturation(grey) < 0.7 * saturation(bright)


@every_card
@pytest.mark.parametrize("form", ["full", "fan"])
def test_greyed_card_differs_from_a_bright_one_without_colours(card: Card, form: card_faces.FaceVariant) -> None:
    bright, grey = (face(card, 250, RULES, form=form, greyed=greyed).get_at((3, 175)) for greyed in (False, True))
    assert contrast(bright, grey) > 1.4  # the pale edge, which shows of every card in the fan


@every_card
@pytest.mark.parametrize("form", ["full", "held"])
def test_high_contrast_bar_ends_above_the_card_name(
    card: Card, form: card_faces.FaceVariant, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It left a drop below the name, like an exclamation mark."""
    whole = face(card, 250, RULES, form=form, greyed=True).copy()
    card_faces.forget()
    with monkeypatch.context() as plain:
        plain.setattr(THEME, "is_plain", True)
        barred = face(card, 250, RULES, form=form, greyed=True)
    card_faces.forget()
    w, h = whole.get_size()
    changed = {y for y in range(h) for x in range(20, w - 20, 2) if whole.get_at((x, y)) != barred.get_at((x, y))}
    lines = len(wrap_name(card_name(card, RULES), *name_band(250, form), name_face(card)).lines)
    assert min(changed) < 0.1 * h
    assert max(changed) < (0.80 if lines > 1 else 0.86) * h


@every_card
@pytest.mark.parametrize("greyed", [False, True])
def test_card_name_can_be_read_on_its_card(card: Card, greyed: bool) -> None:
    drawn = face(card, 500, RULES, greyed=greyed)
    ground = drawn.get_at((30, 625))
    letters = {tuple(drawn.get_at((x, y))) for x in range(60, 440) for y in range(590, 660)}
    assert max(contrast(Color(*color), ground) for color in letters) >= READABLE


@pytest.mark.parametrize("card", SAFETIES, ids=lambda card: card.id)
def test_crosswise_safety_lies_turned_by_a_quarter(card: Card) -> None:
    upright, lying = face(card, 100, RULES), crosswise(card, 100, RULES)
    assert upright.get_size() == (100, 140)
    assert lying.get_size() == (140, 100)
    assert lying.get_at((20, 90)) == upright.get_at((100 - 1 - 90, 20))  # the upper left corner lies lower left


def test_card_faces_are_drawn_once() -> None:
    assert face(STOP, 150, RULES) is face(STOP, 150.3, RULES)
    assert rotated_card(STOP, 150, 4.2, RULES) is rotated_card(STOP, 150, 4.2, RULES)


def test_turned_card_has_smooth_edges() -> None:
    card = art.rotated(face(STOP, 126, RULES), 4.2, THEME.paper)
    columns = [[card.get_at((x, y))[3] for y in range(card.get_height())] for x in range(30, 110)]
    first = [next(alpha for alpha in column if alpha) for column in columns]
    assert sum(alpha < 255 for alpha in first) > 0.8 * len(first)


def test_prewarming_draws_every_face_a_hand_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    spread = fan(7, compute_layout(4, (1280, 720)))
    width = spread.card_width
    for _step in card_faces.preload((48, 70), spread, RULES):
        pass
    monkeypatch.setattr(card_faces, "_draw", lambda *_, **__: pytest.fail("drawn although prewarmed"))
    for card in CARDS:
        face(card, width, RULES, form=hand_form(spread))
        face(card, width, RULES, form=hand_form(spread), greyed=True)
        face(card, 48, RULES, form="small")


def test_prewarming_draws_the_cards_in_the_hand_first(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Card | None] = []
    monkeypatch.setattr(card_faces, "face", lambda card, *_, **__: drawn.append(card))
    held = (CARDS[-1], CARDS[3], CARDS[-1])
    for _step in card_faces.preload((48,), fan(0, compute_layout(4, (1280, 720))), RULES, held):
        pass
    assert list(dict.fromkeys(drawn))[:3] == [CARDS[-1], CARDS[3], CARDS[0]]


@each("greyed", [False, True])
def test_card_turned_ahead_equals_a_card_turned_when_asked_for(*, greyed: bool) -> None:
    card_faces.forget()
    asked = rotated_card(STOP, 150, 4.2, RULES, greyed=greyed).get_buffer().raw
    card_faces.forget()
    card_faces.preload_rotation(STOP, 150, 4.2, RULES, greyed=greyed)
    art.PRELOADER.store()
    assert card_faces.is_rotation_cached(STOP, 150, 4.2, RULES, greyed=greyed)
    assert rotated_card(STOP, 150, 4.2, RULES, greyed=greyed).get_buffer().raw == asked
