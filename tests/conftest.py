"""What all tests have at hand."""

pytest_plugins = ("pytester",)
