"""The screens: ``navigation`` leads from one to the next, the others open what lies above them.

Each is a module or package by its name in the control tree, with its layout beside it; ``table`` is the game itself.
"""
