"""Milestones: thirty deeds, each with a badge, told in the match in which they are reached.

Nothing of its own is kept on disk but the ids of those reached, in what the person has achieved (``game.career``).
Begin with ``model``: ``MILESTONES`` is the table of them. ``watch`` notices them while a match runs, ``toast`` and
``reached`` show them, ``page`` and ``grid`` are the page of the Roadbook. Others may call ``progress_of``.
"""
