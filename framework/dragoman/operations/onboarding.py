"""Note what was explained to the account's person."""

from dragoman.operations.operation import Done, Operation


class MarkOnboardingStep(Operation[Done], method="POST", path="/users/me/onboarding_steps", repeatable=True):
    """Note that something was explained, so that it is not again; for people, not for bots.

    Fails with code ``BAD_REQUEST`` for a step that is not known, and for a bot.
    Source: not in the spec.
    """

    onboarding_step: str
    """As the section ``onboarding_steps`` of a registration names it."""
