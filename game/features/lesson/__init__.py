"""The first lesson: one leg with known cards, in which a coach teaches the game in five minutes, for each rule set.

The settings keep on disk how far the player has come (``LessonProgress``) and when each person finished the lesson.
Begin with ``model``: ``COURSES`` is the script, and ``lesson_match`` returns the match after a number of its moves.
``words`` has the coach's texts, ``scene`` the table with the coach, ``end`` the dialog after it. No other feature
imports this one.
"""
