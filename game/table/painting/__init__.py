"""What the table looks like at rest: ``picture`` declares every region; a module for each thing painted."""
