from django.db import migrations


class Migration(migrations.Migration):
    """Nobody asks when a table was over: its game tells."""

    dependencies = [("tournaments", "0005_set_by_hand")]

    operations = [migrations.RemoveField("tournamenttable", "over_at")]
