"""The Roadbook's page of the six drivers: the person's results against each of them (``game.career.head_to_head``).

Nothing is saved on disk here. What drivers say and what they look like is in ``game.drivers``. No other feature imports
it.
"""
