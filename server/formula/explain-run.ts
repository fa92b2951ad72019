import type { RunState } from "./run-state.ts";
import { STEP_TYPES } from "./steps/registry.ts";

/** What there is to tell of a run; steps in the order they ran, those of sub-formulas left out. */
export type RunFacts = {
  state: RunState;
  triggerType: string;
  /** It tried a draft. */
  isTrial?: boolean;
  /** What it was about: an object id, or the call that started it. */
  about?: string | undefined;
  parentId?: number | null;
  reused?: number;
  /** The steps whose output somebody edited first; `trigger` is the input. */
  edited?: string[];
  attempt: number;
  durationMs: number;
  error?: string | null;
  steps: StepFacts[];
  /** How many more there are than are told of. */
  left?: number;
};
export type StepFacts = { name: string; type: string; took: string; error: string | null; code?: number | undefined };

/** A run in sentences, for somebody who does not read graphs. */
export function explainRun(run: RunFacts): string[] {
  const visits = Map.groupBy(
    run.steps.filter(({ type }) => type !== "trigger"),
    ({ name }) => name,
  );
  return [
    beginning(run),
    ...(run.left ? [`The first ${run.left.toLocaleString("en")} records are left out here.`] : []),
    ...[...visits.values()].map(sentence),
    end(run),
  ];
}

const BEGINNINGS: Record<string, (about: string | undefined) => string> = {
  event: (about) => (about ? `An event about ${about} started it` : "An event started it"),
  elementRequest: (about) => (about ? `The call ${about} started it` : "A call to a connection started it"),
  scheduled: () => "The schedule started it",
  manual: () => "It was started by hand or by the API",
};

function beginning({ triggerType, isTrial, about, parentId, reused = 0, edited = [], attempt }: RunFacts): string {
  const again = attempt > 1 ? ` This is attempt ${attempt}.` : "";
  if (parentId != null)
    return `It runs execution ${parentId} again${reused > 0 ? `, with ${times(reused - 1, "step")} taken over from there` : ", from the start"}.${editing(edited)}${again}`;
  if (isTrial) return `Somebody tried a draft of the formula with it.${again}`;
  return `${(BEGINNINGS[triggerType] ?? BEGINNINGS.manual)?.(about)}.${again}`;
}

function editing(edited: string[]): string {
  if (edited.length === 0) return "";
  const what = [...new Set(edited)].map((name) => (name === "trigger" ? "its input" : `what "${name}" had handed on`));
  return ` Somebody edited ${LIST.format(what)} first.`;
}

const LIST = new Intl.ListFormat("en");

function sentence(visits: StepFacts[]): string {
  const [first] = visits;
  if (!first) return "";
  const { name, type } = first;
  const failures = visits.filter(({ error }) => error !== null);
  const failed = failures[0]
    ? ` ${visits.length === 1 ? "It failed" : failures.length === visits.length ? "Each time it failed" : `${times(failures.length, "time")} it failed`}: ${asSentence(failures[0].error ?? "")}`
    : "";
  return `${(WORDS[type] ?? usual)(`"${name}"`, visits, labelOf(type))}${failed}`;
}

type Words = (name: string, visits: StepFacts[], label: string) => string;

const usual: Words = (name, visits, label) =>
  `The ${label} ${name} ran${visits.length > 1 ? ` ${times(visits.length, "time")}` : ""}.`;

const call: Words = (name, visits, label) => {
  const [{ code } = {}] = visits;
  if (visits.length > 1) return `The ${label} ${name} was made ${times(visits.length, "time")}.`;
  return `The ${label} ${name} was ${code === undefined ? "made" : `answered with ${code}`}.`;
};

const took = (visits: StepFacts[], door: string) =>
  visits.filter((visit) => visit.took === door && visit.error === null).length;

const WORDS: Record<string, Words> = {
  elementRequest: call,
  httpRequest: call,
  request: call,
  filter(name, visits) {
    const [yes, no] = [took(visits, "onSuccess"), took(visits, "onFailure")];
    if (visits.length === 1) return `The filter ${name} said ${yes ? "yes" : no ? "no" : "nothing"}.`;
    return `The filter ${name} said yes ${times(yes, "time")} and no ${times(no, "time")}.`;
  },
  loop(name, visits) {
    const items = took(visits, "onSuccess");
    const isDone = took(visits, "onFailure") > 0;
    if (items === 0 && isDone) return `The loop ${name} had nothing to go through.`;
    return `The loop ${name} ${isDone ? "went through" : "got to"} ${times(items, "item")}.`;
  },
  formula: (name, visits) =>
    `The formula of ${name} ran${visits.length > 1 ? ` ${times(visits.length, "time")}` : ""}.`,
  notification(name, visits) {
    const sent = took(visits, "onSuccess");
    return `${name} ${sent > 0 ? `told people ${sent > 1 ? times(sent, "time") : "something"}` : "found nothing to tell people"}.`;
  },
  retryFormulaExecution: (name, visits) =>
    visits.some((visit) => visit.took === "retry")
      ? `${name} asked for the whole run once more.`
      : `${name} had used up its attempts.`,
};

function end({ state, durationMs, error, steps }: RunFacts): string {
  const last = steps.at(-1);
  const ends: Record<RunState, string> = {
    queued: "It waits for its turn.",
    running:
      last && last.type !== "trigger"
        ? `It is under way; "${last.name}" was the last step to end.`
        : "It is under way.",
    success: `It succeeded after ${inWords(durationMs)}.`,
    failed: `It failed after ${inWords(durationMs)}${wasDealtWith(steps) ? ", although it went on: a step with an error makes the whole run count as failed" : ""}.`,
    waitingRetry: "It waits, and begins again by itself.",
    cancelled: `It was cancelled after ${inWords(durationMs)}.`,
    timedOut: asSentence(error ?? "It ran out of time."),
  };
  const isOwnError = state === "failed" && error && !steps.some((step) => step.error !== null);
  return isOwnError ? `${ends.failed} ${asSentence(error)}` : ends[state];
}

/** Whether other steps came after the failure. */
const wasDealtWith = (steps: StepFacts[]) => {
  const at = steps.findIndex(({ error }) => error !== null);
  return at >= 0 && at < steps.length - 1;
};

const LABELS: Record<string, string> = Object.fromEntries(
  Object.values(STEP_TYPES).map(({ type, label }) => [type, /^[A-Z]{2}/.test(label) ? label : label.toLowerCase()]),
);
const labelOf = (type: string) => LABELS[type] ?? "step";

const times = (count: number, what: string) => `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;

const asSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

const inWords = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
