"""What the table looks like at rest: ``picture`` declares every region; a module for each thing painted.

``card_faces`` are the cards, ``target_glow`` what sets a place apart.
"""
