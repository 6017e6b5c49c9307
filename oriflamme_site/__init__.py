"""What wires the rooms together: settings, addresses, background work, the local launcher."""
