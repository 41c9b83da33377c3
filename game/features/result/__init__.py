"""The end of a match: a celebration, then a panel with the story of the race and a picture of the finish.

Nothing is saved to disk except a picture, if the player asks for it. Begin with ``model``: it finds the story of a leg
or a match (how it ended, its highlights, a sentence or two) as codes and values, and ``words`` turns these into
sentences. ``scene`` shows the ``celebration`` and then the ``panel``. ``photo`` draws the picture of the finish, and
``photo_saving`` draws it step by step and saves it. No other feature imports this one.
"""
