"""An account that is gone remembers whose it was: what it has seen of games they have seen."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0007_addresses_of_staff")]
    operations = [
        migrations.AddField(
            model_name="user",
            name="same_human_as",
            field=models.ForeignKey(
                db_index=False,  # made while the site goes on: 0015
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
