import type { ElementObject } from "../shape.ts";
import type { ChecklistRule } from "./checklist-rule.ts";

export const objectIds: ChecklistRule = {
  rule: "objectIds",
  title: "Objects name their id",
  find: ({ objects }) =>
    objects.flatMap((object, at) => {
      if (object.primaryKeyName) return [];
      const id = idOf(object);
      const path = ["objects", at, "primaryKeyName"];
      return [
        {
          path,
          message: `The object "${object.name}" does not name its id: events cannot say which record changed. Set primaryKeyName.`,
          ...(id !== undefined && { fix: [{ path, value: id }] }),
        },
      ];
    }),
};

const idOf = ({ fields }: ElementObject): string | undefined =>
  (fields.find(({ primaryKey }) => primaryKey) ?? fields.find(({ name }) => /^_?id$/i.test(name)))?.name;
