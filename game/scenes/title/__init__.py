"""The title: its signs, the keys at the foot and the offer of a lesson, at every size of text."""
