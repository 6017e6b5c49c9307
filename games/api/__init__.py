"""The games over HTTP: an endpoint reads or does one thing, through selectors or services.

Programs come in here, by the frame in `oriflamme_site.rest`. Views hold no rule and no query of
their own, and every refusal of a service becomes a problem in one place, `exceptions`.
"""
