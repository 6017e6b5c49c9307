from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0003_post'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='fill_with',
            field=models.CharField(db_default='careful', default='careful', max_length=12),
        ),
    ]
