"""What models cannot say: the steps of a desk are append-only."""

from django.db import migrations

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
    dependencies = [("tournaments", "0001_initial")]

    operations = [migrations.RunSQL(REFUSE, ALLOW)]
