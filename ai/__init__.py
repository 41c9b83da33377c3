"""The bots: belief, evaluation, expectimax. They know game.engine and nothing else of the game."""
