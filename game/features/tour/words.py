"""Texts of the tour: how each stage is played, its goals, and the person's progress."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from game.engine.rules import Seating, load_rules
from game.engine.setup import MatchSetup, Options
from game.features.tour.model import TOUR_FILE, Goal, Stage, Tour, goal_number, goal_phrase, stage_of, stages
from game.i18n import _, _n, _p, _r, say, say_number
from game.i18n.punctuation import join_with_commas, join_with_dots, join_with_semicolons, label_with_text
from game.people.drivers import CHARACTERS
from game.people.players import Player, Targeting
from game.phrases import N_
from game.system.resources import DamagedAssetError, asset_path
from game.table.top_bar import house_rules_chip
from game.table.view import BarChip, GoalView
from game.words.house_rules import house_rules_line
from game.words.places import place_about, place_name, place_twist
from game.words.rulesets import length_words, rule_set_name, seating_line
from game.words.settings import aggression_name, level_name, targeting_name

_ONE_RACE = "winning_moves"


# -- rules of a stage --------------------------------------------------------------------------------------------------


def stage_facts(stage: Stage) -> list[tuple[str, str]]:
    """Return the lines that say how a stage is played, each as an icon's name and its text.

    The rivals, who are shown too, say how many drive alone.
    """
    plan = stage.plan
    lines = [("friends", seating_line(plan.setup))] if plan.setup.seating is Seating.TEAMS else []
    lines.append(("stone", _distance(plan.setup)))
    lines.append(("bot", _style(plan.players, aggression_name(plan.aggression))))
    changed = say(_VARIANTS[plan.setup.rules]) if plan.setup.rules in _VARIANTS else ""
    if changed or plan.setup.rules != _ONE_RACE:
        lines.append(("rules", changed or rule_set_name(plan.setup.rules)))
    if rules := house_rules_line(plan.setup.options.house_rules):
        lines.append(("cards", rules))
    if stage.deal is not None:
        lines.append(("cards", _("The same cards every time")))
    if not plan.hints:
        lines.append(("lock", _("No hints, no take-backs")))
    elif not plan.take_backs:
        lines.append(("lock", _("No take-backs")))
    return lines


_VARIANTS = {
    "winning_moves.snow": N_("No 200s in the deck"),
    "mille_miglia.hairpins": N_("Everyone starts with a limit of 50"),
    "winning_moves.moonless": N_("No speed limits in the deck"),
}
"""What a rule set that only a stage uses changes, by its id."""


def table_chip(stage_id: str | None, options: Options, rules_id: str) -> BarChip | None:
    """Return the chip of the table's top bar: what is special about the stage, or else the house rules that are on.

    The tooltip of a stage's chip is the sentence about the stage, followed by those about its house rules.
    """
    rules, stage = house_rules_chip(options.house_rules, rules_id), stage_of(stage_id)
    if stage is None:
        return rules
    return BarChip(place_twist(stage.id), " ".join([place_about(stage.id), *([rules.about] if rules else [])]))


def _distance(setup: MatchSetup) -> str:
    rules = load_rules(setup.rules)
    km = _("{km} km", km=rules.distance_km(setup.seats, setup.seating))
    may_extend = rules.may_extend(setup.seats, setup.seating) and setup.options.extension
    far = _r(setup.rules, "{distance}, may be extended", distance=km) if may_extend else km
    return far if setup.legs == 1 else join_with_dots([length_words(setup), far])


def _style(players: tuple[Player, ...], manner: str) -> str:
    """Return the line about how the bots play, without their levels."""
    bots = [player for player in players if player.level is not None and player.driver is not None]
    tempers = {bot.targeting for bot in bots if bot.targeting is not CHARACTERS[bot.driver or ""].targeting} - {None}
    is_shared = len({bot.targeting for bot in bots}) == 1
    told = [targeting_name(temper) for temper in tempers if is_shared and isinstance(temper, Targeting)]
    return label_with_text(_p("bots", "Play style"), join_with_commas([manner, *told]))


def rival_line(rivals: Sequence[Player], rival: Player) -> str:
    """Return a rival's level; if this rival, unlike others, spares the person, the line says so."""
    level, others = level_name(rival.level or ""), {other.targeting for other in rivals if other.driver}
    is_alone = rival.targeting is Targeting.SPARES and len(others) > 1
    return join_with_dots([level, targeting_name(Targeting.SPARES)]) if is_alone else level


