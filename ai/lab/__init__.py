"""The laboratory: tools that measure and train the bots, or let other programs ask them. No game runs it.

``arena`` plays bots against each other, on this machine or a ``cluster``; ``tune`` trains the evaluation, the policy
and the hand model. ``calibration`` and ``truth`` measure chances and choices, ``bench`` the engine; ``program`` is a
bot that answers requests. ``players`` makes players by name. ``python -m ai`` runs these; nothing else imports them,
and no package contains them.
"""
