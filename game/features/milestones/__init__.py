"""Milestones: thirty achievements, each with a badge, announced in the match in which they are reached.

The ids of reached milestones are saved on disk, among the person's achievements (``game.career``). Begin with
``model``: ``MILESTONES`` is the table. ``watch`` finds the milestones that a running match reaches. ``toast``
announces them, ``page`` and ``grid`` show them in the Roadbook's collection. Other features import
``MilestonesPage``, ``milestone_name``, ``milestone_condition``, ``MILESTONES`` and ``last_leg_shares``.
"""
