"""Answers questions about data recovery with the guide's official pages."""
