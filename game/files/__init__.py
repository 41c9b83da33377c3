"""The disk, the clock and processes, for any kind of file: what the rest of the game uses to read, write and wait.

Begin with ``writer``, the one thread that writes, and ``forms``, the one way to read. ``limits`` says how far anything
in a file may go, ``problems`` what can go wrong as codes, ``background_reader`` reads in a thread, ``child_process``
runs a process beside the game, ``single_instance`` is the lock on the user's folder.
"""
