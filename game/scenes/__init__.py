"""What screens share: ``host`` is the program as a screen knows it, ``screen`` and ``dialogs`` are frames and plates.

The screens themselves lie in ``game.features``; ``game.navigation`` leads from one to the next.
"""
