"""One file for each step; its number is the schema that it leads to."""
