"""Players that ship with taku, and the arena where players meet.

``registry.make(spec)`` gives a player, ``tournament.run(config)`` lets players meet many times.
"""
