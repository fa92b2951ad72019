import type { Phrase } from "./definition.ts";

/** All runs of one step, for the explanation of the whole run. */
export type StepFacts = {
  name: string;
  type: string;
  visits: number;
  /** The number of visits without an error, by the port that they took. */
  took: Readonly<Record<string, number>>;
  /** The number of visits with an error. */
  failures: number;
  /** The first error. */
  error: string | null;
  /** The status that the provider returned. */
  code?: number | undefined;
};

/** Sentences about the runs of one step, whose name is `{step}`. */
export type StepStory = readonly Phrase<StepFacts>[];

/** The story of a step that says only that it ran; `what` is its type in a sentence. */
export const usualStory = (what: string): StepStory => [
  { message: `The ${what} "{step}" ran.`, values: ({ visits }) => (visits === 1 ? {} : undefined) },
  { message: `The ${what} "{step}" ran {count, number} times.`, values: ({ visits }) => ({ count: visits }) },
];

/** The story of a step that sends a request. */
export const requestStory = (what: string): StepStory => [
  {
    message: `The ${what} "{step}" was sent {count, number} times.`,
    values: ({ visits }) => (visits > 1 ? { count: visits } : undefined),
  },
  {
    message: `The ${what} "{step}" returned status {code}.`,
    values: ({ code }) => (code === undefined ? undefined : { code: String(code) }),
  },
  { message: `The ${what} "{step}" was sent.`, values: () => ({}) },
];

/** The number of visits that ended by a port without an error. */
export const countTook = ({ took }: StepFacts, port: string): number => took[port] ?? 0;
