import type { z } from "zod";
import type { Member, ReadScript } from "../script/script.ts";
import { beginsWith, hasRoot, references } from "./expression.ts";
import { type Property, property } from "./property.ts";
import type { Formula } from "./shape.ts";
import { STEP_TYPES } from "./steps/registry.ts";
import { TRIGGER_TYPES } from "./triggers/registry.ts";

/**
 * Renames a variable in all references of a formula: `${old}` becomes `${new}` and `${config.old}` becomes
 * `${config.new}`, also with a path behind it. References occur in the properties of triggers and steps at every depth,
 * and as bare paths (`config.old`) where those are allowed. If a longer key also matches, as `crm.id` matches
 * `${config.crm.id}`, the reference belongs to that key.
 * In a script it renames `${config.old}`, and in its code `config.old` and `config["old"]`; `${old}` there is a
 * variable of the script. The caller passes `readScript`: screens load the parser of scripts on demand.
 */
export function renameVariable<Renamed extends Pick<Formula, "triggers" | "steps" | "configuration">>(
  formula: Renamed,
  oldKey: string,
  newKey: string,
  readScript: ReadScript,
): Renamed {
  const longer = formula.configuration.map(({ key }) => key).filter((key) => key.startsWith(oldKey) && key !== oldKey);
  const rename = (path: string, reads: Property["reads"]) => {
    const prefix = path.startsWith("config.") ? "config." : "";
    const rest = path.slice(prefix.length);
    if (!prefix && (hasRoot(path) || reads === "script")) return path;
    if (!beginsWith(rest, oldKey) || longer.some((key) => beginsWith(rest, key))) return path;
    return `${prefix}${newKey}${rest.slice(oldKey.length)}`;
  };
  const script = (code: string) => renameInScript(code, readScript, "config", oldKey, newKey);
  return renameEverywhere(formula, { path: rename, script });
}

/**
 * Renames a step in a formula: the step itself, the arrows that lead to it, `${steps.old…}` in every text, `steps.old…`
 * where bare paths are allowed, and `steps.old` or `steps["old"]` in the code of scripts. With engine v1 also the
 * shortcut `${old…}`. If a longer name also matches, as `a.b` matches `${steps.a.b}`, the reference belongs to that
 * name.
 * A script that destructures steps, as by `const { old } = steps`, is not changed.
 */
export function renameStep<Renamed extends Pick<Formula, "triggers" | "steps" | "configuration" | "engine">>(
  formula: Renamed,
  oldName: string,
  newName: string,
  readScript: ReadScript,
): Renamed {
  const names = formula.steps.map(({ name }) => name);
  const longer = names.filter((name) => name.startsWith(oldName) && name !== oldName);
  const isOther = (rest: string) => !beginsWith(rest, oldName) || longer.some((name) => beginsWith(rest, name));
  const keys = formula.configuration.map(({ key }) => key);
  const path = (path: string, reads: Property["reads"]) => {
    const prefix = path.startsWith("steps.") ? "steps." : "";
    const rest = path.slice(prefix.length);
    const isShortcut = formula.engine !== "v3" && !keys.some((key) => beginsWith(rest, key));
    if (!prefix && (hasRoot(path) || reads === "script" || !isShortcut)) return path;
    return isOther(rest) ? path : `${prefix}${newName}${rest.slice(oldName.length)}`;
  };
  const script = (code: string) => renameInScript(code, readScript, "steps", oldName, newName);
  const renamed = renameEverywhere(formula, { path, script, shortcuts: formula.engine !== "v3" });
  const arrows = <Part extends { onSuccess: string[]; onFailure: string[] }>(part: Part): Part => ({
    ...part,
    onSuccess: part.onSuccess.map((name) => (name === oldName ? newName : name)),
    onFailure: part.onFailure.map((name) => (name === oldName ? newName : name)),
  });
  return {
    ...renamed,
    triggers: renamed.triggers.map(arrows),
    steps: renamed.steps.map((step) => arrows(step.name === oldName ? { ...step, name: newName } : step)),
  };
}

/**
 * Replaces each path in a reference by the result of `path`: in `${…}` at every depth, and where bare paths are
 * allowed.
 */
export const renameReferences = <Renamed extends Pick<Formula, "triggers" | "steps">>(
  formula: Renamed,
  path: (path: string) => string,
): Renamed => renameEverywhere(formula, { path });

/** Renames `steps.old` and `steps["old"]` in code, or members of `config`. */
function renameInScript(
  code: string,
  readScript: ReadScript,
  of: "steps" | "config",
  oldName: string,
  newName: string,
) {
  let renamed = "";
  let from = 0;
  for (const { name, members } of readScript(code).uses) {
    const [member] = members;
    if (name !== of || member?.name !== oldName) continue;
    const written = memberNamed(newName, member, code);
    renamed += code.slice(from, written.start) + written.text;
    from = member.end;
  }
  return renamed + code.slice(from);
}

/** The code for a renamed member, and where to write it: from its dot on if the name needs brackets. */
function memberNamed(name: string, { inBrackets, isOptional, objectEnd, start, end }: Member, code: string) {
  if (inBrackets) return { start, text: JSON.stringify(name) };
  if (/^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name)) return { start, text: name };
  const joint = /\??\.\s*$/.exec(code.slice(objectEnd, start));
  const text = `${isOptional ? "?." : ""}[${JSON.stringify(name)}]`;
  // A member with a comment between the dot and its name is not changed.
  return joint ? { start: objectEnd + joint.index, text } : { start, text: code.slice(start, end) };
}

/**
 * Renames paths, and the code of scripts beyond the references in it. With `shortcuts` `step.key` is a bare path, too.
 */
type Renaming = { path: Rename; script?: (code: string) => string; shortcuts?: boolean };

function renameEverywhere<Renamed extends Pick<Formula, "triggers" | "steps">>(
  formula: Renamed,
  renaming: Renaming,
): Renamed {
  return {
    ...formula,
    triggers: formula.triggers.map((trigger) => ({
      ...trigger,
      properties: renameIn(trigger.properties, TRIGGER_TYPES[trigger.type].properties.shape, renaming),
    })),
    steps: formula.steps.map((step) => ({
      ...step,
      properties: renameIn(step.properties, STEP_TYPES[step.type].properties.shape, renaming),
    })),
  };
}

type Rename = (path: string, reads: Property["reads"]) => string;

function renameIn(
  properties: Record<string, unknown>,
  shape: z.ZodObject["shape"],
  { path: rename, script, shortcuts }: Renaming,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => {
      const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
      const { reads = "template", bare } = (schema && property.get(schema)) ?? {};
      const isPath = (text: string) => /^(config|steps)\./.test(text) || (shortcuts && /^[^${]+[.[]/.test(text));
      const isBare = (bare || reads === "path") && typeof value === "string" && isPath(value);
      if (isBare) return [name, rename(value, reads)];
      const filled = deep(value, (path) => rename(path, reads));
      return [name, script && reads === "script" && typeof filled === "string" ? script(filled) : filled];
    }),
  );
}

function deep(value: unknown, rename: (path: string) => string): unknown {
  if (typeof value === "string") return renameInText(value, rename);
  if (Array.isArray(value)) return value.map((item) => deep(item, rename));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, deep(item, rename)]));
}

export function renameInText(text: string, rename: (path: string) => string): string {
  let renamed = "";
  let from = 0;
  for (const { path, start, end } of references(text)) {
    renamed += text.slice(from, start) + text.slice(start, end).replace(path, () => rename(path));
    from = end;
  }
  return renamed + text.slice(from);
}
