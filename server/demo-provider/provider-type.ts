import type { Guard, Refusal, Reply, Route } from "./call.ts";
import type { World } from "./world.ts";

/** One provider: who may call it, what it answers, and how it words a refusal. */
export type Provider = {
  /** Its name for people. */
  title: string;
  /** Asked before every route but those of `open`. */
  guard: Guard;
  routes: readonly Route[];
  /** Routes that need no credentials, such as a token endpoint. */
  open?: readonly Route[];
  words: (refusal: Refusal) => Reply;
};

export type OpenProvider = (world: World) => Provider;
