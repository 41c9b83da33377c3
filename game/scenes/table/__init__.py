"""The table as a scene: begin with ``scene``, which hears the session and has the parts, each with a state of its own.

``hand`` is what mouse and keyboard do with the cards, ``questions`` what is asked and the hint; ``view`` and
``painter`` read the others and change nothing; ``discards`` opens above the table.
"""
