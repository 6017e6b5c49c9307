"""Two worlds that differ only in what a viewer cannot know: everything the viewer can receive of
the one is compared with everything of the other, to the byte.

* `addresses` walks the URL conf: a new page or answer is compared by itself.
* `scene`     a table of a tournament, with everybody who could look at it.
* `worlds`    makes two worlds of one: the same time, the same ids, the same dice.
* `eyes`      all that a viewer can receive: pages, API, refusals, lengths, letters, hooks, feeds.
* `secrets`   what is otherwise in the other world: cards, letters between others, orders, …

A short form runs with the tests (`test_two_worlds.py`); the long one is `make secrecy`.
"""
