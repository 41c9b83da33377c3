"""The search: ``expectimax`` over worlds dealt by ``determinization``, played on by the ``rollout_policy``."""
