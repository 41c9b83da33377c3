"""Who plays: the list of profiles, and of one of them the driving licence with name, symbol, colour and car."""
