"""What the coach of the first lesson says, by the ids of its script."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.engine.cards import SAFETY_AGAINST, Card, card
from game.engine.observation import Observation
from game.engine.rules import load_rules
from game.i18n import _, capital, number
from game.i18n.punctuation import exclaimed
from game.session.lesson import PUPIL, beat
from game.words.score import points
from game.words.vocabulary import card_name, term

Words = tuple[str, str]
"""A heading and what follows it."""


def lesson_words(note: str, observation: Observation, rival: str) -> Words:
    """The words of a note or task at that moment; ``rival`` is the other player's name."""
    return _WORDS[note](_Moment(observation, rival))


def watch_words(rival: str) -> Words:
    """What is said while the rival plays."""
    return _("Well done!"), _("Now {rival} plays.", rival=rival)


class _Moment:
    """What the words of a moment are made of."""

    def __init__(self, observation: Observation, rival: str) -> None:
        self.o = observation
        self.rival = rival

    def name(self, card_id: str) -> str:
        """A card's name."""
        return card_name(card(card_id), self.o.rules)

    @property
    def card(self) -> str:
        """The name of the card that is to be played now."""
        return card_name(self._played, self.o.rules)

    @property
    def hazard(self) -> str:
        """The hazard that the card to be played answers, if it is a safety."""
        return next(card_name(h, self.o.rules) for h, safety in SAFETY_AGAINST.items() if safety is self._played)

    @property
    def _played(self) -> Card:
        now = beat(self.o)
        assert now is not None
        assert now.move.card is not None
        return now.move.card

    @property
    def to_go(self) -> str:
        """The km that the pupil still has to drive."""
        return number(self.o.target - self.o.sides[PUPIL].km)

    def points(self, item: str) -> str:
        """What an item of the score sheet is worth."""
        return number(points(item, self.o.rules))

    def term(self, term_id: str) -> str:
        """A word of the game."""
        return term(term_id, self.o.rules)


_WORDS: Final[dict[str, Callable[[_Moment], Words]]] = {
    "welcome": lambda m: (
        _("Welcome!"),
        _("I’ll ride along for five minutes and explain every move as it comes. Your rival is {rival}.", rival=m.rival),
    ),
    "goal": lambda m: (
        _("The goal"),
        _(
            "Exactly {km} km: whoever gets there first wins the leg. The road above shows how far the cars have come.",
            km=number(m.o.target),
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
        _("The light is green, so kilometers count. Play {card}, and your car drives.", card=m.card),
    ),
    "stopped": lambda m: (
        _("Stopped!"),
        _(
            "{rival} has played a hazard on your battle pile: {card}. While it’s on top, you can’t play kilometers.",
            rival=m.rival,
            card=m.name("stop"),
        ),
    ),
    "discard": lambda m: (
        _("Nothing fits"),
        _(
            "You need {go} and have none. So discard a card you have twice: {card}. Drag it to the "
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
        _(
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
        _(
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
        _(
            "You’ve drawn just what you need: {card}. Play it on the speed pile, and you can play any distance again.",
            card=m.card,
        ),
    ),
    "full_speed": lambda m: (
        _("Full speed"),
        _("Now play your fastest card: {card}. In one leg you can play at most two of these.", card=m.card),
    ),
    "behind": lambda m: (
        _("{rival} is ahead", rival=m.rival),
        _(
            "{theirs} km against your {yours} km. Time to play a red card yourself.",
            theirs=number(m.o.sides[1 - PUPIL].km),
            yours=number(m.o.sides[PUPIL].km),
        ),
    ),
    "attack": lambda m: (
        _("Your attack"),
        _(
            "Hazards go on the pile of someone who is rolling. Play {card} against {rival}.",
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
        _(
            "{card}: once on the table, it protects you from {hazard} and is worth {points} points.",
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
        _("{rival} is still waiting for the green light. Use the time: {card}.", rival=m.rival, card=m.card),
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
        exclaimed(capital(m.term("coup_fourre"))),
        _(
            "That hazard can’t hit you for the rest of the leg. You never stopped, and it’s your turn again, with "
            "fresh cards."
        ),
    ),
    "exact": lambda m: (
        _("{km} km to go", km=m.to_go),
        _("You must get there exactly, and not a kilometer more. Play {card}.", card=m.card),
    ),
    "last_card": lambda m: (
        _("{km} km to go", km=m.to_go),
        _("Which of your cards takes you exactly to the finish?"),
    ),
    "finish": lambda m: (
        _("You’ve won!"),
        _("Exactly {km} km. The leg is over, and now the points are counted.", km=number(m.o.target)),
    ),
    "points": lambda m: (
        _("The points"),
        _(
            "{km} point per kilometer, {safety} per safety, {more} more for playing it at once, and {won} for "
            "the finish.",
            km=m.points("km"),
            safety=m.points("safeties"),
            more=m.points("coups_fourres"),
            won=m.points("leg_won"),
        ),
    ),
    "match": lambda m: (
        _("The match"),
        _(
            "A match has several legs: the first to {target} points wins it.",
            target=number(load_rules(m.o.rules).match_target or 0),
        ),
    ),
}
