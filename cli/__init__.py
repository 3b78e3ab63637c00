"""The `taku` command: people at a prompt."""
