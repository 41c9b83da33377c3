"""Who hit whom in sentences, in every language."""

from __future__ import annotations

from game.engine.attacks import AttackTable
from game.engine.rules import RULE_SETS, Seating, sides_of
from game.i18n import LANGUAGES, set_language
from game.words.log import cell_line
from game.words.names import Names
from tests.cases import each

DRIVERS = (None, "carla", "hugo", "leo", "irma", "nina")
SOLO = Names(DRIVERS[:3], sides_of(3, Seating.SOLO), 0)
TEAMS = Names(DRIVERS, sides_of(6, Seating.TEAMS), 0)


def three(laid: int, parried: int = 0) -> AttackTable:
    return AttackTable(((laid,) * 3,) * 3, ((parried,) * 3,) * 3)


@each(
    ("names", "by", "on", "laid", "parried", "said"),
    [
        (SOLO, 0, 1, 1, 0, "You hit Carla once"),
        (SOLO, 0, 2, 4, 0, "You hit Hugo 4 times"),
        (SOLO, 1, 0, 5, 0, "Carla hit you 5 times"),
        (SOLO, 1, 0, 5, 2, "Carla hit you 5 times; 2 parried by a coup fourré"),
        (SOLO, 1, 2, 1, 1, "Carla hit Hugo once; 1 parried by a coup fourré"),
        (SOLO, 0, 1, 0, 0, "You never hit Carla"),
        (SOLO, 1, 0, 0, 0, "Carla never hit you"),
        (SOLO, 2, 1, 0, 0, "Hugo never hit Carla"),
        (TEAMS, 0, 1, 3, 0, "You and Leo hit Carla + Irma 3 times"),
        (TEAMS, 1, 0, 1, 0, "Carla + Irma hit you and Leo once"),
        (TEAMS, 2, 1, 2, 0, "Hugo + Nina hit Carla + Irma 2 times"),
        (TEAMS, 0, 2, 0, 0, "You and Leo never hit Hugo + Nina"),
        (TEAMS, 2, 0, 0, 0, "Hugo + Nina never hit you and Leo"),
    ],
)
def test_hits_between_two_sides_are_told_in_a_sentence(
    names: Names, by: int, on: int, laid: int, parried: int, said: str
) -> None:
    assert cell_line(by, on, three(laid, parried), names, "winning_moves") == said


@each("rules_id", RULE_SETS)
@each("code", LANGUAGES)
def test_numbers_of_hits_each_have_words_of_their_own_in_each_language(code: str, rules_id: str) -> None:
    set_language(code)
    try:
        for names in (SOLO, TEAMS):
            for by, on in ((0, 1), (1, 0), (1, 2)):
                said = [cell_line(by, on, three(n, min(n, 1)), names, rules_id) for n in range(4)]
                assert len(set(said)) == 4
                assert not any("{" in line for line in said)
    finally:
        set_language("en")
