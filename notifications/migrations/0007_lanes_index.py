"""What waits in a lane is found by an index, which is made while the site goes on."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('notifications', '0006_lanes'),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='delivery',
            index=models.Index(condition=models.Q(('lane__gt', ''), ('state__in', ['queued', 'held'])), fields=['lane', 'tries', 'id'], name='delivery_in_lane'),
        ),
    ]
