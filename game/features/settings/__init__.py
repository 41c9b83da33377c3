"""The settings by categories. ``categories`` says which there are, ``entries`` what kinds, ``scene`` shows a page."""
