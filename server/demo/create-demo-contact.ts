import { randomInt } from "node:crypto";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { requireDesigner } from "#server/services/account/require-role.ts";
import { callElement } from "#server/services/hub/call-element.ts";
import { listInstances } from "#server/services/instance/list-instances.ts";

const NAMES = [
  ["Ada", "Lovelace"],
  ["Grace", "Hopper"],
  ["Katherine", "Johnson"],
  ["Radia", "Perlman"],
  ["Barbara", "Liskov"],
] as const;
const LONGEST_MS = 15_000;
const CRM = "democrm";

/** The oldest connection of the caller to the demo CRM that works. Other organizations of a demo have none. */
export async function findDemoCrm(ctx: Context) {
  if (!ctx.env.DEMO) return undefined;
  try {
    const { items } = await listInstances(ctx, { keyOrId: CRM, page: { size: 50, after: undefined } });
    return items.findLast(({ valid, disabled }) => valid && !disabled);
  } catch (error) {
    // The element may have been deleted.
    if (error instanceof Failure && error.kind === "notFound") return undefined;
    throw error;
  }
}

/** Creates a contact in the demo CRM, whose webhook then starts the formulas that wait for new contacts. */
export async function createDemoContact(ctx: Context): Promise<{ id: string; name: string }> {
  requireDesigner(ctx);
  if (!ctx.env.DEMO) throw new Failure("notFound", "This installation has no demo data.");
  const crm = await findDemoCrm(ctx);
  if (!crm) throw new Failure("badRequest", "No connection to the demo CRM works. Connect Acme CRM first.");
  const number = randomInt(1000, 10_000);
  const [first, last] = NAMES[number % NAMES.length] ?? NAMES[0];
  const body = { first_name: first, last_name: last, email: `${last}.${number}@example.com`.toLowerCase() };
  const signal = AbortSignal.timeout(LONGEST_MS);
  const call = { method: "POST", path: "/contacts", query: {}, headers: {}, body, signal };
  const { body: created } = await callElement(ctx, { elementInstanceId: crm.id, call });
  return { id: String((created as { id: unknown }).id), name: `${first} ${last}` };
}
