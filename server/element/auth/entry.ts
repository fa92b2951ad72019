import type { CONFIGURATION_TYPES } from "../shape.ts";

/** A configuration entry that comes with an authentication type. */
export type Entry = {
  key: string;
  type: (typeof CONFIGURATION_TYPES)[number];
  name: string;
  description: string;
  defaultValue?: string;
  required?: boolean;
  hideFromConsole?: boolean;
  internal?: boolean;
};

type Words = [type: Entry["type"], name: string, description: string, defaultValue?: string];

const entry = (key: string, [type, name, description, defaultValue]: Words): Entry => ({
  key,
  type,
  name,
  description,
  ...(defaultValue !== undefined && { defaultValue }),
});

/** What whoever connects must fill in. */
export const asked = (key: string, ...words: Words): Entry => ({ ...entry(key, words), required: true });

/** What the author of the element sets. */
export const setting = (key: string, ...words: Words): Entry => ({ ...entry(key, words), hideFromConsole: true });

/** What we keep in it. */
export const kept = (key: string, ...words: Words): Entry => ({
  ...entry(key, words),
  hideFromConsole: true,
  internal: true,
});
