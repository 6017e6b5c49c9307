"""No trail holds the network address from which staff have acted on somebody."""

from django.db import migrations

# What staff did, and what followed from it in the same moment.
BLANK = """
UPDATE accounts_securityevent e SET address = NULL
WHERE e.address IS NOT NULL AND (
    e.staff_id <> e.person_id
    OR e.staff_id IS NULL AND EXISTS (
        SELECT FROM accounts_securityevent d
        WHERE d.person_id = e.person_id AND d.staff_id <> d.person_id AND d.address = e.address
            AND d.at BETWEEN e.at - interval '2 seconds' AND e.at + interval '2 seconds'))
"""


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_first_release")]
    operations = [
        migrations.RunSQL("SET LOCAL oriflamme.erasing = 'yes'", migrations.RunSQL.noop),
        migrations.RunSQL(BLANK, migrations.RunSQL.noop),
        migrations.RunSQL("SET LOCAL oriflamme.erasing = 'no'", migrations.RunSQL.noop),
    ]
