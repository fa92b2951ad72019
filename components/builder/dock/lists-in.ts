import { pathPart } from "#server/element/data-path.ts";

/** A list in a response, by the root key that selects it. */
export type FoundList = { rootKey: string; count: number };

const DEEPEST = 5;
const MOST = 20;

/** The lists of objects in a response of a provider, the largest first: the operation returns one of them. */
export function listsIn(body: unknown): FoundList[] {
  const found: FoundList[] = [];
  collect(body, "", DEEPEST);
  return found.sort((one, other) => other.count - one.count).slice(0, MOST);

  function collect(value: unknown, rootKey: string, levels: number): void {
    if (typeof value !== "object" || value === null || levels === 0) return;
    if (Array.isArray(value)) {
      if (value.some((item) => typeof item === "object" && item !== null)) found.push({ rootKey, count: value.length });
      return;
    }
    for (const [name, inner] of Object.entries(value))
      collect(inner, rootKey === "" ? pathPart(name) : `${rootKey}.${pathPart(name)}`, levels - 1);
  }
}
