"""The kernel: what every game shares, and nothing that knows a game."""
