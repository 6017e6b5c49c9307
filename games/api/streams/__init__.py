"""Telling as it happens: one reader of the feed a process, any number of streams.

The views of events open a stream here, and a page's script reads it. A stream tells what a viewer
may know when it is told, holds no connection to the database, and may end at any time.
"""
