"""Columns for each language become one, and another language asks for none."""

from django.db import migrations

import accounts.models.words


def gather(apps, schema_editor):
    for one in apps.get_model("care", "Announcement").objects.all():
        one.texts = {lang: getattr(one, f"text_{lang}") for lang in ("en", "uk", "ru", "it")}
        one.save(update_fields=["texts"])


class Migration(migrations.Migration):
    dependencies = [("care", "0001_first_release")]

    operations = [
        migrations.AddField(
            "announcement",
            "texts",
            accounts.models.words.WordsField(default=dict, verbose_name="text", whole=True),
        ),
        migrations.RunPython(gather),
        *(
            migrations.RemoveField("announcement", f"text_{lang}")
            for lang in ("en", "uk", "ru", "it")
        ),
    ]
