import type { ProviderReply } from "../ports.ts";

/** The response of one resource of the chain while parameters and hooks build it. */
export type HubAnswer = {
  code: number;
  /** The provider's headers, or what hooks made of them, by lower-case names. */
  headers: Record<string, string>;
  body: unknown;
  stream: ProviderReply["stream"];
  /** Headers that parameters and hooks give our caller. */
  told: Record<string, string>;
};
