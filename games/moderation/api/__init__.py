"""Reporting, and hearing what was decided, by API.

Programs and browsers of people come here; staff decide in the admin. An answer never tells who
reported, nor who sits behind a hidden seat.
"""
