"""The garage: cars, card backs and sceneries, opened by stars of the tour, medals or a milestone; looks only.

What is chosen is kept among the settings of the person; what is open follows from what was achieved. Begin with
``model``: ``THINGS`` is the table. ``page`` is the page of the Roadbook, ``announce`` says in passing what is open now.
No other feature imports it: they ask the program (``Host.opened_line``).
"""
