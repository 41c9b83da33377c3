"""Looking at a leg again: begin with ``scene``, to which ``opening`` leads.

``player`` knows at which turn it is and plays what led there, ``timeline``, ``hands`` and ``trays`` are what the screen
has beside the table, and ``layout`` where they lie.
"""
