"""The table: a match being played, with its menu, its questions and the cloth between two persons at one screen.

Every move is kept on disk by ``game.match.session``, what drivers said in the settings. Begin with ``scene``, which
puts the parts together; each knows only those before it: ``stage`` (what every table has), ``match`` (what was heard
and is asked), ``hand`` (what the mouse does with the cards), ``flow`` (step by step), ``keys``, ``scanning``; beside
them ``questions``, ``delegation``, ``take_backs`` and ``rivals``. ``view_builder`` and ``painter`` make the picture,
which lies in ``game.table`` with its motion. ``hand_scene`` is a table that cards are played from.

Other features import ``TableScene``, ``HandScene``, ``TableStage``, ``TableHand``, ``TableKeys``, ``TableActs``,
``TableMoment``, ``Faces``, ``DiscardsScene``, ``MenuScene``, ``LanguageScene`` and ``HazardPicture``.
"""
