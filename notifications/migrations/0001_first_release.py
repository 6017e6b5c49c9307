"""The tables of the first release, as one step. What it replaces had been applied one by one
on sites from before it; they go on from here."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.utils.timezone
import notifications.models.hooks
from django.conf import settings
from django.db import migrations, models




class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("notifications", "0001_initial"),
        ("notifications", "0002_outbox_that_respects"),
        ("notifications", "0003_hooks"),
        ("notifications", "0004_devices"),
    ]

    dependencies = [
        ('accounts', '0001_first_release'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='FeedAddress',
            fields=[
                ('person', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, serialize=False, to=settings.AUTH_USER_MODEL)),
                ('word', models.CharField(max_length=32, unique=True)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                'verbose_name_plural': 'feed addresses',
            },
        ),
        migrations.CreateModel(
            name='MailTrouble',
            fields=[
                ('person', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, serialize=False, to=settings.AUTH_USER_MODEL)),
                ('address', models.EmailField(max_length=254)),
                ('refused_at', models.DateTimeField(blank=True, null=True)),
                ('said', models.CharField(blank=True, max_length=200)),
                ('days', models.PositiveSmallIntegerField(default=0)),
                ('last_day', models.DateField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Device',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(editable=False, max_length=16, unique=True)),
                ('endpoint', models.TextField()),
                ('p256dh', models.CharField(max_length=87)),
                ('auth', models.CharField(max_length=22)),
                ('name', models.CharField(blank=True, max_length=60)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('last_used_at', models.DateTimeField(blank=True, null=True)),
                ('failures', models.PositiveIntegerField(default=0)),
                ('rests_until', models.DateTimeField(blank=True, null=True)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='devices', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Hook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(default=notifications.models.hooks.hook_key, editable=False, max_length=16, unique=True)),
                ('subject', models.CharField(blank=True, max_length=80)),
                ('name', models.CharField(blank=True, max_length=60)),
                ('format', models.CharField(choices=[('generic', 'JSON, signed (Standard Webhooks)'), ('discord', 'Discord'), ('slack', 'Slack, Mattermost, Rocket.Chat, Google Chat'), ('telegram', 'Telegram')], default='generic', max_length=8)),
                ('types', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=40), blank=True, default=list, size=None)),
                ('with_view', models.BooleanField(default=False)),
                ('sealed_url', models.TextField()),
                ('host', models.CharField(max_length=255)),
                ('sealed_secret', models.TextField(blank=True)),
                ('sealed_old_secret', models.TextField(blank=True)),
                ('old_secret_until', models.DateTimeField(blank=True, null=True)),
                ('state', models.CharField(choices=[('active', 'works'), ('paused', 'paused by you'), ('stopped', 'paused by us, because it did not answer')], default='active', max_length=7)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('last_success_at', models.DateTimeField(blank=True, null=True)),
                ('last_failure_at', models.DateTimeField(blank=True, null=True)),
                ('failures', models.PositiveIntegerField(default=0)),
                ('failing_since', models.DateTimeField(blank=True, null=True)),
                ('rests_until', models.DateTimeField(blank=True, null=True)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='hooks', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Notification',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=40)),
                ('subject', models.CharField(blank=True, max_length=80)),
                ('context', models.JSONField(default=dict)),
                ('dedupe_key', models.CharField(max_length=120, unique=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('channel', models.CharField(max_length=12)),
                ('state', models.CharField(choices=[('queued', 'on its way'), ('held', 'held back'), ('sent', 'sent'), ('failed', 'failed'), ('bounced', 'came back'), ('suppressed', 'not sent'), ('outdated', 'no longer true')], default='queued', max_length=10)),
                ('due_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('message_id', models.CharField(max_length=120)),
                ('taken_by', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=16), blank=True, null=True, size=None)),
                ('last_error', models.TextField(blank=True)),
                ('done_at', models.DateTimeField(blank=True, null=True)),
                ('person', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
                ('hook', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='notifications.hook')),
                ('notification', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='notifications.notification')),
            ],
            options={
                'verbose_name_plural': 'deliveries',
            },
        ),
        migrations.AddIndex(
            model_name='hook',
            index=models.Index(condition=models.Q(('state', 'active'), models.Q(('subject', ''), _negated=True)), fields=['subject'], name='hook_of_subject'),
        ),
        migrations.AddIndex(
            model_name='notification',
            index=models.Index(fields=['subject'], name='notification_subject'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(condition=models.Q(('state__in', ['queued', 'held'])), fields=['due_at'], name='delivery_due'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(condition=models.Q(('state', 'held')), fields=['person'], name='delivery_held'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(fields=['person', '-id'], name='delivery_of_person'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.UniqueConstraint(condition=models.Q(('hook', None)), fields=('notification', 'channel'), name='one_delivery_per_channel'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.UniqueConstraint(condition=models.Q(('hook__isnull', False)), fields=('hook', 'notification'), name='one_delivery_per_hook'),
        ),
    ]
