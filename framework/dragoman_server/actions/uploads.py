"""Files: uploaded, claimed by messages, removed with the last of them or when nobody ever used them."""

from collections.abc import Iterable

import msgspec

from dragoman_server.event import Event
from dragoman_server.ledger import Deed
from dragoman_server.payloads.uploads import upload_payload
from dragoman_server.world.access import may_fetch
from dragoman_server.world.records import Message, User
from dragoman_server.world.uploads import Upload, random_path
from dragoman_server.world.world import World

UNUSED_SECONDS = 5 * 7 * 86400
"""How long a file is kept to which no message refers."""

CLEARING = Deed("the clearing of unused files", (), ("attachment/remove",))
"""Who acts when a file was never used."""


def do_upload(world: World, user: User, name: str, content: bytes) -> Upload:
    """Keep a file."""
    upload = Upload(
        id=world.number("upload"),
        owner_id=user.user_id,
        name=name,
        path_id=random_path(world.realm_id, name),
        size=len(content),
        created=world.clock.now(),
    )
    world.uploads.add(upload, content)
    arm_clearing(world, upload)
    _tell(world, "add", upload)
    return upload


def arm_clearing(world: World, upload: Upload) -> None:
    """Arrange that a file is removed if nobody ever uses it."""
    world.clock.call_at(upload.created + UNUSED_SECONDS, lambda: _clear(world, upload.id))


def do_remove_upload(world: World, upload: Upload) -> None:
    """Forget a file; messages that refer to it lead nowhere from now on."""
    world.uploads.remove(upload)
    event = Event(
        "attachment",
        op="remove",
        attachment={"id": upload.id},
        upload_space_used=world.uploads.space_used,
    )
    world.send(event, (upload.owner_id,))


def claim_uploads(world: World, sender: User, message: Message, paths: Iterable[str]) -> None:
    """Let a message refer to these files and to no others."""
    named = {path: world.uploads.at(path) for path in paths}
    wanted = {one.id for one in named.values() if one is not None and may_fetch(world, sender, one)}
    held = {one.id for one in world.uploads.referred_to_by(message.id)}
    for upload_id in sorted(wanted ^ held):
        upload = world.uploads.get(upload_id)
        if upload is not None:
            changed = msgspec.structs.replace(upload, message_ids=upload.message_ids ^ {message.id})
            world.uploads.put(changed)
            # Real servers say nothing when an edit takes a link away.
            if upload_id in wanted:
                _tell(world, "update", changed)


def release_uploads(world: World, message: Message) -> None:
    """Take note that a message is gone, and remove the files to which no other refers."""
    for upload in world.uploads.referred_to_by(message.id):
        left = msgspec.structs.replace(upload, message_ids=upload.message_ids - {message.id})
        world.uploads.put(left)
        if not left.message_ids:
            do_remove_upload(world, left)


def _clear(world: World, upload_id: int) -> None:
    upload = world.uploads.get(upload_id)
    if upload is not None and not upload.message_ids:
        with world.ledger.acting(CLEARING):
            do_remove_upload(world, upload)


def _tell(world: World, op: str, upload: Upload) -> None:
    payload, used = upload_payload(world, upload), world.uploads.space_used
    event = Event("attachment", op=op, attachment=payload, upload_space_used=used)
    world.send(event, (upload.owner_id,))
