"""The bots of a match: a worker process that decides, and its client.

Begin with ``client``. ``decisions`` has question, answer and the stand-in for a failed bot; ``process`` is the worker,
its messages and the thread that talks to it; ``requests`` is the only place where a match asks its bots.
"""
