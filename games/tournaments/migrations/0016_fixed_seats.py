from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0015_bots_fill_tables")]

    operations = [
        migrations.AddField("entry", "fixed_table", models.PositiveSmallIntegerField(null=True)),
        migrations.AddField("entry", "fixed_place", models.PositiveSmallIntegerField(null=True)),
    ]
