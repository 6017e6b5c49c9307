"""Whoever has these letters in handle or name is found by an index, which is made while the site
goes on."""

from django.contrib.postgres.indexes import GinIndex, OpClass
from django.contrib.postgres.operations import AddIndexConcurrently, TrigramExtension
from django.db import migrations
from django.db.models.functions import Upper


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("accounts", "0015_find_the_same_human")]
    operations = [
        TrigramExtension(),
        AddIndexConcurrently(
            "user",
            GinIndex(
                OpClass(Upper("handle"), name="gin_trgm_ops"), name="accounts_handle_search"
            ),
        ),
        AddIndexConcurrently(
            "user",
            GinIndex(OpClass(Upper("name"), name="gin_trgm_ops"), name="accounts_name_search"),
        ),
    ]
