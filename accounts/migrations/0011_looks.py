"""How each handle looks, so that no new one looks like it. Names lose what nobody sees."""

from typing import Any

from django.db import migrations, models

from accounts.lookalikes import clean_name, skeleton


def look(apps: Any, _schema: Any) -> None:
    people = apps.get_model("accounts", "User").objects
    seen: set[str] = set()
    for person in people.order_by("pk").only("handle", "name", "erased_at").iterator():
        looks = person.handle if person.erased_at else skeleton(person.handle)
        # Those who looked alike before keep their handles.
        person.skeleton = f"{looks}#{person.pk}" if looks in seen else looks
        seen.add(looks)
        person.name = clean_name(person.name)
        people.filter(pk=person.pk).update(skeleton=person.skeleton, name=person.name)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0010_words_in_any_language")]
    operations = [
        migrations.AddField(
            model_name="user",
            name="skeleton",
            field=models.CharField(editable=False, max_length=48, null=True),
        ),
        migrations.RunPython(look, migrations.RunPython.noop, elidable=True),
    ]
