import games.models.keys
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0009_seeding")]
    operations = [
        # Of those announced before there is none: nobody has seen its commitment.
        migrations.AddField(
            model_name="tournament",
            name="last_round_key",
            field=models.BinaryField(max_length=32, null=True),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="last_round_key",
            field=models.BinaryField(default=games.models.keys.seed, max_length=32, null=True),
        ),
        migrations.AddField(
            model_name="entry",
            name="contribution",
            field=models.BinaryField(max_length=32, null=True),
        ),
    ]
