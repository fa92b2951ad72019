import type { ListAddress } from "./pagination/page-place.ts";
import type { ProviderResponse } from "./ports.ts";

/** The response of one resource of the chain, while parameters and hooks build it. */
export type HubResponseDraft = {
  code: number;
  /** The provider's headers, as changed by hooks, with names in lower case. */
  headers: Record<string, string>;
  body: unknown;
  stream: ProviderResponse["stream"];
  /** Headers that parameters and hooks set for our caller. */
  callerHeaders: Record<string, string>;
};

/** The response of a resource, as the next of the chain or our caller receives it; `raw` is the provider's body. */
export type Exchanged = HubResponseDraft & {
  raw: unknown;
  address: ListAddress;
  /** The number of rows of a list before hooks changed it, if there are such hooks. */
  received?: number | undefined;
  /** The root key that is nowhere in a list response. */
  missingRoot?: string | undefined;
};
