"""``python -m dragoman_cli``: the same as the ``dragoman`` command."""

from dragoman_cli.main import main

main(prog_name="dragoman")
