"""Deals: the same cards for everybody. The calendar of the deals of the day, and deals by a code that one can read out.

On disk are the first drive of each day and what the levels of the bots made of it, in what the person has achieved
(``game.career``). Begin with ``model``: ``calendar`` has medals, rallies and days in a row, ``day_drives`` lets the
bots drive. ``calendar`` (``month``, ``day``) is the screen of the days, ``scene`` that of codes, ``result`` compares.
The codes themselves are made in ``game.match.deals``.
"""
