"""The painting of the table at rest: ``picture`` declares every region, and each kind of thing has a module.

``card_faces`` are the cards, ``target_glow`` highlights places.
"""
