"""The tables of the first release, as one step. What it replaces had been applied one by one
on sites from before it; they go on from here."""

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import games.models.feed
import games.models.keys
from django.conf import settings
from django.contrib.postgres.operations import TrigramExtension
from django.db import migrations, models



REFUSE = """
CREATE FUNCTION games_move_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'The move log is append-only: % is refused.', TG_OP
        USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER games_move_keeps_rows BEFORE UPDATE OR DELETE ON games_move
    FOR EACH ROW EXECUTE FUNCTION games_move_is_append_only();
CREATE TRIGGER games_move_keeps_all BEFORE TRUNCATE ON games_move
    FOR EACH STATEMENT EXECUTE FUNCTION games_move_is_append_only();
"""
ALLOW = """
DROP TRIGGER games_move_keeps_all ON games_move;
DROP TRIGGER games_move_keeps_rows ON games_move;
DROP FUNCTION games_move_is_append_only();
"""
# A running game is written with every move. Room on its page lets PostgreSQL do that in place,
# without touching an index.
ROOM = "ALTER TABLE games_game SET (fillfactor = 80)"
# A running game is written with every move. Room on its page lets PostgreSQL do that in place,
# without touching an index.
ROOM = "ALTER TABLE games_game SET (fillfactor = 80)"
NO_ROOM = "ALTER TABLE games_game RESET (fillfactor)"


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("games", "0001_initial"),
        ("games", "0002_append_only"),
        ("games", "0003_post"),
        ("games", "0004_fill_with"),
        ("games", "0005_orders"),
        ("games", "0006_clock"),
        ("games", "0007_tournament_tables"),
        ("games", "0008_once_for_these_moves"),
        ("games", "0009_more_time"),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        TrigramExtension(),
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(default=games.models.keys.game_key, editable=False, max_length=16, unique=True)),
                ('name', models.CharField(max_length=60)),
                ('set', models.CharField(max_length=12)),
                ('edition', models.CharField(default='uk', max_length=2)),
                ('deck', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=20), null=True, size=None)),
                ('seats', models.PositiveSmallIntegerField()),
                ('direction', models.CharField(blank=True, max_length=13)),
                ('join', models.CharField(choices=[('open', 'anybody'), ('link', 'whoever has the link'), ('invitation', 'who is invited')], default='open', max_length=10)),
                ('link', models.CharField(default=games.models.keys.token, editable=False, max_length=24, unique=True)),
                ('language', models.CharField(default='en', max_length=2)),
                ('talk', models.CharField(choices=[('none', 'no talk'), ('table', 'to the whole table'), ('full', 'to the table and in private')], default='table', max_length=5)),
                ('anonymous', models.BooleanField(default=False)),
                ('rated', models.BooleanField(default=False)),
                ('pace', models.CharField(max_length=12)),
                ('own_pace', models.JSONField(null=True)),
                ('stand_in', models.CharField(db_default='careful', default='careful', max_length=12)),
                ('min_conduct', models.PositiveSmallIntegerField(null=True)),
                ('start', models.CharField(choices=[('full', 'when all seats are taken'), ('at', 'at a time'), ('creator', 'when its creator says so')], default='full', max_length=7)),
                ('starts_at', models.DateTimeField(null=True)),
                ('fill_with_bots', models.BooleanField(default=False)),
                ('fill_with', models.CharField(db_default='careful', default='careful', max_length=12)),
                ('closes_at', models.DateTimeField()),
                ('spectators', models.BooleanField(default=True)),
                ('tournament', models.CharField(blank=True, db_default='', default='', max_length=16)),
                ('status', models.CharField(choices=[('gathering', 'waits for players'), ('running', 'is being played'), ('over', 'is over'), ('cancelled', 'was closed')], default='gathering', max_length=9)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('started_at', models.DateTimeField(null=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('seq', models.PositiveIntegerField(default=0)),
                ('revision', models.PositiveIntegerField(default=0)),
                ('changed_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('rules_version', models.PositiveSmallIntegerField(null=True)),
                ('seed', models.BinaryField(default=games.models.keys.seed, max_length=32)),
                ('commitment', models.CharField(max_length=71)),
                ('state', models.TextField(null=True)),
                ('to_move', models.PositiveSmallIntegerField(null=True)),
                ('waits_since', models.DateTimeField(null=True)),
                ('spent', models.IntegerField(db_default=0, default=0)),
                ('deadline', models.DateTimeField(null=True)),
                ('wakes_at', models.DateTimeField(null=True)),
                ('paused_at', models.DateTimeField(null=True)),
                ('result', models.JSONField(null=True)),
                ('creator', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='FormerPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('joined_at', models.DateTimeField()),
                ('resigned_at', models.DateTimeField(null=True)),
                ('left_at', models.DateTimeField()),
                ('from_seq', models.PositiveIntegerField()),
                ('until_seq', models.PositiveIntegerField()),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='former_players', to='games.game')),
            ],
        ),
        migrations.CreateModel(
            name='Feed',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('xid', games.models.feed.TransactionId(db_default=models.Func(function='pg_current_xact_id'))),
                ('kind', models.CharField(choices=[('created', 'Created'), ('joined', 'Joined'), ('left', 'Left'), ('invited', 'Invited'), ('started', 'Started'), ('moved', 'Moved'), ('resigned', 'Resigned'), ('absent', 'Absent'), ('returned', 'Returned'), ('seat_offered', 'Seat Offered'), ('taken_over', 'Taken Over'), ('pause_offered', 'Pause Offered'), ('pause_withdrawn', 'Pause Withdrawn'), ('paused', 'Paused'), ('resumed', 'Resumed'), ('end_offered', 'End Offered'), ('end_withdrawn', 'End Withdrawn'), ('over', 'Over'), ('cancelled', 'Cancelled'), ('talk', 'Talk')], max_length=15)),
                ('ref', models.BigIntegerField(null=True)),
                ('at', models.DateTimeField()),
                ('person', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, to='games.game')),
            ],
        ),
        migrations.CreateModel(
            name='Correspondence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('stopped', models.BooleanField(default=False)),
                ('hides_cards', models.BooleanField(default=False)),
                ('void_before', models.DateTimeField(null=True)),
                ('person', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
            ],
        ),
        migrations.CreateModel(
            name='IdempotentAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=255)),
                ('digest', models.BinaryField(max_length=32)),
                ('status', models.PositiveSmallIntegerField(null=True)),
                ('body', models.BinaryField(default=b'')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('person', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.EmailField(blank=True, max_length=254)),
                ('token', models.CharField(default=games.models.keys.token, editable=False, max_length=24, unique=True)),
                ('state', models.CharField(choices=[('open', 'open'), ('accepted', 'accepted'), ('declined', 'declined'), ('withdrawn', 'withdrawn')], default='open', max_length=9)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('mail_due_at', models.DateTimeField(null=True)),
                ('by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='games.game')),
                ('person', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(default=games.models.keys.message_key, editable=False, max_length=10)),
                ('seat', models.PositiveSmallIntegerField()),
                ('to_seat', models.PositiveSmallIntegerField(null=True)),
                ('text', models.TextField()),
                ('at', models.DateTimeField()),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, to='games.game')),
            ],
        ),
        migrations.CreateModel(
            name='Move',
            fields=[
                ('pk', models.CompositePrimaryKey('game_id', 'seq', blank=True, editable=False, primary_key=True, serialize=False)),
                ('seq', models.PositiveIntegerField()),
                ('seat', models.PositiveSmallIntegerField(null=True)),
                ('door', models.CharField(choices=[('api', 'API'), ('mail_link', 'button in a mail'), ('mail_reply', 'reply to a mail'), ('page', 'web page'), ('order', 'standing order'), ('bot', 'bot'), ('clock', 'clock'), ('engine', 'rules')], max_length=10)),
                ('at', models.DateTimeField()),
                ('move', models.TextField()),
                ('events', models.TextField()),
                ('by', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, to='games.game')),
            ],
        ),
        migrations.CreateModel(
            name='Mute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, to='games.game')),
                ('person', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='OrderList',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('orders', models.JSONField(default=list)),
                ('revision', models.PositiveIntegerField(default=0)),
                ('considered_seq', models.PositiveIntegerField(null=True)),
                ('due_at', models.DateTimeField(null=True)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('person', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='OrderUse',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField()),
                ('order', models.JSONField()),
                ('why', models.CharField(blank=True, max_length=12)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('person', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='ReceivedMail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.BinaryField(max_length=32, unique=True)),
                ('at', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(null=True)),
                ('bot', models.CharField(blank=True, max_length=12)),
                ('stand_in', models.BooleanField(default=False)),
                ('joined_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('resigned_at', models.DateTimeField(null=True)),
                ('agrees_to_end', models.BooleanField(default=False)),
                ('agrees_to_pause', models.BooleanField(db_default=False, default=False)),
                ('bank', models.PositiveIntegerField(db_default=0, default=0)),
                ('misses', models.PositiveSmallIntegerField(db_default=0, default=0)),
                ('absent_since', models.DateTimeField(null=True)),
                ('offered', models.BooleanField(db_default=False, default=False)),
                ('talk_read', models.BigIntegerField(default=0)),
                ('seen_seq', models.PositiveIntegerField(default=0)),
                ('live', models.BooleanField(default=True)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='chairs', to='games.game')),
                ('person', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Standstill',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('why', models.CharField(choices=[('outage', 'outage'), ('staff', 'stopped by staff')], default='staff', max_length=6, verbose_name='why')),
                ('since', models.DateTimeField(verbose_name='since')),
                ('until', models.DateTimeField(blank=True, help_text='Empty: the clocks stand still.', null=True, verbose_name='until')),
                ('note', models.CharField(blank=True, max_length=200, verbose_name='note')),
                ('settled_to', models.BigIntegerField(default=0, editable=False, null=True)),
            ],
            options={
                'verbose_name': 'standstill of the clocks',
                'verbose_name_plural': 'standstills of the clocks',
                'indexes': [models.Index(condition=models.Q(('settled_to__isnull', False)), fields=['since'], name='standstill_open')],
                'constraints': [models.CheckConstraint(condition=models.Q(('until', None), ('until__gt', models.F('since')), _connector='OR'), name='standstill_ends_later')],
            },
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('status', 'gathering')), fields=['-id'], name='game_gathering'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('status', 'running')), fields=['-id'], name='game_running'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('status', 'over')), fields=['-ended_at', '-id'], name='game_over'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('status', 'gathering')), fields=['closes_at'], name='game_closes'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('deadline__isnull', False)), fields=['deadline'], name='game_due'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('wakes_at__isnull', False)), fields=['wakes_at'], name='game_wakes'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=django.contrib.postgres.indexes.GinIndex(django.contrib.postgres.indexes.OpClass(django.db.models.functions.text.Upper('name'), name='gin_trgm_ops'), name='game_name_search'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('seats__range', (2, 5))), name='game_has_two_to_five_seats'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('rated', False), ('seats__gt', 2), _connector='OR'), name='duel_is_never_rated'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('status', 'running'), _negated=True), models.Q(('state__isnull', False), ('to_move__isnull', False)), _connector='OR'), name='running_game_waits_for_somebody'),
        ),
        migrations.AddConstraint(
            model_name='formerplayer',
            constraint=models.UniqueConstraint(fields=('game', 'number', 'person', 'until_seq'), name='once_for_these_moves'),
        ),
        migrations.AddIndex(
            model_name='feed',
            index=models.Index(fields=['xid', 'id'], name='feed_in_order'),
        ),
        migrations.AddIndex(
            model_name='feed',
            index=models.Index(fields=['game', 'xid', 'id'], name='feed_of_game'),
        ),
        migrations.AddIndex(
            model_name='feed',
            index=models.Index(condition=models.Q(('person__isnull', False)), fields=['person', 'xid', 'id'], name='feed_of_person'),
        ),
        migrations.AddIndex(
            model_name='feed',
            index=django.contrib.postgres.indexes.BrinIndex(fields=['at'], name='feed_age'),
        ),
        migrations.AddConstraint(
            model_name='correspondence',
            constraint=models.UniqueConstraint(fields=('person', 'game'), name='one_correspondence'),
        ),
        migrations.AddIndex(
            model_name='idempotentanswer',
            index=django.contrib.postgres.indexes.BrinIndex(fields=['at'], name='answer_age'),
        ),
        migrations.AddConstraint(
            model_name='idempotentanswer',
            constraint=models.UniqueConstraint(fields=('person', 'key'), name='answered_once'),
        ),
        migrations.AddIndex(
            model_name='invitation',
            index=models.Index(condition=models.Q(('mail_due_at__isnull', False)), fields=['mail_due_at'], name='invitation_to_mail'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.UniqueConstraint(condition=models.Q(('person__isnull', False), ('state', 'open')), fields=('person', 'game'), name='one_open_invitation_per_person'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'open'), models.Q(('address', ''), _negated=True)), fields=('game', 'address'), name='one_open_invitation_per_address'),
        ),
        migrations.AddIndex(
            model_name='message',
            index=models.Index(fields=['game', 'id'], name='message_in_order'),
        ),
        migrations.AddConstraint(
            model_name='mute',
            constraint=models.UniqueConstraint(fields=('game', 'person', 'seat'), name='muted_once'),
        ),
        migrations.AddIndex(
            model_name='orderlist',
            index=models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='orders_due'),
        ),
        migrations.AddConstraint(
            model_name='orderlist',
            constraint=models.UniqueConstraint(fields=('person', 'game'), name='one_list_of_orders'),
        ),
        migrations.AddConstraint(
            model_name='orderuse',
            constraint=models.UniqueConstraint(fields=('person', 'game', 'seq', 'why'), name='order_used_once'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('live', True), ('person__isnull', False)), fields=['person', '-game'], name='seat_live'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('live', True), models.Q(('bot', ''), _negated=True)), fields=['game'], name='seat_of_live_bot'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('offered', True)), fields=['game'], name='seat_offered'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('game', 'number'), name='one_seat_per_number'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(condition=models.Q(('person__isnull', False)), fields=('person', 'game'), name='one_seat_per_person'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('person__isnull', False), models.Q(('bot', ''), _negated=True), _connector='OR'), name='somebody_sits_here'),
        ),
        migrations.RunSQL(REFUSE, ALLOW),
        migrations.RunSQL(ROOM, NO_ROOM),
    ]
