import { defineConfigurationType } from "./configuration-type.ts";

export const boolean = defineConfigurationType({
  type: "BOOLEAN",
  summary: "true or false.",
  control: "checkbox",
});

export const booleanYesNo = defineConfigurationType({
  type: "BOOLEAN_YESNO",
  summary: "true or false, which some screens call yes and no.",
  control: "checkbox",
});
