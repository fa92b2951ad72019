import type { Element } from "../shape.ts";

export type ElementStatus = "active" | "inactive" | "deprecated";

type Flags = Pick<Element, "active" | "deprecated">;

/** The status of an element: inactive ones are not offered, deprecated ones with a warning. */
export const statusOf = ({ active, deprecated }: Flags): ElementStatus =>
  active ? (deprecated ? "deprecated" : "active") : "inactive";

/** The suggested replacement of a deprecated element; empty if there is none. */
export const replacementOf = ({ deprecated }: Pick<Flags, "deprecated">): string =>
  typeof deprecated === "string" ? deprecated : "";
