"""What happened, what is asked, what can be chosen and how much time is left, as a person reads it.

Pages, letters, feeds and notices call it, so that all of them say the same. It words what
`selectors` have found for a reader and finds nothing itself.
"""
