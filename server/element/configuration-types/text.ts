import { defineConfigurationType } from "./configuration-type.ts";

export const textField32 = defineConfigurationType({
  type: "TEXTFIELD_32",
  summary: "A line of about 32 characters.",
  control: "line",
});

export const textField64 = defineConfigurationType({
  type: "TEXTFIELD_64",
  summary: "A line of about 64 characters.",
  control: "line",
});

export const textField100 = defineConfigurationType({
  type: "TEXTFIELD_100",
  summary: "A line of about 100 characters.",
  control: "line",
});

export const textField128 = defineConfigurationType({
  type: "TEXTFIELD_128",
  summary: "A line of about 128 characters.",
  control: "line",
});

export const textField1000 = defineConfigurationType({
  type: "TEXTFIELD_1000",
  summary: "A line of up to 1,000 characters, such as an address.",
  control: "line",
});

export const textArea = defineConfigurationType({
  type: "TEXTAREA",
  summary: "Several lines.",
  control: "lines",
});

export const codeEditor = defineConfigurationType({
  type: "CODE_EDITOR",
  summary: "Several lines of code.",
  control: "lines",
});
