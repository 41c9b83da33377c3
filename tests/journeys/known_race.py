"""The program, with races for two whose cards and rival are known: an attack that a safety answers, and an extension.

``test_screen_reader.py`` runs it as a module, with the program's options.
"""

from __future__ import annotations

import os
import sys
from unittest import mock

from game.__main__ import main
from game.match import session as sessions
from game.match.deals import Deal
from tests.fixed_decks import ScriptedBots, fixed_deck

HANDS = ("go right_of_way km_200 km_200 km_100 km_100", "speed_limit km_25 km_25 km_25 km_25 km_25")
DRAWS = "km_100 km_25 km_100 km_100 km_25 km_100 km_25 km_50"
DECK = fixed_deck(HANDS, DRAWS)

if __name__ == "__main__":
    os.environ["SDL_VIDEODRIVER"] = "x11"  # ``tests.window`` wants none
    with (
        mock.patch.object(sessions, "WorkerBots", return_value=ScriptedBots(["1 speed_limit > 0"])),
        mock.patch.object(Deal, "deck", DECK),
    ):
        sys.exit(main(sys.argv[1:]))
