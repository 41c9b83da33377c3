"""The Roadbook, what is kept of all matches: ``scene`` is the plate with its tabs, a ``Page`` what lies below one.

``matches`` is the page of kept matches: ``match_list``, with a ``race_road`` in each row, beside it ``match_panel``.
``importing`` is the plate that files are taken in from.
"""
