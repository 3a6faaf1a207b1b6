"""The version of this library, as it introduces itself to servers."""

VERSION = "0.1.0"
