"""The rules of the game, without screen, clock, threads or words (docs/rules.md, docs/decisions).

Begin with ``leg``: a leg is a ``position`` that moves change by the ``tables``, which are compiled from the ``rules``
read from a file in ``rulesets``. ``match`` deals one leg after another as agreed in ``setup``. ``events`` describe what
happened, ``observation`` is what one seat knows, ``record`` is the format in which a leg is saved and replayed.
"""
