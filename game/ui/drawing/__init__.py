"""Drawing on surfaces, for any game: begin with ``text`` and ``draw``.

``theme`` names the colours, ``art`` rasterises pictures and SVG (``svg``) at the size needed, ``nine_patch``
stretches panels, ``layers`` caches resting parts of the picture and tracks which to redraw.
"""
