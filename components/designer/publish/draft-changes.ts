import { same } from "../../drafts/same.ts";
import type { Draft, DraftStep, DraftTrigger, PartRef } from "../model/draft.ts";
import { FORMULA_SETTINGS } from "../model/formula-settings.ts";
import { portsOf } from "../model/graph.ts";
import { renamedUnits } from "../model/renamed-units.ts";
import type { Speech } from "../model/speech.ts";
import { sameUnit, type Unit, unitsOf } from "../model/units.ts";

/** A changed unit, with its differences. */
export type DraftChange = {
  id: string;
  group: Unit["kind"];
  what: "added" | "removed" | "renamed" | "changed";
  title: string;
  details: string[];
};

const GROUPS = ["trigger", "step", "variable", "setting"] as const satisfies Unit["kind"][];
const SHORT = 40;

/** Describes the changes between two states of a formula, in the order of the formula. */
export function changesBetween(before: Draft, after: Draft, speech: Speech): DraftChange[] {
  const [olds, news] = [unitsOf(before), unitsOf(after)];
  const renamed = renamedUnits(before, after);
  const changes = [...new Set([...news.keys(), ...olds.keys()])].flatMap((id): DraftChange[] => {
    const [old, now] = [olds.get(renamed.get(id) ?? id), news.get(id)];
    const unit = now ?? old;
    if (!unit || (!now && [...renamed.values()].includes(id))) return [];
    const from = renamed.get(id);
    if (!from && sameUnit(old, now)) return [];
    const described = { id, group: unit.kind, title: unitTitle(unit, speech) };
    if (from && old && now) {
      const details = [
        speech.t("changes.wasCalled", { name: old.name }),
        ...detailsOf(renamedTo(old, now), now, speech),
      ];
      return [{ ...described, what: "renamed", details }];
    }
    if (!old) return [{ ...described, what: "added", details: [] }];
    if (!now) return [{ ...described, what: "removed", details: [] }];
    return [{ ...described, what: "changed", details: detailsOf(old, now, speech) }];
  });
  return changes.sort((one, other) => GROUPS.indexOf(one.group) - GROUPS.indexOf(other.group));
}

/** A step as it was, under its new name; variables that were renamed have no other changes. */
const renamedTo = (old: Unit, now: Unit): Unit =>
  old.kind === "step" ? { ...old, name: now.name, value: { ...old.value, name: now.name } } : now;

function unitTitle(unit: Unit, { t, kind, title }: Speech): string {
  if (unit.kind === "step")
    return t("changes.step", { name: unit.name, label: kind({ step: unit.name }, unit.value).label });
  if (unit.kind === "trigger") return title({ trigger: unit.at }, unit.value);
  const setting = unit.kind === "setting" && FORMULA_SETTINGS.find((name) => name === unit.name);
  return setting ? t(`changes.settings.${setting}`) : unit.name;
}

/** The differences of one unit, a sentence for each field. */
export function detailsOf(old: Unit, now: Unit, speech: Speech): string[] {
  if (now.kind === "setting") return [turned(speech.t("changes.it"), old.value, now.value, speech)];
  if (now.kind === "variable")
    return fieldDetails(old.value as Record<string, unknown>, now.value as Record<string, unknown>, speech);
  // Units of one id are of one kind.
  const ref: PartRef = now.kind === "step" ? { step: now.name } : { trigger: now.at };
  return partDetails(ref, old.value as DraftStep | DraftTrigger, now.value, speech);
}

function partDetails(
  ref: PartRef,
  old: DraftStep | DraftTrigger,
  now: DraftStep | DraftTrigger,
  speech: Speech,
): string[] {
  const properties = Object.keys({ ...old.properties, ...now.properties })
    .filter((name) => !same(old.properties[name], now.properties[name]))
    .map((name) => turned(speech.property(ref, now, name).label, old.properties[name], now.properties[name], speech));
  const words = new Map(portsOf(ref, now).map(({ port, word }) => [port, speech.port(word)]));
  const arrowText = (names: string[]) => names.join(", ") || speech.t("changes.ends");
  const arrows = (["onSuccess", "onFailure"] as const)
    .filter((port) => !same(old[port], now[port]))
    .map((port) =>
      speech.t("changes.turned", {
        label: words.get(port) ?? port,
        before: arrowText(old[port]),
        after: arrowText(now[port]),
      }),
    );
  const { properties: _, onSuccess: __, onFailure: ___, ...others } = now;
  const { properties: _p, onSuccess: _s, onFailure: _f, ...othersBefore } = old;
  return [...fieldDetails(othersBefore, others, speech), ...properties, ...arrows];
}

/** Fields whose label differs from their name. */
const FIELDS = ["description", "type", "required", "secret"] as const;

const fieldDetails = (old: Record<string, unknown>, now: Record<string, unknown>, speech: Speech): string[] =>
  Object.keys({ ...old, ...now })
    .filter((name) => !same(old[name], now[name]))
    .map((name) => {
      const field = FIELDS.find((one) => one === name);
      return turned(field ? speech.t(`changes.fields.${field}`) : name, old[name], now[name], speech);
    });

/** `Method: GET → POST`, or only that it changed if the values are long. */
function turned(label: string, old: unknown, now: unknown, speech: Speech): string {
  const [before, after] = [short(old, speech), short(now, speech)];
  if (before === undefined || after === undefined) return speech.t("changes.turnedLong", { label });
  return speech.t("changes.turned", { label, before, after });
}

function short(value: unknown, { t }: Speech): string | undefined {
  if (value === undefined || value === null || value === "") return t("changes.nothing");
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length <= SHORT && !text.includes("\n") ? text : undefined;
}
