"""Speech: the game reads the screen aloud with the system's voice.

Begin with ``narrator``, which reads the accessibility tree and decides what is said when; ``wording`` turns its nodes
into words that sound right, ``speech`` sends them to the system's voice in a separate thread. ``linux``, ``windows``
and ``macos`` hold the voices; ``system_voice`` chooses one.
"""
