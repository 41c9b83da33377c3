"""Texts of the milestones: names, conditions and progress."""

from __future__ import annotations

from functools import lru_cache

from game.engine.cards import SAFETIES
from game.features.milestones.model import MilestoneFamily, MilestoneProgress
from game.i18n import _, language, number
from game.words.matches import day_in_short

_KM = "ten_thousand"


def milestone_name(id: str) -> str:
    """Return the name of the milestone with that id."""
    return _words(language())[id][0]


def milestone_condition(id: str) -> str:
    """Return a sentence that says what must be done to reach the milestone with that id."""
    return _words(language())[id][1]


def milestone_line(progress: MilestoneProgress) -> str:
    """Return a sentence that says what was done if the milestone is reached, else what must be done to reach it."""
    return _words(language())[progress.milestone.id][2 if progress.is_reached else 1]


def family_name(family: MilestoneFamily) -> str:
    """Return the heading above a family of milestones."""
    return {
        MilestoneFamily.DISTANCE: _("Road"),
        MilestoneFamily.ATTACK: _("Attack"),
        MilestoneFamily.RESCUE: _("Way out"),
        MilestoneFamily.SAFETY: _("Safety"),
        MilestoneFamily.WIN: _("Cups"),
        MilestoneFamily.TOUR: _("On tour"),
    }[family]


def milestone_progress_line(progress: MilestoneProgress) -> str:
    """Return a text that says when the milestone was reached, or how much of it is done; "" if the day is unknown."""
    goal = progress.milestone.goal
    if progress.is_reached:
        return day_in_short(progress.reached_s, progress.reached_offset_s) if progress.reached_s else ""
    if goal == 1:
        return _("Not reached yet.")
    if progress.milestone.id == _KM:
        return _("{km} km so far, {rest} km to go.", km=progress.count, rest=goal - progress.count)
    return _("{n} of {goal} so far.", n=progress.count, goal=goal)


def reached_count_line(reached: int, of: int) -> str:
    """Return the text "``reached`` of ``of``", for a number of milestones."""
    return _("{n} of {total}", n=reached, total=of)


@lru_cache  # thirty of them are asked for whenever the page is drawn
def _words(code: str) -> dict[str, tuple[str, str, str]]:  # noqa: ARG001 - the language they are said in
    """Return each milestone's name, what must be done to reach it, and what was done once it is reached."""
    n = number(len(SAFETIES))
    return {
        "first_stone": (_("First stone"), _("Drive 100 km in a leg."), _("You drove 100 km in a leg.")),
        "exactly_there": (
            _("On the dot"), _("Finish with a 25 and win the leg."), _("You finished with a 25 and won the leg."),
        ),
        "no_200": (_("No hurry"), _("Win a leg without a 200."), _("You won a leg without a 200.")),
        "long_road": (_("The long road"), _("Extend a leg and win it."), _("You extended a leg and won it.")),
        "ten_thousand": (_("Ten thousand"), _("Drive 10,000 km in all."), _("You drove 10,000 km in all.")),
        "last_100": (
            _("So near"), _("Stop a rival in the last 100 km."), _("You stopped a rival in the last 100 km."),
        ),
        "all_five": (
            _("All five"), _("Play all five hazards in one leg."), _("You played all five hazards in one leg."),
        ),
        "traffic_jam": (
            _("Traffic jam"), _("Have all rivals, two or more, stopped at once."),
            _("You had all rivals stopped at once."),
        ),
        "crawl": (
            _("In low gear"), _("Keep a rival limited for ten of their turns."),
            _("You kept a rival limited for ten of their turns."),
        ),
        "shut_out": (
            _("Nobody moves"), _("Win a leg with all rivals at 0 km."), _("You won a leg with all rivals at 0 km."),
        ),
        "next_turn": (
            _("Straight back"), _("Fix a hazard on your next turn."), _("You fixed a hazard on your next turn."),
        ),
        "mechanic": (
            _("Good mechanic"), _("Play five remedies in one leg."), _("You played five remedies in one leg."),
        ),
        "foot_down": (
            _("Foot down"), _("Play a 200 the turn after an End of Limit."),
            _("You played a 200 the turn after an End of Limit."),
        ),
        "come_back": (
            _("Comeback"), _("Win a leg after being 400 km behind."), _("You won a leg after being 400 km behind."),
        ),
        "not_a_scratch": (
            _("Not a scratch"), _("Win a leg without being hit."), _("You won a leg without being hit."),
        ),
        "first_coup": (_("Coup fourré"), _("Play your first coup fourré."), _("You played your first coup fourré.")),
        "two_coups": (
            _("Play again"), _("Play two coups fourrés in one leg."), _("You played two coups fourrés in one leg."),
        ),
        "all_four": (
            _("All four"), _("Play all four safeties in one leg."), _("You played all four safeties in one leg."),
        ),
        "each_coup": (
            _("Full set"), _("Play each of the {n} safeties as a coup fourré.", n=n),
            _("You played each of the {n} safeties as a coup fourré.", n=n),
        ),
        "last_moment": (
            _("In the nick of time"), _("Play a coup fourré in your last 100 km."),
            _("You played a coup fourré in your last 100 km."),
        ),
        "first_match": (_("First cup"), _("Win a match."), _("You won a match.")),
        "last_card": (
            _("After the last card"), _("Win a leg with the draw pile empty."),
            _("You won a leg with the draw pile empty."),
        ),
        "masters": (
            _("Among masters"), _("Win a match against masters only."), _("You won a match against masters only."),
        ),
        "three_in_a_row": (
            _("Three in a row"), _("Win three matches in a row."), _("You won three matches in a row."),
        ),
        "big_leg": (
            _("Big score"), _("Score 2,000 points in one leg."), _("You scored 2,000 points in one leg."),
        ),
        "school": (_("Driving school"), _("Finish the first lesson."), _("You finished the first lesson.")),
        "every_rule": (
            _("Well read"), _("Play a match with every rule set."), _("You played a match with every rule set."),
        ),
        "team": (_("Good company"), _("Win a match in a team."), _("You won a match in a team.")),
        "full_table": (
            _("Full road"), _("Win a match of six, each alone."), _("You won a match of six, each alone."),
        ),
        "seven_days": (
            _("A week away"), _("Play seven deals of the day."), _("You played seven deals of the day."),
        ),
    }  # fmt: skip
