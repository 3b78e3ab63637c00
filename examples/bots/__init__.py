"""Bots to start from, installed as `taku.protocol.templates` for `taku bot new`."""
