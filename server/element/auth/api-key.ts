import type { AuthType } from "./auth-type.ts";
import { asked } from "./entry.ts";

/**
 * A key that a parameter of the element puts where the provider wants it: `configuration username → header` or `→
 * query`. Applications send it as `username` (spec §2.7), unless the element has a key of its own.
 */
export const apiKey: AuthType = {
  type: "apiKey",
  label: "API key",
  summary: "A key in a header or in the query, put there by a parameter of the element.",
  configuration: [asked("username", "PASSWORD", "API key", "The API key at the provider")],
};
