"""The screens: ``navigation`` leads from one to the next, the others open what lies above them.

Each is a module or package by its name in the control tree, with its layout beside it; ``table`` is the game itself.
``dialogs`` has plates, questions and notices, ``menu`` the languages too, ``prompts`` what is asked in mid-game;
``background`` and ``portraits`` are pictures that several of them show.
"""
