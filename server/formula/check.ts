import { scriptRefusals } from "./check-script.ts";
import { finestIntervalSeconds, parseCron } from "./cron.ts";
import { findStepType } from "./find-definition.ts";
import { isExpression, namesByField } from "./property.ts";
import { conflict, type Refusal, refuse } from "./refusal.ts";
import { secretRefusals } from "./secret-values.ts";
import type { Formula } from "./shape.ts";
import { TRIGGER_TYPES } from "./triggers/registry.ts";

export type Limits = {
  /** The minimum interval of schedules. */
  minScheduleSeconds: number;
};

/** Intervals of seconds are always refused, whatever the setting. */
export const limitsOf = ({ env }: { env: { MIN_SCHEDULE_SECONDS: number } }): Limits => ({
  minScheduleSeconds: Math.max(60, env.MIN_SCHEDULE_SECONDS),
});

/**
 * All reasons not to save a formula that has a valid shape (B01–B10 of docs/security.md). Empty if it can be saved.
 * Problems that only affect a run are reported for the instance (`instanceRefusals`).
 */
export const formulaRefusals = (formula: Formula, limits: Limits = { minScheduleSeconds: 60 }): Refusal[] =>
  RULES.flatMap((rule) => rule(formula, limits));

/**
 * The reasons against a change, except those that already applied to the same part of the formula `before`: a rule that
 * is newer than the formula must not block all changes.
 */
export function refusalsOfChange(formula: Formula, before: Formula, limits?: Limits): Refusal[] {
  const found = formulaRefusals(formula, limits);
  if (found.length === 0) return [];
  const known = new Set(formulaRefusals(before, limits).map((refusal) => identityOf(before, refusal)));
  return found.filter((refusal) => !known.has(identityOf(formula, refusal)));
}

/** The refused part and the reason, regardless of its position and id. */
function identityOf(formula: Formula, { path, message }: Refusal): string {
  let part: unknown = formula;
  for (const key of path.slice(0, 2)) part = (part as Record<string | number, unknown> | undefined)?.[key];
  const written = typeof part === "object" && part !== null ? { ...part, id: undefined } : part;
  return JSON.stringify([message, written], sortedKeys);
}

/** A part serializes the same whether it was sent or stored. */
const sortedKeys = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

type Rule = (formula: Formula, limits: Limits) => Refusal[];

const RULES: Rule[] = [
  duplicateRefusals,
  nameRefusals,
  sizeRefusals,
  engineRefusals,
  scriptRefusals,
  propertyRefusals,
  scheduleRefusals,
  resourceRefusals,
  secretRefusals,
];

function duplicateRefusals({ steps, configuration }: Formula): Refusal[] {
  const names = steps.map(({ name }) => name);
  const keys = configuration.map(({ key }) => key);
  const labels = configuration.map(({ name }) => name);
  return [
    ...twice(names).map((at) =>
      conflict(["steps", at, "name"], `Two steps are called "${names[at]}"; step names are unique.`),
    ),
    ...twice(keys).map((at) =>
      conflict(["configuration", at, "key"], `Two variables have the key "${keys[at]}"; keys are unique.`),
    ),
    ...twice(labels)
      .filter((at) => keys.indexOf(keys[at] ?? "") === at)
      .map((at) =>
        conflict(["configuration", at, "name"], `Two variables are called "${labels[at]}"; variable names are unique.`),
      ),
  ];
}

/** The positions of repeated names. */
function twice(names: string[]): number[] {
  const first = new Map<string, number>();
  for (const [at, name] of names.entries()) if (!first.has(name)) first.set(name, at);
  return names.flatMap((name, at) => (first.get(name) === at ? [] : [at]));
}

function nameRefusals({ steps, configuration }: Formula): Refusal[] {
  return [
    ...steps.flatMap(({ name }, at) => refusalsOfName(["steps", at, "name"], name)),
    ...configuration.flatMap(({ key }, at) => refusalsOfName(["configuration", at, "key"], key)),
    ...configuration.flatMap(({ key }, at) =>
      ["__proto__", "constructor", "prototype"].includes(key)
        ? [refuse(["configuration", at, "key"], `"${key}" cannot be a name.`)]
        : [],
    ),
  ];
}

/** Names are free text, but these would break features (B02). */
function refusalsOfName(path: Refusal["path"], name: string): Refusal[] {
  if (name.trim() === "") return [refuse(path, "A name must not be empty.")];
  if (name.length > 200) return [refuse(path, "A name must not be longer than 200 characters.")];
  return /\p{Cc}/u.test(name) ? [refuse(path, "A name must not contain control characters.")] : [];
}

