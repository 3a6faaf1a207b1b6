"""The organisation that the server holds: its records, who may reach what, and how a file becomes one."""
