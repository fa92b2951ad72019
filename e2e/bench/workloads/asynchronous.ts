import { setTimeout as pause } from "node:timers/promises";
import { order } from "../formulas.ts";
import { type Load, loadOf } from "../load.ts";
import { withCpu } from "../parts.ts";
import type { Row } from "../row.ts";
import type { System } from "../system.ts";
import { inTurns, middle } from "../turns.ts";
import { untilSeen } from "../until-seen.ts";

const COUNT = 2000;
const TURNS = 8;

/** Runs that are accepted, and that a worker finishes; none may be lost or sent twice. */
export async function asynchronous({ product, bare }: System): Promise<Row> {
  const { provider } = product;
  const url = `${product.api}/formulas/instances/${product.instances.w4}/executions`;
  const accepts: Load = { url, headers: product.headers, body: (n) => order(`p${n}`), connections: 50 };
  const floor: Load = { url: `${bare.url}/w4`, body: (n) => order(`b${n}`), connections: 50 };
  const measure = (one: Load) =>
    withCpu(product, async () => {
      await fetch(`${provider}/forget`);
      const began = performance.now();
      const [accepted, seen] = await Promise.all([loadOf(COUNT, one), untilSeen(provider, COUNT)]);
      // The last of them are still being written.
      await pause(1000);
      const perSecond = COUNT / ((seen.at - began) / 1000);
      return { ...accepted, perSecond, acceptedPerSecond: accepted.perSecond, seen };
    });
  // The first of each is a warm-up.
  for (const one of [accepts, floor]) await measure(one);
  const warm = await inTurns(
    TURNS,
    () => measure(accepts),
    () => measure(floor),
  );
  const [measured, bareOne] = middle(warm);
  const lost = warm.reduce((sum, [{ seen }]) => sum + COUNT - seen.ids, 0);
  const double = warm.reduce((sum, [{ seen }]) => sum + seen.repeated, 0);
  return {
    ...{ name: "w4", ...measured, floorPerSecond: bareOne.perSecond },
    notes: [`accepted ${measured.acceptedPerSecond.toFixed(0)}/s; lost ${lost}, double ${double}`],
  };
}
