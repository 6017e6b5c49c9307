"""What wires the rooms together: settings, addresses, background work, the local launcher.

Servers, workers and management commands begin here. It knows all rooms and no rule of any; no room
imports it, but for the frame of the API in `rest`.
"""
