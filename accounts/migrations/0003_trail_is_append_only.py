"""The trail of security events only grows. PostgreSQL itself refuses to change or delete a row,
but in a transaction that has said that it erases somebody's personal data.
"""

from django.db import migrations

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
    dependencies = [("accounts", "0002_people")]
    operations = [migrations.RunSQL(GUARD, UNGUARD)]
