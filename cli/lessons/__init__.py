"""A tutorial per game: what is said, and what must be typed."""
