"""Loads an organisation from a file, in words or as a dump."""

from pathlib import Path

from dragoman_server.world.dump.reading import is_dump, parse_dump
from dragoman_server.world.file import WorldFile, parse_world, read_world_text


def load_world(path: Path) -> WorldFile:
    """Return the world in a file: YAML or JSON in words, or a complete dump, known by its keys.

    Fails with WorldError, which names all that is wrong.
    """
    text = read_world_text(path)
    return parse_dump(text, str(path)) if is_dump(text) else parse_world(text, path)
