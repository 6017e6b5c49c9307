# Two stages: wheels are installed with pip in the first, the second has no pip cache,
# no compiler and no root.
FROM python:3.13-slim AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
# Or "tracing": with OpenTelemetry (docs/operations.md).
ARG LIST=run
COPY requirements/${LIST}.txt /tmp/run.txt
RUN python -m venv /venv && /venv/bin/pip install --require-hashes --only-binary :all: --no-deps -r /tmp/run.txt

FROM python:3.13-slim
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    DJANGO_SETTINGS_MODULE=oriflamme_site.settings STATIC_ROOT=/app/staticfiles
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin oriflamme
COPY --from=build /venv /venv
WORKDIR /app
COPY manage.py ./
COPY oriflamme_site oriflamme_site
COPY accounts accounts
COPY notifications notifications
COPY games games
# Collecting needs settings, but no database and no secret: these values serve this line alone.
RUN SECRET_KEY=$(python -c 'import secrets; print(secrets.token_urlsafe(50))') \
    ALLOWED_HOSTS=localhost DATABASE_URL=postgres://localhost/none REDIS_URL=redis://localhost \
    EMAIL_URL=smtp://localhost MAIL_FROM=build@localhost \
    python manage.py collectstatic --noinput && python -m compileall -q .
USER oriflamme
EXPOSE 8000
# By the shell: to start a Python for it four times a minute is dear, and on a busy host too slow.
HEALTHCHECK --interval=15s --timeout=10s --start-period=180s CMD ["bash", "-c", \
    "exec 3<>/dev/tcp/127.0.0.1/8000; printf 'GET /healthz HTTP/1.0\\r\\n\\r\\n' >&3; read -rt 8 line <&3; [[ $line == *' 200 '* ]]"]
CMD ["granian", "--interface", "asginl", "--workers", "2", "--workers-kill-timeout", "3", \
     "--log-level", "warning", "--no-ws", "--http", "1", "--http1-header-read-timeout", "15000", \
     "--http1-buffer-size", "16384", "--respawn-failed-workers", \
     "--host", "0.0.0.0", "--port", "8000", "oriflamme_site.asgi:application"]
