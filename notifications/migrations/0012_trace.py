from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('notifications', '0011_numbered_hooks'),
    ]

    operations = [
        migrations.AddField(
            model_name='notification',
            name='trace',
            field=models.CharField(blank=True, db_default='', default='', max_length=32),
        ),
    ]
