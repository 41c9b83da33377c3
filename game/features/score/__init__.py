"""After a leg: the score sheet, the chart of the match, who hit whom, and the log of the leg.

Nothing is saved to disk here. Begin with ``scene``, which counts the points on a ``sheet``; ``standings`` has the data
that all of these screens show. ``chart`` is the line chart. Other features import ``LegScoreScene``, ``Standings``,
``ActionButton``, ``PointsChart`` and ``mark_pills``.
"""