# -- the goals ---------------------------------------------------------------------------------------------------------


def goal_words(goal: Goal, rules_id: str) -> str:
    """Return what must be done for a star, as a short text."""
    n = goal_number(goal)
    return say_number(goal_phrase(goal), n, rules_id, km=n, points=n)


def goal_views(stage_id: str | None, reached: Collection[int], lost: Collection[int] = ()) -> tuple[GoalView, ...]:
    """Return the goals of a stage for display; ``reached`` and ``lost`` are indices counted from 0.

    The result is empty if there is no stage with that id.
    """
    stage = stage_of(stage_id)
    if stage is None:
        return ()
    rules = stage.plan.setup.rules
    return tuple(GoalView(goal_words(goal, rules), n in reached, n in lost) for n, goal in enumerate(stage.goals))


def check_tour_words() -> None:
    """Raise ``AssetError`` if a stage of the tour's file has a place without words."""
    for stage in stages():
        try:
            place_about(stage.id)
        except KeyError as error:
            raise DamagedAssetError(asset_path(*TOUR_FILE), f"{stage.id}: no words for {error}") from error


def star_line(*goals: str) -> str:
    """Return the announcement that goals were reached, given the texts of these goals."""
    return _n("Star: {goal}", "Stars: {goal}", len(goals), goal=join_with_semicolons(goals))


# -- progress ----------------------------------------------------------------------------------------------------------


def stars_line(stars: int, of: int) -> str:
    """Return the text "``stars`` / ``of`` stars"."""
    return _("{n} / {total} stars", n=stars, total=of)


def stage_line(stage: Stage, of: int, *, is_left: bool = False) -> str:
    """Return the stage's number and region; ``is_left`` adds that a match of it can be continued."""
    said = [_("Stage {n} of {total}", n=stage.number, total=of), say(stage.region.phrase)]
    return join_with_dots([*said, _under_way()] if is_left else said)


def _under_way() -> str:
    # Translators: of a stage that was begun, left, and can be continued
    return _p("stage", "under way")


def stage_speech(stage: Stage, tour: Tour, *, is_left: bool = False) -> str:
    """Return the text that a screen reader says for a stage on the map: "Stage 5, Lac d'Aurane, 1 of 3 stars, driven".

    ``is_left`` adds that a match of the stage can be continued.
    """
    said = [_("Stage {n}", n=stage.number), place_name(stage.id)]
    if tour.is_finished(stage):
        stars = _("{n} of {total} stars", n=len(tour.goals_reached(stage)), total=len(stage.goals))
        said += [stars, _p("stage", "done")]
    else:
        said.append(_p("stage", "open") if tour.is_open(stage) else _p("stage", "still ahead"))
    if is_left:
        said.append(_under_way())
    return join_with_commas(said)


def next_stage_line(tour: Tour, begun: str | None = None) -> str:
    """Return the line for the tour's sign on the title: the next stage, or the one ``begun`` (its id) to go on with."""
    if begun is not None:
        return join_with_commas([place_name(begun), _under_way()])
    return _("Next stage: {place}", place=place_name(tour.next_stage.id))


def locked_line(before: Stage) -> str:
    """Return the sentence that says that a stage opens after the stage ``before`` it is finished."""
    return _("Unlocks after {place}.", place=place_name(before.id))


def scenery_line(stars: int, scenery: str) -> str:
    """Return the sentence that says which landscape a number of the region's stars unlocks."""
    return _n(
        "{n} star here unlocks scenery: {name}.",
        "{n} stars here unlock scenery: {name}.",
        stars,
        name=scenery,
    )
