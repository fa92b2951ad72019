import { findStepType, findTriggerType } from "./find-definition.ts";
import type { RunState } from "./run-state.ts";
import { STEP_TYPES } from "./steps/registry.ts";
import { type StepFacts, times, usualStory } from "./story.ts";
import { DEFAULT_TRIGGER } from "./triggers/registry.ts";

/** The facts to explain a run; steps in the order in which they ran, without those of sub-formulas. */
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
  steps: StepFacts[];
  /** The number of omitted items. */
  left?: number;
};

/** Explains a run in sentences, for people who do not read graphs. */
export function explainRun(run: RunFacts): string[] {
  const visits = Map.groupBy(
    run.steps.filter(({ type }) => type !== "trigger"),
    ({ name }) => name,
  );
  return [
    beginning(run),
    ...(run.left ? [`The first ${run.left.toLocaleString("en")} records are not described here.`] : []),
    ...[...visits.values()].map(sentence),
    end(run),
  ];
}

function beginning({ triggerType, isTrial, about, parentId, reused = 0, edited = [], attempt }: RunFacts): string {
  const again = attempt > 1 ? ` This is attempt ${attempt}.` : "";
  if (parentId != null)
    return `This is a rerun of run ${parentId}${reused > 0 ? ` with ${times(reused - 1, "reused step")}` : " from the start"}.${editing(edited)}${again}`;
  if (isTrial) return `This was a test run of a draft.${again}`;
  return `${(findTriggerType(triggerType) ?? DEFAULT_TRIGGER).story(about)}.${again}`;
}

function editing(edited: string[]): string {
  if (edited.length === 0) return "";
  const what = [...new Set(edited)].map((name) => (name === "trigger" ? "the input" : `the output of "${name}"`));
  return ` ${capitalized(LIST.format(what))} ${what.length > 1 ? "were" : "was"} edited first.`;
}

const LIST = new Intl.ListFormat("en");

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function sentence(visits: StepFacts[]): string {
  const [first] = visits;
  if (!first) return "";
  const { name, type } = first;
  const failures = visits.filter(({ error }) => error !== null);
  const failed = failures[0]
    ? ` ${visits.length === 1 ? "It failed" : failures.length === visits.length ? "Each time it failed" : `${times(failures.length, "time")} it failed`}: ${asSentence(failures[0].error ?? "")}`
    : "";
  return `${(findStepType(type)?.story ?? usualStory)(`"${name}"`, visits, labelOf(type))}${failed}`;
}

function end({ state, durationMs, error, steps }: RunFacts): string {
  const last = steps.at(-1);
  const ends: Record<RunState, string> = {
    queued: "The run is queued.",
    running:
      last && last.type !== "trigger"
        ? `The run is in progress; "${last.name}" was the last step to finish.`
        : "The run is in progress.",
    success: `The run succeeded after ${inWords(durationMs)}.`,
    failed: `The run failed after ${inWords(durationMs)}${wasDealtWith(steps) ? ", although later steps ran: an error in any step makes the whole run fail" : ""}.`,
    waitingRetry: "The run is waiting for its next attempt, which starts automatically.",
    cancelled: `The run was cancelled after ${inWords(durationMs)}.`,
    timedOut: asSentence(error ?? "The run timed out."),
  };
  const isOwnError = state === "failed" && error && !steps.some((step) => step.error !== null);
  return isOwnError ? `${ends.failed} ${asSentence(error)}` : ends[state];
}

/** Whether other steps ran after the failure. */
const wasDealtWith = (steps: StepFacts[]) => {
  const at = steps.findIndex(({ error }) => error !== null);
  return at >= 0 && at < steps.length - 1;
};

const LABELS: Record<string, string> = Object.fromEntries(
  Object.values(STEP_TYPES).map(({ type, label }) => [type, /^[A-Z]{2}/.test(label) ? label : label.toLowerCase()]),
);
const labelOf = (type: string) => LABELS[type] ?? "step";

const asSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

const inWords = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
