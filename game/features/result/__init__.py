"""The end of a leg or a match: one page with the story, the points and a picture of the finish.

Nothing is saved to disk except a picture, if the player asks for it. Begin with ``match_result``, which has all that
the page tells: the story of the leg or match (``model``) as codes and values, which ``words`` turns into sentences,
what was near, and the ``standings``. ``scene`` shows the ``page``, where something is over for good after a
``celebration``. On the page are the ``points``, a ``chart`` and, for a deal, the ``comparison`` with bots. ``photo``
draws the picture of the finish, and ``photo_saving`` draws it step by step and saves it. Other features import
``ActionButton``, ``MatchResult``, ``ResultActions``, ``ResultScene`` and ``Standings``.
"""
