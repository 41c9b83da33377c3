"""What draws on a surface, for any game: begin with ``text`` and ``draw``.

``theme`` names the colours, ``art`` rasterises pictures and SVG (``svg``) at the size needed, ``nine_patch`` stretches
plates, ``layers`` keeps what rests and says what of it has to be drawn again.
"""
