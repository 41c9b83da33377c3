"""The parts that screens share: ``host`` is the program as screens see it; ``screen`` and ``dialogs`` draw panels.

The screens themselves are in ``game.features``; ``game.ways`` opens them.
"""
