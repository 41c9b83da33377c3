"""What the table asks in mid-game: the coup fourré, and whether to extend."""

from __future__ import annotations

from game.engine.cards import SAFETY_AGAINST, Family
from game.engine.events import Attacked
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation
from game.engine.rules import ExtensionGoesTo, PileEmpty, load_rules
from game.i18n import _, _n, capital, card_name, number, term
from game.scenes.prompts.coup_fourre import CoupFourrePrompt
from game.scenes.prompts.extension import ExtensionPrompt, Prospect, SideKm
from game.scenes.prompts.pictures import HazardPicture
from game.scenes.prompts.plate import Fact, PromptAnswers, PromptScene, Question
from game.table.targets import pile_for
from game.ui.scene import Host
from game.words import Names, log_line
from game.words.points import points


def coup_fourre_prompt(app: Host, observation: Observation, names: Names, answers: PromptAnswers) -> PromptScene | None:
    """The prompt for the viewer who may answer the hazard just laid; None if nothing of that kind is asked."""
    moves = _answers(observation, MoveKind.COUP_FOURRE, MoveKind.DECLINE)
    if moves is None:
        return None
    attack = next(move for move in reversed(observation.moves) if move.side is not None)
    assert attack.card is not None
    picture = HazardPicture(attack.card, SAFETY_AGAINST[attack.card], observation.rules, names.drivers[attack.seat])
    return CoupFourrePrompt(app, lambda: _coup_fourre_question(observation, names, attack), picture, moves, answers)


def _answers(observation: Observation, yes: MoveKind, no: MoveKind) -> tuple[Move, Move] | None:
    by_kind = {move.kind: move for move in observation.legal}
    return (by_kind[yes], by_kind[no]) if yes in by_kind and no in by_kind else None


def _coup_fourre_question(observation: Observation, names: Names, attack: Move) -> Question:
    assert attack.card is not None
    assert attack.side is not None
    rules_id = observation.rules
    safety = SAFETY_AGAINST[attack.card]
    title = capital(term("coup_fourre", rules_id))
    told = log_line(Attacked(attack.seat, attack.side, attack.card, pile_for(attack.card)), names, rules_id)
    hazards = ", ".join(card_name(hazard, rules_id) for hazard, card in SAFETY_AGAINST.items() if card is safety)
    worth = _(
        "{safety} + {coup_fourre} points",
        safety=number(points("safeties", rules_id)),
        coup_fourre=number(points("coups_fourres", rules_id)),
    )
    facts = [
        Fact(f"{told}."),
        Fact(_("You hold the answer: {card}.", card=card_name(safety, rules_id))),
        Fact(worth, "trophy"),
        Fact(_("Cannot hit you any more: {hazards}", hazards=hazards), "shield"),
    ]
    if not _ends_with_this_turn(observation):
        facts.append(Fact(_what_next(observation), "arrow"))
    return Question(
        icon="bolt",
        # Translators: the heading of a question; only the space before the mark may be yours to set.
        title=_("{coup_fourre}!", coup_fourre=title),
        facts=tuple(facts),
        yes=_("{coup_fourre}! Lay it crosswise", coup_fourre=title),
        no=_("Not now, lay it later"),
    )


def _what_next(observation: Observation) -> str:
    cards = min(load_rules(observation.rules).won_turn_draws, observation.draw_pile)
    if not cards:
        return _("Then it is your turn")
    return _n("Then it is your turn: draw {n} card", "Then it is your turn: draw {n} cards", cards)


def _ends_with_this_turn(observation: Observation) -> bool:
    """Whether no turn follows, as the last card is drawn and the booklet ends the leg with that turn."""
    rules = load_rules(observation.rules)
    is_extended = observation.target > rules.distance_km(observation.seats, observation.seating)
    end = rules.when_pile_empty_extended if is_extended else rules.when_pile_empty
    return end is PileEmpty.TURN_OF_LAST_CARD and not observation.draw_pile


def extension_prompt(app: Host, observation: Observation, names: Names, answers: PromptAnswers) -> PromptScene | None:
    """The prompt for the viewer who has reached the finish; None if nothing of that kind is asked."""
    moves = _answers(observation, MoveKind.EXTEND, MoveKind.STAY)
    if moves is None:
        return None
    return ExtensionPrompt(app, lambda: _extension_question(observation, names), moves, answers)


def _extension_question(observation: Observation, names: Names) -> tuple[Question, Prospect]:
    far = load_rules(observation.rules).extended_km
    question = Question(
        icon="flag",
        # Translators: the heading of a question; only the space before the mark may be yours to set.
        title=_("{extension}?", extension=capital(term("extension", observation.rules))),
        facts=(),
        yes=_("Extend to {km} km", km=number(far)),
        no=_("Take the win"),
    )
    prospect = Prospect(
        sides=tuple(SideKm(i, names.side(i), side.km) for i, side in enumerate(observation.sides)),
        near_km=observation.target,
        far_km=far,
        draw_pile=observation.draw_pile,
        hand=observation.hand,
        holds=_holds(observation),
        now=_("+{points} points now", points=number(load_rules(observation.rules).points.leg_won)),
        later=_later(observation, len(names.sides) - 1),
        rules_id=observation.rules,
    )
    return question, prospect


def _holds(observation: Observation) -> str:
    """What the own hand has for a longer way."""
    km = sum(held.km for held in observation.hand if held.family is Family.DISTANCE)
    held = sum(held.family is Family.SAFETY for held in observation.hand)
    words = capital(term("safeties", observation.rules))
    # Translators: the kilometre cards in the own hand, added up, and how many safeties there are.
    return _("{km} km, {safeties}: {n}", km=number(km), safeties=words, n=number(held))


def _later(observation: Observation, rivals: int) -> str:
    """What a leg that goes on may bring."""
    worth = load_rules(observation.rules).points
    won, bonus = number(worth.leg_won + worth.extension), number(worth.extension)
    if worth.extension_goes_to is ExtensionGoesTo.WINNER:
        return _("+{points} points if you still win", points=won)
    return _n(
        "+{points} points if you still win, else {bonus} for your opponent",
        "+{points} points if you still win, else {bonus} for every opponent",
        rivals,
        points=won,
        bonus=bonus,
    )
