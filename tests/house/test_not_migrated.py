"""Between the first request and the last migration: a kind page, and no fault of ours."""

import pytest
from django.db import ProgrammingError, connection
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from oriflamme_site.rest.outside import server_error

pytestmark = pytest.mark.django_db(transaction=True)


def answered(path: str, sql: str) -> HttpResponse:
    """What somebody is told whose request runs into such a statement."""
    request: HttpRequest = RequestFactory().get(path)
    with connection.cursor() as cursor:
        try:
            cursor.execute(sql)
        except ProgrammingError:
            return server_error(request)
    raise AssertionError


@pytest.mark.parametrize("path", ["/", "/api/v1/games"])
@pytest.mark.parametrize(
    "sql", ["SELECT 1 FROM a_table_to_come", "SELECT a_column_to_come FROM accounts_user"]
)
def test_whoever_comes_before_the_migrations_are_through_is_asked_back(path: str, sql: str) -> None:
    response = answered(path, sql)
    assert (response.status_code, response["Retry-After"]) == (503, "5")


def test_a_statement_that_no_migration_mends_is_a_fault_of_ours() -> None:
    assert answered("/", "SELECT FROM WHERE").status_code == 500
