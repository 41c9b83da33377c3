"""The sentences of a story (``game.features.result.model``).

A side is called "you" if the viewer is its only player; any other side is named after its driver or team.
"""

# ruff: noqa: PLR0912 - a sentence for each line

from __future__ import annotations

from game.features.milestones.words import milestone_name
from game.features.result.model import StoryCode, StoryLine
from game.features.result.standings import Standings
from game.i18n import _, _n, _p, _r, _rn, capital, number
from game.i18n.punctuation import join_with_and, with_full_stop
from game.words.names import Names
from game.words.vocabulary import card_name, term


def story_words(line: StoryLine, names: Names, rules_id: str) -> str:
    """Return the sentence of a story's line, in the vocabulary of a rule set."""
    words = _StorySentences(line, names, rules_id)
    for tell in (
        words.headline,
        words.highlight,
        words.leadership,
        words.turning_point,
        words.consolation,
        words.match_summary,
        words.near_miss,
    ):
        if said := tell():
            return with_full_stop(capital(said))
    raise ValueError(line.code)


class _StorySentences:
    """The sentence of one line of a story.

    Each public method covers one group of codes: it returns the sentence, or an empty string if the line's code is in
    another group.
    """

    def __init__(self, line: StoryLine, names: Names, rules_id: str) -> None:
        self.line, self.names, self.rules = line, names, rules_id
        self.is_you = self._is_you(line.side)
        self.name, self.other = self._name(line.side), self._name(line.other)
        self.card = card_name(line.card, rules_id) if line.card is not None else ""
        self.card_km = number(line.card.km) if line.card is not None else ""
        self.n = number(line.n)

    def _is_you(self, side: int) -> bool:
        return side >= 0 and self.names.sides[side] == (self.names.viewer,)

    def _name(self, side: int) -> str:
        if side < 0:
            return ""
        seats = self.names.sides[side]
        if len(seats) == 1:
            return self.names.seat(seats[0])
        if self.names.is_viewers_side(side):
            return _p("side", "your team")
        return _p("side", "{name}’s team", name=self.names.seat(seats[0]))

    def headline(self) -> str:
        line, name, km = self.line, self.name, self.n
        match line.code:
            case StoryCode.NOBODY:
                return _("Nobody reached the finish")
            case StoryCode.CLOSE:
                return _("Just {km} km ahead of {name}", name=self.other, km=km)
            case StoryCode.SPARE:
                return _("With {km} km to spare", km=km)
            case StoryCode.FAR:
                return _("Miles ahead of everyone")
            case StoryCode.ON_POINTS:
                return _("Nobody reached the finish: points decide")
            case StoryCode.NEAREST if self.is_you:
                return _("Nobody reached the finish, but you were nearest")
            case StoryCode.NEAREST:
                return _("Nobody reached the finish, but {name} was nearest", name=name)
            case StoryCode.BEHIND if self.is_you:
                return _("You were {km} km behind {other}", km=km, other=self.other)
            case StoryCode.BEHIND:
                return _("{name} was {km} km behind {other}", name=name, km=km, other=self.other)
            case StoryCode.BEATEN_ON_POINTS:
                return self._first_but(line.other)
            case StoryCode.ARRIVED_SHORT:
                return self._first_but(line.side)
            case StoryCode.SHORT:
                return (
                    _("You were {km} km short", km=km)
                    if self.is_you
                    else _("{name} was {km} km short", name=name, km=km)
                )
            case StoryCode.POINTS_SHORT | StoryCode.POINTS_AHEAD if not line.n:
                return _("Dead even on points")
            case StoryCode.POINTS_SHORT:
                if self.is_you:
                    return _n("You were {n} point short", "You were {n} points short", line.n)
                return _n("{name} was {n} point short", "{name} was {n} points short", line.n, name=name)
            case StoryCode.POINTS_AHEAD:
                return _n("{n} point ahead", "{n} points ahead", line.n)
        return ""

    def _first_but(self, side: int) -> str:
        if self._is_you(side):
            return _("You were first across the line, but points decide")
        return _("{name} was first across the line, but points decide", name=self._name(side))

    def highlight(self) -> str:
        """Return the sentence about a moment of the race."""
        line, you, name = self.line, self.is_you, self.name
        match line.code:
            case StoryCode.COUP_FOURRE:
                return self._coup_fourre()
            case StoryCode.STOPPED_NEAR:
                return self._stopped_near()
            case StoryCode.STOOD:
                return self._stood()
            case StoryCode.CAME_BACK if you:
                return _("You make up {km} km and take the lead", km=self.n)
            case StoryCode.CAME_BACK:
                return _("{name} makes up {km} km and takes the lead", name=name, km=self.n)
            case StoryCode.LAST_CARD if you:
                return _("Your last card is a {km}. Right on the line!", km=self.card_km)
            case StoryCode.LAST_CARD:
                return _("{name} needs a {km} and has it. Right on the line!", name=name, km=self.card_km)
            case StoryCode.TAKES_LEAD if you:
                return _("You take the lead with a {km}", km=self.card_km)
            case StoryCode.TAKES_LEAD:
                return _("{name} takes the lead with a {km}", name=name, km=self.card_km)
            case StoryCode.WAITED if you:
                return _n("You’re rolling at last, after {n} round", "You’re rolling at last, after {n} rounds", line.n)
            case StoryCode.WAITED:
                return _n(
                    "{name} is rolling at last, after {n} round",
                    "{name} is rolling at last, after {n} rounds",
                    line.n,
                    name=name,
                )
            case StoryCode.EXTENDED if you:
                return _r(self.rules, "You extend the leg")
            case StoryCode.EXTENDED:
                return _r(self.rules, "{name} extends the leg", name=name)
        return ""

    def _coup_fourre(self) -> str:
        assert self.line.against is not None
        cried, hazard = capital(term("coup_fourre", self.rules)), card_name(self.line.against, self.rules)
        if self.is_you:
            return _("{coup_fourre}! {hazard} bounces right off you", coup_fourre=cried, hazard=hazard)
        return _("{coup_fourre}! {hazard} bounces right off {name}", coup_fourre=cried, name=self.name, hazard=hazard)

    def _stopped_near(self) -> str:
        if self.is_you:
            return _("You stop {other} {km} km before the finish", other=self.other, km=self.n)
        if self._is_you(self.line.other):
            return _("{name} stops you {km} km before the finish", name=self.name, km=self.n)
        return _("{name} stops {other} {km} km before the finish", name=self.name, other=self.other, km=self.n)

    def _stood(self) -> str:
        n = self.line.n
        if self.is_you:
            return _n("{name} stops you for {n} round", "{name} stops you for {n} rounds", n, name=self.other)
        if self._is_you(self.line.other):
            return _n("You stop {other} for {n} round", "You stop {other} for {n} rounds", n, other=self.name)
        return _n(
            "{name} stops {other} for {n} round", "{name} stops {other} for {n} rounds", n,
            name=self.other, other=self.name,
        )  # fmt: skip

    def leadership(self) -> str:
        line, you, name = self.line, self.is_you, self.name
        match line.code:
            case StoryCode.LED_ALL if you:
                return _("You led from start to finish")
            case StoryCode.LED_ALL:
                return _("{name} led from start to finish", name=name)
            case StoryCode.LED if you:
                return _("You led for {n} of {total} turns", n=self.n, total=number(line.second_n))
            case StoryCode.LED:
                return _("{name} led for {n} of {total} turns", name=name, n=self.n, total=number(line.second_n))
            case StoryCode.CHANGED:
                return _n("The lead changed {n} time", "The lead changed {n} times", line.n)
            case StoryCode.LED_FROM if you:
                return _("You took the lead on turn {n} and kept it", n=self.n)
            case StoryCode.LED_FROM:
                return _("{name} took the lead on turn {n} and kept it", name=name, n=self.n)
        return ""

    def turning_point(self) -> str:
        line, you, name, other = self.line, self.is_you, self.name, self.other
        match line.code:
            case StoryCode.LEADER_STOPPED:
                return self._leader_stopped()
            case StoryCode.DECIDED:
                return self._decided()
            case StoryCode.BACK if you:
                return _("You were {km} km behind, and still won", km=self.n)
            case StoryCode.BACK:
                return _("{name} was {km} km behind, and still won", name=name, km=self.n)
            case StoryCode.DARED if you:
                return _("You dared the longer road, and it paid off")
            case StoryCode.DARED:
                return _("{name} dared the longer road, and it paid off", name=name)
            case StoryCode.DARED_IN_VAIN if self._is_you(line.other):
                return _("{name} dared the longer road, but you got there", name=name)
            case StoryCode.DARED_IN_VAIN:
                return _("{name} dared the longer road, but {other} got there", name=name, other=other)
            case StoryCode.UNSTOPPED if you:
                return _("Nobody stopped you")
            case StoryCode.UNSTOPPED:
                return _("Nobody stopped {name}", name=name)
            case StoryCode.NEVER_ROLLED if you:
                return _n(
                    "You waited {n} round and never got rolling", "You waited {n} rounds and never got rolling", line.n
                )
            case StoryCode.NEVER_ROLLED:
                return _n(
                    "{name} waited {n} round and never got rolling", "{name} waited {n} rounds and never got rolling",
                    line.n, name=name,
                )  # fmt: skip
            case StoryCode.LONG_STANDS:
                return self._long_stands()
        return ""

    def _decided(self) -> str:
        n, what = self.line.n, _for_item(self.line.item, self.rules)
        if self.is_you:
            return _n(
                "You got {n} point more than {other} {what}", "You got {n} points more than {other} {what}", n,
                other=self.other, what=what,
            )  # fmt: skip
        if self._is_you(self.line.other):
            return _n(
                "{name} got {n} point more than you {what}", "{name} got {n} points more than you {what}", n,
                name=self.name, what=what,
            )  # fmt: skip
        return _n(
            "{name} got {n} point more than {other} {what}", "{name} got {n} points more than {other} {what}", n,
            name=self.name, other=self.other, what=what,
        )  # fmt: skip

    def _long_stands(self) -> str:
        """Return the sentence about long stands: only the first side has a verb."""
        (side, rounds), *others = self.line.stands
        stood = join_with_and(map(number, rounds))
        first = (
            _("You were stuck for {rounds} rounds", rounds=stood)
            if self._is_you(side)
            else _("{name} was stuck for {rounds} rounds", name=self._name(side), rounds=stood)
        )
        return join_with_and([first, *(self._stand(side, rounds) for side, rounds in others)])

    def _stand(self, side: int, rounds: tuple[int, ...]) -> str:
        stood = join_with_and(map(number, rounds))
        # Translators: as in “Hugo was stuck for 20 rounds, you for 14 and Nina for 12”.
        you = _p("stood", "you for {rounds}", rounds=stood)
        # Translators: as in “Hugo was stuck for 20 rounds, you for 14 and Nina for 12”.
        return you if self._is_you(side) else _p("stood", "{name} for {rounds}", name=self._name(side), rounds=stood)

    def _leader_stopped(self) -> str:
        line, name, other, third = self.line, self.name, self.other, self._name(self.line.third)
        if line.side == line.third:
            if self.is_you:
                return _("You stopped {other} and drove past", other=other)
            if self._is_you(line.other):
                return _("{name} stopped you and drove past", name=name)
            return _("{name} stopped {other} and drove past", name=name, other=other)
        if self.is_you:
            return _("You stopped {other}, and {third} drove past", other=other, third=third)
        if self._is_you(line.other):
            return _("{name} stopped you, and {third} drove past", name=name, third=third)
        if self._is_you(line.third):
            return _("{name} stopped {other} – and you drove past", name=name, other=other)
        return _("{name} stopped {other}, and {third} drove past", name=name, other=other, third=third)

    def consolation(self) -> str:
        line, you, name, n = self.line, self.is_you, self.name, self.line.n
        match line.code:
            case StoryCode.NEARLY if you:
                return _n(
                    "You were stuck for {n} round, and still nearly caught {other}",
                    "You were stuck for {n} rounds, and still nearly caught {other}", n, other=self.other,
                )  # fmt: skip
            case StoryCode.NEARLY:
                return _n(
                    "{name} was stuck for {n} round, and still nearly caught {other}",
                    "{name} was stuck for {n} rounds, and still nearly caught {other}", n, name=name, other=self.other,
                )  # fmt: skip
            case StoryCode.MADE_UP if you:
                return _("You were {km} km behind, but only {left} at the end", km=self.n, left=number(line.second_n))
            case StoryCode.MADE_UP:
                left = number(line.second_n)
                return _("{name} was {km} km behind, but only {left} at the end", name=name, km=self.n, left=left)
            case StoryCode.PARRIED if you:
                return _n("You shrugged off an attack on the spot", "You shrugged off {n} attacks on the spot", n)
            case StoryCode.PARRIED:
                return _n(
                    "{name} shrugged off an attack on the spot",
                    "{name} shrugged off {n} attacks on the spot",
                    n,
                    name=name,
                )
            case StoryCode.SAFETIES if you:
                return _rn(self.rules, "You played {n} safety", "You played {n} safeties", n)
            case StoryCode.SAFETIES:
                return _rn(self.rules, "{name} played {n} safety", "{name} played {n} safeties", n, name=name)
            case StoryCode.STOPS if self.other and you:
                return _n("You stopped {other} once", "You stopped {other} {n} times", n, other=self.other)
            case StoryCode.STOPS if self.other:
                return _n(
                    "{name} stopped {other} once", "{name} stopped {other} {n} times", n, name=name, other=self.other
                )
            case StoryCode.STOPS if you:
                return _n("You stopped a rival once", "You stopped rivals {n} times", n)
            case StoryCode.STOPS:
                return _n("{name} stopped a rival once", "{name} stopped rivals {n} times", n, name=name)
            case StoryCode.DROVE if you:
                return _("You drove {km} km", km=self.n)
            case StoryCode.DROVE:
                return _("{name} drove {km} km", name=name, km=self.n)
            case StoryCode.POINTS if you:
                return _n("You collected {n} point", "You collected {n} points", line.n)
            case StoryCode.POINTS:
                return _n("{name} collected {n} point", "{name} collected {n} points", line.n, name=name)
            case StoryCode.FROM_ZERO:
                return _("Every race begins at zero")
        return ""

    def match_summary(self) -> str:
        line, you, name, count = self.line, self.is_you, self.name, number(self.line.second_n)
        match line.code:
            case StoryCode.LEGS_WON if you:
                return _rn(
                    self.rules, "You won {n} of {count} legs", "You won {n} of {count} legs", line.n, count=count
                )
            case StoryCode.LEGS_WON:
                return _rn(
                    self.rules,
                    "{name} won {n} of {count} legs",
                    "{name} won {n} of {count} legs",
                    line.n,
                    name=name,
                    count=count,
                )
            case StoryCode.AHEAD_ALL if you:
                return _("You were ahead from start to finish")
            case StoryCode.AHEAD_ALL:
                return _("{name} was ahead from start to finish", name=name)
            case StoryCode.FROM_BEHIND if you:
                return _("You came from behind to win")
            case StoryCode.FROM_BEHIND:
                return _("{name} came from behind to win", name=name)
        return ""

    def near_miss(self) -> str:
        """Return the sentence about what the reader came near to."""
        line, n = self.line, self.line.n
        match line.code:
            case StoryCode.STAR_POINTS:
                return _n("{n} point from {star}", "{n} points from {star}", n, star=_star(line.second_n))
            case StoryCode.STAR_KM:
                return _("{km} km from {star}", km=self.n, star=_star(line.second_n))
            case StoryCode.STAR_BUT_ONE:
                return _but_one(line.item, _star(line.second_n), self.rules)
            case StoryCode.NEAR_PLACE:
                return _n("{n} point from {place}", "{n} points from {place}", n, place=_place(line.second_n))
            case StoryCode.NEAR_FINISH:
                return _("One {km} from the finish", km=self.n)
            case StoryCode.NEAR_CUP:
                return _n("{n} point from the trophy", "{n} points from the trophy", n)
            case StoryCode.NEAR_LEAD:
                return _n("{n} point from the lead", "{n} points from the lead", n)
            case StoryCode.MILESTONE_KM:
                return _("{km} km short of the milestone “{milestone}”", milestone=milestone_name(line.item), km=self.n)
            case StoryCode.MILESTONE_POINTS:
                return _n(
                    "{n} point short of the milestone “{milestone}”",
                    "{n} points short of the milestone “{milestone}”", n,
                    milestone=milestone_name(line.item),
                )  # fmt: skip
            case StoryCode.MILESTONE_BUT_ONE:
                return _("One short of the milestone “{milestone}”", milestone=milestone_name(line.item))
        return ""


