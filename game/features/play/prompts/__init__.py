"""What the table asks in mid-game, on a plate: the coup fourré and the extension; begin with ``prompt_scene``."""
