"""What passkeys call an account."""

import uuid

from django.db import transaction

from accounts.models import Profile, User


def handle_of(person: User) -> bytes:
    """What a passkey calls its account: a word without any meaning, always the same."""
    with transaction.atomic():
        Profile.objects.get_or_create(user=person)
        profile = Profile.objects.select_for_update().get(user=person)
        if profile.passkey_handle is None:
            profile.passkey_handle = uuid.uuid4()
            profile.save(update_fields=["passkey_handle"])
    return profile.passkey_handle.bytes
