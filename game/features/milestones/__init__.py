"""Milestones: thirty deeds, each with a badge, announced in the match in which they are reached.

Kept on disk, among the person's achievements (``game.career``), are the ids of those reached. Begin with ``model``:
``MILESTONES`` is the table. ``watch`` finds them while a match runs, and has the career read each leg that ends;
``toast`` and ``reached`` show them, ``page`` and ``grid`` are the page of the Roadbook. Other features import
``milestone_name``, ``milestone_condition`` and ``reached_count``.
"""
