import type { z } from "zod";
import { hasRoot, references } from "./expression.ts";
import { type Property, property } from "./property.ts";
import type { Formula } from "./shape.ts";
import { STEP_TYPES } from "./steps/registry.ts";
import { TRIGGER_TYPES } from "./triggers/registry.ts";

/**
 * The formula with every reference to a variable under its new key: `${old}` becomes `${new}` and `${config.old}`
 * becomes `${config.new}`, also with a path behind it (contract §1.2). References stand in the properties of triggers
 * and steps at every depth, and as bare paths (`config.old`) where those are read. Where a longer key also fits, as
 * `crm.id` fits `${config.crm.id}`, the reference is that one's.
 *
 * Not in the contract: in a script only `${config.old}` is renamed, since `${old}` there is a variable of the script.
 */
export function renameVariable<Renamed extends Pick<Formula, "triggers" | "steps" | "configuration">>(
  formula: Renamed,
  oldKey: string,
  newKey: string,
): Renamed {
  const longer = formula.configuration.map(({ key }) => key).filter((key) => key.startsWith(oldKey) && key !== oldKey);
  const rename = (path: string, reads: Property["reads"]) => {
    const prefix = path.startsWith("config.") ? "config." : "";
    const rest = path.slice(prefix.length);
    if (!prefix && (hasRoot(path) || reads === "script")) return path;
    if (!begins(rest, oldKey) || longer.some((key) => begins(rest, key))) return path;
    return `${prefix}${newKey}${rest.slice(oldKey.length)}`;
  };
  return {
    ...formula,
    triggers: formula.triggers.map((trigger) => ({
      ...trigger,
      properties: renameIn(trigger.properties, TRIGGER_TYPES[trigger.type].properties.shape, rename),
    })),
    steps: formula.steps.map((step) => ({
      ...step,
      properties: renameIn(step.properties, STEP_TYPES[step.type].properties.shape, rename),
    })),
  };
}

type Rename = (path: string, reads: Property["reads"]) => string;

/** Whether a path is a name or goes on from it. */
const begins = (path: string, name: string) =>
  path.startsWith(name) && /^([.[]|$)/.test(path.slice(name.length, name.length + 1));

function renameIn(
  properties: Record<string, unknown>,
  shape: z.ZodObject["shape"],
  rename: Rename,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => {
      const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
      const { reads = "template", bare } = (schema && property.get(schema)) ?? {};
      const isBare = (bare || reads === "path") && typeof value === "string" && value.startsWith("config.");
      return [name, isBare ? rename(value, reads) : deep(value, (path) => rename(path, reads))];
    }),
  );
}

function deep(value: unknown, rename: (path: string) => string): unknown {
  if (typeof value === "string") return renameInText(value, rename);
  if (Array.isArray(value)) return value.map((item) => deep(item, rename));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, deep(item, rename)]));
}

function renameInText(text: string, rename: (path: string) => string): string {
  let renamed = "";
  let from = 0;
  for (const { path, start, end } of references(text)) {
    renamed += text.slice(from, start) + text.slice(start, end).replace(path, () => rename(path));
    from = end;
  }
  return renamed + text.slice(from);
}
