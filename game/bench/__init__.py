"""``python -m game bench``: what the window costs, measured in the real window by a scripted player.

Everything is timed by the clock and by the processor time of the thread that draws: the latter says what a frame costs
where other programs run too. Nothing here passes or fails: the figures depend on the machine.
"""
