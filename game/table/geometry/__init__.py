"""Where everything on the table lies, in pixels: ``layout`` has the regions, ``places`` what lies in them. Pure."""
