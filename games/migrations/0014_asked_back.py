from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0013_pauses_together")]

    operations = [
        migrations.AddField(
            model_name="correspondence",
            name="asked",
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name="receivedmail",
            name="was_idle",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
