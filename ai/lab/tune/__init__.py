"""Training by self-play: play legs, fit the evaluation to their results, play better ones (``python -m ai tune``)."""
