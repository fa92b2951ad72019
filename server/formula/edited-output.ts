import { parseExactJson } from "#server/exact-json.ts";
import { Failure } from "../errors.ts";
import { findStepType } from "./find-definition.ts";

/** The fields of a record that determine whether its output may be edited. */
export type EditableRecord = { stepType: string; took: string; output: string | null };

/** Whether a person may edit the output of a step before a run resumes from it. A failure cannot be edited. */
export const isEditable = ({ stepType, took, output }: EditableRecord): boolean =>
  took === "onSuccess" && output !== null && findStepType(stepType)?.edits !== "nothing";

/**
 * The edited output, as JSON text. Refuses (badRequest) invalid JSON; for a loop only its `entry` may change, at the
 * same `index`, since it continues there.
 */
export function editedOutput(text: string, name: string, { stepType, output }: Omit<EditableRecord, "took">): string {
  const value = parsed(text);
  if (value === undefined) throw new Failure("badRequest", `The output of ${name} must be JSON.`);
  const edits = findStepType(stepType)?.edits;
  if (typeof edits === "object" && valueAt(edits.keep, value) !== valueAt(edits.keep, JSON.parse(output ?? "{}")))
    throw new Failure(
      "badRequest",
      `The output of ${name} must keep its ${edits.keep}: only its ${edits.change} can be edited.`,
    );
  return JSON.stringify(value);
}

function parsed(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

const valueAt = (key: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
