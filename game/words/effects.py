"""What will happen if a card is put there, as short as a label: “stops Nina”, “+100 km”, “discard”."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.engine.cards import Card, Family
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation
from game.i18n import _, number
from game.words.names import Names
from game.words.points import points

SLOW_KM: Final = 50
"""The fastest card that a limited side may lay."""


def effect(move: Move, view: Observation, names: Names) -> str:
    """The label of the pile that the move puts its card on; it names the side attacked, which may be a team."""
    card = move.card
    assert card is not None
    if move.kind is MoveKind.DISCARD:
        # Translators: the label on the discard pile while a card is chosen: what dropping it there does
        return _("discard")
    if move.side is not None:
        return _ATTACKS[card.id](names.side(move.side))
    return _own(card, view.rules)


def _own(card: Card, rules_id: str) -> str:
    if card.family is Family.DISTANCE:
        return _("+{km} km", km=number(card.km))
    if card.family is Family.SAFETY:
        return _("+{points} points", points=number(points("safeties", rules_id)))
    return _REMEDIES[card.id]()


_ATTACKS: Final[dict[str, Callable[[str], str]]] = {
    # Translators: labels on a pile while a hazard is chosen. The name may be the subject instead: “Nina has to stop”.
    "stop": lambda name: _("stops {name}", name=name),
    "speed_limit": lambda name: _("limits {name} to {km}", name=name, km=SLOW_KM),
    "out_of_gas": lambda name: _("no more fuel for {name}", name=name),
    "flat_tire": lambda name: _("a flat tire for {name}", name=name),
    "accident": lambda name: _("a crash for {name}", name=name),
}

_REMEDIES: Final[dict[str, Callable[[], str]]] = {
    # Translators: labels on the player's own pile while a remedy is chosen: what laying it there does
    "go": lambda: _("off you go"),
    "gasoline": lambda: _("fills the tank"),
    "spare_tire": lambda: _("changes the tire"),
    "repairs": lambda: _("repairs the car"),
    "end_of_limit": lambda: _("ends the limit"),
}
