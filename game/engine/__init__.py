"""The rules of the game, without screen, clock, threads or words (docs/rules.md, docs/decisions).

Begin reading with ``leg``: a leg is a ``position`` to which moves are applied. The look-up ``tables`` for this are
compiled from the ``rules``, which are read from the files in ``rulesets``. ``match`` deals one leg after another as
agreed in ``setup``. ``events`` describe what happened, ``observation`` is what one seat knows, and ``record`` is the
format in which a leg is saved and replayed.
"""
