/**
 * The identity that the vault binds an encrypted secret to: its column and its row, identified by the hash for lookups.
 */
const identity = (column: string) => (secretHash: Uint8Array) =>
  `${column}:${Buffer.from(secretHash).toString("base64url")}`;

export const userSecretIdentity = identity("user.secret_sealed");
export const organizationSecretIdentity = identity("organization.secret_sealed");
