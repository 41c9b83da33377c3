"""The end of a match: a celebration, then a plate that tells the story of the race, with a photo of the finish.

Nothing is kept on disk but a photo that the player saves. Begin with ``model``: it finds the story of a leg or a match
(how it ended, its moments, a sentence or two) as codes and values; ``words`` makes sentences of them. ``scene`` shows
the celebration and then ``result``, the plate; ``photo`` is drawn step by step by ``keeping``. No other feature imports
it.
"""
