"""Legs to play through `tests.reference`: every seating, stacked decks, and players with leanings.

Uniformly random play hardly ever completes a leg, answers an attack with the pile nearly empty or extends; so
decks are stacked and players lean, until a test can ask that every rare situation was reached.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tests.reference import HAZARDS, KM, REMEDIES, SAFETIES, SAFETY, ReferenceLeg, parse, whole_deck

SEATINGS = [
    *((rules, "solo", seats) for rules in ("winning_moves", "piatnik", "dujardin") for seats in (2, 3, 4)),
    *((rules, "teams", seats) for rules in ("winning_moves", "piatnik", "dujardin") for seats in (4, 6)),
    *(("mille_miglia", "solo", seats) for seats in (2, 3, 4, 5, 6)),
    ("winning_moves.snow", "solo", 4),
    *(("mille_miglia.hairpins", "solo", seats) for seats in (2, 3, 4, 5, 6)),
    *(("winning_moves.moonless", "solo", seats) for seats in (2, 3, 4)),
    *(("winning_moves.moonless", "teams", seats) for seats in (4, 6)),
]
"""Rule set, seating and seats of every leg there can be (§3, and §2 on the variants)."""

_LATE = 2.0
"""A bias that puts a card behind all cards without one."""

STACKINGS: dict[str, dict[str, float]] = {
    "shuffled": {},
    "safeties first": dict.fromkeys(SAFETIES, -0.8),
    "safeties early": dict.fromkeys([*SAFETIES, *HAZARDS], -0.5) | {"go": -1.0},
    "safeties late": dict.fromkeys(SAFETIES, 0.93) | {"go": -1.0},
    "attacks late": dict.fromkeys([*SAFETIES, *HAZARDS], 0.9) | {"go": -1.0},
    "safeties last": dict.fromkeys(SAFETIES, _LATE) | dict.fromkeys(HAZARDS, 0.8) | {"go": -1.0},
    "open road": dict.fromkeys(["go", *KM], -0.7),
    "road late": dict.fromkeys(KM, 0.5) | {"go": -0.5},
    "slow road": dict.fromkeys(["km_25", "km_50", "km_75", "go"], -0.6) | {"km_100": _LATE, "km_200": _LATE},
    "no way": {"go": _LATE},
}
"""What is added to each card's random place (0 … 1) in a deck of that name."""

LEANINGS: dict[str, dict[str, float]] = {
    "random": {},
    "driver": {"lay km": 60, "remedy": 60, "safety": 1, "attack": 0.6, "answer": 3, "extend": 3, "discard safety": 0.1},
    "careful driver": {"lay km": 60, "big km": 0.02, "remedy": 60, "safety": 5, "attack": 0.3, "extend": 9},
    "collector": {"safety": 40, "attack": 4, "remedy": 9, "discard safety": 0.02, "extend": 1},
    "duellist": {"safety": 0.02, "discard safety": 0.001, "attack": 40, "remedy": 30, "answer": 30},
    "hoarder": {"lay km": 0.02, "remedy": 3, "attack": 0.3, "safety": 0.05, "discard safety": 0.01, "answer": 5},
    "attacker": {"attack": 60, "discard": 0.5, "remedy": 5, "answer": 0.3},
    "waiter": {"lay km": 60, "finish early": 0.001, "discard km": 0.1, "remedy": 60, "attack": 0.3, "extend": 3},
    "sleeper": {},  # sees to `sleeper` below
}
"""How much likelier than others a player of that name takes a move of a kind; what is missing is 1."""

FIGHTERS = ["duellist", "duellist", "hoarder", "sleeper", "driver", "careful driver", "waiter"]
"""Who, all round the table, brings about coups fourrés, extensions and empty draw piles."""


@dataclass(frozen=True)
class Table:
    """One leg to be played: how it is set up and who plays it."""

    rules: str
    seating: str
    seats: int
    options: dict[str, bool]
    dealer: int
    deck: list[str]
    players: list[str]
    rigging: float = 0.0
    """How likely the undrawn cards are put into another order before a move; see `rig`."""

    def leg(self) -> ReferenceLeg:
        return ReferenceLeg(self.rules, self.options, self.seating, self.seats, self.dealer, self.deck)

    def record(self, moves: list[str]) -> dict[str, object]:
        return {
            "format": "mille-record",
            "version": 1,
            "rules": self.rules,
            "options": dict(self.options),
            "seating": self.seating,
            "seats": self.seats,
            "dealer": self.dealer,
            "deck": list(self.deck),
            "moves": list(moves),
        }


def any_table(random: Random, rules: str, seating: str, seats: int) -> Table:
    """A leg of that seating with options, deck and players drawn by lot."""
    stacking = random.choice(list(STACKINGS))
    options = {"extension": random.random() < 0.8, "no_100_bonus": random.random() < 0.5}
    options |= {name: random.random() < 0.4 for name in ("rolling_start", "eight_cards")}
    rigging = random.choice([0.0, 0.3, 0.9])
    kind = random.random()
    if kind < 0.06:
        stacking, players = "slow road", ["careful driver"] * seats
        options |= {"extension": False, "no_100_bonus": True}
    elif kind < 0.12:
        players, rigging = ["waiter"] * seats, 0.9
    elif kind < 0.18:
        stacking, players, rigging = random.choice(["attacks late", "safeties last"]), ["sleeper"] * seats, 0.9
    elif kind < 0.4:
        players = [random.choice(list(LEANINGS)) for _ in range(seats)]
    else:
        players = [random.choice(FIGHTERS if kind < 0.8 else list(LEANINGS))] * seats
    deck = fixed_deck(random, rules, seating, seats, stacking)
    return Table(rules, seating, seats, options, random.randrange(seats), deck, players, rigging)


