"""The Roadbook's page of saved matches: continue, look back, name, copy, export, import, delete and restore.

The matches are saved on disk, as files (``game.match.library``); a deleted one can be restored for thirty days
(``game.match.trash``). Begin with ``page``. ``match_index`` reads the list in a thread, ``match_list`` and
``match_panel`` show it, ``exchange`` exports matches and reads files from elsewhere, ``import_scene`` and
``import_job`` import them, and ``race_road`` draws the small picture of a match. Other features import ``ImportKind``,
``ImportScene``, ``MatchImporter``, ``ImportedMatch``, ``imported_words``, ``has_more_moves``, ``seats_box``,
``MatchAction``, ``MatchLoader``, ``draw_progress`` and ``car_front_px``.
"""
