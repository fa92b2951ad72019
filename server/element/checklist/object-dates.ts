import { dataTypeNamed } from "../data-types/registry.ts";
import type { ElementObject } from "../shape.ts";
import type { ChecklistRule } from "./checklist-rule.ts";

/** A poll finds changed records by the date of their last change. */
export const objectDates: ChecklistRule = {
  rule: "objectDates",
  title: "Objects name the date of their last change",
  find: ({ objects }) =>
    objects.flatMap((object, at) => {
      if (object.updatedDateName) return [];
      const date = dateOf(object);
      const path = ["objects", at, "updatedDateName"];
      return date === undefined
        ? []
        : [
            {
              path,
              message: `The object "${object.name}" does not say that "${date}" is the date of its last change: polling needs it. Set updatedDateName.`,
              fix: [{ path, value: date }],
            },
          ];
    }),
};

const dateOf = ({ fields }: ElementObject): string | undefined =>
  fields.find(({ name, type }) => dataTypeNamed(type)?.isDate && /(?:updat|modif|chang)/i.test(name))?.name;
