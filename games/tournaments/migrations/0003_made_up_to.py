import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_append_only")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="made_up_to",
            field=models.DateTimeField(default=django.utils.timezone.now, editable=False),
        ),
    ]
