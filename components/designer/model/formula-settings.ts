/** The fields of a formula besides its triggers, steps and variables, each with a label. */
export const FORMULA_SETTINGS = [
  "name",
  "description",
  "active",
  "engine",
  "singleThreaded",
  "debugLoggingEnabled",
  "method",
  "uri",
] as const;
