import { z } from "zod";
import { indexedText, maybe } from "../shapes.ts";

// A test of a formula: a run that was recorded, with everything that came from outside. A file of its own in a
// repository.

/** One more than what fits into 31 bits is not drawn. */
export const MOST_SEED = 2 ** 31 - 1;

const text = z.string().min(1, "must not be empty");
const fields = z.record(z.string(), z.unknown());

/** The element instance of a request; any if missing. */
const elementInstanceId = maybe(z.string());

/** A request of a step, and its result: a response, or the error of a request without one. */
const exchangeSchema = z.object({
  step: text,
  request: z.object({ method: text, address: z.string(), elementInstanceId }),
  response: maybe(z.object({ code: z.int(), headers: z.record(z.string(), z.string()), body: z.unknown().optional() })),
  error: maybe(z.string()),
  /** How many more times it was sent, with the same unacceptable response. */
  retries: maybe(z.int().min(0).max(100)),
});

/** A file that one step copied from one element instance to another. */
const copySchema = z.object({
  step: text,
  from: elementInstanceId,
  to: elementInstanceId,
  download: z.unknown().optional(),
  upload: z.unknown().optional(),
  error: maybe(z.string()),
});

/** A message to a broker, and why the broker refused it. */
const messageSchema = z.object({ step: text, error: maybe(z.string()) });

/** A visit of a step: the port that it took, and its output. Steps of sub-formulas have the path of the steps above. */
const expectedStepSchema = z.object({
  path: z.string().default(""),
  step: text,
  took: z.enum(["onSuccess", "onFailure", "retry"], "must be onSuccess, onFailure or retry"),
  /** The request of a step that sends one. Any if missing. */
  output: z.unknown().optional(),
  error: maybe(z.string()),
});

export const formulaTestSchema = z.object({
  name: indexedText.min(1),
  trigger: fields,
  config: fields.default({}),
  /** The time of the run, which is also the time of the engine and of scripts in a replay. */
  at: z.iso.datetime({ offset: true, message: "must be a date such as 2026-01-31T08:00:00Z" }),
  /** The seed of random numbers of scripts, the same in each replay. */
  seed: z.int().min(0).max(MOST_SEED).default(0),
  /** For an execution that was retried, the recorded attempt. */
  attempt: z.int().min(1).default(1),
  exchanges: z.array(exchangeSchema).max(10_000).default([]),
  copies: z.array(copySchema).max(1000).default([]),
  messages: z.array(messageSchema).max(1000).default([]),
  expected: z.object({
    status: z.enum(["success", "failed", "retry"], "must be success, failed or retry"),
    steps: z.array(expectedStepSchema).max(10_000),
  }),
  /** Places that may differ, such as `build.lines[*].at` for a part of the output of the step build, or `order`. */
  ignore: z.array(z.string().max(1000)).max(1000).default([]),
});

export type FormulaTest = z.output<typeof formulaTestSchema>;
export type Exchange = FormulaTest["exchanges"][number];
export type ExpectedStep = FormulaTest["expected"]["steps"][number];
