"""Replaying a leg turn by turn, with all hands visible if the player wants, and playing on from any turn.

Only exports are written to disk, and the practice match of a player who plays on. Begin with ``model``: a ``LegReplay``
has every position of a leg and what each seat saw of it. ``opening`` loads it and opens ``scene``, the screen;
``playback`` keeps the current turn; ``controls``, ``timeline`` and ``hands`` are the controls below the table,
``trays`` are the visible hands on it. ``command`` is ``python -m game replay``. Other features import ``LegReplay``,
``ReplayLoader`` and ``open_replay``.
"""
