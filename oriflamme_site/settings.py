"""Every setting of the product, read from the environment.

Production is the default, and a missing or dangerous setting stops the start with a
sentence that says what to set. docs/operations.md lists every variable; a test keeps
that table and this file in step. `make play` sets LOCAL_DIR, nothing else may.
"""

import ipaddress
import re
import socket
import zlib
import zoneinfo
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

from oriflamme_site import logs
from oriflamme_site.account_settings import *  # noqa: F403  a part of this file
from oriflamme_site.account_settings import OAUTH2_PROVIDER
from oriflamme_site.rest.framework import *  # noqa: F403  a part of this file
from oriflamme_site.schedule import *  # noqa: F403  a part of this file

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

# --- Where it runs ---------------------------------------------------------------------

# The directory of a local, one-command installation; empty in production.
LOCAL_DIR = env.str("LOCAL_DIR", default="")
LOCAL = bool(LOCAL_DIR)

DEBUG = env.bool("DEBUG", default=False)

SECRET_KEY = env.str("SECRET_KEY", default="")
_HOW_TO_MAKE_ONE = "python -c 'import secrets; print(secrets.token_urlsafe(50))' makes one."
if len(SECRET_KEY) < 50:
    raise ImproperlyConfigured(
        "SECRET_KEY is missing or shorter than 50 characters. Set it in the environment; "
        f"{_HOW_TO_MAKE_ONE}"
    )
# Older keys still accepted, so that the key can be changed without ending every session.
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
_PLACEHOLDER = re.compile("change.?me|django-insecure", re.IGNORECASE)
for _key in (SECRET_KEY, *SECRET_KEY_FALLBACKS):
    # A random key is hardly smaller when compressed; what repeats itself is.
    if _PLACEHOLDER.search(_key) or len(zlib.compress(_key.encode())) < 40:
        raise ImproperlyConfigured(
            "SECRET_KEY and SECRET_KEY_FALLBACKS must be random, because whoever guesses one can "
            f"play in anybody's name, and one of them can be guessed. {_HOW_TO_MAKE_ONE}"
        )
for _name in ("DATABASE_URL", "REDIS_URL", "EMAIL_URL", "METRICS_TOKEN", "ANYMAIL_WEBHOOK_SECRET"):
    if _PLACEHOLDER.search(env.str(_name, default="")):
        raise ImproperlyConfigured(
            f"{_name} still has a password out of the example, which everybody knows. Take a "
            f"random one; {_HOW_TO_MAKE_ONE}"
        )

ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[])
if not ALLOWED_HOSTS:
    raise ImproperlyConfigured(
        "ALLOWED_HOSTS is missing. Set it to the host names people use, separated by commas."
    )
LOOPBACK_HOSTS = {"localhost", "127.0.0.1", "[::1]"}
if DEBUG and not set(ALLOWED_HOSTS) <= LOOPBACK_HOSTS:
    raise ImproperlyConfigured(
        "DEBUG shows secrets to whoever meets an error, so it may only be on while "
        f"ALLOWED_HOSTS names this machine alone ({', '.join(sorted(LOOPBACK_HOSTS))})."
    )

# Whether staff need a second factor, or a passkey, for the admin and the desks.
STAFF_SECOND_FACTOR = env.bool("STAFF_SECOND_FACTOR", default=True)

# For how many months the public games of each are a file for everybody. 0: there is none.
PUBLISHED_MONTHS = env.int("PUBLISHED_MONTHS", default=24)
# The arena of the house, every week: its day, hour and time zone, and the handle of who has its
# desk. Empty: there is none.
ARENA_AT = env.str("ARENA_AT", default="")
ARENA_BY = env.str("ARENA_BY", default="")
_at = re.fullmatch(r"(mon|tue|wed|thu|fri|sat|sun) ([01]\d|2[0-3]):[0-5]\d (\S+)", ARENA_AT)
if ARENA_AT and not (_at and _at[3] in zoneinfo.available_timezones()):
    raise ImproperlyConfigured("ARENA_AT must be a time of the week, like: fri 18:00 Europe/Kyiv")
if bool(ARENA_AT) != bool(ARENA_BY):
    raise ImproperlyConfigured(
        "ARENA_AT and ARENA_BY go together: when the weekly arena begins, and the handle of who "
        "has its desk. Set both, or none."
    )

