"""From the table to the score sheet, and on to the next leg or the match's end."""

from __future__ import annotations

from game.scenes import background
from game.scenes.host import Host
from game.scenes.match_end.scene import MatchEndScene
from game.scenes.menu import MenuScene
from game.scenes.score.logbook import LogbookScene
from game.scenes.score.scene import LegScoreScene, SheetAgainScene
from game.scenes.score.standings import Standings
from game.scenes.start import start_match
from game.session.session import Session
from game.session.setup import Plan


def show_score(app: Host, session: Session) -> None:
    """Close every scene and show the score of the leg that has just ended."""
    standings = Standings.of(session)

    def go_on() -> None:
        if session.is_match_over:
            again = Plan(session.setup, session.players, session.manner)
            app.go_to(MatchEndScene(app, standings, lambda: start_match(app, again), app.go_home, open_sheet))
        else:
            session.next_leg()
            app.show_table()

    def open_sheet() -> None:
        app.push(SheetAgainScene(app, standings, app.pop, open_log=open_log))

    def open_menu() -> None:
        app.push(MenuScene(app))

    def open_log() -> None:
        app.push(LogbookScene(app, session, standings))

    if session.is_match_over:
        background.prefetch(app.size, with_stone=True)
    app.go_to(LegScoreScene(app, standings, go_on, open_menu, open_log))
