"""Common parts of screens: ``host`` is the program as screens see it; ``screen`` and ``dialogs`` are frames and plates.

The screens themselves are in ``game.features``; ``game.navigation`` leads from one to the next.
"""
