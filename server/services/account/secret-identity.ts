/**
 * The identity that the vault binds a sealed secret to: its column and its row, named by the hash it is looked up by.
 */
const identity = (column: string) => (secretHash: Uint8Array) =>
  `${column}:${Buffer.from(secretHash).toString("base64url")}`;

export const userSecretIdentity = identity("user.secret_sealed");
export const organizationSecretIdentity = identity("organization.secret_sealed");
