"""What any card game could take over; it knows no rule, no word and no session. Begin with ``scene``.

A ``scene`` is one screen, a ``form`` one made of ``widgets``; they draw by ``drawing``, move by ``animation`` and are
heard by ``audio``. What is on the screen is told by ``accessibility_tree``, which presses are meant by ``presses``;
``window`` and ``toast`` are the program's own; a ``tooltip`` says what something is for.
"""
