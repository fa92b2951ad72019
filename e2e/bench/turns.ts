import type { Measured } from "./load.ts";

/** Alternates between the product and the floor, so that other load on the machine affects both. */
export async function inTurns<Run extends Measured>(
  turns: number,
  product: () => Promise<Run>,
  floor: () => Promise<Run>,
): Promise<[product: Run, floor: Run][]> {
  const pairs: [product: Run, floor: Run][] = [];
  for (let turn = 0; turn < turns; turn++) pairs.push([await product(), await floor()]);
  return pairs;
}

/** The pair with the median ratio. */
export function middle<Run extends Measured>(pairs: [product: Run, floor: Run][]): [product: Run, floor: Run] {
  const ratio = ([product, floor]: [Run, Run]) => product.perSecond / floor.perSecond;
  const sorted = pairs.toSorted((one, other) => ratio(one) - ratio(other));
  return sorted[Math.floor(sorted.length / 2)] as [Run, Run];
}
