"""What passkeys call an account is a word of its own."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0012_one_person_per_look")]
    operations = [
        migrations.AddField(
            model_name="profile",
            name="passkey_handle",
            field=models.UUIDField(editable=False, null=True, unique=True),
        ),
    ]
