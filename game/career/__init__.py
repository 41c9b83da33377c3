"""What all kept matches add up to: begin with ``reader``.

``facts`` are drawn from a leg by playing its record once more, ``digest`` is what is kept of a match, ``cache`` the
SQLite file of all digests, ``refresh`` keeps it up to date in a thread, ``watch`` reads it for a page. ``ledger`` and
``collection`` are what stands in no match file: resets, luck, and what a person has achieved for ever.
"""
