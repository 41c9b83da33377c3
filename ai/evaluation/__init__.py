"""The value of a position for a seat that sees only its own hand.

``features`` of the position are the input of the ``value_network``; ``evaluation`` turns its output into the chance to
win the match.
"""
