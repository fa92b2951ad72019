import type { Caller } from "#server/account/caller.ts";
import { type App, actingAs, type Context } from "#server/context.ts";
import { formulaInstanceSchema, formulaSchema } from "#server/formula/shape.ts";
import { createOrganization, type NewPerson } from "#server/services/account/create-organization.ts";
import { ownerSecrets } from "#server/services/account/owner-secrets.ts";
import { createFormula } from "#server/services/formula/create-formula.ts";
import { listFormulas } from "#server/services/formula/list-formulas.ts";
import { changeFormulaInstance } from "#server/services/formula-instance/change-formula-instance.ts";
import { createFormulaInstance } from "#server/services/formula-instance/create-formula-instance.ts";
import { listFormulaInstances } from "#server/services/formula-instance/list-formula-instances.ts";
import * as users from "#server/store/organization/users.ts";
import { DEMO_FORMULA, DEMO_ORDER } from "./demo-formula.ts";
import { DEMO_ADMINISTRATOR, DEMO_PASSWORD, DEMO_PEOPLE } from "./people.ts";

const PEOPLE: NewPerson[] = DEMO_PEOPLE.map((person) => ({ ...person, password: DEMO_PASSWORD }));
const FIRST = { size: 1, after: undefined };

/** The demo organization, created if missing, in the context of its administrator. */
export async function demoOrganization(app: App): Promise<Context> {
  const owner = (await users.findByEmail(app.db.prisma, DEMO_ADMINISTRATOR)) ?? (await makeOrganization(app));
  const { organizationId, accountId, id: userId } = owner;
  const caller: Caller = { organizationId, accountId, userId, seesAllAccounts: true, role: "administrator" };
  return { ...app, ...actingAs(app, caller), requestId: "seed" };
}

/**
 * Creates the missing parts of the demo organization: its users with random secrets, a runnable formula and an instance
 * of it with the address of the demo provider. Returns the credentials for a first request.
 */
export async function seedDemo(app: App) {
  const ctx = await demoOrganization(app);
  const { userSecret, organizationSecret } = await ownerSecrets(app, ctx.caller);
  return { userSecret, organizationSecret, formulaInstanceId: await formulaInstanceId(ctx), args: DEMO_ORDER };
}

async function makeOrganization(app: App) {
  await createOrganization(app, { name: "Demo", people: PEOPLE });
  const owner = await users.findByEmail(app.db.prisma, DEMO_ADMINISTRATOR);
  if (!owner) throw new Error("The demo organization was made without its administrator.");
  return owner;
}

/** Ports may change between starts, so the address is updated. */
async function formulaInstanceId(ctx: Context): Promise<number> {
  const configuration = { providerUrl: `http://localhost:${ctx.env.DEMO_PROVIDER_PORT}` };
  const { items: formulas } = await listFormulas(ctx, { where: `name='${DEMO_FORMULA.name}'`, page: FIRST });
  const { id: formulaId } = formulas[0] ?? (await createFormula(ctx, { formula: formulaSchema.parse(DEMO_FORMULA) }));
  const { items: instances } = await listFormulaInstances(ctx, { formulaId, page: FIRST });
  const [instance] = instances;
  if (!instance) {
    const input = formulaInstanceSchema.parse({ name: "Orders of the demo shop", configuration });
    return (await createFormulaInstance(ctx, { formulaId, input })).id;
  }
  if (instance.configuration.providerUrl !== configuration.providerUrl) {
    await changeFormulaInstance(ctx, { address: { formulaInstanceId: instance.id }, changes: { configuration } });
  }
  return instance.id;
}
