"""Who plays: the profiles of this machine, each with name, symbol, colour and car, and a profile as one file.

Profiles are kept in the settings file. Begin with ``scene``; ``licence`` paints a driving licence. ``model`` packs all
that one person has into a file and takes such a file in, ``files`` does so in threads. No other feature imports it.
"""
