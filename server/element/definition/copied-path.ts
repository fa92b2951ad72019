import { addressOf } from "../resource-path.ts";
import type { Resource } from "../shape.ts";

/**
 * The path of a copy: the name of the resource ends with `_copy`, as often as it takes to be new (spec §2.9, Copy).
 * `taken` has the addresses of the element.
 */
export function copiedPath({ method, path }: Pick<Resource, "method" | "path">, taken: ReadonlySet<string>): string {
  let copy = path;
  do copy = withCopy(copy);
  while (taken.has(addressOf({ method, path: copy })));
  return copy;
}

/** `/hubs/crm/contacts/{id}` as `/hubs/crm/contacts_copy/{id}`: the last word is the resource's name. */
const withCopy = (path: string): string => {
  const copy = path.replace(/\/([^/{}]+)((?:\/\{[^/]*\})*\/?)$/, "/$1_copy$2");
  return copy === path ? `${path.replace(/\/$/, "")}_copy` : copy;
};
