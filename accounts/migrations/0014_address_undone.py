"""Which links that undo a change of address are used up."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0013_passkey_handle")]
    operations = [
        migrations.AddField(
            model_name="profile",
            name=name,
            field=models.DateTimeField(editable=False, null=True),
        )
        for name in ("undone_from", "undone_at")
    ]
