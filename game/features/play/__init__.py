"""The table: a match being played, with its menu, its questions and the cloth between two persons at one screen.

Nothing is kept on disk here: every move is saved by ``game.match.session``. Begin with ``scene``, which puts the parts
together; each part knows only those before it: ``stage`` (what every table has), ``match`` (what was heard and is
asked), ``hand`` (what the mouse does with the cards), ``flow`` (step by step), ``keys``, ``scanning``. ``hand_scene``
is a table that cards are played from, shared with the puzzles; replay and lesson build on ``stage``. The pictures and
the motion lie in ``game.table``. Others may call ``TableScene``, ``MenuScene``, ``HandoverScene`` and ``prompts``.
"""
