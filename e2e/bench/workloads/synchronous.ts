import { memoryMb } from "../../system/processes.ts";
import { list, order } from "../formulas.ts";
import { type Load, loadFor, loadOf } from "../load.ts";
import { withCpu } from "../parts.ts";
import type { Row } from "../row.ts";
import type { System } from "../system.ts";

/** The floor of a workload, whichever way its scripts are run. */
const floorOf = (name: string) => name.replace("-engine", "");

/** A formula that a request to its address runs, for 50 clients at once. */
export async function synchronous({ product, bare }: System, name: string, seconds: number): Promise<Row> {
  const resource = resourceLoad(product, name, 50);
  const floor: Load = { url: `${bare.url}/${floorOf(name)}`, body: (n) => order(`${n}`), connections: 50 };
  await loadFor(3, resource);
  await loadFor(1, floor);
  const measured = await withCpu(product, () => loadFor(seconds, resource));
  const underLoad = memoryMb(product.pids);
  const { perSecond: floorPerSecond } = await loadFor(seconds, floor);
  const alone = await loadFor(3, { ...resource, connections: 1 });
  return {
    ...{ name, ...measured, floorPerSecond },
    notes: [`memory ${underLoad} MB; 1 connection p50 ${alone.p50} ms`],
  };
}

/** A loop over 1,000 objects with a script each, for one client; every step is recorded. */
export async function loopOver({ product, bare }: System, name: string): Promise<Row> {
  const one = { ...resourceLoad(product, name, 1), body: () => ({ id: "1", items: [], list }) };
  const floor: Load = { url: `${bare.url}/${floorOf(name)}`, body: () => ({ list }), connections: 1 };
  await loadOf(3, one);
  await loadOf(3, floor);
  const measured = await withCpu(product, () => loadOf(7, one));
  return { name, ...measured, floorPerSecond: (await loadOf(7, floor)).perSecond };
}

function resourceLoad(product: System["product"], name: string, connections: number): Load {
  const headers = { ...product.headers, "elements-formula-instance-id": String(product.instances[name]) };
  return { url: `${product.api}/bench-${name}`, headers, body: (n) => order(`${n}`), connections };
}
