import { z } from "zod";

const text = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[^\0]*$/, "must not contain the character U+0000");

/** The preferences of a user in the Workbench by name, with the form of their values. */
export const PREFERENCES = {
  /** Filters of the list of runs under names. */
  runViews: z.array(z.object({ name: text(60).min(1), query: text(2000) })).max(20),
  /** Ids of the element instances that tests of a formula use, by variable. */
  testAccounts: z.record(text(200), text(20)).refine((accounts) => Object.keys(accounts).length <= 200, {
    error: "must not have more than 200 variables",
  }),
  /** The input of tests of a formula: where it is from, or the JSON that was written. Null for the usual one. */
  testInput: z.union([z.object({ source: text(200) }), z.object({ text: text(20_000) })]).nullable(),
} as const;

export type PreferenceName = keyof typeof PREFERENCES;
export type PreferenceValue<Name extends PreferenceName> = z.infer<(typeof PREFERENCES)[Name]>;

export const preferenceName = z.enum(Object.keys(PREFERENCES) as [PreferenceName, ...PreferenceName[]]);
