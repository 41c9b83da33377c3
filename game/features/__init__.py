"""What the player gets, one folder each."""
