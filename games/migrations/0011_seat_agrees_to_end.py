"""Who agrees to end is found by an index, which is made while the site goes on."""

from django.conf import settings
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('games', '0010_fair'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='seat',
            index=models.Index(condition=models.Q(('agrees_to_end', True), ('live', True)), fields=['game'], name='seat_agrees_to_end'),
        ),
    ]
