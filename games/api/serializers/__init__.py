"""What goes out, field by field. Selectors make it, these describe it, tests hold them equal."""
