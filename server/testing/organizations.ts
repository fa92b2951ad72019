import { type Access, roleKeyFor } from "#server/account/roles.ts";
import type { App } from "#server/context.ts";
import { createOrganization, createUser } from "#server/services/account/create-organization.ts";
import * as organizations from "#server/store/organization/organizations.ts";
import type { AuthHeaders } from "./api.ts";

export type Person = AuthHeaders & { id: number; email: string; password: string; secret: string; accountId: number };

let count = 0;

/** An organization with one user of each role in its default account, and a way to add more. */
export async function anOrganization(app: App) {
  const number = ++count;
  const password = "open sesame";
  const roles = ["administrator", "designer", "viewer"] as const;
  const created = await createOrganization(app, {
    name: `Organization ${number}`,
    people: roles.map((role) => ({
      email: `${role}${number}@example.test`,
      firstName: "The",
      lastName: role,
      role,
      password,
    })),
  });
  const { organizationId, accountId, organizationSecret } = created;
  const person = (user: { id: number; email: string; secret: string }, account = accountId): Person => ({
    ...user,
    password,
    accountId: account,
    authorization: `User ${user.secret}, Organization ${organizationSecret}`,
  });
  const [administrator, designer, viewer] = created.users.map((user) => person(user)) as [Person, Person, Person];
  return {
    id: organizationId,
    accountId,
    secret: organizationSecret,
    administrator,
    designer,
    viewer,
    /** A user of another account than the default account. */
    async aColleague({
      accountId: account,
      role = "designer",
    }: {
      accountId?: number;
      role?: Access;
    } = {}): Promise<Person> {
      const inAccount =
        account ??
        (await organizations.insertAccount(app.db.prisma, { organizationId, name: `Account ${++count}` })).id;
      const email = `colleague${++count}@example.test`;
      const passwordHash = await app.passwords.hash(password);
      const roles = [roleKeyFor(role, inAccount === accountId)];
      const names = { firstName: "A", lastName: "colleague" };
      const user = { ...names, organizationId, accountId: inAccount, email, roles, passwordHash };
      return person(await createUser(app, app.db.prisma, user), inAccount);
    },
  };
}

export type TestOrganization = Awaited<ReturnType<typeof anOrganization>>;
