"""Players that ship with taku, and the arena where players meet."""
