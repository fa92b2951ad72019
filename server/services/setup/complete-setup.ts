import { type App, actingAs, type Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as users from "#server/store/organization/users.ts";
import { createOrganization } from "../account/create-organization.ts";
import { hashAllowed } from "../account/set-password.ts";
import { record } from "../audit/record.ts";
import { openSetupLink } from "./setup-link.ts";

type World = App & { requestId: string };
type FirstPerson = { organization: string; email: string; firstName: string; lastName: string; password: string };

/** Whether a user exists already, which closes the setup. */
export const isSetUp = ({ db }: Pick<App, "db">): Promise<boolean> => users.exist(db.prisma);

/** The initial values of the setup form; refuses an unusable link. */
export async function readSetup(app: World, token: string) {
  const { email, organization, name } = openSetupLink(app, token);
  await refuseSetUp(app);
  const [firstName = "", ...lastNames] = name.split(/\s+/);
  return { email, organization, firstName, lastName: lastNames.join(" ") };
}

/**
 * Creates the first organization and its administrator. Refuses (badRequest) a link that cannot be used and a password
 * that violates the default policy, (conflict) if there is a user already: of two concurrent requests, one is refused.
 */
export async function completeSetup(
  app: World,
  { token, organization: name, ...person }: { token: string } & FirstPerson,
) {
  openSetupLink(app, token);
  await refuseSetUp(app);
  await hashAllowed(app, person.password, { ...person, organization: { passwordPolicy: null } });
  const { organizationId, users: created } = await createOrganization(app, {
    name,
    people: [{ ...person, role: "administrator" }],
    first: async (tx) => {
      if (!(await users.lockFirst(tx))) throw setUp();
    },
  });
  const [first] = created;
  const user = first && (await users.find(app.db.prisma, { organizationId, userId: first.id }));
  if (!user) throw new Error("The first user was made and is not there.");
  const ctx: Context = { ...app, ...actingAs(app, users.callerOf(user)) };
  await record(app.db.prisma, ctx, { entity: "organization", entityId: organizationId, action: "created" });
  return { email: user.email };
}

async function refuseSetUp(app: World): Promise<void> {
  if (await isSetUp(app)) throw setUp();
}

const setUp = () =>
  new Failure("conflict", "Formulary is already set up. Sign in, or ask an administrator for an invitation.");
