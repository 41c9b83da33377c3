"""Drawing on surfaces, for any game: begin with ``text`` and ``draw``.

``theme`` names the colours, ``art`` rasterises pictures and SVG (``svg``) at the size needed, ``nine_patch``
stretches panels, ``layers`` caches the parts of the picture that do not move and tracks which to redraw.
"""
