/** What a sealed secret is bound to in the vault: its column and its row, named by the hash it is looked up by. */
const identity = (column: string) => (secretHash: Uint8Array) =>
  `${column}:${Buffer.from(secretHash).toString("base64url")}`;

export const userSecretIdentity = identity("user.secret_sealed");
export const organizationSecretIdentity = identity("organization.secret_sealed");
