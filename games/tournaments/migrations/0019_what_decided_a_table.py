from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0018_deadline_met_is_read_by_nobody")]

    operations = [
        migrations.AddField("tournamenttable", "turning", models.JSONField(null=True)),
    ]
