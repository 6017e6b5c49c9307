"""Ratings by API: lists for everybody, and what is known of one person.

Anybody may ask; the pages of ratings read the same selectors. Nothing can be changed here, and no
number moves before an anonymous game is over.
"""
