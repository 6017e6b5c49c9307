from django.db import migrations, models

# "soon" and "daily" get the numbers that they meant.
OLD = {"soon": {"bundle": "hours", "hours": 1}, "daily": {"bundle": "daily", "hour": 8}}


def add_numbers(apps, schema_editor):
    Profile = apps.get_model("accounts", "Profile")
    for profile in Profile.objects.exclude(wishes={}).iterator():
        profile.wishes = {
            kind: {"channels": wish["channels"], **OLD.get(wish["bundle"], {"bundle": "at once"})}
            for kind, wish in profile.wishes.items()
        }
        profile.save(update_fields=["wishes"])


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_trail_is_append_only")]

    operations = [
        migrations.RunPython(add_numbers, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="securityevent",
            name="kind",
            field=models.CharField(
                choices=[
                    ("signed up", "signed up"),
                    ("signed in", "signed in"),
                    ("wrong password", "a wrong password was tried"),
                    ("password changed", "password changed"),
                    ("address changed", "mail address changed"),
                    ("handle changed", "handle changed"),
                    ("second factor added", "second factor or passkey added"),
                    ("second factor removed", "second factor or passkey removed"),
                    ("recovery codes made", "recovery codes made"),
                    ("sessions ended", "sessions ended"),
                    ("token made", "API token made"),
                    ("token revoked", "API token revoked"),
                    ("app registered", "app registered"),
                    ("app removed", "app removed"),
                    ("app connected", "app connected"),
                    ("app revoked", "connected app revoked"),
                    ("bot made", "bot made"),
                    ("terms agreed", "agreed to terms"),
                    ("data taken", "copy of all data taken"),
                    ("deletion asked", "deletion asked for"),
                    ("deletion confirmed", "deletion confirmed"),
                    ("deletion called off", "deletion called off"),
                    ("erased", "personal data erased"),
                    ("suspended", "suspended by staff"),
                    ("let in again", "let in again by staff"),
                    ("renamed", "renamed by staff"),
                    ("merged", "merged by staff"),
                    ("letters stopped", "letters stopped after a complaint"),
                ],
                max_length=24,
                verbose_name="what",
            ),
        ),
    ]