# The address that links in mails begin with.
SITE_URL = env.str("SITE_URL", default=f"https://{ALLOWED_HOSTS[0].lstrip('.')}").rstrip("/")
HTTPS = SITE_URL.startswith("https://")
if not HTTPS and not LOCAL:
    raise ImproperlyConfigured(
        "SITE_URL must begin with https://, because passwords and tokens travel to it."
    )
# Who runs this site: shown to people who need help.
OPERATOR_MAIL = env.str("OPERATOR_MAIL", default="")
# Where the source of what runs here lies: the licence wants people told.
SOURCE_URL = env.str("SOURCE_URL", default="")

# --- Django ----------------------------------------------------------------------------

INSTALLED_APPS = [
    "oriflamme_site",
    "accounts",
    "notifications",
    "games",
    "games.tournaments",
    "games.ratings",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "allauth.headless",
    "oauth2_provider",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.staticfiles",
    "corsheaders",
    "django.contrib.humanize",
    "django.forms",  # its templates, of which one is ours
    "django_htmx",  # for its copy of htmx
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    # Last: it makes groups of the permissions of all others.
    "games.moderation",
]

MIDDLEWARE = [
    "oriflamme_site.middleware.RequestLog",
    "oriflamme_site.health.probes",
    "django.middleware.security.SecurityMiddleware",
    "oriflamme_site.middleware.ContentSecurity",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "games.moderation.middleware.ClosedForMaintenance",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.EvenTime",
    "accounts.middleware.PersonsLanguage",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.AskedAgain",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "accounts.middleware.TermsFirst",
    "accounts.middleware.StaffProveThemselves",
    "accounts.middleware.Guests",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "games.pages.middleware.Refusals",
]

# What a program's request to the API passes: one that carries no cookie has no session, no
# messages and nothing that CSRF or a frame could abuse, and asks for no file.
MIDDLEWARE_OF_PROGRAMS = [
    "oriflamme_site.middleware.RequestLog",
    "django.middleware.security.SecurityMiddleware",
    "oriflamme_site.middleware.Cors",
    "oriflamme_site.middleware.LanguageOfPrograms",
    "games.moderation.middleware.ClosedForMaintenance",
    "django.middleware.common.CommonMiddleware",
]

# The door has its own limits, by path (oriflamme_site.asgi).
DATA_UPLOAD_MAX_MEMORY_SIZE = 16 * 1024 * 1024
ROOT_URLCONF = "oriflamme_site.urls"
ASGI_APPLICATION = "oriflamme_site.asgi.application"
APPEND_SLASH = False

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.moderation.notices.on_pages",
            ],
        },
    },
]

FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("uk", "Українська"), ("ru", "Русский"), ("it", "Italiano")]
# One catalog for all rooms.
LOCALE_PATHS = [BASE_DIR / "oriflamme_site" / "locale"]
FORMAT_MODULE_PATH = "oriflamme_site.formats"
TIME_ZONE = "UTC"
USE_TZ = True

# --- PostgreSQL ------------------------------------------------------------------------

