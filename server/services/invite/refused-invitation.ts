import { type InvitationProblem, invitationProblem } from "#server/account/invitation-messages.ts";
import { Failure } from "#server/errors.ts";

/** The refusal of an invitation that cannot be used: badRequest, or conflict for an address that has an account. */
export function refusedInvitation(key: InvitationProblem["key"], values?: InvitationProblem["values"]): Failure {
  const { message, sentences } = invitationProblem(key, values);
  return key === "hasAccount"
    ? new Failure("conflict", message, { reason: key, sentences })
    : new Failure("badRequest", message, { reason: "invitationRefused", sentences });
}
