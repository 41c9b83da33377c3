"""The profiles of this machine, each with name, symbol, color and car; a profile can be exported to one file.

Profiles are saved on disk, in the settings file. Begin with ``scene``, which also draws the driver's license. ``model``
packs all data of one person into a file, and checks and imports such a file. ``files`` does this in threads, and also
imports matches, since a dropped file may be either. No other feature imports it.
"""
