"""The messaging specification, written down as data by the judge."""
