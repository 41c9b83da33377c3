"""The profiles of this machine, each with name, symbol, color and car, and a profile as one file.

Profiles are kept in the settings file. Begin with ``scene``; ``licence`` paints a driver's license. ``model`` packs all
data of one person into a file and imports such a file, ``files`` does so in threads. No other feature imports it.
"""
