"""Speech: the game says what is on the screen, by the voice that the system has.

Begin in ``narrator`` (what is said when), which reads the control tree; ``wording`` makes words of its nodes that are
good to hear, ``speech`` hands them over to the system's voice in a thread of its own. The systems' voices are in
``linux``, ``windows`` and ``macos``; ``system_voice`` takes the one that fits.
"""
