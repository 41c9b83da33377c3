"""The Roadbook's page of everybody who drives here: the person, the six rivals, friends and guests.

Nothing is saved on disk here; all of it is computed from the career's matches. Begin with ``model``, which reads what
the person and each opponent have driven against each other. ``page`` has the list and shows one of them beside it,
``sheet`` what is shown of an opponent. What rivals say and look like is in ``game.drivers``. No other feature imports
this one.
"""
