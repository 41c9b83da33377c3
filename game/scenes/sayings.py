"""The remarks and moods of bot drivers, for any screen that shows them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.drivers.moods import Mood, moods
from game.drivers.remarks import QUOTAS, Remark, RemarkContext, greetings
from game.drivers.words import remark_line
from game.engine.observation import Observation
from game.match.session import Session
from game.scenes.host import Host
from game.table.view import portrait_name
from game.ui import layout as ui
from game.ui.drawing import art
from game.ui.drawing.theme import THEME


def remark_context(host: Host, session: Session) -> RemarkContext:
    """Return the match's players and limits that decide which drivers may make remarks, and how often."""
    met = greetings(session.players, host.head_to_head(host.settings.profile.id))
    return RemarkContext(session.autosave.id, session.players, QUOTAS[host.settings.person.remarks], met)


@dataclass(frozen=True, slots=True)
class DriverLine:
    """The line that a driver says for a remark.

    ``use`` is how often the driver made that kind of remark before, ``person`` the id of the profile in use; both
    choose among the lines.
    """

    remark: Remark
    driver: str
    use: int
    person: str

    @property
    def words(self) -> str:
        """The line in the current language, or empty if the language has none."""
        return remark_line(self.remark, self.driver, self.use, self.person)


def driver_line_with_use_recorded(host: Host, session: Session, remark: Remark) -> DriverLine | None:
    """Return a remark's line, and record in the settings that it was used.

    Return None if the language has no line for the remark.
    """
    settings, driver = host.settings, session.players[remark.seat].driver
    assert driver is not None
    said, key = dict(settings.person.said), f"{driver}/{remark.occasion}"
    saying = DriverLine(remark, driver, said.get(key, 0), settings.profile.id)
    if not saying.words:
        return None
    host.save_settings(settings.with_values(said=tuple({**said, key: saying.use + 1}.items())))
    return saying


def leg_end_remark(host: Host, session: Session) -> DriverLine | None:
    """Return a driver's remark on the leg that just ended, or None.

    On a screen shared by several people, a remark to a single person is left out.
    """
    remark = remark_context(host, session).remark(_end(session))
    if remark is None or (remark.to and session.seat_control.is_hot_seat):
        return None
    return driver_line_with_use_recorded(host, session, remark)


def moods_of(host: Host, session: Session) -> tuple[Mood, ...]:
    """Return the drivers' moods by seat at the end of a leg, or an empty tuple if the settings switch them off."""
    drivers = [player.driver for player in session.players]
    return moods(_end(session), drivers) if host.settings.person.faces else ()


def _end(session: Session) -> Observation:
    """Return the observation after a leg with the winner that its page names: points may decide, not the finish."""
    return replace(session.observation, winner=session.winner)


def driver_line_box(scale: ui.Scale, saying: DriverLine, moods: tuple[Mood, ...]) -> ui.Box:
    """Return a layout box with the driver's portrait and the line in a speech bubble; ``moods`` are by seat."""
    d = round(2.1 * scale.px(ui.ROLES.body))
    face = portrait_name(saying.driver, moods[saying.remark.seat] if moods else Mood.CALM)
    portrait = ui.Canvas(lambda surface, rect: art.blit_portrait(surface, face, rect.center, d), d, d)
    words = ui.Label(scale, saying.words, ui.ROLES.body, id="remark")
    bubble = ui.Panel(
        words,
        (scale.text_px(12), scale.text_px(7), scale.text_px(7)),
        fill=THEME.surface2,
        rim=THEME.edge,
        radius=scale.text_px(16),
    )
    return ui.Row(portrait, bubble, gap=scale.text_px(8))
