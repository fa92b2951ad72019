import { withoutHub } from "../resource-path.ts";
import { isDocumented } from "../resource-types/registry.ts";
import type { Element, Resource } from "../shape.ts";

/** The resources in the documentation for applications, with their positions. */
export const calledResources = ({ resources }: Pick<Element, "resources">): { resource: Resource; at: number }[] =>
  resources.map((resource, at) => ({ resource, at })).filter(({ resource }) => isDocumented(resource));

/** `GET /contacts/{id}` */
export const labelOf = ({ method, path }: Pick<Resource, "method" | "path">): string => `${method} ${withoutHub(path)}`;

export const isVariable = (segment: string): boolean => /^\{[^{}]*\}$/.test(segment);

/** The path with other words, but the same variables and hub. */
export function withWords({ path }: Pick<Resource, "path">, change: (word: string) => string): string {
  const bare = withoutHub(path);
  const changed = bare
    .split("/")
    .map((segment) => (segment === "" || isVariable(segment) ? segment : change(segment)))
    .join("/");
  return path.slice(0, path.length - bare.length) + changed;
}

/** The words of the path: `custom-fields` and `values` of `/custom-fields/{id}/values`. */
export const wordsOf = ({ path }: Pick<Resource, "path">): string[] =>
  withoutHub(path)
    .split("/")
    .filter((segment) => segment !== "" && !isVariable(segment));

/** Whether the path addresses one of many, by its last segment. */
export const isOfOne = ({ path }: Pick<Resource, "path">): boolean => isVariable(path.split("/").at(-1) ?? "");
