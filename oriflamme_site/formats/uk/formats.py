"""Without the abbreviation for “year”, whose full stop would meet that of the sentence."""

DATE_FORMAT = "j E Y"
MONTH_DAY_FORMAT = "j E"
