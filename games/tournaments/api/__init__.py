"""Tournaments over HTTP: an endpoint reads or does one thing, through selectors or services."""
