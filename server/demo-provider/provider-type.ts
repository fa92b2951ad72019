import type { Guard, Refusal, Reply, Route } from "./call.ts";
import type { World } from "./world.ts";

/** One provider: its authentication, its routes, and how it formats a refusal. */
export type Provider = {
  /** Its display name. */
  title: string;
  /** Checked before every route except those of `open`. */
  guard: Guard;
  routes: readonly Route[];
  /** Routes that need no credentials, such as a token endpoint. */
  open?: readonly Route[];
  words: (refusal: Refusal) => Reply;
};

export type OpenProvider = (world: World) => Provider;