DATABASES = {"default": env.db("DATABASE_URL")}
# Connections that one process may hold; streams of events hold none.
DATABASE_POOL = env.int("DATABASE_POOL", default=8)
# Long enough for the slowest page, short enough that a stuck statement frees its rows.
# Migrations write them into the database, as defaults of our role there.
DATABASE_DEFAULTS = {
    "statement_timeout": "15s",
    "lock_timeout": "5s",
    "idle_in_transaction_session_timeout": "30s",
    # What is looked for lies in memory, or on a disk that turns no plate: PostgreSQL's own guess of
    # 4 has it read a whole table, rather than one row by an index, until the site is large.
    "random_page_cost": "1.1",
}
# A migration works as long as it has to, but makes nobody wait for long while it waits for a lock
# itself: rather it fails, and is begun again.
DATABASE_LIMITS_OF_MIGRATIONS = {
    "statement_timeout": "0",
    "lock_timeout": env.str("MIGRATION_LOCK_TIMEOUT", default="800ms"),
    "idle_in_transaction_session_timeout": "0",
}
# Behind a pooler that gives each transaction another connection, set it to 0.
_PREPARE_AFTER = env.int("DATABASE_PREPARE_AFTER", default=3)
DATABASES["default"] |= {
    "ENGINE": "oriflamme_site.postgresql",  # a restarted database costs nobody an error
    "CONN_MAX_AGE": 0,  # the pool keeps connections, not the request
    "DISABLE_SERVER_SIDE_CURSORS": not _PREPARE_AFTER,
    "OPTIONS": {
        **DATABASES["default"].get("OPTIONS", {}),
        # A host that has gone without a word is noticed in seconds, whether we wait for it to
        # take what we send or to answer.
        "connect_timeout": 2,
        "tcp_user_timeout": 3000,
        "keepalives_idle": 3,
        "keepalives_interval": 1,
        "keepalives_count": 3,
        "application_name": env.str("PART", default="oriflamme"),
        "prepare_threshold": _PREPARE_AFTER or None,
        "server_side_binding": True,
        "pool": {
            "min_size": 1,
            "max_size": DATABASE_POOL,
            # With the database away nobody waits longer than this to be told so, and whoever
            # asks afterwards begins a new try: the pool's own come ever more rarely.
            "timeout": 1.5,
            "reconnect_timeout": 1,
            "max_lifetime": 3600,
            "num_workers": 1,
        },
    },
}
# A replica from which lists and what is over may be read; the same limits come from the server.
if REPLICA_URL := env.str("REPLICA_URL", default=""):
    DATABASES["replica"] = _there = {**DATABASES["default"], **env.db_url_config(REPLICA_URL)}
    _there["ENGINE"] = DATABASES["default"]["ENGINE"]
    # What its own address asks for, as `sslmode`, comes first.
    _there["OPTIONS"] = DATABASES["default"]["OPTIONS"] | _there.get("OPTIONS", {})
    DATABASE_ROUTERS = ["games.models.replica.Router"]
# Management commands and tests come and go; a pool would only slow their exit.
if env.bool("DATABASE_WITHOUT_POOL", default=False):
    for _one in DATABASES.values():
        del _one["OPTIONS"]["pool"]

# --- Redis: wake-ups, cache, throttles; nothing that may not be lost --------------------

REDIS_URL = env.str("REDIS_URL")
# As with PostgreSQL: a host that has gone without a word is noticed in seconds.
SOCKET_OPTIONS = {
    getattr(socket, name): value
    for name, value in {
        "TCP_KEEPIDLE": 3,
        "TCP_KEEPINTVL": 1,
        "TCP_KEEPCNT": 3,
        "TCP_USER_TIMEOUT": 3000,
    }.items()
    if hasattr(socket, name)
}
REDIS_SOCKETS: dict[str, Any] = {
    "socket_keepalive": True,
    "socket_keepalive_options": SOCKET_OPTIONS,
}
CACHES = {
    "default": {
        "BACKEND": "oriflamme_site.cache.ForgetfulCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {
            "socket_connect_timeout": 2,
            "socket_timeout": 2,
            **REDIS_SOCKETS,
        },
    }
}

CELERY_BROKER_URL = REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_SOFT_TIME_LIMIT = 50
CELERY_TASK_TIME_LIMIT = 60
CELERY_TIMEZONE = "UTC"
# So many tasks go by before Celery closes a process's pool of connections, which it otherwise does
# before and after each: to sign in and to plan each statement anew costs as much as a letter.
CELERY_DB_REUSE_MAX = 10_000
# People wait for what is in `soon`; `later` may lag behind without anybody noticing. `devices`
# and `hooks` are what strangers' servers may take seconds not to answer: each has its own worker.
CELERY_TASK_DEFAULT_QUEUE = "later"
CELERY_TASK_ROUTES = {
    "notifications.tasks.deliver": {"queue": "soon"},
    "games.tasks.let_bots_move": {"queue": "soon"},
    # Thinking takes a second. It has a worker of its own: nothing else waits behind it.
    "games.tasks.let_bot_think": {"queue": "bots"},
    # What has its time waits behind no letter, bot or webhook: it has a worker of its own, too.
    "notifications.tasks.sweep": {"queue": "clocks"},
    "games.tasks.sweep_clocks": {"queue": "clocks"},
    "games.tasks.close_unfilled": {"queue": "clocks"},
    "games.tournaments.tasks.sweep": {"queue": "clocks"},
    # A result that is to stand in the standings: a round's end brings hundreds of letters.
    "games.tournaments.tasks.advance": {"queue": "clocks"},
}
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # More than the time limit, or a slow task would be started a second time.
    "visibility_timeout": 90,
    "unacked_restore_interval": 2,
    "unacked_restore_throttle": 1,
    "queue_order_strategy": "priority",
    "socket_connect_timeout": 2,
    "socket_timeout": 10,
    **REDIS_SOCKETS,
    # A publisher must not hang while Redis is away: the sweep finds the work. (Between two tries
    # lie two seconds otherwise.)
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0,
}
CELERY_TASK_PUBLISH_RETRY = False
# By which each of its processes shows that it lives, and whose request it works for.
CELERY_IMPORTS = ["oriflamme_site.pulses", "oriflamme_site.tracing"]
CELERY_BEAT_SCHEDULER = "oriflamme_site.pulses:Scheduler"
# Where worker and beat say that they are up; empty: nowhere.
READY_DIR = env.str("READY_DIR", default="")

