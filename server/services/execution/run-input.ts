import { MASK } from "#server/account/mask.ts";
import { redact } from "#server/account/redact.ts";
import type { App } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { triggerDepth } from "#server/formula/trigger-records.ts";
import type { TriggerTypeName } from "#server/formula/triggers/registry.ts";
import { replaceTrigger } from "#server/store/execution/execution-history.ts";
import type { FoundRun } from "#server/store/execution/run-steps.ts";
import { openInputFile, type ReadsFiles, storeValue, type WritesFiles, withInput } from "./large-values.ts";
import { outlineOf } from "./value-outline.ts";

type Input = Record<string, unknown>;
type Stored = Pick<FoundRun, "id" | "trigger" | "triggerFile">;

/** The input of a run as it was. Refuses what `ValueFiles.read` refuses. */
export const readTrigger = async (app: ReadsFiles, run: Stored): Promise<Input> =>
  JSON.parse((await withInput(app, run)).trigger);

/** The input of a run, with credentials in headers masked. Refuses what `ValueFiles.read` refuses. */
export async function readInput(app: ReadsFiles, run: Stored): Promise<Input> {
  const { trigger } = await withInput(app, run);
  return JSON.parse(redact(trigger, []).text);
}

type NewInput = { executionId: number; triggerType: string; trigger: string; about: () => string | undefined };

/** Writes a large input of a run into a file, and returns the columns of its row (`storeValue`). */
export async function storeInput(app: WritesFiles, { executionId, triggerType, trigger, about }: NewInput) {
  const { triggerFile, ...stored } = await storeValue(app, "trigger", {
    ...{ executionId, seq: 0, text: trigger },
    summary: (text) => ({
      outline: outlineOf(text, triggerDepth(triggerType as TriggerTypeName)),
      about: about(),
    }),
  });
  return { trigger: stored.trigger ?? trigger, triggerFile };
}

type Hiding = Omit<Stored, "trigger"> & { triggerType: string; input: Input; secrets: readonly string[] };

/** Masks secrets in the stored input of a run that has ended. */
export async function hideInInput(
  app: WritesFiles & Pick<App, "db">,
  { id: executionId, triggerFile, triggerType, input, secrets }: Hiding,
): Promise<void> {
  const { text, changed } = redact(JSON.stringify(input), secrets);
  if (!changed) return;
  const file = openInputFile(app, { id: executionId, triggerFile });
  const about = () => redact(file?.about ?? null, secrets).text ?? undefined;
  const stored = file
    ? await storeInput(app, { executionId, triggerType, trigger: text, about })
    : { trigger: text, triggerFile: null };
  await replaceTrigger(app.db.pool, { executionId, ...stored });
  if (file) void app.valueFiles.remove(file.name).catch(() => {});
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
export function aboutRun(app: Pick<ReadsFiles, "vault">, run: Stored & Pick<FoundRun, "objectId">): string | undefined {
  const file = openInputFile(app, run);
  return file === null ? aboutInput(parsed(run.trigger) as Input, run.objectId) : file.about;
}

/** The same of an input that is no file yet. */
export function aboutInput({ event, request }: Input, objectId: string | null | undefined): string | undefined {
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
