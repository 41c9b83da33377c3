"""Deals of the day and deals by code: everybody gets the same cards.

Kept on disk, among the person's achievements (``game.career``), are the first and the best run of each day, and the
points that the levels of the bots made of it. Begin with ``model``. ``calendar`` is the screen of the days, with its
``month`` and ``day``; ``scene`` is the dialog for codes, and ``result`` compares a run with those of the bots. The
codes are made in ``game.match.deals``. Other features import ``Medal``, ``medals_of``, ``deals_of`` and ``week_dots``.
"""
