"""The search: ``expectimax`` by worlds that ``determinization`` samples, in paired play-outs by the ``rollout_policy``.

That begins with the ``priority_list``. ``hand_model`` says what hands are likely, ``policy_table`` what was learned of
moves, ``sensible`` which are looked at.
"""
