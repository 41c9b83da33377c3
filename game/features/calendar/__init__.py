"""Deals of the day and deals by code: everybody gets the same cards.

Saved on disk, among the person's achievements (``game.career``), are the first and the best result of each day, and the
points of the bots' levels, which decide the medal. A match of a day that was left is continued. Begin with ``model``.
``calendar_scene`` is the screen of the days, with ``month`` and ``day_card``; ``deal_code_scene`` is the dialog for
codes, and ``deal_result_scene`` compares the person's result with those of the bots. The codes are made in
``game.match.deals``. Other features import ``Medal``, ``medals_of``, ``read_deals`` and ``week_dots_panel``.
"""
