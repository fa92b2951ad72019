import { addressNamed } from "../definition/check.ts";
import type { PlannedResource } from "../planned.ts";

/** The maximum number of resources in a chain. */
export const LONGEST_CHAIN = 5;

/**
 * A resource and those that follow it by `nextResource` (spec §2.9): at most five, and never in a circle. What is wrong
 * with any of them is wrong with the chain.
 */
export function chainFrom(
  first: PlannedResource,
  byAddress: ReadonlyMap<string, PlannedResource>,
): Pick<PlannedResource, "chain" | "problem"> {
  const chain = [first];
  let problem = first.problem;
  for (let { nextResource } = first.resource; nextResource && !problem; ) {
    const next = byAddress.get(addressNamed(nextResource));
    if (!next) problem = `${first.label}: its chain names ${nextResource}, which the element does not have.`;
    else if (chain.length === LONGEST_CHAIN)
      problem = `${first.label} begins a chain that is longer than ${LONGEST_CHAIN} resources or never ends.`;
    else {
      chain.push(next);
      problem = next.problem;
    }
    nextResource = next?.resource.nextResource;
  }
  return { chain, problem };
}
