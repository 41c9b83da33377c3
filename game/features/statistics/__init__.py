"""A person's statistics in the Roadbook: legs won, points per leg, safeties, who hits whom, luck.

Nothing is saved on disk: all numbers are computed from the career's legs. To add a number, begin with ``model``;
``panels`` shows the numbers, and ``page`` arranges the panels. Other features import ``StatisticsPage``.
"""
