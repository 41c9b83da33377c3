"""The title with its signposts and its living landscape; About; and what a second copy of the game shows.

Nothing is kept on disk. Begin with ``scene``; ``signs`` are the signposts, ``living`` and ``life`` what moves,
``about`` the page of versions and licences, ``already_open`` the plate of a second copy. No other feature imports it.
"""
