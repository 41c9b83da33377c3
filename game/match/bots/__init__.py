"""The bots' side of a session: a worker process that thinks, and what the session has of it.

Begin with ``client``; ``decisions`` are question and answer, how they are found, and what moves for a bot that failed;
``process`` is the worker, its messages, and the thread that speaks with it.
"""
