"""A bot's reason as a short English text, for logs and other programs; the window has words of its own."""

from __future__ import annotations

from typing import Final

from ai.decision import Reason, ReasonCode
from game.engine.cards import Card, Family

_TEXTS: Final[dict[ReasonCode, str]] = {
    ReasonCode.ONLY_MOVE: "nothing else can be played",
    ReasonCode.WINS_LEG: "lays {card}: needs exactly this to finish",
    ReasonCode.MAKES_EXACT: "lays {card}: holds exactly the {number} km left after it",
    ReasonCode.SAFE_TRIP: "lays {card} and keeps the 200s back for a safe trip",
    ReasonCode.DRIVES: "lays {card}: {number} km",
    ReasonCode.GETS_GOING: "lays {card} and rolls",
    ReasonCode.REPAIRS: "lays {card} against {other}",
    ReasonCode.LIFTS_LIMIT: "lays {card}",
    ReasonCode.ATTACKS_LEG_LEADER: "{card} for side {side}: leads with {number} km",
    ReasonCode.ATTACKS_MATCH_LEADER: "{card} for side {side}: leads the match with {number} points",
    ReasonCode.ATTACKS_NEAR_FINISH: "{card} for side {side}: needs only {number} km",
    ReasonCode.ATTACKS_ROLLING: "{card} for side {side}: could drive on next turn",
    ReasonCode.ATTACKS_STANDING: "{card} for side {side}: stands, and will need one card more",
    ReasonCode.ATTACKS_LIMITS: "{card} for side {side}: 50 km at a time at most from now on",
    ReasonCode.ATTACKS_IN_TURN: "{card} for side {side}: nobody was attacked less so far",
    ReasonCode.DISCARDS_USELESS: "discards {card}: it can't be laid any more",
    ReasonCode.DISCARDS_SPARE: "discards {card}: can best do without it",
    ReasonCode.KEEPS_SAFETY: "discards {card} and keeps {other} for a coup fourré",
    ReasonCode.SAFETY_ROLLS: "lays {card} against {other}",
    ReasonCode.SAFETY_IN_TIME: "lays {card} while the leg lasts",
    ReasonCode.SAFETY_PLAYS_ON: "lays {card} and plays on",
    ReasonCode.COUP_FOURRE: "coup fourré against {other}: {number} points",
    ReasonCode.DECLINES: "keeps {card}",
    ReasonCode.EXTENDS: "extends: wins the longer leg with a chance of {number} %",
    ReasonCode.STAYS: "takes the leg: would win the longer one with a chance of {number} %",
}


def why(reason: Reason) -> str:
    """That reason in words.

    >>> from game.engine.cards import card
    >>> why(Reason(ReasonCode.KEEPS_SAFETY, card=card("km_25"), other=card("extra_tank")))
    'discards 25 km and keeps extra tank for a coup fourré'
    """
    return _TEXTS[reason.code].format(
        card=_name(reason.card), other=_name(reason.other), side=reason.side, number=reason.number
    )


def _name(card: Card | None) -> str:
    if card is None:
        return "nothing"
    return f"{card.km} km" if card.family is Family.DISTANCE else card.id.replace("_", " ")
