"""What tournaments answer with, described: serializers made of the types of `types.py`."""

from games.tournaments import types
from oriflamme_site.rest.typed import serializer

Desk = serializer(types.Desk)
Entry = serializer(types.Entry)
Imported = serializer(types.Imported)
Objection = serializer(types.Objection)
OwnTournament = serializer(types.OwnTournament)
PlayedTournament = serializer(types.PlayedTournament)
StageStandings = serializer(types.StageStandings)
Step = serializer(types.Step)
TakenStep = serializer(types.TakenStep)
Tournament = serializer(types.Tournament)
TournamentPage = serializer(types.TournamentPage)
TournamentRound = serializer(types.TournamentRound)
