import { pagingTraitsOf } from "../pagination/traits.ts";
import { calledResources, isOfOne, labelOf } from "./called-resources.ts";
import type { ChecklistRule } from "./checklist-rule.ts";

export const listPaging: ChecklistRule = {
  rule: "listPaging",
  title: "Lists have pages",
  find: (element) =>
    calledResources(element).flatMap(({ resource, at }) => {
      const { isList, hasPosition, byHooks, isLocal } = pagingTraitsOf(element, resource);
      if (resource.method !== "GET" || isOfOne(resource) || !isList || hasPosition || byHooks || isLocal) return [];
      return [
        {
          path: ["resources", at],
          message: `${labelOf(resource)} passes no page on to the provider. Map "page", "offset" or "nextPage", name the key of the next page, or say that the provider has no pages.`,
        },
      ];
    }),
};
