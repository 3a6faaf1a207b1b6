"""Files that people send: uploads, their own picture, the organisation's emoji."""

from contract.observed.words import operation, path_text
from contract.shapes import nullable, string
from contract.terms import Refusal, has, may_have

NO_FILE = Refusal(condition="no file")
TWO_FILES = Refusal(condition="two files")
PICTURE = (has("avatar_url", nullable(string)),)

OPERATIONS = (
    operation(
        "POST",
        "/user_uploads",
        file="file",
        needs_file=True,
        answer=(
            may_have("url", string, "level 272", since=272),
            may_have("uri", string, "always; the older name of url"),
            may_have("filename", string, "level 286", since=286),
        ),
        refusals=(NO_FILE, TWO_FILES),
        emits=("attachment/add",),
    ),
    operation(
        "GET",
        "/user_uploads/{path_id}",
        path_text("path_id", "2/ce/2Xpnnwgh8JWKxBXtTfD6BHKV/zulip.txt"),
        answer=(has("url", string),),
    ),
    operation(
        "POST",
        "/users/me/avatar",
        file="file",
        needs_file=True,
        answer=PICTURE,
        refusals=(NO_FILE,),
        emits=("realm_user/update",),
    ),
    operation("DELETE", "/users/me/avatar", answer=PICTURE, emits=("realm_user/update",)),
    operation(
        "POST",
        "/realm/emoji/{emoji_name}",
        path_text("emoji_name", "party"),
        file="file",
        needs_file=True,
        refusals=(NO_FILE, Refusal(condition="the emoji is there already")),
        emits=("realm_emoji/update",),
    ),
)
