import { scriptOf } from "../hooks/context-params.ts";
import { PAGE_POSITIONS } from "../hub-request.ts";
import { literalOf } from "../parameters/compile-parameters.ts";
import { PLACES } from "../parameters/registry.ts";
import { withoutHub } from "../resource-path.ts";
import type { Element, Hook, Resource } from "../shape.ts";
import { isPagedHere } from "./paging-support.ts";

/** The paging capabilities of a resource, derived from its definition. */
export type PagingTraits = {
  /** Its response may be a list that is requested page by page. */
  isList: boolean;
  /** A parameter takes the position in the list (`page`, `offset`, `nextPage`), or names the next one … */
  hasPosition: boolean;
  /** … by `nextPage` rather than by `page`. */
  hasNextPage: boolean;
  /** A parameter or hook may take the provider's own name of the next page. */
  takesCursor: boolean;
  /** A link to the next page is followed as it is; otherwise a hook reads it. */
  followsLinks: boolean;
  /** A parameter takes the number of rows. */
  hasSize: boolean;
  /** Its hooks may implement the paging. */
  byHooks: boolean;
  /** The provider cannot page it: all rows are fetched, and cut here. */
  isLocal: boolean;
  /** A response has all rows, so that they are filtered, sorted and cut here. */
  isWhole: boolean;
};

const mentionsPages = (hook: Hook): boolean =>
  [...scriptOf(hook).words].some((word) => /page|offset|limit|cursor/i.test(word));

export function pagingTraitsOf(
  { parameters: common, hooks }: Pick<Element, "parameters" | "hooks">,
  resource: Resource,
): PagingTraits {
  const parameters = [...common, ...resource.parameters].filter(({ source }) => source === "request");
  const names = new Set(parameters.filter(({ type }) => PLACES[type].takesPaging).map(({ name }) => name));
  const templates = [resource.vendorPath, ...parameters.filter(literalOf).map(({ name }) => name)];
  const inTemplate = (name: string) => templates.some((text) => text.includes(`{${name}}`));
  const hasPosition =
    Boolean(resource.nextPageKey) || PAGE_POSITIONS.some((name) => names.has(name) || inTemplate(name));
  const isLocal = isPagedHere(resource);
  const isById = withoutHub(resource.path).endsWith("}");
  const hasSize = names.has("pageSize") || inTemplate("pageSize");
  const byHooks = [...hooks, ...resource.hooks].some(mentionsPages);
  const takesCursor = byHooks || ["nextPage", "page"].some((name) => names.has(name) || inTemplate(name));
  return {
    isList: isLocal || hasPosition || (resource.method === "GET" && !isById),
    hasPosition,
    hasNextPage: names.has("nextPage"),
    takesCursor,
    followsLinks: !parameters.some(({ name, vendorType }) => name === "nextPage" && PLACES[vendorType].isForHooks),
    hasSize,
    byHooks,
    isLocal,
    isWhole: isLocal || (!hasPosition && !hasSize && !byHooks),
  };
}
