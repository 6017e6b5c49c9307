from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("growing", "0007_contract")]
    operations = [
        migrations.RemoveConstraint("move", "growing_move_counts"),
        migrations.RemoveField("move", "weather"),
        migrations.RemoveField("game", "moves"),
    ]
