"""Pages of what one is told: letters and how they went, wishes, webhooks, devices, feeds.

People come here about their own, by a browser or by the link in a letter. A page calls the services
of this room, and does nothing that the API would not.
"""
