"""Every call of the messaging service, a table for each kind of thing."""
