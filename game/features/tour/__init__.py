"""The tour: a road of twelve stages in four regions, each with three stars to be won.

The stages are data, ``assets/tour/tour.toml``. Kept on disk, among what the person has achieved (``game.career``), are
the goals that each stage's drives reached. Begin with ``model``: stages, goals and what a drive reached; ``goals_in``
decides a goal from the facts of the legs. ``drives`` tells what matches reached, ``watch`` notices it while one runs.
``scene`` is the screen with its ``map`` and the ``sheet`` of a stage.

Other features import ``Tour``, ``Region``, ``SCENERY_STARS``, ``total_stars``, ``GoalWatch``, ``GoalsSoFar``,
``goals_so_far``, ``points_missed``, and of the words ``goals_shown``, ``star_line``, ``stars_line`` and ``title_line``.
"""
