import type { Messages } from "next-intl";
import { STEP_TYPES } from "#server/formula/steps/registry.ts";
import { TRIGGER_TYPES } from "#server/formula/triggers/registry.ts";
import { outputKey } from "../../definitions/output-key.ts";
import type { ResponseModel } from "../../operation-forms/response-model.ts";
import type { Draft, PartRef } from "./draft.ts";
import { stepsBefore } from "./graph.ts";

/** A value that an expression at this place can refer to. `path` is the text between the braces. */
export type ReachableValue = {
  group: "before" | "variables" | "trigger" | "run";
  path: string;
  /** Its description: a key in the catalog of definitions, or a person's own text. */
  about?: { key: Key } | { defined: string } | { text: string };
  /** Its value in the last run, as JSON. */
  sample?: string;
};

type Values = Messages["designer"]["values"];
type Key = Exclude<keyof Values, "types"> | `types.${keyof Values["types"]}`;

/** The body of a response below a step's name. */
const BODY = ".response.body";

const INFO: [string, Key][] = [
  ["formulaExecutionId", "thisRun"],
  ["formulaInstanceId", "instance"],
  ["formulaInstanceName", "itsName"],
  ["formulaId", "thisFormula"],
  ["formulaName", "itsName"],
];

/**
 * The values that an expression at a part can use, nearest first: only outputs of steps that can run before it.
 * `samples` are values of the last run by their paths, which add the keys that a script returned; `models` describe
 * responses of steps that have not run.
 */
export function reachableValues(
  draft: Draft,
  at: PartRef,
  samples: ReadonlyMap<string, unknown> = new Map(),
  models: ReadonlyMap<string, Pick<ResponseModel, "values">> = new Map(),
): ReachableValue[] {
  const before = "step" in at ? stepsBefore(draft, at.step) : new Set<string>();
  if ("step" in at) before.delete(at.step);
  const steps = draft.steps.filter(({ name }) => before.has(name)).reverse();
  const sampled = (path: string) => {
    const value = samples.get(path);
    return value === undefined ? {} : { sample: JSON.stringify(value) };
  };
  const value = (group: ReachableValue["group"], path: string, about?: ReachableValue["about"]): ReachableValue => ({
    group,
    path,
    ...(about && { about }),
    ...sampled(path),
  });
  const seen = new Set<string>();
  return [
    ...steps.flatMap(({ name, type }) => {
      const root = `steps.${name}`;
      const known = STEP_TYPES[type].outputs.map(({ path }) =>
        value("before", root + path, { defined: `step/${type}/${outputKey(path)}` }),
      );
      const found = [...samples.keys()].filter((path) => path.startsWith(`${root}.`));
      const modeled = (models.get(name)?.values ?? []).map(({ path, control, help }) =>
        value("before", `${root}${BODY}${path}`, help ? { text: help } : { key: `types.${control}` }),
      );
      return [...known, ...modeled, ...found.map((path) => value("before", path))];
    }),
    ...draft.configuration.map(({ key, type, description }) =>
      value(
        "variables",
        `config.${key}`,
        description ? { text: description } : { key: type === "value" ? "value" : "connection" },
      ),
    ),
    ...draft.triggers.flatMap(({ type }) =>
      TRIGGER_TYPES[type].outputs.map(({ path }) =>
        value("trigger", `trigger${path}`, { defined: `trigger/${type}/${outputKey(path)}` }),
      ),
    ),
    ...[...samples.keys()].filter((path) => path.startsWith("trigger.")).map((path) => value("trigger", path)),
    ...INFO.map(([name, key]) => value("run", `info.${name}`, { key })),
  ].filter(({ path }) => !seen.has(path) && seen.add(path));
}

/** The values of a run by their paths: the keys of steps and of their outputs, three levels deep. */
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
