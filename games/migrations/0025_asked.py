"""Who has asked how many lately is found by an index, which is made while the site goes on."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('games', '0024_published_months'),
    ]

    operations = [
        migrations.AlterField(
            model_name='game',
            name='start',
            field=models.CharField(choices=[('full', 'when all seats are taken'), ('at', 'at a time'), ('creator', 'when its creator says so'), ('asked', 'when all who are asked have come')], default='full', max_length=7),
        ),
        AddIndexConcurrently(
            model_name='invitation',
            index=models.Index(fields=['by', 'at'], name='invitation_by'),
        ),
    ]
