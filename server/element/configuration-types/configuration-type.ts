/** The types of configuration entries (spec §2.9). */
export const CONFIGURATION_TYPES = [
  "TEXTFIELD_32",
  "TEXTFIELD_64",
  "TEXTFIELD_100",
  "TEXTFIELD_128",
  "TEXTFIELD_1000",
  "TEXTAREA",
  "BOOLEAN",
  "BOOLEAN_YESNO",
  "PASSWORD",
  "COMBO",
  "CODE_EDITOR",
] as const;

export type ConfigurationType = (typeof CONFIGURATION_TYPES)[number];
