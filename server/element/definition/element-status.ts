import type { Element } from "../shape.ts";

export type ElementStatus = "active" | "inactive" | "deprecated";

type Flags = Pick<Element, "active" | "deprecated">;

/** How an element is offered: inactive ones are not, deprecated ones with a warning. */
export const statusOf = ({ active, deprecated }: Flags): ElementStatus =>
  active ? (deprecated ? "deprecated" : "active") : "inactive";

/** What a deprecated element says to use instead; empty if it says nothing. */
export const replacementOf = ({ deprecated }: Pick<Flags, "deprecated">): string =>
  typeof deprecated === "string" ? deprecated : "";
