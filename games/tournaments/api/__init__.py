"""Tournaments over HTTP: an endpoint reads or does one thing, through selectors or services.

Players, organisers and their programs come in here, by the frame in `oriflamme_site.rest`. Views
hold no rule: what a step of the desk does, and who may take it, services know.
"""
