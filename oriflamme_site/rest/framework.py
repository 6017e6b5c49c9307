"""Settings of REST framework, and of what makes the schema.

A part of settings.py in a file of its own: nothing here is read from the environment.
"""

from oriflamme_site.rest import about

REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "oriflamme_site.rest.schema.Schema",
    "DEFAULT_RENDERER_CLASSES": ["oriflamme_site.rest.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["oriflamme_site.rest.parsers.JSONParser"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "oriflamme_site.rest.negotiation.FixedNegotiation",
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.api.authentication.TokenAuthentication",
        "accounts.api.authentication.SessionAuthentication",
    ],
    # These two hold for every view, beside what it declares itself.
    "DEFAULT_PERMISSION_CLASSES": ["accounts.api.permissions.HasScope"],
    "DEFAULT_THROTTLE_CLASSES": ["oriflamme_site.rest.throttling.Allowance"],
    "EXCEPTION_HANDLER": "oriflamme_site.rest.exceptions.handle",
    "DEFAULT_VERSIONING_CLASS": None,
    # The renderer writes them.
    "DATETIME_FORMAT": None,
}
# What remembers answers under an Idempotency-Key.
IDEMPOTENT_ANSWERS = "games.services.answer_once"
SPECTACULAR_SETTINGS = {
    "TITLE": "Oriflamme by post",
    "DESCRIPTION": about.DESCRIPTION,
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "LICENSE": {"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
    "TAGS": about.TAGS,
    "WEBHOOKS": [
        "games.api.serializers.webhooks.TOLD_TO_YOU",
        "games.api.serializers.webhooks.AT_A_TABLE",
        "games.api.serializers.webhooks.IN_A_TOURNAMENT",
    ],
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_NAME_OVERRIDES": {
        "BotEnum": "games.bots.BOTS",
        "ChannelEnum": "accounts.notification_wishes.CHANNELS",
        "CardKindEnum": "games.engine.types.card_names",
        "LanguageEnum": "accounts.models.LANGUAGES",
        "PaceNameEnum": "games.pace.NAMES",
        "KnownPaceEnum": "games.pace.PACES",
        # Not `ObjectionOutcomeEnum`, as openapi-generator calls the words of that field; and of
        # the alphabet before the objection, as orval joins its words with the empty one there.
        "JudgedEnum": "games.tournaments.api.naming.OBJECTION_OUTCOME",
        "StageFormatEnum": "games.tournaments.api.naming.STAGE_FORMAT",
        "WebhookFormatEnum": "notifications.models.Hook.Format",
        "RatingListEnum": "games.ratings.models.LISTS",
        "ProblemCodeEnum": "oriflamme_site.rest.describe.plain_codes",
        "MovePlaceEnum": "games.engine.move_data.PLACES",
        "KindEnum": "games.engine.QUESTIONS",
        "ReportKindEnum": "games.moderation.api.serializers.KINDS",
        "WebhookStateEnum": "notifications.models.Hook.State",
        "DeliveryStateEnum": "notifications.models.Delivery.State",
        "SetEnum": "games.engine.SETS",
        "StatusEnum": "games.tournaments.api.naming.GAME_STATUS",
        "InvitationStateEnum": "games.tournaments.api.naming.INVITATION_STATE",
        "StartEnum": "games.tournaments.api.naming.GAME_START",
        "TournamentStatusEnum": "games.tournaments.api.naming.TOURNAMENT_STATUS",
        "TournamentStartEnum": "games.tournaments.api.naming.TOURNAMENT_START",
        "StageStatusEnum": "games.tournaments.api.naming.STAGE_STATUS",
        "RoundStatusEnum": "games.tournaments.api.naming.ROUND_STATUS",
        "EntryStateEnum": "games.tournaments.api.naming.ENTRY_STATE",
        "PointsEnum": "games.tournaments.scoring.POINTS",
        "TieBreakEnum": "games.tournaments.standings.TIE_BREAKS",
        "TakeStepEnum": "games.tournaments.services.desk.CHOICES",
        "StepTakenEnum": "games.tournaments.services.desk.KINDS",
    },
    "ENFORCE_NON_BLANK_FIELDS": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "oriflamme_site.rest.schema.complete",
    ],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}
