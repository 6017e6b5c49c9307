"""What models cannot say: the move log is append-only, and how states are kept."""

from django.db import migrations

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
NO_ROOM = "ALTER TABLE games_game RESET (fillfactor)"


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [
        migrations.RunSQL(REFUSE, ALLOW),
        migrations.RunSQL(ROOM, NO_ROOM),
    ]
