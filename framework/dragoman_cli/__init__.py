"""The ``dragoman`` command: the only place that knows both the bot's side and the bundled server."""
