"""The end of a match: a celebration, then a panel with the story of the race and a picture of the finish.

Nothing is kept on disk but a picture that the player saves. Begin with ``model``: it finds the story of a leg or a
match (how it ended, its highlights, a sentence or two) as codes and values; ``words`` makes sentences of them.
``scene`` shows the celebration and then the panel of ``result``; ``photo`` draws the finish, and ``keeping`` draws and
saves it step by step. No other feature imports this one.
"""
