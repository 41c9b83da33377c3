"""The title with its signposts and animated landscape, the About screen, and the dialog of a second copy of the game.

Nothing is saved to disk. Begin with ``scene``; ``signs`` are the signposts, ``landscape`` has the moving parts of the
landscape and ``landscape_animation`` redraws them, ``about`` shows the version, credits and licences, and
``already_open`` is the dialog of a second copy. No other feature imports this one.
"""
