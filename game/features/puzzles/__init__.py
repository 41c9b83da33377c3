"""Puzzles: decisions that cost the person many points, to be made once more, and ten that come with the game.

A person's own puzzles and all answers are saved on disk, in a small file for each profile. Begin with ``model``: a
``Puzzle`` contains only what its seat saw. ``page`` is the list in the Roadbook, ``scene`` the table with the question
beside it (``puzzle_panel``). Other features import ``PUZZLES``, for the profile's file.
"""
