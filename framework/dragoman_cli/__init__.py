"""The dragoman command."""
