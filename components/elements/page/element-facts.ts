import type { Answer } from "../../api/trpc.ts";

/** The facts for the page about an element. */
export type ElementFacts = Answer["elements"]["read"];
