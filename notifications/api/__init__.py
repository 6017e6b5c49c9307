"""Webhooks and the addresses of feeds by API."""
