import { LONGEST_CHAIN } from "#server/element/call/chain.ts";
import { PLACES } from "#server/element/parameters/registry.ts";
import type { ElementDraft } from "../../model/element-draft.ts";
import { addressIn, type Operation, operationsOf } from "../../model/operations.ts";
import { listAt, textOf, valueAt } from "../../model/paths.ts";

/** The part of its predecessor's response that an operation reads: all of the body (empty), or a field of it. */
export type Reading = { field: string; into: string };

/**
 * The operations that run in sequence. `missing` is the name of an operation that the element does not have; a refused
 * chain cannot run.
 */
export type Chain = { links: Operation[]; missing: string | null; refusal: ChainRefusal | null };

/** Why an operation cannot follow another. */
export type ChainRefusal = "circle" | "long";

/** The successors of operations. */
export function chainsOf(draft: ElementDraft) {
  const operations = operationsOf(draft);
  const byAddress = new Map(operations.toReversed().map((operation) => [operation.address, operation]));
  const names = new Map(
    operations.map(({ at }) => [at, textOf(valueAt(draft, ["resources", at, "nextResource"]))] as const),
  );
  const before = new Map<number, number[]>();
  for (const { at } of operations) {
    const next = nextOf(at);
    if (next) before.set(next.at, [...(before.get(next.at) ?? []), at]);
  }

  /** The operation that follows; undefined if none does, or the element does not have it. */
  function nextOf(at: number): Operation | undefined {
    const name = names.get(at) ?? "";
    return name === "" ? undefined : byAddress.get(addressNamed(name));
  }

  function from(at: number): Chain {
    const links: Operation[] = [];
    let operation = operations.find((one) => one.at === at);
    while (operation) {
      if (links.includes(operation)) return { links, missing: null, refusal: "circle" };
      if (links.length === LONGEST_CHAIN) return { links, missing: null, refusal: "long" };
      links.push(operation);
      const name = names.get(operation.at) ?? "";
      operation = nextOf(operation.at);
      if (!operation && name !== "") return { links, missing: name, refusal: null };
    }
    return { links, missing: null, refusal: null };
  }

  /** The number of operations in the longest chain that ends with this one. */
  const lengthTo = (at: number, levels: number = LONGEST_CHAIN): number =>
    levels === 0 ? 1 : 1 + Math.max(0, ...(before.get(at) ?? []).map((one) => lengthTo(one, levels - 1)));

  return {
    operations,
    from,
    /** Why `next` cannot follow the operation at a position; null if it can. */
    refusal(at: number, next: Operation): ChainRefusal | null {
      const after = from(next.at).links.map((link) => link.at);
      if (after.includes(at)) return "circle";
      return lengthTo(at) + after.length > LONGEST_CHAIN ? "long" : null;
    },
  };
}

function addressNamed(name: string): string {
  const [method = "", path = ""] = name.split(/:(.*)/s);
  return addressIn({ method, path });
}

/** The fields that the operation at a position reads of its predecessor's response. */
export function readingsOf(draft: ElementDraft, at: number): Reading[] {
  return listAt(draft, ["resources", at, "parameters"]).flatMap(({ type, name, vendorType, vendorName }) => {
    const place = Object.entries(PLACES).find(([one]) => one === textOf(type))?.[1];
    if (!place?.ofPrevious) return [];
    const into = [textOf(vendorType), textOf(vendorName)].filter(Boolean).join(" ");
    return [{ field: place.ofPrevious === "field" ? textOf(name) : "", into }];
  });
}
