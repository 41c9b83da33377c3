"""A second, plain implementation of one leg, written from rules.md alone, for the engine to be compared with.

It is the opposite of the engine on purpose: strings, lists, dicts and if-rules, slow and obvious, one rule a
line with the section or decision it comes from. It imports nothing of the game and shares no table with it.
"""

from __future__ import annotations

from typing import Any

from tests.reference_score import scores_of

KM = {"km_25": 25, "km_50": 50, "km_75": 75, "km_100": 100, "km_200": 200}
HAZARDS = ["stop", "out_of_gas", "flat_tire", "accident", "speed_limit"]
REMEDIES = ["go", "gasoline", "spare_tire", "repairs", "end_of_limit"]
SAFETIES = ["right_of_way", "extra_tank", "puncture_proof", "driving_ace"]
ALL_CARDS = [*KM, *HAZARDS, *REMEDIES, *SAFETIES]

# §1, the table at its end.
REMEDY = dict(zip(HAZARDS, REMEDIES, strict=True))
SAFETY = {
    "stop": "right_of_way",
    "speed_limit": "right_of_way",
    "out_of_gas": "extra_tank",
    "flat_tire": "puncture_proof",
    "accident": "driving_ace",
}

DIGITS = list("0123456789")


def whole_deck(rules: str, seating: str, seats: int) -> list[str]:
    """Every card of that rule set in that seating (§2, and §3 *cards taken out*)."""
    rules, _, variant = rules.partition(".")
    count = dict.fromkeys(ALL_CARDS, 0)
    count.update(km_25=10, km_50=10, km_75=10, km_100=12, km_200=4)
    count.update(stop=5, speed_limit=4, out_of_gas=3, flat_tire=3, accident=3)
    count.update(go=14, end_of_limit=6, gasoline=6, spare_tire=6, repairs=6)
    count.update(dict.fromkeys(SAFETIES, 1))
    if rules == "mille_miglia":
        count["km_100"] = 10  # D1
    elif seats in (2, 3):
        for hazard in ("stop", "out_of_gas", "flat_tire", "accident"):
            count[hazard] -= 1
        if rules == "dujardin":
            count["speed_limit"] -= 1
    elif seats == 4 and seating == "solo":  # D2
        for hazard in ("stop", "out_of_gas", "flat_tire", "accident"):
            count[hazard] -= 2
    if variant == "snow":  # §2, the variants
        count["km_200"] = 0
    if variant == "hairpins":
        count["speed_limit"] = 2
    if variant == "moonless":
        count["speed_limit"] = count["end_of_limit"] = 0
    return [card for card in ALL_CARDS for _ in range(count[card])]


def is_seating(rules: str, seating: str, seats: int) -> bool:
    """Whether the rule set may be played so (§3, the two rows on seatings; D2; §2 on the variants)."""
    if rules == "winning_moves.snow":
        return (seating, seats) == ("solo", 4)
    if rules.startswith("mille_miglia"):
        return seating == "solo" and seats in (2, 3, 4, 5, 6)
    if seating == "solo":
        return seats in (2, 3, 4)
    return seats in (4, 6)


def seats_of_sides(seating: str, seats: int) -> list[list[int]]:
    """The seats of each side in the order of the sides (§1)."""
    if seating == "solo":
        return [[seat] for seat in range(seats)]
    if seats == 4:
        return [[0, 2], [1, 3]]
    return [[0, 3], [1, 4], [2, 5]]


class Side:
    """The display of one side: piles from bottom to top."""

    def __init__(self, seats: list[int], *, starts_rolling: bool, starts_limited: bool):
        self.seats = seats
        self.starts_rolling = starts_rolling
        self.starts_limited = starts_limited
        self.battle: list[str] = []
        self.speed: list[str] = []
        self.distance: list[str] = []
        self.safeties: list[str] = []
        self.coups_fourres: list[str] = []

    def km(self) -> int:
        return sum(KM[card] for card in self.distance)

    def top(self) -> str | None:
        if not self.battle and self.starts_rolling:
            return "go"  # §10: an empty battle pile counts as one, in every respect
        return self.battle[-1] if self.battle else None

    def has_hazard_on_top(self) -> bool:
        return self.top() in HAZARDS

    def rolling(self) -> bool:
        # §1 *rolling*; an empty pile counts as no hazard.
        if "right_of_way" in self.safeties:
            return not self.has_hazard_on_top()
        return self.top() == "go"

    def limited(self) -> bool:
        # §1 *limited*; with right_of_way laid it never is.
        if "right_of_way" in self.safeties:
            return False
        if not self.speed:
            return self.starts_limited  # §2: the empty pile counts as a limit
        return self.speed[-1] == "speed_limit"


