"""The Roadbook's page of the six drivers: the person's score against each (``game.career.head_to_head``).

Nothing is kept on disk here. What drivers say and show lies in ``game.drivers``. No other feature imports it.
"""
