"""The room to look back at a leg: turn by turn, with the chances of winning, and with costly decisions asked again.

Exports are written to disk, the practice match of a player who plays on, luck (in the career's ledger), and puzzles.
Begin with ``model``: a ``LegReplay`` has every position of a leg, and a process reviews it meanwhile. ``opening`` loads
the leg and opens ``scene``, the screen; ``playback`` keeps the current turn; ``controls``, ``curve`` and
``timeline`` are in the bar below the table, ``panel`` and ``hits`` beside it, ``trays`` are the visible hands on it.
``pin_scene`` asks a decision of the leg; ``asking`` and ``asked_panel`` do so for puzzles too. ``command`` is ``python
-m game replay``. Other features import ``LegReplay``, ``Judgement``,
``JudgementForm``, ``ContextForm``, ``Attempt``, ``is_right``, ``LEAST_LOSS``, ``MOST_PINS``, ``AskingScene``,
``asked_panel``, ``AskedWords``, ``PanelButton``, ``heading_words`` and ``points_lost_words``.
"""
