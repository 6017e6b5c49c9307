"""Telling as it happens: one reader of the feed a process, any number of streams."""
