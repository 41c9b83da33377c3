"""Deals of the day and deals by code: everybody gets the same cards.

Saved on disk, among the person's achievements (``game.career``), are the first and the best result of each day, and the
points of the bots' levels, which decide the medal. A match of a day that was left is continued. Begin with ``model``.
``calendar_scene`` is the screen of the days, with ``month`` and ``day_card``; ``deal_code_scene`` is the dialog for
codes. The codes are made in ``game.match.deals``. Other features import ``Medal``, ``medals_of``, ``week_dots_panel``,
``under_way`` and, for the comparison on the result, ``LegRun``, ``SeatComparison`` and ``paint_driver``.
"""
