import type { RouterOutputs } from "../../api/trpc.ts";

/** The facts for the page about an element. */
export type ElementFacts = RouterOutputs["elements"]["read"];
