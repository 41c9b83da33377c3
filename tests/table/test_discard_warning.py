from __future__ import annotations

from dataclasses import replace
from typing import Any

from game.engine.cards import card
from game.engine.observation import Observation, SideView
from game.table.discard_warning import DiscardWarning, discard_loss_text, discard_warning
from tests.cases import each
from tests.table.positions import observation


def position(hand: str, discards: str = "", **own: object) -> Observation:
    o = replace(observation(hand=tuple(hand.split())), discard_pile=tuple(map(card, discards.split())))
    rolling = SideView((0,), 0, (card("go"),), (), (), (), (), rolling=True, limited=False)
    return replace(o, sides=(replace(rolling, **own), *o.sides[1:]))  # type: ignore[arg-type]


ALL_BUT_ONE = "repairs repairs repairs repairs repairs"
STOPPED: dict[str, Any] = {"battle": (card("go"), card("flat_tire")), "rolling": False}


@each(
    ("seen", "held", "expected"),
    [
        (position("driving_ace"), "driving_ace", DiscardWarning.SAFETY),
        (position("spare_tire"), "spare_tire", None),
        (position("spare_tire", **STOPPED), "spare_tire", DiscardWarning.NEEDED_NOW),
        (position("spare_tire spare_tire", **STOPPED), "spare_tire", None),
        (position("go", **STOPPED), "go", None),
        (position("go", battle=(card("stop"),), rolling=False), "go", DiscardWarning.NEEDED_NOW),
        (position("end_of_limit", speed=(card("speed_limit"),), limited=True),
         "end_of_limit", DiscardWarning.NEEDED_NOW),
        (position("repairs", ALL_BUT_ONE), "repairs", DiscardWarning.LAST_OF_ALL),
        (position("repairs", "repairs repairs repairs repairs"), "repairs", None),
        (position("repairs", ALL_BUT_ONE, safeties=(card("driving_ace"),)), "repairs", None),
        (position("repairs", f"{ALL_BUT_ONE} accident accident accident"), "repairs", None),
        (position("km_25 stop"), "stop", None),
    ],
)  # fmt: skip
def test_discard_warning_asks_only_about_cards_worth_keeping(
    seen: Observation, held: str, expected: DiscardWarning | None
) -> None:
    assert discard_warning(seen, card(held)) is expected


def test_discard_warning_says_what_would_be_lost() -> None:
    assert "100 points" in discard_loss_text(position("driving_ace"), card("driving_ace"))
    assert "you need it now" in discard_loss_text(position("spare_tire", **STOPPED), card("spare_tire"))
    last = position("repairs", ALL_BUT_ONE)
    assert "the last one of the leg" in discard_loss_text(last, card("repairs"))
