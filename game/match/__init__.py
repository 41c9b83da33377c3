"""A match without a screen: begin with ``session``, which asks whoever decides, applies moves and returns steps.

Only ``progress`` holds the leg. ``running`` has the parts of the session, ``bots`` the worker process, ``plan`` the
choices before a match, ``deals`` the numbered deals, ``match_file`` and ``library`` the files, ``trash`` the deleted
ones.
"""
