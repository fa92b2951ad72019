import type { Context } from "#server/context.ts";
import { type LikelyCause, likelyCause } from "#server/formula/likely-cause.ts";
import { asText } from "#server/formula/place.ts";
import * as runs from "#server/store/run-steps.ts";

const MOST_SAID = 2000;

type Told = {
  /** Null where no single step is to blame. */
  stepId: number | null;
  stepName: string | null;
  path: string;
  error: string;
  code?: number | undefined;
  /** The provider's own words. */
  said?: string | undefined;
} & Partial<LikelyCause>;

/** What made a run fail: its first failed step, or the error of the run itself. Null while nothing has. */
export async function readFailure(
  ctx: Context,
  { error }: Pick<runs.FoundRun, "error">,
  steps: runs.RunStep[],
): Promise<Told | null> {
  const failed = firstFailure(steps);
  if (!failed?.error) {
    if (error === null) return null;
    return { stepId: null, stepName: null, path: "", error, ...likelyCause({ stepType: "", error }) };
  }
  const record = await runs.findRunStep(ctx.db.queries, ctx.caller, failed.id);
  const { code, said } = replyIn(record?.output ?? null);
  return {
    stepId: failed.id,
    stepName: failed.name,
    path: failed.path,
    error: failed.error,
    code,
    said,
    ...likelyCause({ stepType: failed.type, error: failed.error, code }),
  };
}

/** Inside a sub-formula the failed step comes before the formula step that tells of it. */
function firstFailure(steps: runs.RunStep[]): runs.RunStep | undefined {
  const attempt = steps.at(-1)?.attempt;
  return steps.find((step) => step.error !== null && step.attempt === attempt);
}

/** Of a stream the upload, or the download where there was none. */
function replyIn(output: string | null): { code?: number; said?: string | undefined } {
  const parsed = asRecord(output === null ? undefined : JSON.parse(output));
  const reply = asRecord(asRecord(parsed.upload ?? parsed.download ?? parsed).response);
  if (!("code" in reply)) return {};
  return { code: Number(reply.code), said: said(reply.body) };
}

/** What the provider said: where the hub refused, its error object holds that. */
function said(body: unknown): string | undefined {
  const { providerMessage, message, requestId } = asRecord(body);
  const isRefusal = typeof message === "string" && typeof requestId === "string";
  const text = asText(isRefusal ? providerMessage : body);
  return text === "" ? undefined : text.length > MOST_SAID ? `${text.slice(0, MOST_SAID)} …` : text;
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
