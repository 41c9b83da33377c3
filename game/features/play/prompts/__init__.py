"""The questions of the table during a match: coup fourré and extension. Begin with ``prompt_scene``."""
