"""The bots' side of a session: a worker process that thinks, and what the session has of it.

Begin with ``client``; ``process`` starts the worker and speaks with it, ``messages`` are checked where they arrive,
``worker`` runs there. ``decoy`` hides whether a coup fourré was asked, ``fallback`` moves for a bot that failed.
"""