def _for_item(item: str, rules_id: str) -> str:
    """Return the words for a row of points at the end of “Carla got 700 points more than you”."""
    return {
        "km": _p("points", "for distance"),
        "safeties": _r(rules_id, "for safeties"),
        "all_four": _r(rules_id, "for all four safeties"),
        "coups_fourres": _r(rules_id, "for coups fourrés"),
        "leg_won": _r(rules_id, "for legs won"),
        "delayed_action": _r(rules_id, "for the delayed action"),
        "safe_trip": _p("points", "for winning without a 200"),
        "extension": _r(rules_id, "for the extension"),
        "shut_out": _r(rules_id, "for shut-outs"),
        "no_100": _p("points", "for winning without 100s as well"),
        "left_in_hand": _p("points", "for fewer kilometers left in hand"),
    }[item]


def _star(number: int) -> str:
    """Return a goal's star after “50 points from” or “one win short of”."""
    return {
        1: _p("points from", "the first star"),
        2: _p("points from", "the second star"),
        3: _p("points from", "the third star"),
    }[number]


def _place(number: int) -> str:
    """Return a place after “50 points from”."""
    return {
        1: _p("points from", "first place"),
        2: _p("points from", "second place"),
        3: _p("points from", "third place"),
        4: _p("points from", "fourth place"),
        5: _p("points from", "fifth place"),
    }[number]


