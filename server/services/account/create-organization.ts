import type { Access } from "#server/account/roles.ts";
import { roleKeyFor } from "#server/account/roles.ts";
import type { App } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { Db } from "#server/store/database/prisma.ts";
import * as organizations from "#server/store/organization/organizations.ts";
import * as users from "#server/store/organization/users.ts";
import { organizationSecretIdentity, userSecretIdentity } from "./secret-identity.ts";
import { hashOf, newSecret } from "./secrets.ts";

export type NewPerson = { email: string; firstName: string; lastName: string; role: Access; password: string };
type NewOrganization = {
  name: string;
  externalId?: string | null;
  profile?: Record<string, string>;
  people: NewPerson[];
};

/**
 * Creates an organization with its default account and its first users, each with their own secrets, in one
 * transaction. Refuses (conflict) a taken e-mail address. The secrets are returned only here; later reads are audited.
 * Passwords must be checked by the caller; `first` runs in the same transaction, before the rest.
 */
export async function createOrganization(
  app: App,
  { people, first, ...organization }: { first?: ((tx: Db) => Promise<void>) | undefined } & NewOrganization,
) {
  const organizationSecret = newSecret();
  const hashed = await Promise.all(
    people.map(async ({ password, role, ...person }) => ({
      ...person,
      roles: [roleKeyFor(role, true)],
      passwordHash: await app.passwords.hash(password),
    })),
  );
  return app.db.installation.$transaction(async (tx) => {
    await first?.(tx);
    const secretHash = hashOf(organizationSecret);
    const secretSealed = app.vault.seal(organizationSecret, organizationSecretIdentity(secretHash));
    const { id: organizationId, accounts } = await organizations.insert(tx, {
      ...organization,
      secretHash,
      secretSealed,
    });
    const accountId = accounts[0]?.id;
    if (accountId === undefined) throw new Error("An organization came without its default account.");
    const created = [];
    for (const person of hashed) {
      await refuseTaken(tx, person.email);
      created.push(await createUser(app, tx, { ...person, organizationId, accountId }));
    }
    return { organizationId, accountId, organizationSecret, users: created };
  });
}

/** Adds a user with their own secret, which is returned once. */
export async function createUser(app: App, tx: Db, user: Omit<users.NewUser, "secretHash" | "secretSealed">) {
  const secret = newSecret();
  const secretHash = hashOf(secret);
  const { id } = await users.insert(tx, {
    ...user,
    secretHash,
    secretSealed: app.vault.seal(secret, userSecretIdentity(secretHash)),
  });
  return { id, email: user.email, secret };
}

/** Refuses (conflict) an e-mail address that is taken, in any organization. */
export async function refuseTaken(installation: Db, email: string): Promise<void> {
  if (await users.findByEmail(installation, email)) throw new Failure("conflict", `email: ${email} is taken.`);
}
