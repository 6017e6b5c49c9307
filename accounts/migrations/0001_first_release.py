"""The tables of the first release, as one step. What it replaces had been applied one by one
on sites from before it; they go on from here."""

import django.contrib.postgres.fields
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models



GUARD = """
CREATE FUNCTION accounts_trail_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF coalesce(current_setting('oriflamme.erasing', true), 'no') <> 'yes' THEN
        RAISE EXCEPTION 'The trail of security events is never changed.'
            USING ERRCODE = 'restrict_violation';
    END IF;
    IF TG_OP = 'DELETE' THEN
        RETURN OLD;
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER only_grows BEFORE UPDATE OR DELETE ON accounts_securityevent
    FOR EACH ROW EXECUTE FUNCTION accounts_trail_only_grows();
"""
UNGUARD = """
DROP TRIGGER only_grows ON accounts_securityevent;
DROP FUNCTION accounts_trail_only_grows();
"""


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("accounts", "0001_initial"),
        ("accounts", "0002_people"),
        ("accounts", "0003_trail_is_append_only"),
        ("accounts", "0004_wishes_with_hours"),
        ("accounts", "0005_guests"),
        ("accounts", "0006_decisions_of_staff"),
    ]

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('handle', models.CharField(help_text='Public. How others name you at a table.', max_length=24, unique=True, validators=[django.core.validators.RegexValidator('^[A-Za-z][A-Za-z0-9_-]{2,23}\\Z', '3 to 24 letters, digits, - or _, beginning with a letter.')], verbose_name='handle')),
                ('email', models.EmailField(blank=True, help_text='Never shown to other players.', max_length=254, null=True, verbose_name='mail address')),
                ('email_is_verified', models.BooleanField(db_default=False, default=False, verbose_name='address verified')),
                ('name', models.CharField(blank=True, help_text='Public. Empty: the handle.', max_length=40, verbose_name='shown name')),
                ('language', models.CharField(choices=[('en', 'English'), ('uk', 'Українська'), ('ru', 'Русский'), ('it', 'Italiano')], default='en', max_length=2, verbose_name='language')),
                ('time_zone', models.CharField(default='UTC', max_length=64, verbose_name='time zone')),
                ('is_bot', models.BooleanField(default=False, help_text='Public.', verbose_name='bot')),
                ('is_guest', models.BooleanField(db_default=False, default=False, editable=False)),
                ('is_staff', models.BooleanField(default=False, verbose_name='staff')),
                ('is_active', models.BooleanField(default=True, verbose_name='active')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('deletion_asked_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('deletion_due_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('erased_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('suspended_until', models.DateTimeField(blank=True, editable=False, null=True)),
                ('silenced_until', models.DateTimeField(blank=True, editable=False, null=True)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('owner', models.ForeignKey(blank=True, help_text='Public. Who answers for this bot.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='bots', to=settings.AUTH_USER_MODEL)),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'person',
                'verbose_name_plural': 'people',
                'permissions': [('suspend_user', 'Can suspend people and let them in again'), ('rename_user', 'Can give people another handle'), ('merge_user', 'Can merge two accounts'), ('anonymise_user', 'Can anonymise people')],
            },
        ),
        migrations.CreateModel(
            name='Terms',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField(unique=True, verbose_name='version')),
                ('published_at', models.DateTimeField(default=django.utils.timezone.now, help_text='From then on everybody is asked.', verbose_name='published')),
                ('text_en', models.TextField(verbose_name='text in English')),
                ('text_uk', models.TextField(blank=True, verbose_name='text in Ukrainian')),
                ('text_ru', models.TextField(blank=True, verbose_name='text in Russian')),
                ('text_it', models.TextField(blank=True, verbose_name='text in Italian')),
            ],
            options={
                'verbose_name': 'terms',
                'verbose_name_plural': 'terms',
            },
        ),
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('scopes', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=12), size=None)),
                ('digest', models.BinaryField(max_length=32, unique=True)),
                ('hint', models.CharField(max_length=12)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('last_used_at', models.DateTimeField(blank=True, null=True)),
                ('expires_at', models.DateTimeField(blank=True, null=True)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-created_at'],
            },
        ),
        migrations.CreateModel(
            name='Holiday',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first_day', models.DateField(verbose_name='first day')),
                ('last_day', models.DateField(verbose_name='last day')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='holidays', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['first_day'],
            },
        ),
        migrations.CreateModel(
            name='KeptHandle',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.BinaryField(max_length=32, unique=True)),
                ('until', models.DateTimeField()),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='kept_handles', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Relation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('friend', 'friend'), ('mute', 'muted'), ('block', 'blocked')], max_length=6)),
                ('since', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='relations', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='SecurityEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('signed up', 'signed up'), ('signed in', 'signed in'), ('wrong password', 'a wrong password was tried'), ('password changed', 'password changed'), ('address changed', 'mail address changed'), ('handle changed', 'handle changed'), ('second factor added', 'second factor or passkey added'), ('second factor removed', 'second factor or passkey removed'), ('recovery codes made', 'recovery codes made'), ('sessions ended', 'sessions ended'), ('token made', 'API token made'), ('token revoked', 'API token revoked'), ('app registered', 'app registered'), ('app removed', 'app removed'), ('app connected', 'app connected'), ('app revoked', 'connected app revoked'), ('bot made', 'bot made'), ('terms agreed', 'agreed to terms'), ('data taken', 'copy of all data taken'), ('deletion asked', 'deletion asked for'), ('deletion confirmed', 'deletion confirmed'), ('deletion called off', 'deletion called off'), ('erased', 'personal data erased'), ('suspended', 'suspended by staff'), ('let in again', 'let in again by staff'), ('renamed', 'renamed by staff'), ('merged', 'merged by staff'), ('warned', 'warned by staff'), ('silenced', 'talk taken by staff'), ('may talk again', 'may talk again'), ('suspension over', 'the suspension is over'), ('appealed', 'appealed against a decision'), ('as staff', 'did something as staff'), ('game seen', 'looked into a game as staff'), ('letters stopped', 'letters stopped after a complaint')], max_length=24, verbose_name='what')),
                ('at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='when')),
                ('address', models.GenericIPAddressField(null=True, verbose_name='from')),
                ('about', models.CharField(blank=True, max_length=200, verbose_name='about')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name='security_events', to=settings.AUTH_USER_MODEL)),
                ('staff', models.ForeignKey(null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'security event',
                'verbose_name_plural': 'security events',
                'ordering': ['-at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='Consent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='consents', to=settings.AUTH_USER_MODEL)),
                ('terms', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='consents', to='accounts.terms')),
            ],
        ),
        migrations.CreateModel(
            name='Profile',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, serialize=False, to=settings.AUTH_USER_MODEL)),
                ('languages_read', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[('en', 'English'), ('uk', 'Українська'), ('ru', 'Русский'), ('it', 'Italiano')], max_length=2), blank=True, default=list, help_text='Public. In which languages others may write to you.', size=None, verbose_name='languages read')),
                ('about', models.TextField(blank=True, help_text='Public. A few words, at most 300 letters.', max_length=300, validators=[django.core.validators.MaxLengthValidator(300)], verbose_name='about you')),
                ('picture_seed', models.CharField(blank=True, help_text='Public. Your coat of arms is drawn from this word. Empty: from the handle.', max_length=24, verbose_name='picture')),
                ('quiet_from', models.TimeField(blank=True, help_text='Private. In these hours your clock rests and nothing is sent.', null=True, verbose_name='quiet from')),
                ('quiet_until', models.TimeField(blank=True, null=True, verbose_name='quiet until')),
                ('plays_weekends', models.BooleanField(default=True, help_text='Your tables see it. If not, your clock rests on Saturday and Sunday.', verbose_name='plays at weekends')),
                ('wishes', models.JSONField(blank=True, default=dict, verbose_name='how you are told')),
            ],
            options={
                'verbose_name': 'profile',
                'verbose_name_plural': 'profiles',
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('quiet_from', None), ('quiet_until', None)), models.Q(('quiet_from__isnull', False), ('quiet_until__isnull', False)), _connector='OR'), name='quiet_hours_have_both_ends')],
            },
        ),
        migrations.AddIndex(
            model_name='user',
            index=models.Index(condition=models.Q(('deletion_due_at__isnull', False)), fields=['deletion_due_at'], name='deletion_due'),
        ),
        migrations.AddIndex(
            model_name='user',
            index=models.Index(condition=models.Q(('is_guest', True)), fields=['last_login'], name='guests_by_visit'),
        ),
        migrations.AddIndex(
            model_name='user',
            index=models.Index(condition=models.Q(('suspended_until__isnull', False)), fields=['suspended_until'], name='suspension_ends'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('handle'), name='one_person_per_handle', violation_error_message='This handle is taken. Choose another.'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('email'), name='one_person_per_address'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.CheckConstraint(condition=models.Q(('is_bot', True), ('owner', None), _connector='OR'), name='only_bots_are_owned'),
        ),
        migrations.AddConstraint(
            model_name='holiday',
            constraint=models.CheckConstraint(condition=models.Q(('last_day__gte', models.F('first_day'))), name='holidays_end_after_they_begin'),
        ),
        migrations.AddIndex(
            model_name='relation',
            index=models.Index(fields=['other', 'kind'], name='related_from_the_other_side'),
        ),
        migrations.AddConstraint(
            model_name='relation',
            constraint=models.UniqueConstraint(fields=('person', 'other', 'kind'), name='related_once'),
        ),
        migrations.AddConstraint(
            model_name='relation',
            constraint=models.CheckConstraint(condition=models.Q(('person', models.F('other')), _negated=True), name='nobody_is_related_to_themselves'),
        ),
        migrations.AddIndex(
            model_name='securityevent',
            index=models.Index(fields=['person', '-at'], name='trail_of_a_person'),
        ),
        migrations.AddConstraint(
            model_name='consent',
            constraint=models.UniqueConstraint(fields=('person', 'terms'), name='agreed_once'),
        ),
        migrations.RunSQL(GUARD, UNGUARD),
    ]
