import type { Answer } from "../../api/trpc.ts";

/** What the page about an element knows of it. */
export type ElementFacts = Answer["elements"]["read"];
