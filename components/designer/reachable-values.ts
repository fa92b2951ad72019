import type { Draft, PartRef } from "./draft.ts";
import { stepsBefore } from "./graph.ts";

/** Something an expression at a place can refer to. `path` is what stands between the braces. */
export type ReachableValue = {
  group: "Steps before" | "Variables" | "Trigger" | "About this run";
  path: string;
  says: string;
  /** What it was in the last run that is shown, as JSON. */
  sample?: string;
};

/** What each type of step leaves behind, below its name (spec §2.6). */
const OUTPUTS: Record<string, [path: string, says: string][]> = {
  loop: [
    [".entry", "the item at hand"],
    [".index", "its number, from 0"],
  ],
  filter: [[".continue", "true or false"]],
  notification: [[".continue", "true or false"]],
  httpRequest: [
    [".response.body", "what came back"],
    [".response.code", "the status code"],
    [".response.headers", "the headers of the reply"],
  ],
  amqpRequest: [[".request.body", "the message"]],
  elementRequestStream: [[".upload.response.body", "the reply to the upload"]],
};
OUTPUTS.elementRequest = OUTPUTS.request = OUTPUTS.httpRequest ?? [];

const TRIGGER_VALUES: Record<string, [path: string, says: string][]> = {
  manual: [[".args", "what the run was started with"]],
  event: [
    [".event.objectId", "the object that changed"],
    [".event.objectType", "its kind"],
    [".event.eventType", "CREATED, UPDATED or DELETED"],
    [".event", "the whole event"],
  ],
  elementRequest: [
    [".request.body", "what was sent"],
    [".response.body", "what was answered"],
    [".response.code", "the status code"],
  ],
  scheduled: [],
};

const INFO: [string, string][] = [
  ["formulaExecutionId", "this run"],
  ["formulaInstanceId", "the instance that runs"],
  ["formulaInstanceName", "its name"],
  ["formulaId", "this formula"],
  ["formulaName", "its name"],
];

/**
 * The values an expression at a part can use, the nearest first: only steps that can run before it. `samples` are
 * values of the last run by their paths, which add the keys that a script handed on.
 */
export function reachableValues(
  draft: Draft,
  at: PartRef,
  samples: ReadonlyMap<string, unknown> = new Map(),
): ReachableValue[] {
  const before = "step" in at ? stepsBefore(draft, at.step) : new Set<string>();
  if ("step" in at) before.delete(at.step);
  const steps = draft.steps.filter(({ name }) => before.has(name)).reverse();
  const sampled = (path: string) => {
    const value = samples.get(path);
    return value === undefined ? {} : { sample: JSON.stringify(value) };
  };
  const value = (group: ReachableValue["group"], path: string, says: string): ReachableValue => ({
    group,
    path,
    says,
    ...sampled(path),
  });
  const seen = new Set<string>();
  return [
    ...steps.flatMap(({ name, type }) => {
      const root = `steps.${name}`;
      const known = (OUTPUTS[type] ?? [["", "what it hands on"]]).map(([path, says]) => [root + path, says] as const);
      const found = [...samples.keys()]
        .filter((path) => path.startsWith(`${root}.`))
        .map((path) => [path, ""] as const);
      return [...known, ...found].map(([path, says]) => value("Steps before", path, says));
    }),
    ...draft.configuration.map(({ key, type, description }) =>
      value("Variables", `config.${key}`, description || (type === "value" ? "a value" : "a connection")),
    ),
    ...draft.triggers.flatMap(({ type }) =>
      (TRIGGER_VALUES[type] ?? []).map(([path, says]) => value("Trigger", `trigger${path}`, says)),
    ),
    ...[...samples.keys()].filter((path) => path.startsWith("trigger.")).map((path) => value("Trigger", path, "")),
    ...INFO.map(([key, says]) => value("About this run", `info.${key}`, says)),
  ].filter(({ path }) => !seen.has(path) && seen.add(path));
}

/** Values in a run by the paths that reach them: the keys of steps and of what they hold, three levels down. */
export function samplesOf(outputs: Record<string, unknown>, levels = 3): Map<string, unknown> {
  const samples = new Map<string, unknown>();
  const add = (path: string, value: unknown, left: number) => {
    samples.set(path, value);
    if (left === 0 || typeof value !== "object" || value === null || Array.isArray(value)) return;
    for (const [key, inner] of Object.entries(value)) if (/^[\w$-]+$/.test(key)) add(`${path}.${key}`, inner, left - 1);
  };
  for (const [path, value] of Object.entries(outputs)) add(path, value, levels);
  return samples;
}
