"""Parts any card game could reuse: this package knows no rule, no game text and no session. Begin with ``scene``.

A ``scene`` is one screen; a ``form`` is a scene made of ``widgets``. Scenes draw with ``drawing``, animate with
``animation`` and play sounds with ``audio``. ``accessibility_tree`` describes the screen to tests and screen
readers, ``press_filter`` rejects accidental presses, ``window`` and ``toast`` belong to the program as a whole.
"""
