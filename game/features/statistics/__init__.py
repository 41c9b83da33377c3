"""The Roadbook's page of statistics: legs won, points leg by leg, safeties, who hits whom, luck.

Nothing is kept on disk: all is counted from the career's legs. Begin with ``model`` for a figure, ``panels`` for how it
is shown, ``page`` for where. Other features import ``PERSON``.
"""
