import { either } from "../directions.ts";
import { defineSetting } from "./setting.ts";

export const documented = defineSetting({
  type: "addToDocumentation",
  summary: "Lists the common resource in the documentation of connections.",
  ofTransformation: (rules, directions) => ({ ...rules, isDocumented: either(directions) }),
});
