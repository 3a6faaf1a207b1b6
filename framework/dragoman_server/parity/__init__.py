"""What this server models of the service, what partly and what not, told from its own declarations."""