def fixed_deck(random: Random, rules: str, seating: str, seats: int, stacking: str) -> list[str]:
    biases = STACKINGS[stacking]
    places = [(random.random() + biases.get(card, 0), card) for card in whole_deck(rules, seating, seats)]
    return [card for _, card in sorted(places)]


def choose(random: Random, leg: ReferenceLeg, legal: list[str], player: str) -> str:
    """The move a player of that leaning takes."""
    leaning = sleeper(leg) if player == "sleeper" else LEANINGS[player]
    weights = []
    for text in legal:
        weight = 1.0
        for kind in [*kinds_of(text), *timing_of(text, leg)]:
            weight *= leaning.get(kind, 1.0)
        if text.rsplit(" ", maxsplit=1)[-1] in leg.chain and "-" not in text:
            weight *= 30  # D5: nearly nobody would lay it otherwise
        if not leg.pile and ">" in text:
            weight *= 20  # D9, D15: attacks when there is nothing left to draw
        weights.append(weight)
    return random.choices(legal, weights)[0]


def play(random: Random, table: Table) -> tuple[dict[str, object], ReferenceLeg]:
    """Play a leg through to its end: its record, and the leg as the reference left it.

    The cards not drawn yet are put into another order now and then, which makes another deck of it but changes
    nothing of what was played.
    """
    leg = table.leg()
    moves = []
    while leg.phase != "over":
        rig(random, leg, table.rigging)
        table.deck[len(table.deck) - len(leg.pile) :] = leg.pile
        assert leg.seat is not None
        text = choose(random, leg, leg.legal(), table.players[leg.seat])
        moves.append(text)
        leg.apply(text)
    return table.record(moves), leg


def rig(random: Random, leg: ReferenceLeg, strength: float) -> None:
    """Bring cards to the front of the draw pile that make rare situations likelier."""
    if random.random() > strength:
        return
    if leg.phase == "coup_fourre":
        bring_forward(leg, SAFETIES, random.choice([1, 1, 2]))
    elif leg.phase == "turn" and leg.chain:
        bring_forward(leg, SAFETIES, 1)
    elif leg.phase == "turn":
        assert leg.seat is not None
        next_side = leg.side_of(leg.left_of(leg.seat))
        missing_km = leg.target - leg.sides[next_side].km()
        if len(leg.pile) < 4 and any(KM.get(card) == missing_km for card in leg.pile):
            bring_forward(leg, [f"km_{missing_km}"], 1)
            return
        if len(leg.pile) < 9:
            leg.pile.sort(key=lambda card: card in SAFETIES)
        held = {card for seat, hand in enumerate(leg.hands) if leg.side_of(seat) != next_side for card in hand}
        bring_forward(leg, [hazard for hazard in HAZARDS if SAFETY[hazard] in held], 1)


def bring_forward(leg: ReferenceLeg, wanted: list[str], how_many: int) -> None:
    found = [card for card in leg.pile if card in wanted][:how_many]
    for card in found:
        leg.pile.remove(card)
    leg.pile[:0] = found


def sleeper(leg: ReferenceLeg) -> dict[str, float]:
    """Gets ready to roll, keeps safeties, hazards and distance for the end of the draw pile, then fights."""
    if len(leg.pile) > 2 + 3 * (leg.dealer % 3):  # some sleep longer than others
        return {"lay km": 0.05, "big km": 0.5, "attack": 0.01, "safety": 0.001, "remedy": 50} | dict.fromkeys(
            ["discard safety", "discard hazard", "discard km"], 0.02
        )
    return {"attack": 20, "answer": 20, "lay km": 5, "safety": 1.0, "discard safety": 0.01, "extend": 3}


def timing_of(text: str, leg: ReferenceLeg) -> list[str]:
    """Whether a move would reach the distance while there is something left to draw."""
    assert leg.seat is not None
    card = text.rsplit(" ", maxsplit=1)[-1]
    reached_km = leg.sides[leg.side_of(leg.seat)].km() + KM.get(card, 0)
    is_early = card in KM and "-" not in text and reached_km == leg.target and leg.pile != []
    return ["finish early"] if is_early else []


def kinds_of(text: str) -> list[str]:
    """The kinds of a move by which players lean."""
    parsed = parse(text)
    assert parsed is not None, text
    _, mark, card, side = parsed
    if mark == "-":
        group = "safety" if card in SAFETIES else "hazard" if card in HAZARDS else "km" if card in KM else "remedy"
        return ["discard", f"discard {group}"]
    if card is None or mark == "!":
        return {"!": ["answer"], ".": ["decline"], "+": ["extend"], "=": ["stay"]}[str(mark)]
    if side is not None:
        return ["attack"]
    if card in REMEDIES:
        return ["remedy"]
    if card in SAFETIES:
        return ["safety"]
    return ["lay km", "big km"] if card in ("km_100", "km_200") else ["lay km"]
