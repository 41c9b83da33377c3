"""The Roadbook's page of kept matches: continue, view, name, copy, export, import, delete and restore.

The matches are kept as files (``game.match.library``); a deleted one stays for thirty days (``game.match.trash``).
Begin with ``page``; ``index`` reads the list in a thread, ``exchange`` exports matches and reads files from elsewhere,
``import_plate`` and ``importing`` import them, ``race_road`` is the small picture of a match. Other features import
``ImportScene``, ``ImportKind``, ``find_importable_files``, ``seats_box``, ``draw_lanes``, ``draw_progress`` and
``front_px``.
"""
