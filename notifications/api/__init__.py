"""What people are told, by API: letters, wishes, webhooks, feeds.

Programs and browsers of people ask here about their own. A secret is shown once, when it is made,
and an address that may hold a key never again.
"""
