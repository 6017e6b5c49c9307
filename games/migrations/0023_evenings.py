import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('games', '0022_blind'),
    ]

    operations = [
        migrations.CreateModel(
            name='Evening',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('state', models.CharField(choices=[('proposed', 'Proposed'), ('agreed', 'Agreed'), ('on', 'On'), ('over', 'Over')], default='proposed', max_length=8)),
                ('until', models.DateTimeField()),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
            ],
            options={
                'indexes': [models.Index(fields=['game', 'at'], name='evening_of_game'), models.Index(condition=models.Q(('state', 'over'), _negated=True), fields=['until'], name='evening_due')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'over'), _negated=True), fields=('game',), name='one_evening_at_a_time')],
            },
        ),
        migrations.CreateModel(
            name='EveningVoice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('agrees', models.BooleanField(default=False)),
                ('is_here', models.BooleanField(default=False)),
                ('evening', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='voices', to='games.evening')),
                ('person', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('evening', 'person'), name='one_voice_an_evening')],
            },
        ),
        migrations.CreateModel(
            name='FreeHours',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('hours', models.JSONField(default=list)),
                ('zone', models.CharField(max_length=64)),
                ('looked_at', models.DateTimeField(null=True)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('person', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('looked_at__isnull', False)), fields=['looked_at'], name='free_hours_due'), models.Index(fields=['game'], name='free_hours_of_game')],
                'constraints': [models.UniqueConstraint(fields=('person', 'game'), name='free_hours_once_a_table')],
            },
        ),
    ]
