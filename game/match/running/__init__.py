"""The parts of a running match, each with a state of its own; begin with ``game.match.session``, which has them.

What a part needs it is given: ``viewpoint`` knows no other, ``deciders`` that, and so on up to ``take_backs``.
"""
