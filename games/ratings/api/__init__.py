"""Ratings by API: lists for everybody, and what is known of one person."""
