import type { ElementPlan } from "#server/element/plan.ts";

/** `formularyCanonical`: ours over the provider's; `vendor`: the provider's own, past our mappings (spec §2.8). */
export type InstanceObject = { name: string; vendorName: string; type: "vdr" | "formularyCanonical" | "vendor" };

/**
 * What an instance offers (spec §2.8): the names of `GET /{name}` and of the element's definitions, and the provider's
 * objects behind them. Objects of type `vdr` come from transformations, which an instance that was just made has none of
 * yet.
 */
export function listObjects({ element }: ElementPlan): InstanceObject[] {
  const lists = element.resources.flatMap(({ method, type, path, vendorPath }): [string, string][] => {
    const [, name] = /^(?:\/hubs\/[^/]+)?\/([^/{}]+)$/.exec(path) ?? [];
    return method === "GET" && type === "api" && name ? [[name, vendorObjectOf(vendorPath) || name]] : [];
  });
  const defined = element.objects.map(({ name, vendorName }): [string, string] => [name, vendorName || name]);
  // What the author says of an object goes before what its path looks like.
  const byName = new Map([...lists, ...defined]);
  const canonical = [...byName].map(([name, vendorName]) => ({
    name,
    vendorName,
    type: "formularyCanonical" as const,
  }));
  const vendor = [...new Set(byName.values())].map((name) => ({ name, vendorName: name, type: "vendor" as const }));
  return [...canonical, ...vendor];
}

/** The last word of the provider's path: `/v3/objects/contacts.json?x=1` is about `contacts`. */
const vendorObjectOf = (vendorPath: string): string | undefined =>
  vendorPath
    .replace(/[?#].*$/, "")
    .split("/")
    .filter((word) => word !== "" && !/[{}]/.test(word))
    .at(-1)
    ?.replace(/\.\w+$/, "");
