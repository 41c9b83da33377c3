"""Where everything on the table lies, in window pixels: ``layout`` has the regions, ``places`` what lies in them.

Nothing here draws or keeps state.
"""
