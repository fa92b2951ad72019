import { defineSetting } from "./setting.ts";

export const passThrough = defineSetting({
  type: "passThrough",
  summary: "Keeps the fields that are not mapped. On a field: maps it in these directions only.",
  ofTransformation: (rules, passesThrough) => ({ ...rules, passesThrough }),
  ofField: (rules, maps) => ({ ...rules, maps }),
});