class ReferenceLeg:
    """One leg, played by the texts of moves (§8)."""

    def __init__(
        self,
        rules: str,
        options: dict[str, bool],
        seating: str,
        seats: int,
        dealer: int,
        deck: list[str],
    ):
        self.rules, _, self.variant = rules.partition(".")
        self.options = options
        self.seating = seating
        self.seats = seats
        self.dealer = dealer
        self.sides = [
            Side(
                members,
                starts_rolling=options.get("rolling_start", False),
                starts_limited=self.variant == "hairpins",
            )
            for members in seats_of_sides(seating, seats)
        ]
        self.dealt = 8 if options.get("eight_cards", False) else 6  # §10
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.pile = list(deck)
        self.discards: list[str] = []
        self.moves = 0
        self.phase = "turn"
        self.seat: int | None = None
        self.target = self.first_target()
        self.extended_by: int | None = None  # the side that extended
        self.attack: tuple[int, str, int] | None = None  # attacker's seat, hazard, side, while the answer is asked
        self.chain: list[str] = []  # what the latest draw of a turn won by a coup fourré brought; D5 counts on it
        self.winner: int | None = None
        self.delayed = False
        self.scores: list[dict[str, int]] | None = None
        self.seen: dict[str, int] = {}  # how often each rare situation came up, for the tests that must reach it
        # §4.1: six cards each (§10: eight), one at a time, from the seat left of the dealer, which plays first.
        for _ in range(self.dealt):
            for offset in range(seats):
                self.hands[(dealer + 1 + offset) % seats].append(self.pile.pop(0))
        self.begin_turn((dealer + 1) % seats, won=False)

    def saw(self, what: str) -> None:
        self.seen[what] = self.seen.get(what, 0) + 1

    # --- the table of §3 ---

    def first_target(self) -> int:
        if self.variant == "snow":
            return 500
        if self.rules == "mille_miglia":
            return 1000
        if self.seating == "solo":
            return 700
        if len(self.sides) == 2:
            return 1000
        return 700 if self.rules == "dujardin" else 1000

    def may_ask_extension(self) -> bool:
        """Whether a side that has just reached exactly 700 may extend (§3 *extension to 1000*, §4.5)."""
        if not self.options["extension"] or self.target != 700:
            return False
        if self.rules == "winning_moves":
            return self.seating == "solo"
        if self.rules == "piatnik":
            return self.seating == "solo" and len(self.pile) > 0
        if self.rules == "dujardin":
            return self.seating == "solo" or len(self.sides) == 3
        return False

    def ends_with_the_last_card(self) -> bool:
        # §3 *when the draw pile is empty*, D6.
        if self.rules == "mille_miglia":
            return True
        return self.rules == "piatnik" and self.extended_by is not None

    # --- turns ---

    def begin_turn(self, seat: int, *, won: bool) -> None:
        """Start the turn of a seat, passing over those with no card (§4.2, §4.4, D9)."""
        self.attack = None
        self.chain = []
        if not self.pile:
            self.saw("turn on the empty pile")
            if self.rules in ("winning_moves", "piatnik") and not self.can_any_seat_lay():
                self.saw("D9: nobody can lay")
                if won:
                    self.saw("D9: before a won turn")
                self.end(None)
                return
            if self.rules == "dujardin" and all(hand == [] for hand in self.hands):
                self.saw("every hand empty")
                self.end(None)
                return
        drawn = self.draw(seat, 2 if won else 1)
        if not self.hands[seat]:
            self.saw("passed over after a coup fourré" if won else "passed over")
            self.begin_turn(self.left_of(seat), won=False)
            return
        if won:
            if not drawn:
                self.saw("D11: won turn without a draw")
            if len(drawn) == 1:
                self.saw("won turn with one card to draw")
            self.chain = drawn
        self.phase = "turn"
        self.seat = seat

    def end_turn(self, seat: int) -> None:
        """The turn of that seat is over, the next one's begins, unless the leg ends with it (§3, D15)."""
        if not self.pile and self.ends_with_the_last_card():
            self.saw("ended with the last card")
            self.end(self.nearest())
        else:
            self.begin_turn(self.left_of(seat), won=False)

    def left_of(self, seat: int) -> int:
        return (seat + 1) % self.seats

    def draw(self, seat: int, how_many: int) -> list[str]:
        drawn = []
        while how_many > 0 and self.pile:
            drawn.append(self.pile.pop(0))
            how_many -= 1
        self.hands[seat].extend(drawn)
        return drawn

    def nearest(self) -> int | None:
        """Who wins when the pile of `mille_miglia` is empty: the side nearest 1000, a tie nobody (§3, D21)."""
        if self.rules != "mille_miglia":
            return None
        most = max(side.km() for side in self.sides)
        nearest = [number for number, side in enumerate(self.sides) if side.km() == most]
        if len(nearest) != 1:
            self.saw("D21: a tie for nearest")
            return None
        self.saw("nearest wins")
        return nearest[0]

    def end(self, winner: int | None) -> None:
        self.phase = "over"
        self.seat = None
        self.attack = None
        self.winner = winner
        self.delayed = winner is not None and not self.pile  # D8
        self.scores = scores_of(self)
        for number, side in enumerate(self.sides):
            if not side.distance:
                self.saw("shut-out" if self.scores[number]["total"] == 0 else "shut-out with points")

    def can_any_seat_lay(self) -> bool:
        """D9: whether any card of any hand could be laid by its seat if the turn were its own."""
        for seat in range(self.seats):
            for card in self.hands[seat]:
                if card in HAZARDS:
                    for number in range(len(self.sides)):
                        if self.why_not_lay(seat, card, number) is None:
                            return True
                elif self.why_not_lay(seat, card, None) is None:
                    return True
        return False

    def side_of(self, seat: int) -> int:
        for number, side in enumerate(self.sides):
            if seat in side.seats:
                return number
        raise AssertionError(seat)

    # --- what is legal ---

    def legal(self) -> list[str]:
        """The texts of all legal moves, sorted by code point (§8)."""
        if self.phase == "over":
            return []
        seat = self.seat
        if self.phase == "extension":
            texts = [f"{seat} +", f"{seat} ="]
        elif self.phase == "coup_fourre":
            assert self.attack is not None
            texts = [f"{seat} ! {SAFETY[self.attack[1]]}", f"{seat} ."]
        else:
            texts = self.turn_texts()
        return sorted(texts)

    def turn_texts(self) -> list[str]:
        assert self.seat is not None
        texts = []
        for card in set(self.hands[self.seat]):
            texts.append(f"{self.seat} - {card}")
            if card in HAZARDS:
                for number in range(len(self.sides)):
                    if self.why_not_lay(self.seat, card, number) is None:
                        texts.append(f"{self.seat} {card} > {number}")
            elif self.why_not_lay(self.seat, card, None) is None:
                texts.append(f"{self.seat} {card}")
        return texts

    def why_not(self, text: object) -> str | None:  # noqa: PLR0912  # the list of §8, in its order
        """The first reason of §8 against a move, or None if it is legal."""
        parsed = parse(text)
        if parsed is None:
            return "bad_move"
        seat, mark, card, number = parsed
        if card is not None and card not in ALL_CARDS:
            return "unknown_card"
        if self.phase == "over":
            return "leg_over"
        if seat != self.seat:
            return "wrong_seat"
        if mark in ("!", "."):
            if self.phase != "coup_fourre":
                return "wrong_phase"
        elif mark in ("+", "="):
            if self.phase != "extension":
                return "wrong_phase"
        elif self.phase != "turn":
            return "wrong_phase"
        if card is None:
            return None
        if card not in self.hands[seat]:
            return "not_in_hand"
        if mark == "!":
            assert self.attack is not None
            return None if card == SAFETY[self.attack[1]] else "wrong_safety"
        if mark == "-":
            return None  # D16
        return self.why_not_lay(seat, card, number)

    def why_not_lay(self, seat: int, card: str, number: int | None) -> str | None:
        """The first reason against laying a card, on an opponent's side for a hazard, from `bad_target` on."""
        own = self.side_of(seat)
        if card in HAZARDS:
            if number is None or number == own or number >= len(self.sides):
                return "bad_target"
            return self.why_not_attack(self.sides[number], card)
        if number is not None:
            return "bad_target"
        if card in SAFETIES:
            return None  # §4.3: at any time in one's turn
        if card in REMEDIES:
            return None if self.is_needed(self.sides[own], card) else "not_needed"
        return self.why_not_drive(self.sides[own], card)

    def why_not_attack(self, side: Side, hazard: str) -> str | None:
        """§3, the rows on where a hazard and a limit may land, and §4.3."""
        if SAFETY[hazard] in side.safeties:
            return "immune"
        if hazard == "speed_limit":
            if side.limited():
                if not side.speed:
                    self.saw("starts limited: no limit lands")
                return "already_limited"
            if self.rules == "piatnik" and side.top() != "go":
                return "cannot_land"  # D17
            return None
        if self.rules == "mille_miglia":
            return "cannot_land" if side.has_hazard_on_top() else None  # D4
        return None if side.rolling() else "cannot_land"  # D4: with right_of_way and an empty pile too

    def is_needed(self, side: Side, remedy: str) -> bool:
        """§4.3, the lines on `go` and on remedies."""
        if remedy == "end_of_limit":
            return side.limited()
        if remedy == "go":
            if "right_of_way" in side.safeties:
                return False  # D20
            if side.top() is None or side.top() == "stop":
                return True
            return side.top() in REMEDIES and side.top() != "go"
        return side.has_hazard_on_top() and REMEDY[str(side.top())] == remedy

    def why_not_drive(self, side: Side, card: str) -> str | None:
        """§4.3, the line on distance."""
        if not side.rolling():
            return "not_rolling"
        if side.limited() and KM[card] > 50:
            return "limited"
        if card == "km_200" and side.distance.count("km_200") == 2:
            return "third_200"
        if side.km() + KM[card] > self.target:
            return "too_far"
        return None

    # --- playing ---

    def apply(self, text: str) -> None:
        """Play a legal move."""
        reason = self.why_not(text)
        assert reason is None, (text, reason)
        parsed = parse(text)
        assert parsed is not None
        seat, mark, card, number = parsed
        self.moves += 1
        if mark == ".":
            assert self.attack is not None
            self.saw("coup fourré declined")
            self.end_turn(self.attack[0])
        elif mark == "+":
            self.extend(seat)
        elif mark == "=":
            self.saw("extension declined")
            self.end(self.side_of(seat))
        else:
            assert card is not None
            self.hands[seat].remove(card)
            if mark == "!":
                self.coup_fourre(seat, card)
            elif mark == "-":
                self.discards.append(card)
                self.end_turn(seat)
            elif number is not None:
                self.lay_hazard(seat, card, number)
            elif card in SAFETIES:
                self.lay_safety(seat, card)
            elif card in REMEDIES:
                side = self.sides[self.side_of(seat)]
                if card == "end_of_limit" and not side.speed:
                    self.saw("starts limited: end_of_limit on the empty pile")
                (side.speed if card == "end_of_limit" else side.battle).append(card)
                self.end_turn(seat)
            else:
                self.drive(seat, card)

    def extend(self, seat: int) -> None:
        # §4.5: 1000 for every side, and the turn passes on.
        self.saw("extended" if self.pile else "extended on the empty pile")
        self.target = 1000
        self.extended_by = self.side_of(seat)
        self.end_turn(seat)

    def drive(self, seat: int, card: str) -> None:
        number = self.side_of(seat)
        side = self.sides[number]
        side.distance.append(card)
        if side.km() < self.target:
            self.end_turn(seat)
        elif self.may_ask_extension():
            self.phase = "extension"
        else:
            if self.rules == "piatnik" and self.target == 700 and self.options["extension"]:
                self.saw("piatnik: no extension on the empty pile")
            if self.extended_by is not None:
                self.saw("extended leg won by the extender" if number == self.extended_by else "extended leg lost")
            self.end(number)

    def lay_hazard(self, seat: int, card: str, number: int) -> None:
        side = self.sides[number]
        if card != "speed_limit" and side.top() is None:
            self.saw("D4: attack on an empty pile")
        if card != "speed_limit" and side.top() in REMEDIES and side.top() != "go":
            self.saw("attack on a remedy")
        (side.speed if card == "speed_limit" else side.battle).append(card)
        for holder in side.seats:
            if SAFETY[card] in self.hands[holder]:
                # §4.4, D15
                self.phase = "coup_fourre"
                self.seat = holder
                self.attack = (seat, card, number)
                return
        self.end_turn(seat)

    def lay_safety(self, seat: int, card: str) -> None:
        """A safety in one's own turn (§3, §4.3, D5, D11)."""
        side = self.sides[self.side_of(seat)]
        if card == "right_of_way" and side.limited() and not side.speed:
            self.saw("starts limited: right_of_way takes no card away")
        side.safeties.append(card)
        self.take_hazards_away(side, card)
        if card == "right_of_way" and side.has_hazard_on_top():
            self.saw("D13: right_of_way leaves another hazard")
        if self.rules == "dujardin" and self.pile:
            self.saw("dujardin: one more draw and play")
            self.draw(seat, 1)
        elif self.rules == "dujardin" and self.hands[seat]:
            self.saw("D11: no further play on the empty pile")
            if card in self.chain:
                self.saw("D11: nor in a won turn")
            self.end_turn(seat)
        elif self.rules == "winning_moves" and card in self.chain and self.hands[seat]:
            self.saw("D5: chain" if self.pile else "D5: chain with nothing to draw")
            if any(other in SAFETIES for other in self.chain if other != card):
                self.saw("D5: two safeties drawn together")
            self.chain = self.draw(seat, self.dealt + 1 - len(self.hands[seat]))
            if any(other in SAFETIES for other in self.chain):
                self.saw("D5: chain may repeat")
        else:
            if card in self.chain:
                self.saw("D5: no chain elsewhere")
            self.end_turn(seat)

    def take_hazards_away(self, side: Side, safety: str) -> None:
        # §4.3: right_of_way both a stop and a limit, the battle pile's card first.
        for pile in (side.battle, side.speed):
            if pile and pile[-1] in HAZARDS and SAFETY[pile[-1]] == safety:
                self.discards.append(pile.pop())

    def coup_fourre(self, seat: int, card: str) -> None:
        """§4.4: the safety laid at once, out of turn; its seat takes the turn."""
        assert self.attack is not None
        _, hazard, number = self.attack
        side = self.sides[number]
        self.saw("coup fourré")
        side.safeties.append(card)
        side.coups_fourres.append(card)
        assert (side.speed if hazard == "speed_limit" else side.battle)[-1] == hazard
        before = len(self.discards)
        # "As in one's turn" (§4.4): the battle pile's card first, even if the attack was the limit.
        self.take_hazards_away(side, card)
        if len(self.discards) == before + 2:
            self.saw("coup fourré clears both piles")
        if not self.pile and self.ends_with_the_last_card():
            self.saw("D15: coup fourré after the last card")
            self.end(self.nearest())
        else:
            self.begin_turn(seat, won=True)

    # --- the report of §8 ---

    def report(self) -> dict[str, Any]:
        return {
            "ok": True,
            "moves": self.moves,
            "phase": self.phase,
            "seat": self.seat,
            "target": self.target,
            "draw_pile": len(self.pile),
            "discard_pile": list(self.discards),
            "hands": [sorted(hand) for hand in self.hands],
            "sides": [
                {
                    "seats": list(side.seats),
                    "km": side.km(),
                    "battle": list(side.battle),
                    "speed": list(side.speed),
                    "distance": list(side.distance),
                    "safeties": list(side.safeties),
                    "coups_fourres": list(side.coups_fourres),
                    "rolling": side.rolling(),
                    "limited": side.limited(),
                }
                for side in self.sides
            ],
            "legal": self.legal(),
            "winner": self.winner,
            "scores": self.scores,
        }


def parse(text: object) -> tuple[int, str | None, str | None, int | None] | None:
    """Seat, mark, card and side of a move's text, or None if it has none of the forms of §8.

    Single blanks, one digit each for seat and side, nothing around; what stands where a card belongs is a card,
    unknown or not, if it is a word of letters, digits and underscores.
    """
    if not isinstance(text, str):
        return None
    words = text.split(" ")
    if words[0] not in DIGITS or len(words) not in (2, 3, 4):
        return None
    seat = int(words[0])
    if len(words) == 2 and words[1] in (".", "+", "="):
        return seat, words[1], None, None
    if len(words) == 3 and words[1] in ("-", "!") and is_word(words[2]):
        return seat, words[1], words[2], None
    if len(words) == 2 and is_word(words[1]):
        return seat, None, words[1], None
    if len(words) == 4 and is_word(words[1]) and words[2] == ">" and words[3] in DIGITS:
        return seat, None, words[1], int(words[3])
    return None


def is_word(word: str) -> bool:
    return word != "" and all(letter.isalnum() or letter == "_" for letter in word)
