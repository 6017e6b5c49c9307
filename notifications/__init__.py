"""The outbox: what people are told, by which way, and how each telling went.

Other rooms register kinds of notification and call `services.enqueue` in the transaction of the
cause; workers deliver. This room knows accounts and no games, and sends nothing that is not a row
first.
"""
