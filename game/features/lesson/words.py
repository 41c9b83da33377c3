"""The texts of the coach in the first lesson, by the ids that ``model`` gives to notes and tasks."""

from __future__ import annotations

from collections.abc import Callable

from game.engine.cards import SAFETY_AGAINST, Card, card
from game.engine.observation import Observation
from game.engine.rules import load_rules
from game.features.lesson.model import PUPIL, next_lesson_step
from game.i18n import _, _r, capital, number
from game.i18n.punctuation import with_exclamation_mark
from game.words.score import item_points
from game.words.vocabulary import card_name, term

CoachText = tuple[str, str]
"""What the coach says: a heading and the text below it."""


def lesson_words(note: str, observation: Observation, rival: str) -> CoachText:
    """Return the coach's text for a note or task, given by its id; ``rival`` is the other player's name."""
    return _WORDS[note](_CoachContext(observation, rival))


def rival_turn_text(rival: str) -> CoachText:
    """Return the coach's text during the turn of the rival, who has this name."""
    return _("Well done!"), _("Now {rival} plays.", rival=rival)


def praise(next_seat: int | None, rival: str) -> CoachText:
    """Return the coach's praise after a move of the pupil, and whose turn is next.

    ``next_seat`` is the seat that moves next, or None if the leg is over; ``rival`` is the rival's name.
    """
    if next_seat is None:
        return _("Well done!"), _("That takes you to the finish.")
    return (_("Well done!"), _("It’s your turn again.")) if next_seat == PUPIL else rival_turn_text(rival)


class _CoachContext:
    """The names and numbers that are filled into the coach's texts in a position."""

    def __init__(self, observation: Observation, rival: str) -> None:
        self.observation = observation
        self.rival = rival

    def name(self, card_id: str) -> str:
        return card_name(card(card_id), self.observation.rules)

    @property
    def card(self) -> str:
        """The name of the card that the pupil has to play now."""
        return card_name(self._played, self.observation.rules)

    @property
    def hazard(self) -> str:
        """The name of the hazard against which the pupil has to play a safety now."""
        return next(
            card_name(h, self.observation.rules) for h, safety in SAFETY_AGAINST.items() if safety is self._played
        )

    @property
    def _played(self) -> Card:
        now = next_lesson_step(self.observation)
        assert now is not None
        assert now.move.card is not None
        return now.move.card

    @property
    def to_go(self) -> str:
        """The kilometers that the pupil still has to drive, as text."""
        return number(self.observation.target - self.observation.sides[PUPIL].km)

    def points(self, item: str) -> str:
        """Return the points for an item of the score sheet, as text."""
        return number(item_points(item, self.observation.rules))

    def term(self, term_id: str) -> str:
        return term(term_id, self.observation.rules)


