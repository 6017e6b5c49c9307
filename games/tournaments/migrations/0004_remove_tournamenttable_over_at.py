from django.db import migrations


class Migration(migrations.Migration):
    """Nobody asks when a table was over: its game tells."""

    dependencies = [("tournaments", "0003_made_up_to")]

    operations = [migrations.RemoveField("tournamenttable", "over_at")]
