from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('notifications', '0005_mail_kept_aside'),
    ]

    operations = [
        migrations.CreateModel(
            name='MailDay',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('domain', models.CharField(max_length=255, verbose_name='domain')),
                ('day', models.DateField(verbose_name='day')),
                ('letters', models.PositiveIntegerField(db_default=0, default=0, verbose_name='letters')),
                ('returned', models.PositiveIntegerField(db_default=0, default=0, verbose_name='came back')),
                ('complaints', models.PositiveIntegerField(db_default=0, default=0, verbose_name='called spam')),
            ],
        ),
        migrations.CreateModel(
            name='MailLane',
            fields=[
                ('domain', models.CharField(max_length=255, primary_key=True, serialize=False, verbose_name='domain')),
                ('free_at', models.DateTimeField(verbose_name='free from')),
                ('since', models.DateTimeField(blank=True, null=True, verbose_name='takes none since')),
                ('said', models.CharField(blank=True, max_length=200, verbose_name='what it said')),
                ('noes', models.PositiveSmallIntegerField(default=0, verbose_name='letters put off in a row')),
                ('wakes_at', models.DateTimeField(blank=True, null=True, verbose_name='goes on at')),
            ],
            options={
                'verbose_name': 'mail lane',
                'verbose_name_plural': 'mail lanes',
            },
        ),
        migrations.AddField(
            model_name='delivery',
            name='lane',
            field=models.CharField(blank=True, db_default='', default='', max_length=255),
        ),
        migrations.AddConstraint(
            model_name='mailday',
            constraint=models.UniqueConstraint(fields=('day', 'domain'), name='one_row_a_day_and_domain'),
        ),
        migrations.AddIndex(
            model_name='maillane',
            index=models.Index(condition=models.Q(('wakes_at__isnull', False)), fields=['wakes_at'], name='lane_wakes'),
        ),
    ]
