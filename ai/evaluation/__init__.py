"""The value of a position for a seat that sees only its own hand.

``features`` turns the position into the input of the ``value_network``; ``evaluation`` turns the network's output into
the chance of winning the match.
"""
