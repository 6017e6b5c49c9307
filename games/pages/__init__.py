"""Pages of a table for people with a browser."""
