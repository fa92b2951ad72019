import type { Phrase } from "./definition.ts";

/** One run of a step, for the explanation of the whole run. */
export type StepFacts = { name: string; type: string; took: string; error: string | null; code?: number | undefined };

/** Sentences about the runs of one step, whose name is `{step}`. */
export type StepStory = readonly Phrase<readonly StepFacts[]>[];

/** The story of a step that says only that it ran; `what` is its type in a sentence. */
export const usualStory = (what: string): StepStory => [
  { message: `The ${what} "{step}" ran.`, values: (visits) => (visits.length === 1 ? {} : undefined) },
  { message: `The ${what} "{step}" ran {count, number} times.`, values: (visits) => ({ count: visits.length }) },
];

/** The story of a step that sends a request. */
export const requestStory = (what: string): StepStory => [
  {
    message: `The ${what} "{step}" was sent {count, number} times.`,
    values: (visits) => (visits.length > 1 ? { count: visits.length } : undefined),
  },
  {
    message: `The ${what} "{step}" returned status {code}.`,
    values: ([{ code } = {}]) => (code === undefined ? undefined : { code: String(code) }),
  },
  { message: `The ${what} "{step}" was sent.`, values: () => ({}) },
];

/** The number of visits that ended by a port without an error. */
export const countTook = (visits: readonly StepFacts[], port: string): number =>
  visits.filter(({ took, error }) => took === port && error === null).length;
