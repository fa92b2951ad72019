import { defineSetting } from "./setting.ts";

export const defaultValue = defineSetting({
  type: "defaultValue",
  summary: "The value where there is none. A PATCH leaves it out.",
  problemOf: ({ value }) => (value === undefined ? "properties.value: is required" : undefined),
  ofField: (rules, directions, { value }) => ({ ...rules, fallback: { value, directions } }),
});
