import { setTimeout as pause } from "node:timers/promises";
import { order } from "../formulas.ts";
import { loadOf } from "../load.ts";
import { withCpu } from "../parts.ts";
import type { Row } from "../row.ts";
import type { System } from "../system.ts";
import { untilSeen } from "../until-seen.ts";

const COUNT = 2000;

/** Callbacks to one receiver, signed and recorded, compared to a loop of as many bare fetches. */
export async function deliveries({ product }: System): Promise<Row> {
  const { api, headers, provider } = product;
  const post = async (path: string, body: object) => {
    const given = { method: "POST", headers: { "content-type": "application/json", ...headers } };
    const reply = await fetch(api + path, { ...given, body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`POST ${path} answered ${reply.status}: ${await reply.text()}`);
    return reply.json();
  };
  const message = JSON.stringify(order("1"));
  const subscription = { channel: "webhook", topics: ["bench"], config: { url: `${provider}/callback` } };
  const { id } = await post("/notifications/subscriptions", subscription);
  await fetch(`${provider}/forget`);
  const from = new Date(Date.now() - 60_000).toISOString();
  const load = { url: `${api}/notifications`, headers, body: () => ({ topic: "bench", message }), connections: 8 };
  await loadOf(COUNT, load);
  await untilSeen(provider, COUNT);
  const timed = async (work: () => Promise<unknown>) => {
    await pause(500);
    await fetch(`${provider}/forget`);
    const began = performance.now();
    const [, seen] = await Promise.all([work(), untilSeen(provider, COUNT)]);
    return { perSecond: seen.ids / ((seen.at - began) / 1000), repeated: seen.repeated, count: COUNT };
  };
  // All deliveries are replayed at once.
  const window = { from, to: new Date(Date.now() + 60_000).toISOString() };
  const replay = () => post(`/notifications/subscriptions/${id}/replay`, window);
  await timed(replay);
  const { repeated, ...measured } = await withCpu(product, () => timed(replay));
  const floor = await timed(() => bare(provider, message));
  return {
    ...{ name: "deliveries", ...measured, floorPerSecond: floor.perSecond },
    notes: [`double ${repeated}`],
  };
}

/** As many at a time as the product sends to one receiver. */
async function bare(provider: string, message: string) {
  let next = 0;
  const loop = async () => {
    while (next < COUNT) {
      const call = { method: "POST", headers: { "webhook-id": `bare ${next++}` }, body: message };
      await (await fetch(`${provider}/callback`, call)).arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: 16 }, loop));
}
