import type { Path } from "./paths.ts";

/** Why the draft cannot be published: a place in it, and what to do there. */
export type Problem = { path: Path; message: string };
