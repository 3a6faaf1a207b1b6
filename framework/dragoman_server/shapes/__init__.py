"""What answers hold: a module a resource, a `TypedDict` a shape; endpoints name theirs at their head."""
