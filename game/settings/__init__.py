"""The settings kept between starts: ``settings`` has a field for each, ``bindings`` the keys.

``settings_file`` is their file format, ``user_files`` the user's folder, with the matches in it.
"""
