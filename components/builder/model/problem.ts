import type { ElementWarning } from "#server/element/definition/warning.ts";
import type { Path } from "./paths.ts";

/**
 * Why the draft cannot be published, or as a warning, why requests would fail: a place in it, and what to do there. The
 * text of a warning may be in the catalog.
 */
export type Problem = {
  severity: "error" | "warning";
  path: Path;
  message: string;
  reason?: ElementWarning["reason"];
};
