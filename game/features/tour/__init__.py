"""The tour: a road of twelve stages in four regions, each with three stars to be won.

The stages are data, ``assets/tour/tour.toml``. On disk are the goals that each stage's drives reached, in what the
person has achieved (``game.career``). Begin with ``model``: stages, goals and what a drive reached; ``goals_in``
decides a goal from the facts of the legs. ``watch`` notices goals while a match runs. ``scene`` is the screen with its
``map`` and the ``sheet`` of a stage. Others may call ``stage_of``, ``Tour`` and ``goals_shown``.
"""
