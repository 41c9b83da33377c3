"""The Roadbook's page of everybody who drives here: the person, the six rivals, friends and guests.

All of it is computed from the career's matches; only a guest's license is kept, in the settings file. Begin with
``model``, which reads what the person and each opponent have driven against each other. ``page`` has the list and shows
one of them beside it, ``sheet`` what is shown of an opponent. What rivals say and look like is in ``game.drivers``. No
other feature imports this one.
"""
