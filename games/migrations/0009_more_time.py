from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0008_once_for_these_moves")]

    operations = [
        migrations.AlterField(
            model_name="game",
            name="spent",
            field=models.IntegerField(db_default=0, default=0),
        ),
    ]
