"""Deals: the same cards for everybody. The calendar of the deals of the day, and deals by a code that one can read out.

Kept on disk, among what the person has achieved (``game.career``), are the first and the best drive of each day, and
what the levels of the bots made of it. Begin with ``model``. The screen of the days is ``calendar``, with its ``month``
and ``day``; that of codes is ``scene``, and ``result`` compares. The codes themselves are made in ``game.match.deals``.
Other features import ``Medal``, ``medals_of``, ``deals_of`` and ``week_dots``.
"""
