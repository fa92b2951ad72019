import type { Context } from "#server/context.ts";
import { cutText } from "#server/cut-text.ts";
import { type LikelyCause, likelyCause } from "#server/formula/likely-cause.ts";
import { asText } from "#server/formula/place.ts";
import type { NumberedStep } from "#server/store/execution/numbered-steps.ts";
import * as runs from "#server/store/execution/run-steps.ts";
import { shortOutput } from "./step-values.ts";

const MAX_MESSAGE = 2000;

type FailedStep = {
  /** Null if no single step caused it. */
  stepId: number | null;
  stepName: string | null;
  path: string;
  error: string;
  code?: number | undefined;
  /** The provider's own message. */
  providerMessage?: string | undefined;
} & Partial<LikelyCause>;

/** Why a run failed: its first failed step, or the error of the run itself. Null if nothing has failed. */
export async function readFailure(
  ctx: Context,
  { error, reason }: Pick<runs.FoundRun, "error" | "reason">,
  steps: NumberedStep[],
): Promise<FailedStep | null> {
  const failed = firstFailure(steps);
  if (!failed?.error) {
    if (error === null) return null;
    return { stepId: null, stepName: null, path: "", error, ...likelyCause({ stepType: "", error, reason }) };
  }
  const record = await runs.findRunStep(ctx.db.queries, ctx.caller, failed.id);
  const { code, providerMessage } = record ? replyIn(await shortOutput(ctx, record)) : {};
  return {
    stepId: failed.id,
    stepName: failed.name,
    path: failed.path,
    error: failed.error,
    code,
    providerMessage,
    ...likelyCause({ stepType: failed.type, error: failed.error, reason: failed.reason, code }),
  };
}

/** Inside a sub-formula the failed step precedes the formula step that reports it. */
function firstFailure(steps: NumberedStep[]): NumberedStep | undefined {
  const attempt = steps.at(-1)?.attempt;
  return steps.find((step) => step.error !== null && step.attempt === attempt);
}

/** For a stream, the upload; the download if there was no upload. */
function replyIn(output: unknown): { code?: number; providerMessage?: string | undefined } {
  const parsed = asRecord(output);
  const reply = asRecord(asRecord(parsed.upload ?? parsed.download ?? parsed).response);
  if (!("code" in reply)) return {};
  return { code: Number(reply.code), providerMessage: messageIn(reply.body) };
}

/** The provider's own message; a refusal of the hub has it in its error object. */
function messageIn(body: unknown): string | undefined {
  const { providerMessage, message, requestId } = asRecord(body);
  const isRefusal = typeof message === "string" && typeof requestId === "string";
  const text = asText(isRefusal ? providerMessage : body);
  return text === "" ? undefined : text.length > MAX_MESSAGE ? `${cutText(text, MAX_MESSAGE)} …` : text;
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
