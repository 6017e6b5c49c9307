"""Who is settled, and whom they have met. Until games are counted anew, whoever has been on a list
of people stays there."""

from django.db import migrations, models

STAY = """
UPDATE ratings_rating SET settled = true FROM accounts_user u
WHERE u.id = person_id AND NOT u.is_bot AND list IN ('overall', 'blind') AND games >= 10"""


class Migration(migrations.Migration):
    dependencies = [("ratings", "0001_first_release")]

    operations = [
        *(
            operation
            for model in ("rating", "ratingchange")
            for operation in (
                migrations.AddField(
                    model, "met", models.PositiveSmallIntegerField(db_default=0, default=0)
                ),
                migrations.AddField(
                    model, "settled", models.BooleanField(db_default=False, default=False)
                ),
            )
        ),
        migrations.RunSQL(STAY, migrations.RunSQL.noop),
    ]
