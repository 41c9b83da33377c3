"""Tuning by self-play: play legs, learn the evaluation from how they went, play better ones (``python -m ai tune``)."""
