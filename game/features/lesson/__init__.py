"""The first lesson: one leg with known cards, in which a coach teaches the game in five minutes, by each rule set.

The settings keep on disk how far the lesson was followed (``LessonPlace``) and when each person finished it. Begin with
``model``: ``COURSES`` is the script, ``lesson_match`` the match after a number of its moves. ``words`` has the coach's
texts, ``scene`` the table with the coach, ``end`` the plate after it. No other feature imports this one.
"""
