"""Deals: the calendar of those of the day (``calendar.py``, made of ``month.py`` and ``day.py``), the dialog of all
others by their number (``scene.py``), and what others made of the same seat (``result.py``).
"""
