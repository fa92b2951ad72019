import { setTimeout as pause } from "node:timers/promises";
import { onDatabase } from "#server/launch/on-database.ts";
import { orders } from "../elements.ts";
import { order, triggeredByOrders } from "../formulas.ts";
import { type Load, loadFor } from "../load.ts";
import { withCpu } from "../parts.ts";
import type { Row } from "../row.ts";
import type { System } from "../system.ts";

const PATIENCE_MS = 120_000;

/**
 * Webhooks with an event hook, each with a new id, compared to one bare grouped insert; first of an element without
 * triggers, then of one whose every order starts a formula. Every acknowledged order must be stored exactly once.
 */
export async function events({ product, bare }: System, seconds: number): Promise<Row[]> {
  const { api } = product;
  const { id } = await product.connect(orders, { "event.notification.enabled": "true" });
  // The API only estimates totals of this size.
  const count = (from: string, owner: number) =>
    onDatabase(product.databaseUrl, async (client) =>
      Number((await client.query(`select count(*) from ${from}`, [owner])).rows[0].count),
    );
  const arrived = () => count("event where element_instance_id = $1", id);
  const one = (run: string): Load => ({
    url: `${api}/events/${orders.key}/${id}`,
    body: (n) => order(`${run}-${n}`),
    connections: 50,
  });
  const floor: Load = { url: `${bare.url}/events`, body: (n) => order(`${n}`), connections: 50 };
  await loadFor(3, one("warm"));
  await loadFor(1, floor);
  const { perSecond: floorPerSecond } = await loadFor(seconds, floor);
  const measure = async (name: string, run: string, settled = async () => {}): Promise<Row> => {
    const before = await arrived();
    const measured = await withCpu(product, async () => {
      const load = await loadFor(seconds, one(run));
      await settled();
      return load;
    });
    // Requests that were cut off at the end may have been stored without a response.
    const surplus = (await arrived()) - before - measured.count;
    return { ...{ name, ...measured, floorPerSecond }, notes: [`lost ${Math.max(0, -surplus)}`] };
  };
  const alone = await measure("events", "alone");

  const instance = await product.createInstance(triggeredByOrders, { shop: String(id) });
  // Begins with the organization, as the index does.
  const executions = () =>
    count(
      `execution e join formula_instance i on i.organization_id = e.organization_id and i.id = e.formula_instance_id where i.id = $1`,
      instance,
    );
  const before = await arrived();
  const began = performance.now();
  let started = "";
  const notified = await measure("events, a formula each", "notified", async () => {
    const events = (await arrived()) - before;
    for (const deadline = Date.now() + PATIENCE_MS; (await executions()) < events && Date.now() < deadline; )
      await pause(100);
    started = `${await executions()} executions of ${events} events on disk after ${((performance.now() - began) / 1000).toFixed(1)} s`;
  });
  return [alone, { ...notified, notes: [...(notified.notes ?? []), started] }];
}
