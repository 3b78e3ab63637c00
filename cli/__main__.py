"""``python -m taku.cli``."""

from taku.cli.main import main

main()
