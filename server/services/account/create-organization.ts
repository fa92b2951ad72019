import type { App } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as organizations from "#server/store/organizations.ts";
import type { Role } from "#server/store/users.ts";
import * as users from "#server/store/users.ts";
import { organizationSecretIdentity, userSecretIdentity } from "./secret-identity.ts";
import { hashOf, newSecret } from "./secrets.ts";

export type NewPerson = { email: string; name: string; role: Role; password: string };

/**
 * Makes an organisation with its default account and its first users, each with secrets of their own, in one
 * transaction. Refuses (conflict) an e-mail address that somebody has. The secrets are told here and nowhere else
 * without an audit entry.
 */
export async function createOrganization(app: App, { name, people }: { name: string; people: NewPerson[] }) {
  const organizationSecret = newSecret();
  const hashed = await Promise.all(
    people.map(async (person) => ({ ...person, passwordHash: await app.passwords.hash(person.password) })),
  );
  return app.db.prisma.$transaction(async (tx) => {
    const secretHash = hashOf(organizationSecret);
    const secretSealed = app.vault.seal(organizationSecret, organizationSecretIdentity(secretHash));
    const organization = await organizations.insert(tx, { name, secretHash, secretSealed });
    const accountId = organization.accounts[0]?.id;
    if (accountId === undefined) throw new Error("An organisation came without its default account.");
    const created = [];
    for (const { email, name, role, passwordHash } of hashed) {
      if (await users.findByEmail(tx, email)) throw new Failure("conflict", `email: ${email} is taken.`);
      created.push(
        await createUser(app, tx, { organizationId: organization.id, accountId, email, name, role, passwordHash }),
      );
    }
    return { organizationId: organization.id, accountId, organizationSecret, users: created };
  });
}

/** Adds a user with a secret of their own, which is told here once. */
export async function createUser(
  app: App,
  tx: Parameters<typeof users.insert>[0],
  user: { organizationId: number; accountId: number; email: string; name: string; role: Role; passwordHash: string },
) {
  const secret = newSecret();
  const secretHash = hashOf(secret);
  const { id } = await users.insert(tx, {
    ...user,
    secretHash,
    secretSealed: app.vault.seal(secret, userSecretIdentity(secretHash)),
  });
  return { id, email: user.email, role: user.role, secret };
}