def _but_one(kind: str, star: str, rules_id: str) -> str:
    """Return the sentence that only the condition of that kind was missing for a star."""
    match kind:
        case "win":
            return _("One win short of {star}", star=star)
        case "win_leg":
            return _r(rules_id, "One leg win short of {star}", star=star)
        case "safeties":
            return _r(rules_id, "One safety short of {star}", star=star)
        case "no_200":
            return _("Without a 200, you’d have had {star}", star=star)
        case "extended":
            return _r(rules_id, "One extension short of {star}", star=star)
        case "caught_at_most":
            return _("One hit fewer, and you’d have had {star}", star=star)
    return _("Just short of {star}", star=star)


# -- the page ----------------------------------------------------------------------------------------------------------


def winner_line(standings: Standings) -> str:
    """Return the line that names the winner, shown in large letters as the winner's car arrives."""
    names, winner = standings.names, standings.ranking[0]
    partner = names.partner(winner)
    if partner is not None:
        return _("You and {partner} won!", partner=partner)
    if names.is_viewers_side(winner):
        return _("You won!")
    if len(names.sides[winner]) > 1:
        return _("{team} won!", team=names.side(winner))
    return _("{name} won!", name=names.side(winner))


def match_headline(standings: Standings) -> str:
    """Return the heading of the page after a match or race, which names the winner."""
    if standings.leg_count == 1:
        return winner_line(standings)
    names, rules_id, winner = standings.names, standings.rules_id, standings.ranking[0]
    partner = names.partner(winner)
    if partner is not None:
        return _r(rules_id, "You and {partner} won the match!", partner=partner)
    if names.is_viewers_side(winner):
        return _r(rules_id, "You won the match!")
    if len(names.sides[winner]) > 1:
        return _r(rules_id, "{team} won the match", team=names.side(winner))
    return _r(rules_id, "{name} won the match", name=names.side(winner))


def leg_headline(standings: Standings) -> str:
    """Return the heading of the page after a leg of a match, which names the leg's winner."""
    names, rules_id, winner, n = standings.names, standings.rules_id, standings.winner, len(standings.legs)
    if winner is None:
        return _r(rules_id, "Nobody won leg {n}", n=n)
    partner = names.partner(winner)
    if partner is not None:
        return _r(rules_id, "You and {partner} won leg {n}!", partner=partner, n=n)
    if names.is_viewers_side(winner):
        return _r(rules_id, "You won leg {n}!", n=n)
    if len(names.sides[winner]) > 1:
        return _r(rules_id, "{team} won leg {n}", team=names.side(winner), n=n)
    return _r(rules_id, "{name} won leg {n}", name=names.side(winner), n=n)
