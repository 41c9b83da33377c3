"""Reading, writing and timing for any kind of file: disk access, clock and child processes.

Begin with ``writer``, the one thread that writes, and ``forms``, which checks what was read. ``limits`` holds the
bounds on file contents, ``problems`` the error codes, ``background_task`` reads in a thread, ``child_process`` runs a
process beside the game, ``single_instance`` locks the user's folder.
"""
