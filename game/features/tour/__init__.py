"""The tour: a road of twelve stages in four regions. Each stage has three goals, and each goal wins a star.

The stages are data, in ``assets/tour/tour.toml``. The goals reached in each stage are saved on disk, among the person's
achievements (``game.career``). Begin with ``model``: stages, goals, and ``reached_goals``, which decides from the facts
of the legs which goals are reached. ``stage_results`` reads what saved matches reached, ``watch`` does so for the
running one. ``scene`` is the screen, with its ``map`` and the ``sheet`` of a stage.

Other features import ``Tour``, ``Region``, ``SCENERY_STARS``, ``scenery_of``, ``total_stars``, ``GoalWatch``,
``goal_status``, ``GoalMiss``, ``goals_missed``, and of the words ``goal_views``, ``star_line``, ``stars_line``,
``table_chip`` and ``next_stage_line``.
"""
