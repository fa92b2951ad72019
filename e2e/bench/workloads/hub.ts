import { type Load, loadFor } from "../load.ts";
import { withCpu } from "../parts.ts";
import type { Row } from "../row.ts";
import type { System } from "../system.ts";
import { inTurns, middle } from "../turns.ts";

/** One hub GET of 10 KB compared to a proxy hop in bare Node, and to the provider itself for the overhead. */
export async function hub({ product, bare }: System, seconds: number): Promise<Row> {
  const one: Load = { url: `${product.api}/hubs/crm/contacts/7`, headers: product.crm.headers, connections: 50 };
  const floor: Load = { url: `${bare.url}/hub/contacts/7`, connections: 50 };
  const direct: Load = { url: `${product.provider}/contacts/7`, connections: 1 };
  for (const load of [one, floor]) await loadFor(2, load);
  const { pairs, cpu } = await withCpu(product, async () => {
    const pairs = await inTurns(
      2 * seconds,
      () => loadFor(1, one),
      () => loadFor(1, floor),
    );
    return { pairs, count: pairs.reduce((sum, [{ count }]) => sum + count, 0) };
  });
  const [measured, bareOne] = middle(pairs);
  const [alone, provider] = [await loadFor(3, { ...one, connections: 1 }), await loadFor(3, direct)];
  const added = 1000 / alone.perSecond - 1000 / provider.perSecond;
  return {
    ...{ name: "hub", ...measured, floorPerSecond: bareOne.perSecond, cpu },
    notes: [`1 connection p50 ${alone.p50} ms, adds ${added.toFixed(2)} ms to the provider's own`],
  };
}
