"""What waits or lies about in an organisation, out of a dump and into one: invitations, files, reminders."""

from typing import Any

import msgspec

from dragoman_server.actions.reminders import arm_reminder
from dragoman_server.actions.uploads import arm_clearing
from dragoman_server.world import keepsakes, uploads
from dragoman_server.world.dump.schema import Reminder, State, Upload
from dragoman_server.world.world import World


def put_holdings(world: World, state: State) -> None:
    """Let everything wait and lie where the dump says; timers are set."""
    for invitation in state.invitations:
        world.invitations.put(invitation)
        world.number_from("invitation link" if invitation.is_multiuse else "invitation", invitation.id + 1)
    for upload in state.uploads:
        _put_upload(world, upload)
    for reminder in state.reminders:
        _put_reminder(world, reminder)
    for path, content in state.pictures.items():
        world.pictures.put(path, content)
    for user_id, kept in state.bot_storage.items():
        world.keepsakes.storage_of(user_id).update(kept)


def _put_upload(world: World, told: Upload) -> None:
    fields = msgspec.structs.asdict(told)
    content = fields.pop("content")
    upload = uploads.Upload(size=len(content), **{**fields, "message_ids": frozenset(told.message_ids)})
    world.uploads.add(upload, content)
    arm_clearing(world, upload)
    world.number_from("upload", upload.id + 1)


def _put_reminder(world: World, told: Reminder) -> None:
    recipient = world.direct_recipient((world.notification_bot.user_id, told.owner_id))
    reminder = keepsakes.Reminder(recipient=recipient, **msgspec.structs.asdict(told))
    world.keepsakes.reminders.put(reminder)
    arm_reminder(world, reminder)
    world.number_from("reminder", reminder.id + 1)


def holdings_of(world: World) -> dict[str, Any]:
    """Return all that waits or lies about, in the dump's form."""
    kept = {user.user_id: dict(world.keepsakes.storage_of(user.user_id)) for user in world.users}
    found = {
        "invitations": list(world.invitations),
        "uploads": [_upload(world, one) for one in world.uploads],
        "reminders": [_reminder(one) for one in world.keepsakes.reminders],
        "pictures": world.pictures.all(),
        "bot_storage": {str(user_id): storage for user_id, storage in kept.items() if storage},
    }
    told: dict[str, Any] = msgspec.to_builtins(found)
    return told


def _upload(world: World, upload: uploads.Upload) -> Upload:
    return Upload(
        id=upload.id,
        owner_id=upload.owner_id,
        name=upload.name,
        path_id=upload.path_id,
        created=upload.created,
        message_ids=tuple(sorted(upload.message_ids)),
        content=world.uploads.content(upload),
    )


def _reminder(reminder: keepsakes.Reminder) -> Reminder:
    return Reminder(
        id=reminder.id,
        owner_id=reminder.owner_id,
        message_id=reminder.message_id,
        content=reminder.content,
        rendered=reminder.rendered,
        due=reminder.due,
    )
