"""What tournaments send, field by field. Selectors make it, tests hold them equal."""
