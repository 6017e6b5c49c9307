"""The tables of the first release, as one step. What it replaces had been applied one by one
on sites from before it; they go on from here."""

import django.contrib.postgres.fields
import django.core.validators
import django.db.models.deletion
import django.utils.timezone
import games.models.keys
from django.conf import settings
from django.db import migrations, models



REFUSE = """
CREATE FUNCTION tournaments_step_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'The steps of a desk are append-only: % is refused.', TG_OP
        USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER tournaments_step_keeps_rows BEFORE UPDATE OR DELETE ON tournaments_step
    FOR EACH ROW EXECUTE FUNCTION tournaments_step_is_append_only();
CREATE TRIGGER tournaments_step_keeps_all BEFORE TRUNCATE ON tournaments_step
    FOR EACH STATEMENT EXECUTE FUNCTION tournaments_step_is_append_only();
"""
ALLOW = """
DROP TRIGGER tournaments_step_keeps_all ON tournaments_step;
DROP TRIGGER tournaments_step_keeps_rows ON tournaments_step;
DROP FUNCTION tournaments_step_is_append_only();
"""


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("tournaments", "0001_initial"),
        ("tournaments", "0002_append_only"),
        ("tournaments", "0003_made_up_to"),
    ]

    dependencies = [
        ('games', '0001_first_release'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Tournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(default=games.models.keys.game_key, editable=False, max_length=16, unique=True)),
                ('title', models.CharField(max_length=80)),
                ('text', models.TextField(blank=True)),
                ('languages', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=2), size=None)),
                ('visibility', models.CharField(choices=[('public', 'listed'), ('link', 'whoever has the address')], default='public', max_length=6)),
                ('edition', models.CharField(default='uk', max_length=2)),
                ('pace', models.CharField(max_length=12)),
                ('talk', models.CharField(default='table', max_length=5)),
                ('seats', models.PositiveSmallIntegerField(default=4)),
                ('exact_seats', models.BooleanField(default=False)),
                ('rated', models.BooleanField(default=False)),
                ('admission', models.CharField(choices=[('open', 'anybody'), ('code', 'whoever has the code'), ('approval', 'whom the organisers admit')], default='open', max_length=8)),
                ('code', models.CharField(blank=True, max_length=24)),
                ('bots_welcome', models.BooleanField(default=False)),
                ('conduct_min', models.IntegerField(blank=True, null=True)),
                ('rating_min', models.IntegerField(blank=True, null=True)),
                ('rating_max', models.IntegerField(blank=True, null=True)),
                ('capacity', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(3)])),
                ('start', models.CharField(choices=[('full', 'when it is full'), ('at', 'at a time'), ('desk', 'when an organiser says so')], default='desk', max_length=4)),
                ('starts_at', models.DateTimeField(blank=True, null=True)),
                ('confirms', models.CharField(choices=[('never', 'nobody is asked'), ('start', 'before the first round'), ('rounds', 'before every round')], default='start', max_length=6)),
                ('confirm_for', models.PositiveIntegerField(default=86400)),
                ('round_for', models.PositiveIntegerField(blank=True, null=True)),
                ('at_deadline', models.CharField(choices=[('adjudicate', 'it counts as it stands'), ('stand_ins', 'stand-ins play to the end'), ('desk', 'an organiser decides')], default='adjudicate', max_length=10)),
                ('break_for', models.PositiveIntegerField(default=0)),
                ('points', models.CharField(default='even', max_length=8)),
                ('tie_breaks', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=12), size=None)),
                ('late', models.CharField(default='bye', max_length=8)),
                ('late_until', models.PositiveSmallIntegerField(default=0)),
                ('seed', models.BinaryField(default=games.models.keys.seed, max_length=32)),
                ('status', models.CharField(choices=[('open', 'takes entries'), ('confirming', 'asks who will play'), ('running', 'is being played'), ('over', 'is over'), ('cancelled', 'was called off')], default='open', max_length=10)),
                ('announced_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('confirm_until', models.DateTimeField(blank=True, null=True)),
                ('began_at', models.DateTimeField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('paused_at', models.DateTimeField(blank=True, null=True)),
                ('made_up_to', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('due_at', models.DateTimeField(blank=True, null=True)),
                ('revision', models.PositiveIntegerField(default=0)),
                ('creator', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'tournament',
                'verbose_name_plural': 'tournaments',
            },
        ),
        migrations.CreateModel(
            name='Step',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20)),
                ('reason', models.TextField(blank=True)),
                ('facts', models.JSONField(default=dict)),
                ('before', models.JSONField(null=True)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('by', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('undoes', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='undone_by', to='tournaments.step')),
                ('tournament', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='steps', to='tournaments.tournament')),
            ],
        ),
        migrations.CreateModel(
            name='Stage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('format', models.CharField(choices=[('swiss', 'Swiss'), ('robin', 'round robin'), ('knockout', 'knock-out'), ('league', 'league'), ('final', 'final')], max_length=8)),
                ('sets', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=12), size=None)),
                ('rounds', models.PositiveSmallIntegerField(default=0)),
                ('takes', models.PositiveSmallIntegerField(null=True)),
                ('through', models.PositiveSmallIntegerField(default=2)),
                ('divisions', models.PositiveSmallIntegerField(default=1)),
                ('moving', models.PositiveSmallIntegerField(default=1)),
                ('carries', models.BooleanField(default=False)),
                ('status', models.CharField(choices=[('waiting', 'is to come'), ('running', 'is being played'), ('over', 'is over')], default='waiting', max_length=7)),
                ('plan', models.JSONField(null=True)),
                ('tournament', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='stages', to='tournaments.tournament')),
            ],
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ordinal', models.PositiveSmallIntegerField()),
                ('status', models.CharField(choices=[('drawn', 'is drawn'), ('running', 'is being played'), ('over', 'is over')], default='drawn', max_length=7)),
                ('drawn_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('begins_at', models.DateTimeField()),
                ('began_at', models.DateTimeField(null=True)),
                ('deadline', models.DateTimeField(null=True)),
                ('deadline_met', models.BooleanField(default=False)),
                ('ended_at', models.DateTimeField(null=True)),
                ('drawn_again', models.PositiveSmallIntegerField(default=0)),
                ('quality', models.JSONField(default=dict)),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds_drawn', to='tournaments.stage')),
                ('tournament', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournaments.tournament')),
            ],
        ),
        migrations.CreateModel(
            name='Organiser',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='organisers', to='tournaments.tournament')),
            ],
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('state', models.CharField(choices=[('asked', 'asks to be admitted'), ('refused', 'was not admitted'), ('waiting', 'is on the waiting list'), ('entered', 'plays'), ('withdrawn', 'withdrew before the start'), ('no_show', 'did not confirm'), ('dropped', 'dropped out'), ('replaced', 'was replaced'), ('disqualified', 'was disqualified')], max_length=12)),
                ('entered_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('confirmed_for', models.PositiveSmallIntegerField(default=0)),
                ('from_round', models.PositiveSmallIntegerField(default=1)),
                ('left_at', models.DateTimeField(null=True)),
                ('final_place', models.PositiveSmallIntegerField(null=True)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('successor', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='predecessor', to='tournaments.entry')),
                ('tournament', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='tournaments.tournament')),
            ],
            options={
                'verbose_name_plural': 'entries',
            },
        ),
        migrations.CreateModel(
            name='TournamentTable',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('division', models.PositiveSmallIntegerField(default=0)),
                ('how', models.CharField(blank=True, choices=[('', 'is not over'), ('played', 'played'), ('adjudicated', 'as it stood'), ('fixed', 'decided at the desk')], default='', max_length=11)),
                ('over_at', models.DateTimeField(null=True)),
                ('deadline', models.DateTimeField(null=True)),
                ('game', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.game')),
                ('round', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='tournaments.round')),
            ],
        ),
        migrations.CreateModel(
            name='Sitting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField(null=True)),
                ('seat', models.PositiveSmallIntegerField(null=True)),
                ('rank', models.PositiveSmallIntegerField(null=True)),
                ('influence', models.SmallIntegerField(null=True)),
                ('points', models.IntegerField(null=True)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sittings', to='tournaments.entry')),
                ('round', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='sittings', to='tournaments.round')),
                ('table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sittings', to='tournaments.tournamenttable')),
            ],
        ),
        migrations.CreateModel(
            name='Berth',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seeding', models.PositiveSmallIntegerField()),
                ('division', models.PositiveSmallIntegerField(default=0)),
                ('start', models.IntegerField(default=0)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.entry')),
                ('stage', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='berths', to='tournaments.stage')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('stage', 'entry'), name='one_berth_in_a_stage')],
            },
        ),
        migrations.AddIndex(
            model_name='tournament',
            index=models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='tournament_due'),
        ),
        migrations.AddIndex(
            model_name='tournament',
            index=models.Index(condition=models.Q(('visibility', 'public')), fields=['status', '-id'], name='tournament_listed'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('seats__range', (3, 5))), name='tournament_tables_are_three_to_five'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('rating_min', None), ('rating_max', None), ('rating_min__lte', models.F('rating_max')), _connector='OR'), name='rating_band_has_a_width'),
        ),
        migrations.AddIndex(
            model_name='step',
            index=models.Index(fields=['tournament', 'id'], name='steps_in_order'),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='one_stage_per_number'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('tournament', 'ordinal'), name='drawn_once'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(condition=models.Q(('status', 'over'), _negated=True), fields=('tournament',), name='one_round_at_a_time'),
        ),
        migrations.AddConstraint(
            model_name='organiser',
            constraint=models.UniqueConstraint(fields=('person', 'tournament'), name='organiser_once'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('tournament', 'person'), name='entered_once'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='numbered_once'),
        ),
        migrations.AddConstraint(
            model_name='tournamenttable',
            constraint=models.UniqueConstraint(fields=('round', 'number'), name='one_table_per_number'),
        ),
        migrations.AddConstraint(
            model_name='sitting',
            constraint=models.UniqueConstraint(fields=('round', 'entry'), name='nobody_sits_twice_at_once'),
        ),
        migrations.AddConstraint(
            model_name='sitting',
            constraint=models.UniqueConstraint(fields=('table', 'position'), name='one_of_a_table_in_each_place'),
        ),
        migrations.AddConstraint(
            model_name='sitting',
            constraint=models.CheckConstraint(condition=models.Q(('rank', None), ('points__isnull', False), _connector='OR'), name='a_result_has_points'),
        ),
        migrations.RunSQL(REFUSE, ALLOW),
    ]
