import { type Element, elementSchema } from "#server/element/shape.ts";
import type { ElementDraft } from "./element-draft.ts";
import { isRecord } from "./paths.ts";

const LISTS = { configuration: 1, parameters: 1, hooks: 1, resources: 1, objects: 1 } as const;

/**
 * The element as far as it can be understood: items of lists that are no valid parts are left out. Undefined if the
 * element itself is invalid beyond its name.
 */
export function parsedElement(draft: ElementDraft): Element | undefined {
  const texts = { name: draft.name || "draft", description: draft.description ?? "", key: undefined };
  const whole = elementSchema.safeParse({ ...draft, ...texts });
  if (whole.success) return whole.data;
  const broken = new Map<string, Set<unknown>>();
  for (const { path } of whole.error.issues) {
    const [list = "", at] = path;
    if (typeof list !== "string" || !Object.hasOwn(LISTS, list) || typeof at !== "number") continue;
    broken.set(list, (broken.get(list) ?? new Set()).add(at));
  }
  const lists = [...broken].map(([list, positions]) => {
    const items = draft[list];
    return [list, Array.isArray(items) ? items.filter((item, at) => isRecord(item) && !positions.has(at)) : items];
  });
  return elementSchema.safeParse({ ...draft, ...texts, ...Object.fromEntries(lists) }).data;
}
