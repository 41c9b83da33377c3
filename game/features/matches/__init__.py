"""The Roadbook's page of kept matches: to go on with, look at, name, copy, export, import, delete and fetch back.

The matches are kept as files (``game.match.library``); what is deleted stays for thirty days (``game.match.trash``).
Begin with ``page``; ``index`` reads the list in a thread, ``exchange`` writes and reads files from elsewhere,
``import_plate`` and ``importing`` take them in, ``race_road`` is the small picture of a match. Other features import
``ImportScene``, ``Importable``, ``importable``, ``seats_box``, ``draw_lanes``, ``draw_progress`` and ``front_px``.
"""
