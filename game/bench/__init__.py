"""``python -m game.bench``: measures the cost of the window with a scripted player in a real window.

Everything is timed by the clock and by the processor time of the drawing thread, which shows the cost of a frame even
if other programs run. Nothing passes or fails: the numbers depend on the machine.

It is a laboratory: in no package, as ``ai.lab``.
"""
