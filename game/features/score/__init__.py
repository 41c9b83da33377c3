"""After a leg: the score sheet, the chart of the match, who hit whom, and the log of the leg.

Nothing is kept on disk here. Begin with ``scene``, which counts the points on a ``sheet``; ``standings`` has the data
that all of these screens show. ``logbook`` is the log with all reasons, ``hits`` the table of attacks, ``chart`` the
curves. Other features import ``LegScoreScene``, ``Standings``, ``ActionButton``, ``PointsChart``, ``mark_pills`` and
``take_back_marks``.
"""
