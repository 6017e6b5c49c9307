"""Letters of an account are in the site's own words, in every language: none of the library's."""

from pathlib import Path

import allauth
import pytest
from django.conf import settings
from django.template.loader import get_template
from django.utils import translation

from accounts.models import User

_THEIRS = Path(allauth.__file__).parent / "templates"
# Links where we send codes, a letter to whoever has no account, and what includes one of ours.
_NEVER_SENT = {
    "account/email/password_reset_key",
    "account/email/unknown_account",
    "account/email/email_confirmation_signup",
}
_LETTERS = sorted(
    str(one.relative_to(_THEIRS)).removesuffix("_message.txt")
    for room in ("account", "mfa")
    for one in _THEIRS.glob(f"{room}/email/*_message.txt")
    if one.name != "base_message.txt"
)
_FACTS = {
    "user": User(handle="ann", name="Ann"),
    "deleted_email": "old@example.test",
    "to_email": "new@example.test",
    "from_email": "old@example.test",
    "email": "new@example.test",
    "site": "https://example.test",
    "code": "123456",
}


@pytest.mark.parametrize("letter", [one for one in _LETTERS if one not in _NEVER_SENT])
def test_a_letter_is_in_our_words_in_every_language(letter: str) -> None:
    for part in ("subject", "message"):
        template = get_template(f"{letter}_{part}.txt")
        assert _THEIRS not in Path(template.origin.name).parents, part
        said = {}
        for language, _name in settings.LANGUAGES:
            with translation.override(language):
                said[language] = template.render(_FACTS).strip()
        english = said.pop("en")
        assert english not in said.values(), part
