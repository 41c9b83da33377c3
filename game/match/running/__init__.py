"""The parts of a running match, each with its own state; begin with ``game.match.session``, which creates them.

Each part is given those that it needs: ``ViewerFeed`` needs no other, ``SeatControl`` needs ``ViewerFeed``, and so on
up to ``TakeBackHistory``.
"""
