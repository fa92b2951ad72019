import type { Phrase, PhraseValues } from "./definition.ts";
import { findStepType, findTriggerType } from "./find-definition.ts";
import type { RunState } from "./run-state.ts";
import { STEP_TYPES } from "./steps/registry.ts";
import type { StepFacts } from "./story.ts";
import { DEFAULT_TRIGGER, TRIGGER_TYPES } from "./triggers/registry.ts";

/** The facts to explain a run. */
export type RunFacts = {
  state: RunState;
  triggerType: string;
  /** It was a trial run of a draft. */
  isTrial?: boolean;
  /** The object id, or the request that started it. */
  about?: string | undefined;
  parentId?: number | null;
  reused?: number;
  /** The steps whose output was edited before the run; `trigger` is the input. */
  edited?: string[];
  attempt: number;
  durationMs: number;
  error?: string | null;
  /** The steps of its last attempt, in the order in which they first ran, without those of sub-formulas. */
  steps: readonly StepFacts[];
  /** The last step to finish; null if it is the trigger. */
  last?: string | null;
  /** Other steps ran after a failure. */
  continued?: boolean;
  /** The step that is running, or was when the run was stopped; its request may have been processed. */
  unfinished?: { name: string; mayHaveEffect: boolean } | null;
};

/** A sentence: the key of its message in `STORY_MESSAGES`, and its values. */
export type Sentence = { key: string; values: PhraseValues };

/** The messages of all runs; `run/` precedes their keys. */
const RUN_MESSAGES = {
  rerun: "This is a rerun of run {run} from the start.",
  rerunWith: "This is a rerun of run {run} with {steps, plural, one {# reused step} other {# reused steps}}.",
  editedInput: "The input was edited first.",
  editedOutput: 'The output of "{step}" was edited first.',
  trial: "This was a test run of a draft.",
  attempt: "This is attempt {attempt, number}.",
  ran: '"{step}" ran.',
  stepFailed:
    "{visits, plural, =1 {It failed} other {{failures, plural, =0 {It failed each time} one {# time it failed} other {# times it failed}}}}: {error}",
  queued: "The run is queued.",
  running: "The run is in progress.",
  runningStep: 'The run is in progress; "{step}" is running.',
  runningAfter: 'The run is in progress; "{step}" was the last step to finish.',
  success: "The run succeeded after {duration}.",
  failed: "The run failed after {duration}.",
  failedLater:
    "The run failed after {duration}, although later steps ran: an error in any step makes the whole run fail.",
  waitingRetry: "The run is waiting for its next attempt, which starts automatically.",
  cancelled: "The run was cancelled after {duration}.",
  timedOut: "The run timed out.",
  unfinished: '"{step}" had not finished.',
  unfinishedRequest: '"{step}" had not finished; its request may have been processed.',
  error: "{error}",
} as const;

const say = (key: keyof typeof RUN_MESSAGES, values: PhraseValues = {}): Sentence => ({ key: `run/${key}`, values });

/** The English messages of all sentences, by key; those of a step or a trigger are in its definition. */
export const STORY_MESSAGES: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.entries(RUN_MESSAGES).map(([key, message]) => [`run/${key}`, message]),
  ...Object.values(STEP_TYPES).flatMap(({ type, story }) => messagesOf(`step/${type}`, story)),
  ...Object.values(TRIGGER_TYPES).flatMap(({ type, story }) => messagesOf(`trigger/${type}`, story)),
]);

function messagesOf(root: string, story: readonly { message: string }[]) {
  return story.map(({ message }, at) => [`${root}/story/${at}`, message]);
}

/** Explains a run to people who do not read graphs: paragraphs of sentences. */
export function explainRun(run: RunFacts): Sentence[][] {
  return [beginning(run), ...run.steps.filter(({ type }) => type !== "trigger").map(aboutStep), end(run)];
}

function beginning({ triggerType, isTrial, about, parentId, reused = 0, edited = [], attempt }: RunFacts): Sentence[] {
  const again = attempt > 1 ? [say("attempt", { attempt })] : [];
  if (parentId != null) {
    const run = String(parentId);
    const rerun = reused > 0 ? say("rerunWith", { run, steps: reused - 1 }) : say("rerun", { run });
    const edits = [...new Set(edited)].map((step) =>
      step === "trigger" ? say("editedInput") : say("editedOutput", { step }),
    );
    return [rerun, ...edits, ...again];
  }
  if (isTrial) return [say("trial"), ...again];
  const { type, story } = findTriggerType(triggerType) ?? DEFAULT_TRIGGER;
  return [...firstOf(story, `trigger/${type}`, { about }), ...again];
}

function aboutStep(facts: StepFacts): Sentence[] {
  const { name, type, visits, error } = facts;
  const [ran = say("ran")] = firstOf(findStepType(type)?.story ?? [], `step/${type}`, facts);
  if (error === null) return [withStep(ran, name)];
  const failures = facts.failures === visits ? 0 : facts.failures;
  return [withStep(ran, name), say("stepFailed", { visits, failures, error: asSentence(error) })];
}

const withStep = ({ key, values }: Sentence, step: string): Sentence => ({ key, values: { ...values, step } });

/** The first phrase that applies; none if there is none. */
function firstOf<Facts>(phrases: readonly Phrase<Facts>[], root: string, facts: Facts): Sentence[] {
  for (const [at, phrase] of phrases.entries()) {
    const values = phrase.values(facts);
    if (values) return [{ key: `${root}/story/${at}`, values }];
  }
  return [];
}

function end({ state, durationMs, error, steps, last, continued, unfinished }: RunFacts): Sentence[] {
  const duration = { ms: durationMs };
  const ends: Record<RunState, Sentence> = {
    queued: say("queued"),
    running: inProgress(unfinished?.name, last),
    success: say("success", { duration }),
    failed: say(continued ? "failedLater" : "failed", { duration }),
    waitingRetry: say("waitingRetry"),
    cancelled: say("cancelled", { duration }),
    timedOut: error ? say("error", { error: asSentence(error) }) : say("timedOut"),
  };
  const isOwnError = state === "failed" && error && !steps.some((step) => step.error !== null);
  if (isOwnError) return [ends.failed, say("error", { error: asSentence(error) })];
  const isStopped = state === "cancelled" || state === "timedOut";
  return unfinished && isStopped ? [ends[state], stopped(unfinished)] : [ends[state]];
}

function inProgress(running: string | undefined, last: string | null | undefined): Sentence {
  if (running !== undefined) return say("runningStep", { step: running });
  return last ? say("runningAfter", { step: last }) : say("running");
}

const stopped = ({ name, mayHaveEffect }: NonNullable<RunFacts["unfinished"]>): Sentence =>
  say(mayHaveEffect ? "unfinishedRequest" : "unfinished", { step: name });

const asSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
