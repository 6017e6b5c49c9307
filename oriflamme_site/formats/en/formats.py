"""Dates in English that no side of an ocean misreads: the month is a word."""

DATE_FORMAT = "j F Y"
MONTH_DAY_FORMAT = "j F"
SHORT_DATE_FORMAT = "j M Y"
DATETIME_FORMAT = "j F Y, g:i A"
SHORT_DATETIME_FORMAT = "j M Y, g:i A"
