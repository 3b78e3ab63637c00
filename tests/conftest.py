from hypothesis import settings

# The same examples on every machine, and no deadlines: no test measures time.
settings.load_profile("ci")
