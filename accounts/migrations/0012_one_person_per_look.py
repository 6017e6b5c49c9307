"""No two handles look alike: an index that is made while the site goes on."""

from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("accounts", "0011_looks")]
    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    [
                        "DROP INDEX CONCURRENTLY IF EXISTS one_person_per_look",
                        "CREATE UNIQUE INDEX CONCURRENTLY one_person_per_look"
                        " ON accounts_user (skeleton) WHERE skeleton IS NOT NULL",
                    ],
                    "DROP INDEX CONCURRENTLY IF EXISTS one_person_per_look",
                )
            ],
            state_operations=[
                migrations.AddConstraint(
                    model_name="user",
                    constraint=models.UniqueConstraint(
                        condition=models.Q(skeleton__isnull=False),
                        fields=["skeleton"],
                        name="one_person_per_look",
                        violation_error_message="This handle is taken. Choose another.",
                    ),
                )
            ],
        )
    ]
