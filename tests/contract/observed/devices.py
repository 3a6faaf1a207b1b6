"""The devices of an account, the defaults of new accounts, and what clients explain once."""

from msgspec import structs

from contract.messaging.operations.settings import UPDATE_SETTINGS
from contract.observed.words import operation, text, whole
from contract.terms import Refusal

PERSONAL = {
    *("target_users", "full_name", "email", "old_password", "new_password", "timezone"),
    "allow_private_data_export",
}
"""Settings that have no default for a whole organisation, or another one of its own."""

TOKEN = text("token", "c0ffee", required=True)
BAD_TOKEN = Refusal(condition="a token that is empty")
NO_TOKEN = Refusal(condition="a token that is not there")

OPERATIONS = (
    operation("POST", "/users/me/android_gcm_reg_id", TOKEN, refusals=(BAD_TOKEN,)),
    operation("DELETE", "/users/me/android_gcm_reg_id", TOKEN, refusals=(NO_TOKEN,)),
    operation(
        "POST",
        "/users/me/apns_device_token",
        TOKEN,
        text("appid", "org.example.Chat", required=True),
        refusals=(BAD_TOKEN,),
    ),
    operation("DELETE", "/users/me/apns_device_token", TOKEN, refusals=(NO_TOKEN,)),
    operation(
        "POST",
        "/users/me/onboarding_steps",
        text("onboarding_step", "intro_inbox_view_modal", required=True),
        refusals=(Refusal(condition="a step that there is not"),),
        emits=("onboarding_steps",),
    ),
    operation(
        "PATCH",
        "/realm/user_settings_defaults",
        *(structs.replace(one, spec=None) for one in UPDATE_SETTINGS.parameters if one.name not in PERSONAL),
        emits=("realm_user_settings_defaults/update",),
        administrators=True,
    ),
    operation(
        "POST",
        "/mobile_push/e2ee/test_notification",
        whole("push_account_id", 2408),
        whole("device_id", 4, since=468),
        since=420,
    ),
)