# --- Mail ------------------------------------------------------------------------------

vars().update(env.email("EMAIL_URL"))
EMAIL_BACKEND = "notifications.channels.email.keeping.EmailBackend"
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("MAIL_FROM")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
# Letters a second to one domain; what is more waits in the lane of that domain.
MAIL_RATE = env.float("MAIL_RATE", default=50.0)
if not 0.01 <= MAIL_RATE <= 1000:
    raise ImproperlyConfigured("MAIL_RATE must be letters a second, from 0.01 to 1000.")
# Where the mail server does not sign: manage.py make_dkim_key makes one and its record.
DKIM_KEY = env.str("DKIM_KEY", default="")
DKIM_SELECTOR = env.str("DKIM_SELECTOR", default="oriflamme")
if DKIM_KEY and not re.fullmatch("[A-Za-z0-9+/]{600,}={0,2}", DKIM_KEY):
    raise ImproperlyConfigured(
        "DKIM_KEY must be an RSA key in one line; python manage.py make_dkim_key prints one."
    )
# Answers go to turn+….@ this domain, and mail to it has to reach us.
ANSWER_DOMAIN = env.str("ANSWER_DOMAIN", default=DEFAULT_FROM_EMAIL.rpartition("@")[2].rstrip(">"))
# The provider that hands us mail by HTTP, if one does, and the "user:password" it has to send.
MAIL_PROVIDER = env.str("MAIL_PROVIDER", default="")
ANYMAIL_WEBHOOK_SECRET = env.str("ANYMAIL_WEBHOOK_SECRET", default="")
MAIL_PROVIDERS = ("brevo", "mailjet", "postmark", "sendgrid", "sparkpost")
if MAIL_PROVIDER and MAIL_PROVIDER not in MAIL_PROVIDERS:
    raise ImproperlyConfigured(f"MAIL_PROVIDER must be one of {', '.join(MAIL_PROVIDERS)}.")
if MAIL_PROVIDER and (len(ANYMAIL_WEBHOOK_SECRET) < 20 or ":" not in ANYMAIL_WEBHOOK_SECRET):
    raise ImproperlyConfigured(
        "ANYMAIL_WEBHOOK_SECRET must be user:password, 20 characters or more, because whoever "
        "knows it can answer in players' names. Tell the provider the same."
    )

# --- Webhooks --------------------------------------------------------------------------

# Inner networks that people's webhooks may reach, by http:// too; elsewhere they go to public
# addresses, by https:// alone. On one's own machine: that machine.
_MINE_ALONE = LOCAL and "*" not in ALLOWED_HOSTS and urlsplit(SITE_URL).hostname in LOOPBACK_HOSTS
WEBHOOK_NETWORKS = env.list(
    "WEBHOOK_NETWORKS", default=["127.0.0.0/8", "::1/128"] if _MINE_ALONE else []
)
try:
    [ipaddress.ip_network(network) for network in WEBHOOK_NETWORKS]
except ValueError as error:
    raise ImproperlyConfigured(
        f"WEBHOOK_NETWORKS: {error}. Write networks like 10.1.0.0/16, separated by commas."
    ) from error

# --- Web push --------------------------------------------------------------------------

# The site's own key towards push services; empty: nobody's devices are told. Browsers subscribe
# for this key, so with another one everybody has to turn their devices on anew.
PUSH_KEY = env.str("PUSH_KEY", default="")
if PUSH_KEY and not re.fullmatch("[A-Za-z0-9_-]{43}", PUSH_KEY):
    raise ImproperlyConfigured(
        "PUSH_KEY must be 32 bytes in base64url, 43 characters; python manage.py make_push_key "
        "prints one."
    )

