"""A match without a screen: begin with ``session``, which asks who is to decide, applies moves and hands out steps.

``progress`` alone holds the leg; ``running`` are the session's parts, ``bots`` the process that thinks. ``plan`` is
what can be chosen before a match, ``deals`` the numbered cards, ``match_file`` and ``library`` what is on disk,
``trash`` what was deleted.
"""
