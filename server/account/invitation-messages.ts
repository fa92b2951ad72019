type Values = Readonly<Record<string, string>>;

/** A sentence for screens, which translate it: the key of its message, and its values. */
export type InvitationProblem = { key: keyof typeof INVITATION_MESSAGES; values: Values };

/** All reasons to refuse an invitation, in the format of the catalogs of screens. */
export const INVITATION_MESSAGES = {
  hasAccount: "{email} has an account already. Sign in with it instead.",
  expired: "This invitation cannot be used: it is older than a day. Ask for a new invitation.",
  revoked: "This invitation cannot be used: it was revoked. Ask for a new invitation.",
  replaced: "This invitation cannot be used: a newer one has replaced it. Ask for a new invitation.",
  used: "This invitation cannot be used: it was already used. Ask for a new invitation.",
  unknown: "This invitation cannot be used: it is not valid. Ask for a new invitation.",
  inviterMayNot:
    "This invitation no longer works: the user who sent it may no longer invite others into this role. Ask an administrator of {organization} for a new invitation.",
  inviterGone:
    "This invitation no longer works: the user who sent it was deleted or disabled. Ask an administrator of {organization} for a new invitation.",
} as const;

/** The message in English, and as a sentence that screens translate. */
export const invitationProblem = (key: InvitationProblem["key"], values: Values = {}) => ({
  message: INVITATION_MESSAGES[key].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ""),
  sentences: [{ key, values }],
});
