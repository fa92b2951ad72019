import type { z } from "zod";
import type { DefinitionFinding } from "./definition-kind.ts";

const SHOWN = 20;

/** Why JSON is no definition of its kind, with the path in it. */
export function shapeFindings({ issues }: z.ZodError): DefinitionFinding[] {
  const shown = issues.slice(0, SHOWN).map(({ path, message }): DefinitionFinding => {
    const place = path.join(".");
    return { severity: "blocked", message: place === "" ? message : `${place} ${message}` };
  });
  const more = issues.length - shown.length;
  return more > 0 ? [...shown, { severity: "blocked", message: `And ${more} more.` }] : shown;
}
