"""What a position is worth, for a seat that sees only its own hand.

``features`` of it go into the ``value_network``, and ``evaluation`` makes of that the chance to win the match.
"""
