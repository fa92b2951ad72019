import { MASK, redact } from "#server/account/redact.ts";
import { Failure } from "#server/errors.ts";
import type { FoundRun } from "#server/store/execution/run-steps.ts";

type Input = Record<string, unknown>;

/** The input of a run, formatted as JSON, with credentials in headers masked. */
export function readInput({ trigger }: Pick<FoundRun, "trigger">): { input: string } {
  return { input: JSON.stringify(JSON.parse(redact(trigger, []).text), null, 2) };
}

/**
 * The edited input; remaining masks of `readInput` are replaced by the original values. Refuses (badRequest) input that
 * is not a JSON object.
 */
export function editedInput(edited: string, { trigger }: Pick<FoundRun, "trigger">): Input {
  const value = parsed(edited);
  if (!isObject(value)) throw new Failure("badRequest", "The input must be a JSON object.");
  return unmasked(value, JSON.parse(trigger)) as Input;
}

function unmasked(edited: unknown, original: unknown): unknown {
  if (edited === MASK && typeof original === "string") return original;
  if (Array.isArray(edited))
    return edited.map((item, at) => unmasked(item, Array.isArray(original) ? original[at] : undefined));
  if (!isObject(edited)) return edited;
  const from = isObject(original) ? original : {};
  return Object.fromEntries(
    Object.entries(edited).map(([key, item]) => [
      key,
      unmasked(item, Object.hasOwn(from, key) ? from[key] : undefined),
    ]),
  );
}

/** A short description of a run's trigger: the object of an event, or the request that started it. */
export function aboutTrigger({ trigger, objectId }: Pick<FoundRun, "trigger" | "objectId">): string | undefined {
  const { event, request } = parsed(trigger) as { event?: unknown; request?: unknown };
  if (isObject(request)) return `${request.method ?? ""} ${request.path ?? ""}`.trim() || undefined;
  const type = isObject(event) ? event.objectType : undefined;
  return [type, objectId].filter((word) => typeof word === "string" && word !== "").join(" ") || undefined;
}

const isObject = (value: unknown): value is Input =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
