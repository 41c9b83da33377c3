"""The review of a leg: which decisions cost most, what would have been better and why, and what was luck.

Luck is kept in the career's ledger; ``ReviewActions`` turns some of the costliest decisions into puzzles. Begin with
``model``: a separate process judges the leg (``ai.review``); the game polls it and never waits for it. ``scene`` is the
screen, ``findings`` has the results so far, the other modules are parts of the screen. Other features import
``Judgement``, ``JudgementForm``, ``ContextForm``, ``action_words``, ``points_lost_words`` and ``why_words``.
"""
