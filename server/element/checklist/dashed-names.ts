import { calledResources, labelOf, withWords } from "./called-resources.ts";
import type { ChecklistRule } from "./checklist-rule.ts";

export const dashedNames: ChecklistRule = {
  rule: "dashedNames",
  title: "Paths are lower case, with dashes between words",
  find: (element) =>
    calledResources(element).flatMap(({ resource, at }) => {
      const path = withWords(resource, dashed);
      if (path === resource.path) return [];
      return [
        {
          path: ["resources", at, "path"],
          message: `${labelOf(resource)}: write words in lower case with dashes, such as ${labelOf({ ...resource, path })}.`,
          fix: [{ path: ["resources", at, "path"], value: path }],
        },
      ];
    }),
};

const dashed = (word: string): string =>
  word
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replaceAll(/[_\s]+/g, "-")
    .toLowerCase();
