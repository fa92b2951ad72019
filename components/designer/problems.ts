import { formulaRefusals } from "#server/formula/check.ts";
import { references } from "#server/formula/expression.ts";
import { expressionProblems } from "#server/formula/expression-problems.ts";
import { property } from "#server/formula/property.ts";
import { formulaSchema } from "#server/formula/shape.ts";
import { STEP_TYPES } from "#server/formula/steps/registry.ts";
import { TRIGGER_TYPES } from "#server/formula/triggers/registry.ts";
import { type Draft, type DraftStep, type DraftTrigger, isRecord, type PartRef } from "./draft.ts";
import { partsOf, reachableSteps, stepsBefore } from "./graph.ts";

/** Something to look at. An `error` keeps the formula from being saved, a `hint` does not. */
export type Problem = { severity: "error" | "hint"; message: string; at?: PartRef; property?: string; fix?: Fix };

/** A repair that can be made for the person: the property's text as it was probably meant. */
export type Fix = { label: string; value: unknown };

/** What the API would refuse, by its own rules, and then what will probably not do what was meant. */
export const problemsOf = (draft: Draft): Problem[] => [
  ...refusals(draft),
  ...unreached(draft),
  ...partsOf(draft).flatMap(({ ref, part }) => [
    ...lostArrows(draft, ref, part),
    ...missingProperties(ref, part),
    ...textProblems(draft, ref, part),
  ]),
];

function refusals(draft: Draft): Problem[] {
  const parsed = formulaSchema.safeParse(draft);
  const found = parsed.success
    ? formulaRefusals(parsed.data).map(({ path, message }) => ({ path, message }))
    : parsed.error.issues.map(({ path, message }) => ({ path, message: sentence(path, message) }));
  return found.map(({ path, message }) => ({ severity: "error", message, ...placeOf(draft, path) }));
}

const sentence = (path: PropertyKey[], message: string) => {
  const named = path.filter(
    (part) => typeof part === "string" && part !== "properties" && part !== "steps" && part !== "triggers",
  );
  return named.length > 0 ? `${named.join(".")} ${message}.`.replace(/\.\.$/, ".") : message;
};

/** The part and property that a path of the validator names. */
function placeOf(draft: Draft, path: PropertyKey[]): Pick<Problem, "at" | "property"> {
  const [list, index, field, name] = path;
  const property = field === "properties" && typeof name === "string" ? { property: name } : {};
  if (list === "triggers" && typeof index === "number") return { at: { trigger: index }, ...property };
  const step = list === "steps" && typeof index === "number" ? draft.steps[index]?.name : undefined;
  return step === undefined ? {} : { at: { step }, ...property };
}

function unreached(draft: Draft): Problem[] {
  if (draft.triggers.length === 0)
    return [{ severity: "hint", message: "Nothing starts this formula yet: choose a trigger." }];
  const reached = reachableSteps(draft);
  return draft.steps
    .filter(({ name }) => !reached.has(name))
    .map(({ name }) => ({
      severity: "hint",
      message: "No arrow leads here: this step never runs.",
      at: { step: name },
    }));
}

function lostArrows(draft: Draft, at: PartRef, part: DraftStep | DraftTrigger): Problem[] {
  const known = new Set(draft.steps.map(({ name }) => name));
  const lost = [...part.onSuccess, ...part.onFailure].filter((name) => !known.has(name));
  return [...new Set(lost)].map((name) => ({
    severity: "hint",
    message: `It leads to "${name}", which does not exist.`,
    at,
  }));
}

const propertiesOf = (ref: PartRef, part: DraftStep | DraftTrigger) =>
  ("trigger" in ref ? TRIGGER_TYPES[(part as DraftTrigger).type] : STEP_TYPES[(part as DraftStep).type]).properties
    .shape;

/** A formula may be saved half done; it fails when it gets there. */
function missingProperties(at: PartRef, part: DraftStep | DraftTrigger): Problem[] {
  return Object.entries(propertiesOf(at, part)).flatMap(([name, schema]) => {
    const value = part.properties[name];
    const isMissing = (value === undefined || value === "") && !schema.safeParse(undefined).success;
    const label = property.get(schema)?.label ?? name;
    return isMissing ? [{ severity: "hint", message: `${label} is still empty.`, at, property: name }] : [];
  });
}

/** What looks like a reference and is none, and references that lead nowhere. */
function textProblems(draft: Draft, at: PartRef, part: DraftStep | DraftTrigger): Problem[] {
  const shorthand = draft.engine !== "v3";
  return Object.entries(propertiesOf(at, part)).flatMap(([name, schema]) => {
    if (property.get(schema)?.reads === "script") return [];
    const value = part.properties[name];
    return textsIn(value).flatMap((text) => [
      ...expressionProblems(text, { shorthand }).map(
        ({ message, start, end, fix }): Problem => ({
          severity: "hint",
          message,
          at,
          property: name,
          ...(fix !== undefined &&
            value === text && { fix: { label: `Write ${fix}`, value: text.slice(0, start) + fix + text.slice(end) } }),
        }),
      ),
      ...references(text).flatMap(({ path }) => {
        const message = nowhere(draft, at, path);
        return message ? [{ severity: "hint" as const, message, at, property: name }] : [];
      }),
    ]);
  });
}

/** Why a reference will find nothing; the longest name that fits is the one that counts. */
export function nowhere(draft: Draft, at: PartRef, path: string): string | undefined {
  const [root, rest = ""] = split(path);
  const fits = (name: string) => rest === name || rest.startsWith(`${name}.`) || rest.startsWith(`${name}[`);
  if (root === "config" && rest && !draft.configuration.some(({ key }) => fits(key)))
    return `There is no variable for \${${path}}.`;
  if (root !== "steps" || !rest) return undefined;
  const step = draft.steps
    .map(({ name }) => name)
    .filter(fits)
    .sort((a, b) => b.length - a.length)[0];
  if (step === undefined) return `There is no step for \${${path}}.`;
  if ("step" in at && !stepsBefore(draft, at.step).has(step))
    return `"${step}" never runs before this step, so \${${path}} will be empty.`;
  return undefined;
}

function split(path: string): [string, string] {
  const dot = path.indexOf(".");
  return dot < 0 ? [path, ""] : [path.slice(0, dot), path.slice(dot + 1)];
}

/** Every text in a value, at any depth. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : [];
}
