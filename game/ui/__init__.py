"""What every scene uses: widgets and focus, text, theme, animation, resources, translation."""

import os

# pygame greets on standard output when it is imported; a program's output is its own.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
