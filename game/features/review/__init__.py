"""The review of a leg: begin with ``scene``.

``findings`` is what was found so far, ``decision_card``, ``chances`` and ``luck`` are the parts that show it, and
``layout`` where they lie.
"""
