/** The areas of the REST API that an API key can be limited to. */
export const KEY_AREAS = [
  "formulas",
  "connections",
  "requests",
  "elements",
  "operations",
  "agents",
  "administration",
] as const;
export type KeyArea = (typeof KEY_AREAS)[number];

/** A permission of a key in an area: `write` includes `read`. */
export type KeyScope = `${KeyArea}:${"read" | "write"}`;
export const KEY_SCOPES = KEY_AREAS.flatMap((area) => [`${area}:read`, `${area}:write`] as const) as [
  KeyScope,
  ...KeyScope[],
];

/** The area and the kind of a request; without an area, no key may make it. */
export type RequestUse = { area: KeyArea | undefined; writes: boolean };

/** Whether one of the scopes covers the request. */
export const coversUse = (scopes: readonly string[], { area, writes }: RequestUse): boolean =>
  area !== undefined && (scopes.includes(`${area}:write`) || (!writes && scopes.includes(`${area}:read`)));

/** The scope that a request needs. */
export const scopeFor = ({ area, writes }: RequestUse): string => `${area}:${writes ? "write" : "read"}`;

const PREFIX = "fk_";
const FORM = /^fk_[\w-]{43}$/;

/** API keys differ from User secrets by their prefix and length, also for scanners that search texts for secrets. */
export const asApiKey = (secret: string): string => PREFIX + secret;
export const isApiKey = (text: string): boolean => FORM.test(text);

/** The beginning of a key, by which people recognize it. */
export const hintOf = (key: string): string => key.slice(0, PREFIX.length + 6);

/** How administrators filter API keys. */
export const KEY_STATES = ["valid", "expired", "unused"] as const;
export type KeyState = (typeof KEY_STATES)[number];
