"""The shapes in which records go over the wire, as one viewer at one feature level sees them."""
