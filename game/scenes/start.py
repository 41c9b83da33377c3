"""From the title and the menu to what is not there yet: a match, the lesson, the About screen."""

from __future__ import annotations

from game.scenes.host import Host
from game.session.lesson import LessonBots, lesson_match
from game.session.session import Session
from game.session.setup import Plan
from game.session.storage.match_file import Saved


def start_match(app: Host, plan: Plan) -> None:
    """Begin a new match or quick race, remember its plan for the next time, and show the table."""
    app.save_settings(app.settings.remembering(plan))
    app.start_session(Session.new(plan, seed=app.seed, files=app.files, clock=app.clock))
    app.show_table()


def resume_match(app: Host, saved: Saved) -> None:
    """Go on with a saved match and show the table."""
    app.start_session(Session.resume(saved, files=app.files, clock=app.clock))
    app.show_table()


def start_lesson(app: Host) -> None:
    """Begin the first lesson, or go on where it was left; a match that waits on disk stays as it is.

    The lesson has no file of its own: its course is known, so the place in the settings says everything.
    """
    # Imported at the first lesson: the title is to be seen at once.
    from game.scenes.lesson.scene import LessonScene  # noqa: PLC0415

    left = app.settings.lesson
    saved = lesson_match(left.moves if left is not None else 0)
    app.start_session(Session.resume(saved, clock=app.clock, bots=LessonBots()))
    app.go_to(LessonScene(app))


def show_about(app: Host) -> None:
    """Show the About screen over the one on top."""
    # Imported at the first look: the title is to be seen at once.
    from game.scenes.about.scene import AboutScene  # noqa: PLC0415

    app.push(AboutScene(app))
