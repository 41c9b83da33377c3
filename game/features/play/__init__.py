"""The table: a running match, its menu, its questions, and the cover screen between two persons at one screen.

``game.match.session`` saves every move to disk; the settings count the uses of each driver's remark. Begin with
``scene``, which assembles the parts. Each part uses only those before it: ``stage`` (shared by all tables),
``table_state`` (the shown position and the open question), ``hand`` (selecting and dragging cards), ``flow`` (showing
the session's steps), ``keys``; beside them ``questions``, ``delegation``, ``take_backs`` and ``reactions``.
``view_builder`` and ``painter`` produce the picture; ``game.table`` has the painting and animation code. ``hand_scene``
is the base of every table from which cards can be played.

Other features import ``TableScene``, ``PlayableTableScene``, ``TableStage``, ``TableHand``, ``TableKeys``,
``TableCommands``, ``TableState``, ``DriverFaces``, ``DiscardsScene``, ``PauseMenuScene`` and ``HazardPicture``.
"""
