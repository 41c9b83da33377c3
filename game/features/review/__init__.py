"""The review of a leg: which decisions cost most, what would have been better and why, and what was luck.

Luck is kept in the career's ledger, and decisions worth another try become puzzles, through ``ReviewActions``. Begin
with ``model``: a process of its own judges the leg (``ai.review``) and is polled, never waited for. ``scene`` is the
screen, ``findings`` has the results so far, the other modules are its parts. Other features import ``Judgement``,
``JudgementForm``, ``ContextForm``, ``action_words``, ``points_lost_words`` and ``why_words``.
"""
