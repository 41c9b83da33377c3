"""What is remembered between starts: ``settings`` has a field for each, ``bindings`` the keys.

``file`` is their form on disk, ``user_files`` is the user's folder, with the matches in it.
"""
