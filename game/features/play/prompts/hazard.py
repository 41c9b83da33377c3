"""The dialog for a person who was given the screen because of a hazard: an answer if there is one, or going on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.engine.cards import SAFETY_AGAINST
from game.engine.events import Attacked
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation
from game.i18n import _, capital
from game.scenes.dialogs import DialogButton, DialogScene
from game.scenes.host import Host
from game.ui.widgets import ButtonStyle
from game.words.log import log_line
from game.words.names import Names
from game.words.vocabulary import card_name, term


def hazard_dialog(
    app: Host,
    observation: Observation,
    names: Names,
    attack: Move,
    answers: Sequence[Move],
    give: Callable[[Move | None], None],
) -> DialogScene:
    """Return the dialog about a hazard; ``give`` receives one of ``answers`` or None. Escape keeps the safety."""
    rules_id = observation.rules
    assert attack.card is not None
    assert attack.side is not None
    told = Attacked(attack.seat, attack.side, attack.card, attack.card.pile)
    safety = SAFETY_AGAINST[attack.card]
    coup = next((move for move in answers if move.kind is MoveKind.COUP_FOURRE), None)
    decline = next((move for move in answers if move.kind is MoveKind.DECLINE), None)

    def message() -> str:
        if coup is None:
            return _("Nothing in your hand answers it at once.")
        return _("You hold the answer: {card}.", card=card_name(safety, rules_id))

    def lay() -> str:
        return _("{coup_fourre}! Play it crosswise", coup_fourre=capital(term("coup_fourre", rules_id)))

    if coup is None:
        buttons = [DialogButton("go_on", lambda: _("Go on"), lambda: give(None), ButtonStyle.RED)]
    else:
        buttons = [
            DialogButton("yes", lay, lambda: give(coup), ButtonStyle.RED),
            DialogButton("no", lambda: _("Not now, play it later"), lambda: give(decline), ButtonStyle.PAPER),
        ]
    dialog = DialogScene(app, "hazard", lambda: log_line(told, names, rules_id) or "", message, buttons)
    dialog.is_private = True  # the question reveals what is in the hand
    return dialog
