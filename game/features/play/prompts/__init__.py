"""The questions about a coup fourré or an extension during a match. Begin with ``prompt_scene``."""
