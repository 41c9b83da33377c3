"""The sheet of a driver: a car on a strip of road, who it is, how a rival drives, and the last races together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial

from pygame import Rect, Surface

from game.drivers.remarks import Remark, RemarkOccasion
from game.drivers.words import head_to_head_line
from game.features.drivers.model import DrivingStyle, Meeting, Opponent
from game.i18n import _, capital, decimal, number, percent, say
from game.i18n.punctuation import join_with_dots, label_with_text, with_full_stop
from game.people.drivers import CHARACTERS
from game.people.players import HUMAN, bot, liveries_by_side
from game.people.profiles import Livery
from game.scenes.sayings import DriverLine
from game.scenes.screen import panel
from game.ui import layout as ui
from game.ui.boxes.containers import Paint
from game.ui.drawing import art, draw, livery
from game.ui.drawing.theme import THEME
from game.words.matches import last_played_text, match_title
from game.words.names import driver_name
from game.words.profiles import profile_name

_STYLES = 0.42  # of the width
_TITLE = 150  # least width of the title of a race, px at text scale 1
_LARGE = 1.3
"""Text larger than so many times its default size needs the room of the strip."""


@dataclass(frozen=True, slots=True)
class DriverFace:
    """Somebody as list and sheet show them; ``driver`` is the id of a rival, "" for a person."""

    id: str
    name: str
    driver: str
    livery: Livery

    @classmethod
    def of(cls, opponent: Opponent) -> DriverFace:
        """Return the face of an opponent."""
        if opponent.profile is not None:
            return cls(opponent.id, profile_name(opponent.profile), "", opponent.profile.livery)
        worn = liveries_by_side((HUMAN, bot(opponent.id)), ((0,), (1,)))[1]
        return cls(opponent.id, driver_name(opponent.id), opponent.id, worn)

    def box(self, diameter: int) -> ui.Box:
        """Return a rival's portrait or a person's badge."""

        def paint(surface: Surface, place: Rect) -> None:
            if self.driver:
                art.blit_portrait(surface, self.driver, place.center, diameter)
            else:
                livery.draw_badge(surface, self.livery, *place.center, diameter / 2)

        return ui.Canvas(paint, diameter, diameter)


def score_text(own: int, other: int) -> str:
    """Return the score or the points of the person and of an opponent."""
    return _("{a}–{b}", a=number(own), b=number(other))


def driver_head(s: ui.Scale, who: DriverFace, strip: Paint, lines: tuple[str, str], button: ui.Box | None) -> ui.Box:
    """Return the top of a driver's sheet: the strip with the car, and below it face, name, two lines and a button."""
    (about, score), is_large = lines, s.growth > _LARGE
    car = ui.Canvas(strip, s.text_px(160), (s.text_px(80, 80), s.text_px(150)), grow=1)
    words = ui.Column(
        ui.Label(s, who.name, ui.ROLES.title),
        ui.Label(s, about, ui.ROLES.body, THEME.text2) if about else None,
        ui.Label(s, score, ui.ROLES.name) if score else None,
        gap=s.space_px(4), grow=1, id="who", label=" ".join(map(with_full_stop, filter(None, (who.name, *lines)))),
    )  # fmt: skip
    told = ui.Row(who.box(round(3.6 * s.min_px(ui.ROLES.name))), words, gap=s.space_px(24), grow=1)
    return ui.Column(
        None if is_large else car,
        ui.Flow(told, button, gap=s.space_px(24), is_tight=not is_large),
        gap=s.space_px(18),
        grow=1,
    )


def opponent_lines(opponent: Opponent, *, is_guest: bool) -> tuple[str, str]:
    """Return what is said of an opponent: who it is, and the score; "" for what there is not."""
    about = capital(_("plays as a guest")) if is_guest else ""
    if opponent.driver:
        about = f"{say(CHARACTERS[opponent.id].personality)} {say(CHARACTERS[opponent.id].style)}"
    if opponent.has_score:
        return about, head_to_head_line(DriverFace.of(opponent).name, opponent.won, opponent.lost)
    return about, "" if opponent.races else _("Not met yet")