const MOST_STEPS = 1000;
const MOST_ARROWS = 5000;
const MOST_BYTES = 1024 * 1024;
const DEEPEST = 64;

function sizeRefusals(formula: Formula): Refusal[] {
  if (formula.steps.length > MOST_STEPS) return [refuse(["steps"], `A formula has at most ${MOST_STEPS} steps.`)];
  const arrows = formula.steps.reduce((sum, step) => sum + step.onSuccess.length + step.onFailure.length, 0);
  if (arrows > MOST_ARROWS)
    return [refuse(["steps"], `The steps of a formula name at most ${MOST_ARROWS} next steps.`)];
  if (isDeeper(formula, DEEPEST)) return [refuse([], `A formula is nested at most ${DEEPEST} deep.`)];
  return JSON.stringify(formula).length > MOST_BYTES ? [refuse([], "A formula has at most 1 MB.")] : [];
}

/** Stops at the limit, so that no depth overflows the stack. */
const isDeeper = (value: unknown, most: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (most === 0 || Object.values(value).some((inner) => isDeeper(inner, most - 1)));

/** A step type that the engine of the formula does not support. */
function engineRefusals({ engine, steps }: Formula): Refusal[] {
  return steps.flatMap(({ name, type }, at) => {
    const refusedBy = findStepType(type)?.refusedBy;
    return engine !== undefined && refusedBy === engine
      ? [refuse(["steps", at, "type"], `Invalid formula for the ${engine} engine: step "${name}" is of type ${type}.`)]
      : [];
  });
}

/** Reasons of the step types against the properties of their steps. */
function propertyRefusals({ steps }: Formula): Refusal[] {
  return steps.flatMap(({ name, type, properties }, at) => {
    const refused = findStepType(type)?.refusals?.(properties) ?? [];
    return refused.map(({ property, message }) =>
      refuse(["steps", at, "properties", property], `Step "${name}": ${message}`),
    );
  });
}

function scheduleRefusals({ triggers }: Formula, { minScheduleSeconds }: Limits): Refusal[] {
  return triggers.flatMap(({ type, properties }, at) =>
    namesByField(TRIGGER_TYPES[type].properties, "cron").flatMap((name) => {
      const cron = properties[name];
      if (typeof cron !== "string" || cron === "" || isExpression(cron)) return [];
      return cronRefusals(["triggers", at, "properties", name], cron, minScheduleSeconds);
    }),
  );
}

/** Refuses a valid cron that fires too often. */
export const cronRefusals = (path: Refusal["path"], cron: string, minSeconds: number): Refusal[] =>
  finestIntervalSeconds(parseCron(cron)) < minSeconds
    ? [
        refuse(
          path,
          `cron: "${cron}" fires more often than every ${minSeconds} seconds, which is the shortest interval.`,
        ),
      ]
    : [];

const LONGEST_URI = 500;

/** Formula as a resource: needs `method` and `uri` together, and a manual trigger. */
function resourceRefusals({ method, uri, triggers }: Formula): Refusal[] {
  if (method === undefined && uri === undefined) return [];
  const other = triggers.findIndex(({ type }) => TRIGGER_TYPES[type].source !== "api");
  if (other >= 0)
    return [
      refuse(["triggers", other, "type"], "Only a formula with a manual trigger can be a resource (method and uri)."),
    ];
  if (method === undefined) return [refuse(["method"], "method: a formula with a uri needs a method.")];
  if (uri === undefined) return [refuse(["uri"], "uri: a formula with a method needs a uri.")];
  if (uri.length > LONGEST_URI) return [refuse(["uri"], `uri: must not be longer than ${LONGEST_URI} characters.`)];
  if (!/^(\/[\w.~!$&'()*+,;=:@%{}-]+)+$/.test(uri))
    return [refuse(["uri"], `uri: "${uri.slice(0, 100)}" is not a path such as /orders.`)];
  const [, first = ""] = uri.split("/");
  if (first !== "." && first !== ".." && uri.split("/").some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment)))
    return [refuse(["uri"], `uri: "${uri.slice(0, 100)}" has a segment of dots, which no request contains.`)];
  if (/^\.+$/.test(first) || RESERVED.has(first.toLowerCase()))
    return [refuse(["uri"], `uri: /${first} belongs to the platform; choose another path.`)];
  return [];
}

/** The first segments of the platform's own paths. */
const RESERVED = new Set(
  `accounts agent-access api-keys applications audit-logs authentication bulk bulkloader client-sdks common-resources connect-sessions customers dead-letters definitions docs
  element-products elements events formulas hubs instances integrations jobs metrics models notifications oauth objects openapi.json
  organizations ping signup-partners transformations
  usage users vdrs webhook-captures`.split(/\s+/),
);
