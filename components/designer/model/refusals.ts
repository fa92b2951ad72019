import { formulaRefusals } from "#server/formula/check.ts";
import { formulaSchema } from "#server/formula/shape.ts";
import { type Draft, type PartRef, partOf } from "./draft.ts";
import { FORMULA_SETTINGS } from "./formula-settings.ts";
import type { Problem } from "./problem.ts";
import type { Speech } from "./speech.ts";

/** Why the API would not save the draft, in the words of its form. */
export function refusalsOf(draft: Draft, speech: Speech): Problem[] {
  const parsed = formulaSchema.safeParse(draft);
  const found = parsed.success
    ? formulaRefusals(parsed.data).map(({ path, message }) => ({
        path,
        message: inWordsOfForm(draft, path, message, speech),
      }))
    : parsed.error.issues.map(({ path, message }) => ({ path, message: sentence(draft, path, message, speech) }));
  return found.map(({ path, message }) => ({
    severity: "error",
    message: ofVariable(draft, path, message, speech),
    ...placeOf(draft, path),
  }));
}

/** The messages of the validator continue the name of the field. */
function sentence(draft: Draft, path: PropertyKey[], message: string, speech: Speech): string {
  const label = labelOf(draft, path, speech);
  return label === undefined ? message : `${label} ${message}.`.replace(/\.\.$/, ".");
}

/** The rules begin with the name of the field, if with any, after that of the step. */
function inWordsOfForm(draft: Draft, path: PropertyKey[], message: string, speech: Speech): string {
  const name = String(path.at(-1) ?? "");
  const label = labelOf(draft, path, speech);
  const [before = "", after] = message.split(`${name}: `, 2);
  const isAtStart = before === "" || before === `Step "${stepAt(draft, path)}": `;
  if (label === undefined || after === undefined || name === "" || !isAtStart) return message;
  return `${label}: ${message.slice(before.length + name.length + 2)}`;
}

const stepAt = (draft: Draft, [list, index]: PropertyKey[]): string | undefined =>
  list === "steps" && typeof index === "number" ? draft.steps[index]?.name : undefined;

function ofVariable(draft: Draft, [list, index]: PropertyKey[], message: string, { t }: Speech): string {
  const variable = list === "configuration" && typeof index === "number" ? draft.configuration[index] : undefined;
  return variable ? t("problems.variable", { key: variable.key || String(Number(index) + 1), message }) : message;
}

/** The label that the form shows for the field; undefined for a path without names. */
function labelOf(draft: Draft, path: PropertyKey[], speech: Speech): string | undefined {
  const { at, property } = placeOf(draft, path);
  const part = at && partOf(draft, at);
  if (at && part && property !== undefined) return speech.property(at, part, property).label;
  const field = path.findLast((key) => typeof key === "string" && !LISTS.has(key));
  const label = FORMULA_SETTINGS.find((one) => one === field);
  if (label) return speech.t(`changes.settings.${label}`);
  return field === "key" ? speech.t("rename.key") : (field as string | undefined);
}

const LISTS = new Set<PropertyKey>(["properties", "steps", "triggers", "configuration"]);
/** The part and property of a path from the validator. */
function placeOf(draft: Draft, path: PropertyKey[]): { at?: PartRef; property?: string } {
  const [list, index, field, name] = path;
  const property = field === "properties" && typeof name === "string" ? { property: name } : {};
  if (list === "triggers" && typeof index === "number") return { at: { trigger: index }, ...property };
  const step = stepAt(draft, path);
  return step === undefined ? {} : { at: { step }, ...property };
}
