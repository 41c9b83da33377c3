"""The Roadbook's page of the six drivers: how one stands against each (``game.career.meetings``). Nothing is kept."""
