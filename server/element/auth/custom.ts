import { defineAuthType } from "./auth-type.ts";

/** Authentication by parameters and hooks of the element only; also for elements without authentication. */
export const custom = defineAuthType({
  type: "custom",
  label: "Custom",
  summary: "The parameters and hooks of the element authenticate its requests.",
  configuration: [],
  isByElement: true,
});