_WORDS: dict[str, Callable[[_CoachContext], CoachText]] = {
    "welcome": lambda m: (
        _("Welcome!"),
        _("I’ll ride along for five minutes and explain every move as it comes. Your rival is {rival}.", rival=m.rival),
    ),
    "goal": lambda m: (
        _("The goal"),
        _r(
            m.observation.rules,
            "Exactly {km} km: whoever gets there first wins the leg. The road above shows how far the cars have come.",
            km=number(m.observation.target),
        ),
    ),
    "hand": lambda _m: (
        _("Your cards"),
        _("Every turn, a card is drawn for you. Then you play a card or discard one."),
    ),
    "go": lambda m: (
        _("Green light"),
        _(
            "Nobody drives before the light is green. Play {card} on the lit pile: drag it there, or "
            "click the card and then the pile, or press Enter.",
            card=m.card,
        ),
    ),
    "first_km": lambda m: (
        _("Off you go!"),
        _("Green light! Now you can play kilometers. Play {card}, and you’re off.", card=m.card),
    ),
    "stopped": lambda m: (
        _("Stopped!"),
        _r(
            m.observation.rules,
            "{rival} has played a hazard on your battle pile: {card}. While it’s on top, you can’t play kilometers.",
            rival=m.rival,
            card=m.name("stop"),
        ),
    ),
    "discard": lambda m: (
        _("Nothing fits"),
        _r(
            m.observation.rules,
            "You need {go} and have none. So discard a card you have two of: {card}. Drag it to the "
            "discard pile, or right-click it.",
            go=m.name("go"),
            card=m.card,
        ),
    ),
    "go_again": lambda _m: (
        _("A lucky draw"),
        _("Look at your hand: one of your cards gets you rolling again. Which one?"),
    ),
    "hazard": lambda m: (
        _("Red and blue"),
        _r(
            m.observation.rules,
            "The next hazard: {hazard}. Red cards stop you, blue ones help. Cards that go together show the same sign.",
            hazard=m.name("flat_tire"),
        ),
    ),
    "remedy": lambda m: (
        _("What helps?"),
        _("{hazard}: which of your blue cards helps?", hazard=m.name("flat_tire")),
    ),
    "go_after_remedy": lambda m: (
        _("Green light again"),
        _("The trouble is over, but you’re still stopped. To get rolling, you need {card}.", card=m.card),
    ),
    "drive_on": lambda m: (
        _("Drive on"),
        _("You’re rolling again. Play {card}.", card=m.card),
    ),
    "limit": lambda m: (
        _("Not so fast"),
        _r(
            m.observation.rules,
            "On your speed pile: {card}. You’re still rolling, but with cards of at most {km} km.",
            card=m.name("speed_limit"),
            km=50,
        ),
    ),
    "limited": lambda m: (
        _("Easy does it"),
        _("The highest card you’re still allowed: {card}. Play it.", card=m.card),
    ),
    "end_of_limit": lambda m: (
        _("All clear"),
        _r(
            m.observation.rules,
            "You’ve drawn just what you need: {card}. Play it on the speed pile, and you can play any distance again.",
            card=m.card,
        ),
    ),
    "full_speed": lambda m: (
        _("Full speed"),
        _r(
            m.observation.rules,
            "Now play your fastest card: {card}. In one leg you can play at most two of these.",
            card=m.card,
        ),
    ),
    "behind": lambda m: (
        _("{rival} is ahead", rival=m.rival),
        _(
            "{theirs} km against your {yours} km. Time to play a red card yourself.",
            theirs=number(m.observation.sides[1 - PUPIL].km),
            yours=number(m.observation.sides[PUPIL].km),
        ),
    ),
    "attack": lambda m: (
        _("Your attack"),
        _r(
            m.observation.rules,
            "Hazards go on the pile of someone who is rolling. Play {card} against {rival}.",
            rival=m.rival,
            card=m.card,
        ),
    ),
    "attack_any": lambda m: (
        _("Your attack"),
        _r(
            m.observation.rules,
            "Hazards go on any battle pile that has no hazard on top. Play {card} against {rival}.",
            rival=m.rival,
            card=m.card,
        ),
    ),
    "attack_waiting": lambda m: (
        _("Once more"),
        _(
            "{rival} has fuel again, but no green light yet. By these rules, you can still attack: play {card}.",
            rival=m.rival,
            card=m.card,
        ),
    ),
    "attacked": lambda m: (
        _("That hurts"),
        _(
            "To drive on, {rival} needs {remedy}, and then {go}.",
            rival=m.rival,
            remedy=m.name("gasoline"),
            go=m.name("go"),
        ),
    ),
    "safety": lambda m: (
        _("A golden card!"),
        _r(
            m.observation.rules,
            "{card}: once on the table, it protects you from {hazard} for the rest of the leg and is worth "
            "{points} points.",
            card=m.name("driving_ace"),
            hazard=m.name("accident"),
            points=m.points("safeties"),
        ),
    ),
    "keep_safety": lambda m: (
        _("Keep it for now"),
        _("A better moment for the golden card may come. Drive on first: {card}.", card=m.card),
    ),
    "nearly_there": lambda m: (
        _("Keep going"),
        _("{rival} isn’t rolling yet. Use the time: {card}.", rival=m.rival, card=m.card),
    ),
    "coup_fourre": lambda m: (
        _("This is the moment!"),
        _(
            "{rival} attacks: {hazard}. But you hold the golden card against it! Played at once, even out of "
            "turn, it earns {points} more points.",
            rival=m.rival,
            hazard=m.hazard,
            points=m.points("coups_fourres"),
        ),
    ),
    "not_now": lambda m: (
        _("Don’t pass it up"),
        _(
            "Played later, the card is worth only {safety} points. Played now, it earns {more} more. So try again!",
            safety=m.points("safeties"),
            more=m.points("coups_fourres"),
        ),
    ),
    "after_coup_fourre": lambda m: (
        with_exclamation_mark(capital(m.term("coup_fourre"))),
        _r(
            m.observation.rules,
            "That hazard can’t hit you for the rest of the leg. You never stopped, and it’s your turn again, with "
            "fresh cards.",
        ),
    ),
    "nearest": lambda m: (
        _("Every kilometer counts"),
        _r(
            m.observation.rules,
            "If nobody gets to {km} km before the draw pile runs out, whoever is nearest wins. Play {card}.",
            km=number(m.observation.target),
            card=m.card,
        ),
    ),
    "in_hand": lambda m: (
        _("What you still hold"),
        _(
            "Kilometers left in your hand are taken off your points, even if you win. So play them in time: {card}.",
            card=m.card,
        ),
    ),
    "exact": lambda m: (
        capital(_("{km} km to go", km=m.to_go)),
        _("You must get there exactly, and not a kilometer more. Play {card}.", card=m.card),
    ),
    "lay_safety": lambda m: (
        _("Before you finish"),
        _(
            "Another golden card: {card}. Play it first: it’s worth {points} points, and you draw and play once more.",
            card=m.card,
            points=m.points("safeties"),
        ),
    ),
    "last_card": lambda m: (
        capital(_("{km} km to go", km=m.to_go)),
        _("Which of your cards takes you exactly to the finish?"),
    ),
    "finish": lambda m: (
        _("You’ve won!"),
        _r(
            m.observation.rules,
            "Exactly {km} km. The leg is over, and now the points are counted.",
            km=number(m.observation.target),
        ),
    ),
    "points": lambda m: (
        _("The points"),
        _r(
            m.observation.rules,
            "{km} point per kilometer, {safety} per safety, {more} extra for a coup fourré, {won} for finishing.",
            km=m.points("km"),
            safety=m.points("safeties"),
            more=m.points("coups_fourres"),
            won=m.points("leg_won"),
        ),
    ),
    "one_leg": lambda m: (
        _r(m.observation.rules, "The match"),
        _r(
            m.observation.rules,
            "By these rules, one leg is a whole match: whoever wins the leg wins it, whatever the points.",
        ),
    ),
    "match": lambda m: (
        _r(m.observation.rules, "The match"),
        _r(
            m.observation.rules,
            "A match has several legs: the first to {target} points wins it.",
            target=number(load_rules(m.observation.rules).match_target or 0),
        ),
    ),
}
