"""Puzzles: the person's own costly decisions, to be made once more, and ten that come with the game.

A person's own puzzles and all answers are kept on disk, in a small file for each profile. Begin with ``model``: a
``Puzzle`` holds only what its seat saw. ``page`` is the list in the Roadbook, ``scene`` the table with the question
beside it (``plate``). Other features import ``PUZZLES`` and ``PuzzleBook``, for the profile's file.
"""
