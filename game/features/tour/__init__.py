"""The tour: a road of twelve stages in four regions, each stage with three stars to win.

The stages are data, ``assets/tour/tour.toml``. Kept on disk, among the person's achievements (``game.career``), are the
goals reached in each stage. Begin with ``model``: stages, goals and what a match reached; ``reached_goals`` decides a
goal from the facts of the legs. ``drives`` reads what matches reached, ``watch`` does so while one runs. ``scene`` is
the screen with its ``map`` and the ``sheet`` of a stage.

Other features import ``Tour``, ``Region``, ``SCENERY_STARS``, ``total_stars``, ``GoalWatch``, ``GoalStatus``,
``goal_status``, ``points_missed``, and of the words ``goals_shown``, ``star_line``, ``stars_line`` and ``title_line``.
"""
