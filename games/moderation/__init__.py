"""Care for the people on the site: reports and what staff decide, hints of unfair play, word to
everybody, and the times in which the site is closed.

It looks at tables, talk and people by the services and selectors of their rooms; no room imports
it.
"""
