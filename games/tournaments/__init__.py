"""Tournaments: entries, rounds, standings, and the desk from which organisers run them.

Pages, the API, tasks and staff call its services; pairing and scoring below them are arithmetic.
It opens and reads tables through games' services and selectors alone, and games never import it.
"""
