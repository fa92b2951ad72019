import { either } from "../directions.ts";
import { defineSetting } from "./setting.ts";

export const remove = defineSetting({
  type: "remove",
  summary: "Takes away what the levels above have: the whole transformation, or on a field that field.",
  ofTransformation: (rules, directions) => ({ ...rules, isRemoved: either(directions) }),
  ofField: (rules, { fromVendor, toVendor }) => ({
    ...rules,
    isRemoved: fromVendor && toVendor,
    maps: { fromVendor: rules.maps.fromVendor && !fromVendor, toVendor: rules.maps.toVendor && !toVendor },
  }),
});
