"""Who we are, in the first line of every connection. Imports nothing: it leaves at once."""

VERSION = "0.1.0"
"""The version of taku, as in pyproject.toml."""
ENGINE = f"taku/{VERSION}"
HELLO = b'{"type":"hello","protocol":[1],"engine":"%s"}\n' % ENGINE.encode()
"""The first line that a host writes."""
