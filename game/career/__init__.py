"""The career: everything that all kept matches add up to; begin with ``reader``.

``facts`` come from replaying a leg's record, ``match_stats`` has the data kept of a match (its digest), ``cache`` is
the SQLite file of all digests, ``career`` updates the cache in a thread, ``query`` reads it for a page. ``ledger`` and
``achievements`` hold what is in no match file: resets, luck, and what a person has achieved for good.
"""
