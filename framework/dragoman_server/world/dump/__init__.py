"""A complete organisation as one JSON document: read, turned into a living world, and written again."""
