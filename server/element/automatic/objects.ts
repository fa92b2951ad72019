import type { HubRequest } from "../hub-request.ts";
import type { ElementPlan } from "../planned.ts";
import { withoutHub } from "../resource-path.ts";
import { isDocumented } from "../resource-types/registry.ts";

/** `formularyCanonical`: ours over the provider's; `vendor`: the provider's own, past our mappings (spec §2.8). */
export type ListedObject = {
  name: string;
  vendorName: string;
  type: "vdr" | "formularyCanonical" | "vendor";
  /** The path of an object that can only be read below another. */
  path?: string;
};

/**
 * The objects that an instance of an element offers (spec §2.8): the names of `GET /{name}` and of its definitions,
 * those that can only be read below another with their path, and the provider's objects behind them.
 */
export function objectsOf({ element, resources }: Pick<ElementPlan, "element" | "resources">): ListedObject[] {
  const byName = new Map<string, string>();
  const below = new Map<string, string>();
  for (const { resource, objectName } of resources) {
    const path = withoutHub(resource.path);
    if (resource.method === "GET" && isDocumented(resource) && /^\/[^/]+\/.*[^/}]$/.test(path))
      for (const child of [path.split("/").at(-1) ?? "", objectName]) if (!below.has(child)) below.set(child, path);
    const name = /^\/([^/{}]+)\/?$/.exec(withoutHub(resource.path))?.[1];
    if (name !== undefined && resource.method === "GET" && isDocumented(resource) && !OURS.has(name))
      byName.set(name, vendorNameIn(resource.vendorPath) || name);
  }
  // The author's description of an object takes precedence over the one derived from its path.
  const children: ListedObject[] = [];
  for (const { name, vendorName } of element.objects) {
    const path = byName.has(name) ? undefined : below.get(name);
    if (path === undefined) byName.set(name, vendorName || name);
    else children.push({ name, vendorName: vendorName || name, type: "formularyCanonical", path });
  }
  const listed =
    (type: ListedObject["type"]) =>
    ([name, vendorName]: [string, string]) => ({ name, vendorName, type });
  const ofProvider = [...new Set(byName.values())].map((name): [string, string] => [name, name]);
  return [...[...byName].map(listed("formularyCanonical")), ...children, ...ofProvider.map(listed("vendor"))];
}

/** Whether the caller wants objects instead of names. */
export const isHelium = ({ headers }: Pick<HubRequest, "headers">): boolean =>
  headers["elements-version"]?.toLowerCase() === "helium";

const OURS = new Set(["ping", "objects", "query"]);

/** The last word of the provider's path: `/v3/objects/contacts.json?x=1` is about `contacts`. SQL is about nothing. */
export const vendorNameIn = (vendorPath: string): string | undefined =>
  vendorPath.includes(" ")
    ? undefined
    : vendorPath
        .replace(/[?#].*$/, "")
        .split("/")
        .filter((word) => word !== "" && !/[{}]/.test(word))
        .at(-1)
        ?.replace(/\.\w+$/, "");
