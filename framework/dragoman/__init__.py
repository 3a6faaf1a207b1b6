"""Dragoman: what a bot process runs on."""
