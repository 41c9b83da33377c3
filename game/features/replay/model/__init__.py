"""A finished or running leg without a screen: its positions, its review, and a decision asked again.

Begin with ``leg_replay``: every position of a leg and what each seat saw. ``review`` has a process judge the leg,
``findings`` collects what it sends and finds the costliest decisions (pins). ``attempt`` is such a decision while the
player makes it again.
"""
