/** The identity that the vault binds the key of an authenticator app to: its user. */
export const totpIdentity = ({ organizationId, userId }: { organizationId: number; userId: number }) =>
  `user.totp_sealed:${organizationId}:${userId}`;
