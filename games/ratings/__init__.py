"""How strong people and bots are, as far as the finished games tell. See docs/ratings.md.

Games call it when one is over; pages and the API read its lists. A number follows from the records
and can be worked out from them again, so nothing here is ever set by hand.
"""
