from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0016_what_seats_add")]
    operations = [
        migrations.AddField(
            model_name="game",
            name="round_key",
            field=models.BinaryField(max_length=32, null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="round_number",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="round_table",
            field=models.PositiveSmallIntegerField(null=True),
        ),
    ]
