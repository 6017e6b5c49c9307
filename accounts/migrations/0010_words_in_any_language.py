"""Columns for each language become one, and another language asks for none."""

import django.contrib.postgres.fields
from django.db import migrations, models

import accounts.models.words


def gather(apps, schema_editor):
    for one in apps.get_model("accounts", "Terms").objects.all():
        said = {lang: getattr(one, f"text_{lang}") for lang in ("en", "uk", "ru", "it")}
        one.texts = {lang: text for lang, text in said.items() if text}
        one.save(update_fields=["texts"])


class Migration(migrations.Migration):
    dependencies = [("accounts", "0009_hours_before")]

    operations = [
        migrations.AddField("terms", "texts", accounts.models.words.WordsField(default=dict, verbose_name="text")),
        migrations.RunPython(gather),
        *(migrations.RemoveField("terms", f"text_{lang}") for lang in ("en", "uk", "ru", "it")),
        migrations.AlterField(
            "user",
            "language",
            models.CharField(
                choices=accounts.models.words.languages,
                default="en",
                max_length=2,
                verbose_name="language",
            ),
        ),
        migrations.AlterField(
            "profile",
            "languages_read",
            django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(
                    choices=accounts.models.words.languages, max_length=2
                ),
                blank=True,
                default=list,
                help_text="Public. In which languages others may write to you.",
                size=None,
                verbose_name="languages read",
            ),
        ),
    ]
