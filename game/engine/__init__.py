"""The rules: pure, without screen, clock, threads or words (docs/rules.md, docs/decisions).

Begin with ``leg``, one leg being played: a ``position`` that moves on by the ``tables``, which are compiled from the
``rules`` that a file in ``rulesets`` says. ``match`` deals leg after leg as agreed in ``setup``. ``events`` tell what
happened, ``observation`` is what one seat knows, ``record`` the form in which a leg is kept and replayed.
"""
