"""From a plan or a saved match to the table."""

from __future__ import annotations

from dataclasses import replace

from game.session.matchfile import Saved
from game.session.session import Session
from game.session.setup import Plan
from game.ui.scene import Host


def start_match(app: Host, plan: Plan) -> None:
    """Begin a new match, remember its plan for the next time, and show the table."""
    app.save_settings(replace(app.settings, plan=plan))
    app.start_session(Session.new(plan.setup, plan.players, seed=app.seed, files=app.files, clock=app.clock))
    app.show_table()


def resume_match(app: Host, saved: Saved) -> None:
    """Go on with a saved match and show the table."""
    app.start_session(Session.resume(saved, files=app.files, clock=app.clock))
    app.show_table()
