import { defineSetting } from "./setting.ts";

export const inherit = defineSetting({
  type: "inherit",
  summary: "Adds the fields of the levels above, and their script.",
  ofTransformation: (rules, inherits) => ({ ...rules, inherits }),
});
