"""The Roadbook: one screen with a tab for each page about everything that was played.

The pages are in their own features. Nothing is saved on disk here; the pages read the career (``game.career``) in a
thread. Begin with ``scene``. A new page is a ``RoadbookPage`` (``page``) in its feature, and a tab in the navigation's
``show_roadbook``. Other features import ``RoadbookPage``, ``CareerPage``, ``PageGroup``,
``PageContext`` and ``scrolled_above_foot``.
"""
