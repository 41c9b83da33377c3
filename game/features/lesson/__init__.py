"""The first lesson: one leg with known cards, in which a coach teaches the game in five minutes, by each rule set.

Kept on disk, in the settings, are how far it was followed (``LessonPlace``) and who finished it when. Begin with
``model``: ``COURSES`` is the script, and ``lesson_match`` the match after so many of its moves. ``words`` is what the
coach says, ``scene`` the table with the coach, ``end`` the plate after it. No other feature imports it.
"""
