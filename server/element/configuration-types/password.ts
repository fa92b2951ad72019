import { defineConfigurationType } from "./configuration-type.ts";

export const password = defineConfigurationType({
  type: "PASSWORD",
  summary: "A secret.",
  control: "line",
  isSecret: true,
});
