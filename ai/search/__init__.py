"""The search: ``expectimax`` compares moves by playing them out in the same sampled deals (``determinization``).

In these rollouts all seats play by the ``rollout_policy``, which is based on the ``priority_list`` and the learned
corrections in ``policy_table``. ``hand_model`` estimates the other hands; ``pruning`` leaves out pointless moves.
"""
