"""What the session keeps on disk, and the one gate for what comes from there; begin with ``store``.

``writer`` is the one thread that writes, ``match_file`` and ``json_codec`` are the forms, ``limits`` says how far
anything may go, ``single_instance`` is the lock on the folder.
"""
