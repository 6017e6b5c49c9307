"""Columns with a default, which old code need not know."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("growing", "0001_what_is_there")]
    operations = [
        migrations.AddField("move", "weather", models.IntegerField(default=0, db_default=0)),
        migrations.AddField("game", "moves", models.IntegerField(null=True)),
    ]
