"""The search: ``expectimax`` compares moves by paired rollouts in worlds sampled by ``determinization``.

The ``rollout_policy`` is based on the ``priority_list``. ``hand_model`` estimates the other hands, ``policy_table``
holds the learned corrections for moves, ``sensible`` prunes moves.
"""
