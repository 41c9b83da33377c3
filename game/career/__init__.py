"""The sum of all kept matches: begin with ``reader``.

``facts`` come from replaying a leg's record, ``digest`` is the data kept of a match, ``cache`` the SQLite file of all
digests, ``refresh`` updates the cache in a thread, ``watch`` reads it for a page. ``ledger`` and ``collection`` hold
what is in no match file: resets, luck, and a person's lasting achievements.
"""
