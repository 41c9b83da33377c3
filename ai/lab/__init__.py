"""The laboratory: what measures and teaches the bots, or lets other programs ask them. No game runs it.

``arena`` plays bots against each other, here or on a ``cluster``; ``tune`` learns the evaluation, the policy and what
hands are likely. ``calibration`` and ``truth`` measure chances and choices, ``bench`` the engine; ``program`` is a bot
that answers requests. ``players`` makes each by its name. ``python -m ai`` runs them; nothing else imports them, and no
package has them.
"""
