import { defineConfigurationType } from "./configuration-type.ts";

export const combo = defineConfigurationType({
  type: "COMBO",
  summary: "One of the options of the entry.",
  control: "choice",
});
