"""Milestones: thirty deeds, each with a badge, told in the match in which they are reached.

Kept on disk, among what the person has achieved (``game.career``), are the ids of those reached. Begin with ``model``:
``MILESTONES`` is the table of them. ``watch`` notices them while a match runs, and has the career take in each leg that
ends; ``toast`` and ``reached`` show them, ``page`` and ``grid`` are the page of the Roadbook. Other features import
``milestone_name``, ``milestone_condition`` and ``reached_count``.
"""