def style_panel(s: ui.Scale, name: str, style: DrivingStyle, of_all: DrivingStyle) -> ui.Box:
    """Return the panel with a bar for each habit of a rival; a line across it is what all drivers do."""
    high = round(1.3 * s.px(ui.ROLES.small))
    attacks, coups, share = style.attacks_per_leg, style.coups_fourres_per_leg, style.share_on_person
    rows: list[tuple[str, str, float, float]] = [
        (_("Attacks per leg"), decimal(attacks), attacks, of_all.attacks_per_leg),
        # Translators: below “Attacks per leg”: which share of them hits the player
        (_("… on you"), percent(round(100 * share)), share, of_all.share_on_person),
        (_("Parried per leg"), decimal(coups), coups, of_all.coups_fourres_per_leg),
    ]

    def bar(value: float, mean: float, surface: Surface, place: Rect) -> None:
        whole, mark = max(2 * mean, value) or 1.0, place.inflate(0, high - place.h)
        lane = mark.inflate(0, -2 * (high // 5))
        draw.rounded_rect(surface, lane, lane.h / 2, THEME.surface2)
        if value:
            filled = lane.copy()
            filled.w = max(lane.h, round(lane.w * value / whole))
            draw.rounded_rect(surface, filled, lane.h / 2, THEME.blue)
        wide = max(2, s.text_px(4))
        surface.fill(THEME.text, (mark.x + round(mark.w * mean / whole) - wide // 2, mark.y, wide, mark.h))

    table = ui.Table(
        *(
            (
                ui.Label(s, words, ui.ROLES.body),
                ui.Canvas(partial(bar, value, mean), (s.text_px(80), s.text_px(400)), high, grow=1),
                ui.Label(s, figure, ui.ROLES.label, THEME.text2, one_line=True, anchor="r"),
            )
            for words, figure, value, mean in rows
        ),
        gap=(s.space_px(14), s.space_px(8)),
    )
    note = ui.Label(s, _("The line is the average of all drivers."), ui.ROLES.small, THEME.text2)
    title = _("How {name} drives", name=name)
    sheet = panel(s, "chart", title, ui.Column(table, note, ui.Spacer(), gap=s.space_px(8)))
    said = " ".join(with_full_stop(label_with_text(words, figure)) for words, figure, _value, _mean in rows)
    box = ui.Document("style", title, said, sheet, s.space_px(18))
    box.share, box.grow = _STYLES, 0
    return box


def races_panel(
    s: ui.Scale, name: str, races: Sequence[Meeting], today: date, look_back: Callable[[str], None]
) -> ui.Box:
    """Return the panel of the last races together: day, title, both results, and a button that looks back on each."""

    def row(n: int, met: Meeting) -> Sequence[ui.Box]:
        title, day = match_title(met.match), last_played_text(met.match, today)
        own, other = met.match.totals[met.own], met.match.totals[met.other]
        cup, results = (
            round(1.2 * s.px(ui.ROLES.body)),
            _("You {own}, {name} {other}", own=number(own), name=name, other=number(other)),
        )
        look = ui.IconButton(
            s, f"race.{n}", join_with_dots([_("Look back"), title]), partial(look_back, met.match.id), "eye"
        )
        words = ui.Column(
            ui.Label(s, title, ui.ROLES.body, may_be_cut=bool(met.match.name), one_line=bool(met.match.name)),
            ui.Label(s, day, ui.ROLES.small, THEME.text2),
            ui.Spacer((s.text_px(_TITLE), 0), grow=0),
            grow=1,
            id=f"met.{n}",
            label=join_with_dots(filter(None, (title, day, results))),
        )
        return (
            ui.Icon("trophy", cup, THEME.gold_d) if met.is_won else ui.Spacer((cup, cup), grow=0),
            words,
            ui.Label(s, score_text(own, other), ui.ROLES.label, one_line=True, anchor="r"),
            ui.Row(look),
        )

    table = ui.Table(
        *(row(n, met) for n, met in enumerate(races)), gap=(s.space_px(14), s.space_px(6)), ruled=max(1, s.text_px(1.6))
    )
    sheet = panel(s, "flag", _("Your last races"), ui.Column(table, ui.Spacer()))
    sheet.share = 1 - _STYLES
    return sheet


def last_word(opponent: Opponent, uses: Mapping[str, int], person: str) -> DriverLine | None:
    """Return a rival's line about the end of the last race, or None if there was none.

    ``uses`` counts by ``driver/occasion`` how often the driver has made each remark to the person with that profile id.
    """
    if not opponent.driver or not opponent.races:
        return None
    last = opponent.races[0]
    occasion = RemarkOccasion.YOU_WIN if last.is_won else RemarkOccasion.WINS if last.is_lost else RemarkOccasion.LOSES
    use = max(0, uses.get(f"{opponent.id}/{occasion}", 0) - 1)
    said = DriverLine(Remark(0, occasion, 0), opponent.id, use, person)
    return said if said.words else None