# --- Web -------------------------------------------------------------------------------

STATIC_URL = "/static/"
# Locally nobody has run collectstatic, so files are served from where they lie.
WHITENOISE_USE_FINDERS = LOCAL
STATIC_ROOT = None if LOCAL else env.str("STATIC_ROOT", default=str(BASE_DIR / "staticfiles"))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if LOCAL
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
# Browsers take a cookie of such a name from this host alone, and by HTTPS alone.
SESSION_COOKIE_NAME = "__Host-session" if HTTPS else "session"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SECURE, LANGUAGE_COOKIE_HTTPONLY, LANGUAGE_COOKIE_SAMESITE = HTTPS, True, "Lax"
LANGUAGE_COOKIE_AGE = 31_536_000
CSRF_TRUSTED_ORIGINS = [SITE_URL]
X_FRAME_OPTIONS = "DENY"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=31_536_000) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
# Set only where a proxy of yours overwrites X-Forwarded-Proto and adds to X-Forwarded-For.
BEHIND_PROXY = env.bool("BEHIND_PROXY", default=False)
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# Whose requests are counted: with a proxy, the last address that it has added.
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if BEHIND_PROXY else 0
OAUTH2_PROVIDER["OAUTH_DEVICE_VERIFICATION_URI"] = f"{SITE_URL}/oauth/device/"
# Programs on people's own machines are sent back to http://127.0.0.1; services check the rest.
SILENCED_SYSTEM_CHECKS = ["oauth2_provider.W008"]

# Requests in a minute: of an address without a token, and of a person reading and writing.
# Play needs a few; these stop loops gone wild. docs/api.md tells them.
API_LIMITS = {
    "address": env.int("API_LIMIT_ADDRESS", default=240),
    "reads": env.int("API_LIMIT_READS", default=1200),
    "writes": env.int("API_LIMIT_WRITES", default=300),
    "bot_reads": env.int("API_LIMIT_BOT_READS", default=600),
    "bot_writes": env.int("API_LIMIT_BOT_WRITES", default=120),
}

# Any web page may use the API with a token, and none may use a visitor's cookie for it.
# Keys are got at the second of these: a page of another site that is an app has no other way.
CORS_URLS_REGEX = r"^/(api/v1/|oauth/(token|revoke)/|\.well-known/oauth-)"
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_CREDENTIALS = False
CORS_ALLOW_METHODS = ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"]
CORS_ALLOW_HEADERS = [
    *("accept", "accept-language", "authorization", "content-type", "idempotency-key"),
    *("if-modified-since", "if-none-match", "last-event-id", "prefer", "x-request-id"),
    "x-session-token",
]
CORS_EXPOSE_HEADERS = [
    *("etag", "last-modified", "location", "link", "ratelimit", "ratelimit-policy"),
    *("retry-after", "x-request-id", "idempotent-replayed", "preference-applied", "warning"),
]
CSRF_FAILURE_VIEW = "oriflamme_site.rest.outside.csrf_failure"

# --- Watching it -----------------------------------------------------------------------

# Who may read /metrics: whoever sends this as a bearer token. Empty: nobody.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
SENTRY_DSN = env.str("SENTRY_DSN", default="")
# What is called each minute while everything works, and raises the alarm when it is not.
MONITOR_URL = env.str("MONITOR_URL", default="")
if MONITOR_URL and urlsplit(MONITOR_URL).scheme not in {"http", "https"}:
    raise ImproperlyConfigured("MONITOR_URL must be an address that begins with https://.")

# "text" for people, "json" for machines.
LOG_FORMAT = env.str("LOG_FORMAT", default="text")
LOG_LEVEL = env.str("LOG_LEVEL", default="INFO").upper()
LOGGING_CONFIG = None
logs.configure(form=LOG_FORMAT, level=LOG_LEVEL, part=env.str("PART", default=""))

if SENTRY_DSN:
    import sentry_sdk

    sentry_sdk.init(
        dsn=SENTRY_DSN,
        send_default_pii=False,
        # They would carry hands, seeds and tokens to another company.
        include_local_variables=False,
        max_request_body_size="never",
        # Addresses hold handles and the rights of links; the route is in the event's name.
        max_breadcrumbs=0,
        before_send=logs.without_the_request,
    )
