import type { ConfigurationTypeName } from "../configuration-types/registry.ts";

/** A configuration entry of an authentication type. */
export type Entry = {
  key: string;
  type: ConfigurationTypeName;
  name: string;
  description: string;
  defaultValue?: string;
  required?: boolean;
  hideFromConsole?: boolean;
  internal?: boolean;
  /** The supported values. Others may be saved, and are problems of the element. It is not part of saved entries. */
  choices?: readonly string[];
};

type Words = [type: Entry["type"], name: string, description: string, defaultValue?: string];

const entry = (key: string, [type, name, description, defaultValue]: Words): Entry => ({
  key,
  type,
  name,
  description,
  ...(defaultValue !== undefined && { defaultValue }),
});

/** An entry that users must fill in to connect. */
export const requiredEntry = (key: string, ...words: Words): Entry => ({ ...entry(key, words), required: true });

/** An entry that the author of the element sets. */
export const authorEntry = (key: string, ...words: Words): Entry => ({ ...entry(key, words), hideFromConsole: true });

/** An entry that the author sets to one of several values; the first is the default. */
export const choiceEntry = (
  key: string,
  [type, name, description]: Words,
  choices: readonly [string, ...string[]],
): Entry => ({ ...authorEntry(key, type, name, description, choices[0]), choices });

/** An entry that the product maintains. */
export const internalEntry = (key: string, ...words: Words): Entry => ({
  ...entry(key, words),
  hideFromConsole: true,
  internal: true,
});
