import { calledResources, isOfOne, isVariable, labelOf, withWords } from "./called-resources.ts";
import type { ChecklistRule } from "./checklist-rule.ts";
import { plural } from "./plural.ts";

/** A collection is named after its items, in the plural. */
export const pluralNames: ChecklistRule = {
  rule: "pluralNames",
  title: "Resources have plural names",
  find: (element) => {
    const collections = new Set(
      calledResources(element).flatMap(({ resource }) => {
        const segments = resource.path.split("/");
        return isOfOne(resource)
          ? segments.filter((one, at) => isVariable(segments[at + 1] ?? "") && !isVariable(one))
          : [];
      }),
    );
    return calledResources(element).flatMap(({ resource, at }) => {
      const path = withWords(resource, (word) => (collections.has(word) ? plural(word) : word));
      if (path === resource.path) return [];
      return [
        {
          path: ["resources", at, "path"],
          message: `${labelOf(resource)}: name the collection in the plural, such as ${labelOf({ ...resource, path })}.`,
          fix: [{ path: ["resources", at, "path"], value: path }],
        },
      ];
    });
  },
};
