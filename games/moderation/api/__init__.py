"""Reporting, and hearing what was decided, by API."""
