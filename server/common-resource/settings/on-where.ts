import { defineSetting } from "./setting.ts";

export const onWhere = defineSetting({
  type: "applyJSOnQueryFieldValue",
  summary: "Runs the script on the conditions of a where, too, with isWhere true.",
  ofTransformation: (rules, { toVendor }) => ({ ...rules, runsOnWhere: toVendor }),
});
