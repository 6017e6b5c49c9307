"""What is asked of letters, webhooks, feeds and devices.

Addresses lead here; services of this room do the work. A view decides nothing.
"""
