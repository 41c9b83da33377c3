"""The first lesson: one leg with known cards, in which a coach teaches the game in five minutes, by each rule set.

On disk is only how far it was followed, in the settings file (``LessonPlace``). Begin with ``model``: ``COURSES`` is
the script, and ``lesson_match`` the match after so many of its moves. ``words`` is what the coach says, ``scene`` the
table with the coach, ``end`` the plate after it. Others may call ``start_lesson`` of the navigation.
"""
