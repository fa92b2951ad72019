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
  const { code, body } = replyIn(record?.output ?? null);
  return {
    stepId: failed.id,
    stepName: failed.name,
    path: failed.path,
    error: failed.error,
    code,
    said: code !== undefined && body !== undefined ? said(body) : undefined,
    ...likelyCause({ stepType: failed.type, error: failed.error, code }),
  };
}

/** Inside a sub-formula the failed step comes before the formula step that tells of it. */
function firstFailure(steps: runs.RunStep[]): runs.RunStep | undefined {
  const attempt = steps.at(-1)?.attempt;
  return steps.find((step) => step.error !== null && step.attempt === attempt);
}

function replyIn(output: string | null): { code?: number; body?: unknown } {
  const parsed: unknown = output === null ? undefined : JSON.parse(output);
  const reply = parsed && typeof parsed === "object" && "response" in parsed ? parsed.response : undefined;
  if (!reply || typeof reply !== "object" || !("code" in reply)) return {};
  return { code: Number(reply.code), body: "body" in reply ? reply.body : undefined };
}

function said(body: unknown): string | undefined {
  const text = asText(body);
  return text === "" ? undefined : text.length > MOST_SAID ? `${text.slice(0, MOST_SAID)} …` : text;
}
