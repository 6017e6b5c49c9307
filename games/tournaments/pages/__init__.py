"""Tournaments in a browser: a client of services and selectors, like the API. All of it works
without a script; what is shown is worded in `words`, and pages know no rule."""
