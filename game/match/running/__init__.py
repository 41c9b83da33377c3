"""The parts of a running match, each with its own state; begin with ``game.match.session``, which creates them.

Each part is given those it needs: ``viewpoint`` needs no other, ``deciders`` needs ``viewpoint``, and so on up to
``take_backs``.
"""
