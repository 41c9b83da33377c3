"""Puzzles: ``scene`` is the table as it was seen, ``plate`` what stands beside it."""
