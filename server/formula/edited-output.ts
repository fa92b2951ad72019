import { Failure } from "../errors.ts";

/** A record as far as it says whether its output may be edited. */
export type Handed = { stepType: string; took: string; output: string | null };

/** What these decide is the way the run took, which stays; the rest of their output nobody reads. */
const DECIDES = new Set(["filter", "retryFormulaExecution"]);

/** Whether a person may change what a step handed on before a run goes on from there. A failure stays one. */
export const isEditable = ({ stepType, took, output }: Handed): boolean =>
  took === "onSuccess" && output !== null && !DECIDES.has(stepType);

/**
 * The output as somebody edited it, as JSON text. Refuses (badRequest) what is no JSON; and of a loop what is not its
 * `entry` at the same `index`, since that is where it goes on.
 */
export function editedOutput(text: string, name: string, { stepType, output }: Omit<Handed, "took">): string {
  const value = parsed(text);
  if (value === undefined) throw new Failure("badRequest", `The output of ${name} must be JSON.`);
  if (stepType === "loop" && placeIn(value) !== placeIn(JSON.parse(output ?? "{}")))
    throw new Failure("badRequest", `The output of ${name} must keep its index: only its entry can be edited.`);
  return JSON.stringify(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const placeIn = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "index" in value ? value.index : undefined;
