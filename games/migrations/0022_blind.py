from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0021_feed_of_tournaments'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='blind',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='seat',
            name='plan',
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='planned_seq',
            field=models.PositiveIntegerField(null=True),
        ),
    ]
