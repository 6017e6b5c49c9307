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


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        TrigramExtension(),
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
                ('start', models.CharField(choices=[('full', 'when all seats are taken'), ('at', 'at a time'), ('creator', 'when its creator says so')], default='full', max_length=7)),
                ('starts_at', models.DateTimeField(null=True)),
                ('fill_with_bots', models.BooleanField(default=False)),
                ('closes_at', models.DateTimeField()),
                ('spectators', models.BooleanField(default=True)),
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
                ('deadline', models.DateTimeField(null=True)),
                ('result', models.JSONField(null=True)),
                ('creator', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Feed',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('xid', games.models.feed.TransactionId(db_default=models.Func(function='pg_current_xact_id'))),
                ('kind', models.CharField(choices=[('created', 'Created'), ('joined', 'Joined'), ('left', 'Left'), ('invited', 'Invited'), ('started', 'Started'), ('moved', 'Moved'), ('resigned', 'Resigned'), ('end_offered', 'End Offered'), ('end_withdrawn', 'End Withdrawn'), ('over', 'Over'), ('cancelled', 'Cancelled'), ('talk', 'Talk')], max_length=13)),
                ('ref', models.BigIntegerField(null=True)),
                ('at', models.DateTimeField()),
                ('person', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, to='games.game')),
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
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(null=True)),
                ('bot', models.CharField(blank=True, max_length=12)),
                ('stand_in', models.BooleanField(default=False)),
                ('joined_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('resigned_at', models.DateTimeField(null=True)),
                ('agrees_to_end', models.BooleanField(default=False)),
                ('talk_read', models.BigIntegerField(default=0)),
                ('seen_seq', models.PositiveIntegerField(default=0)),
                ('live', models.BooleanField(default=True)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='chairs', to='games.game')),
                ('person', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
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
            model_name='seat',
            index=models.Index(condition=models.Q(('live', True), ('person__isnull', False)), fields=['person', '-game'], name='seat_live'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('live', True), models.Q(('bot', ''), _negated=True)), fields=['game'], name='seat_of_live_bot'),
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
    ]
