"""How strong people and bots are, as far as the finished games tell. See docs/ratings.md."""
