"""After a leg: the score sheet, the chart of the match, who hit whom, and the log of the leg.

Nothing is kept on disk. Begin with ``scene``, which counts the points on a ``sheet``; ``standings`` are the figures
that all of these screens show, and the result too. ``logbook`` is the log with all reasons, ``hits`` the matrix.
"""
