"""What is asked of tournaments: lists and entries, rounds and standings, the desk.

Addresses lead here; selectors and services do the work. A view decides nothing.
"""
