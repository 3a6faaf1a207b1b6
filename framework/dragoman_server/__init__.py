"""The bundled server: a double of the messaging service and of the guide service."""
