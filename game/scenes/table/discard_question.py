"""The question before something precious is thrown away."""

from __future__ import annotations

from collections.abc import Callable

from game.engine.cards import Card
from game.engine.observation import Observation
from game.i18n import _
from game.scenes.dialogs import Answer, DialogScene, confirm
from game.table.discard_warning import why_keep
from game.ui.scene import Host
from game.ui.widgets import Style


def discard_question(app: Host, observation: Observation, card: Card, discard: Callable[[], None]) -> DialogScene:
    """Ask whether a safety or a last remedy is really to be discarded; ``discard`` does it."""
    return confirm(
        app,
        lambda: _("Discard this card?"),
        lambda: why_keep(observation, card),
        Answer("discard", lambda: _("Discard it"), discard, Style.RED),
    )
