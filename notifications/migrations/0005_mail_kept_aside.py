import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("notifications", "0001_first_release"),
    ]

    operations = [
        migrations.CreateModel(
            name='KeptMail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.BinaryField(max_length=32, unique=True)),
                ('at', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ('reason', models.CharField(max_length=300)),
                ('size', models.PositiveIntegerField()),
                ('recipients', models.TextField(blank=True)),
                ('content', models.BinaryField()),
            ],
            options={
                'verbose_name': 'mail kept aside',
                'verbose_name_plural': 'mails kept aside',
                'ordering': ['-pk'],
            },
        ),
    ]
