import type { Context } from "#server/context.ts";
import { CRM_TO_MESSAGES } from "#server/formula/examples/crm-to-messages.ts";
import { MIRROR_REQUESTS } from "#server/formula/examples/mirror-requests.ts";
import { MOVE_FILES } from "#server/formula/examples/move-files.ts";
import { STALE_DEALS } from "#server/formula/examples/stale-deals.ts";
import { SYNC_CONTACTS } from "#server/formula/examples/sync-contacts.ts";
import { formulaInstanceSchema, formulaSchema } from "#server/formula/shape.ts";
import { createFormula } from "#server/services/formula/create-formula.ts";
import { listFormulas } from "#server/services/formula/list-formulas.ts";
import { createFormulaInstance } from "#server/services/formula-instance/create-formula-instance.ts";
import { DEMO_ADMINISTRATOR } from "./people.ts";

/** The ids of the demo's connections. */
export type DemoConnections = Record<"acme" | "beacon" | "mail" | "depot", number>;

const TO = DEMO_ADMINISTRATOR;
const FIRST = { size: 1, after: undefined };

/**
 * The formulas of the demo, each bound to its connections. Formulas that send requests by themselves are disabled at
 * first.
 */
const seeds = ({ acme, beacon, mail, depot }: DemoConnections, providerUrl: string) => [
  { formula: CRM_TO_MESSAGES, name: "Beacon contacts to my mailbox", configuration: { crm: beacon, mail, to: TO } },
  { formula: SYNC_CONTACTS, name: "Acme to Beacon", configuration: { source: acme, target: beacon } },
  {
    formula: STALE_DEALS,
    name: "Beacon deals, at night",
    configuration: { crm: beacon, mail, to: TO, when: "0 0 2 * * ?" },
  },
  {
    formula: MOVE_FILES,
    name: "Within the depot",
    configuration: { from: depot, to: depot, folder: "/moved" },
  },
  {
    formula: MIRROR_REQUESTS,
    name: "Welcome letters",
    configuration: { crm: beacon, url: `${providerUrl}/orders` },
    active: false,
  },
];

/** Creates missing formulas of the demo, each with its instance; changes by people are kept. */
export async function seedFormulas(ctx: Context, connections: DemoConnections): Promise<void> {
  const providerUrl = `http://localhost:${ctx.env.DEMO_PROVIDER_PORT}`;
  for (const { formula, ...instance } of seeds(connections, providerUrl)) {
    const { items } = await listFormulas(ctx, { where: `name='${formula.name}'`, page: FIRST });
    if (items.length > 0) continue;
    const { id } = await createFormula(ctx, { formula: formulaSchema.parse(formula) });
    await createFormulaInstance(ctx, { formulaId: id, input: formulaInstanceSchema.parse(instance) });
  }
}
