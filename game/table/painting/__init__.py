"""The painting of the table at rest, without what moves.

``picture`` puts all parts together, and each part has a module. ``card_faces`` draws cards, ``target_glow`` highlights
places.
"""
