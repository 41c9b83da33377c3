"""Messages that tell the player about problems, such as a file that cannot be saved."""

from __future__ import annotations

from game.files.problems import Problem, ProblemCode
from game.i18n import _
from game.i18n.punctuation import join_with_commas
from game.words.names import Names
from game.words.settings import setting_name
from game.words.system_errors import error_text


def problem_text(problem: Problem, names: Names | None = None) -> str:
    """Return one or two sentences that tell the player about a problem: what happened, and what it means for the game.

    ``names`` are the players' names, if a match is being played.
    """
    match problem.code:
        case ProblemCode.BOT_RESTARTED:
            return _("The bots had to be restarted. They’re back.")
        case ProblemCode.BOT_STOOD_IN:
            return _("The bots got stuck for a moment, so the game made a simple move for them.")
        case ProblemCode.BOTS_GIVEN_UP:
            return _("The bots couldn’t be started as usual. From now on they make only simple moves.")
        case ProblemCode.BOT_FAILED:
            seat = int(problem.values["seat"])
            name = names.seat(seat) if names else _("Player {n}", n=seat + 1)
            return _("{name} couldn’t decide and made a simple move.", name=name)
        case ProblemCode.HINT_FAILED:
            return _("No hint available right now.")
        case ProblemCode.CAREER_FAILED:
            return _(
                "Your Roadbook could not be brought up to date ({error}). Your races are safe.",
                error=error_text(problem.values["error"]),
            )
        case ProblemCode.RECORDS_FAILED:
            return _("What you have earned could not be saved ({error}).", error=error_text(problem.values["error"]))
        case ProblemCode.RECORDS_NEWER:
            return _(
                "Part of what you have earned was saved by a newer version of the game. It stays as it is, and nothing "
                "is added to it: {path}",
                path=problem.values["path"],
            )
        case ProblemCode.LEDGER_QUARANTINED:
            path = problem.values["path"]
            return _("Some of your statistics were damaged and are lost. The damaged file is here: {path}", path=path)
        case ProblemCode.PUZZLES_QUARANTINED:
            path = problem.values["path"]
            return _("Your puzzles can’t be read, so they start over. The old file is here: {path}", path=path)
        case ProblemCode.ACHIEVEMENTS_QUARANTINED:
            path = problem.values["path"]
            return _("Your progress can’t be read and is being counted again. The old file is here: {path}", path=path)
    return _about_files(problem)


def _about_files(problem: Problem) -> str:
    values = problem.values
    path = values.get("path", "")
    match problem.code:
        case ProblemCode.SAVE_FAILED:
            return _("Your race could not be saved ({error}). You can keep playing.", error=error_text(values["error"]))
        case ProblemCode.SAVE_QUARANTINED:
            return _("A saved race can’t be read. It is kept here: {path}", path=path)
        case ProblemCode.SAVE_UNREADABLE:
            return _("A saved race can’t be read. It stays as it is: {path}", path=path)
        case ProblemCode.SAVE_NEWER:
            return _("A saved race was made by a newer version of the game. It stays as it is: {path}", path=path)
        case ProblemCode.SETTINGS_NEWER:
            return _(
                "Your settings were made by a newer version of the game. They stay as they are; this version uses "
                "its defaults, and changes are not saved: {path}",
                path=path,
            )
        case ProblemCode.SETTINGS_REPLACED:
            which = dict.fromkeys(map(setting_name, values["settings"].split(",")))
            return _(
                "These settings could not be read and are back to their defaults: {names}.",
                names=join_with_commas(which),
            )
        case ProblemCode.SETTINGS_FAILED:
            return _("Your settings could not be saved ({error}).", error=error_text(values["error"]))
        case ProblemCode.SETTINGS_QUARANTINED:
            return _("Your settings can’t be read. They are kept here: {path}", path=path)
        case ProblemCode.SETTINGS_UNREADABLE:
            return _("Your settings can’t be read. They stay as they are, and changes are not saved: {path}", path=path)
    raise ValueError(f"problem_text: no words for {problem.code}")


def no_voice_text(platform: str) -> str:
    """Return the message that the system has no speech output, and how to get it; ``platform`` is ``sys.platform``."""
    if platform in {"win32", "darwin"}:
        return _("This system has no voice for the game to speak with. F8 turns speech off again.")
    return _(
        "This system has no voice for the game to speak with. Install speech-dispatcher or espeak-ng, "
        "then press F8 twice."
    )
