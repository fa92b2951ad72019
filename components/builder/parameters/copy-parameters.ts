import type { ElementDraft } from "../model/element-draft.ts";
import { withoutId } from "../model/items.ts";
import { insertAt, listAt, type Path, textOf } from "../model/paths.ts";

/** Parameters are equal if they take the same value in the same way. */
const identityOf = ({ source, type, name }: Readonly<Record<string, unknown>>) =>
  JSON.stringify([textOf(source) || "request", textOf(type), textOf(name)]);

/**
 * The element with these parameters of one list in those resources as well. A resource that has such a parameter keeps its own.
 */
export function copyParameters(
  draft: ElementDraft,
  from: { list: Path; positions: readonly number[] },
  resources: readonly number[],
): ElementDraft {
  const items = listAt(draft, from.list);
  const copied = from.positions.flatMap((at) => (items[at] ? [items[at]] : []));
  return resources.reduce((next, at) => {
    const list = ["resources", at, "parameters"];
    const own = new Set(listAt(next, list).map(identityOf));
    return copied
      .filter((parameter) => !own.has(identityOf(parameter)))
      .reduce((then, parameter) => insertAt(then, list, withoutId(parameter)), next);
  }, draft);
}
