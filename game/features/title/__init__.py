"""The title with its signposts and animated landscape, the About screen, and the dialog of a second copy of the game.

Nothing is kept on disk. Begin with ``scene``; ``signs`` are the signposts, ``living`` and ``life`` the moving parts of
the landscape, ``about`` the page of versions and licences, ``already_open`` the dialog of a second copy. No other
feature imports this one.
"""
