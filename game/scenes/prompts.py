"""What the table asks in mid-game: the coup fourré, and whether to extend."""

from __future__ import annotations

from game.engine.cards import SAFETY_AGAINST
from game.engine.events import Attacked
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation
from game.engine.rules import ExtensionGoesTo, PileEmpty, load_rules
from game.scenes.prompt_pictures import ExtensionPicture, HazardPicture
from game.scenes.prompt_plate import Fact, PromptAnswers, PromptScene, Question
from game.table.story import pile_for
from game.ui.i18n import _, _n, capital, card_name, number, term
from game.ui.scene import Host
from game.ui.words import Names, log_line
from game.ui.words.points import points


def coup_fourre_prompt(app: Host, observation: Observation, names: Names, answers: PromptAnswers) -> PromptScene | None:
    """The prompt for the viewer who may answer the hazard just laid; None if nothing of that kind is asked."""
    moves = _answers(observation, MoveKind.COUP_FOURRE, MoveKind.DECLINE)
    if moves is None:
        return None
    attack = next(move for move in reversed(observation.moves) if move.side is not None)
    assert attack.card is not None
    picture = HazardPicture(attack.card, SAFETY_AGAINST[attack.card], observation.rules, names.drivers[attack.seat])
    return PromptScene(
        app, "coup_fourre", lambda: _coup_fourre_question(observation, names, attack), picture, moves, answers
    )


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
        title=f"{title}!",
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
    far = load_rules(observation.rules).extended_km
    picture = ExtensionPicture(observation.side, observation.target, far)
    return PromptScene(app, "extension", lambda: _extension_question(observation, names, far), picture, moves, answers)


def _extension_question(observation: Observation, names: Names, far: int) -> Question:
    rules = load_rules(observation.rules)
    bonus, won = number(rules.points.extension), number(rules.points.leg_won)
    rivals = len(names.sides) - 1
    if rules.points.extension_goes_to is ExtensionGoesTo.WINNER:
        brings = _("Extend: +{points} points for whoever wins then", points=bonus)
    else:
        brings = _n(
            "Extend: +{points} points if you win, else for your opponent",
            "Extend: +{points} points if you win, else for every opponent",
            rivals,
            points=bonus,
        )
    facts = (
        Fact(_("You have reached the finish: {km} km.", km=number(observation.target))),
        Fact(_("Take the win: +{points} points now", points=won), "trophy"),
        Fact(brings, "arrow"),
        Fact(_("But then the race goes on, and anybody can still win it"), "octagon"),
    )
    return Question(
        icon="flag",
        title=f"{capital(term('extension', observation.rules))}?",
        facts=facts,
        yes=_("Extend to {km} km", km=number(far)),
        no=_("Take the win"),
    )
