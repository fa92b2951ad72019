import { defineAuthType } from "./auth-type.ts";

/** Whatever the parameters and hooks of the element do; also elements that need no authentication. */
export const custom = defineAuthType({
  type: "custom",
  label: "Custom",
  summary: "The parameters and hooks of the element authenticate its requests.",
  configuration: [],
  isByElement: true,
});
