import type { z } from "zod";
import { beginsWith, hasRoot, references } from "./expression.ts";
import { type Property, property } from "./property.ts";
import { scriptTokens } from "./script-scan.ts";
import type { Formula } from "./shape.ts";
import { STEP_TYPES } from "./steps/registry.ts";
import { TRIGGER_TYPES } from "./triggers/registry.ts";

/**
 * The formula with every reference to a variable under its new key: `${old}` becomes `${new}` and `${config.old}`
 * becomes `${config.new}`, also with a path behind it. References stand in the properties of triggers and steps at
 * every depth, and as bare paths (`config.old`) where those are read. Where a longer key also fits, as `crm.id` fits
 * `${config.crm.id}`, the reference is that one's.
 *
 * In a script `${config.old}`, and in its code `config.old` and `config["old"]`; `${old}` there is a variable of the
 * script.
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
    if (!beginsWith(rest, oldKey) || longer.some((key) => beginsWith(rest, key))) return path;
    return `${prefix}${newKey}${rest.slice(oldKey.length)}`;
  };
  const script = (code: string) => renameInScript(code, "config", oldKey, newKey);
  return renameEverywhere(formula, { path: rename, script });
}

/**
 * The formula with a step under its new name: the step itself, the arrows that lead to it, `${steps.old…}` in every
 * text, `steps.old…` where bare paths are read, and `steps.old` or `steps["old"]` in the code of scripts. With engine
 * v1 also the shortcut `${old…}`. Where a longer name also fits, as `a.b` fits `${steps.a.b}`, it is that one's.
 *
 * A script that takes steps apart in another way, as by `const { old } = steps`, is left as it is.
 */
export function renameStep<Renamed extends Pick<Formula, "triggers" | "steps" | "configuration" | "engine">>(
  formula: Renamed,
  oldName: string,
  newName: string,
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
  const script = (code: string) => renameInScript(code, "steps", oldName, newName);
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

/** The formula with each path in a reference as `path` writes it: in `${…}` at every depth, and where bare paths are read. */
export const renameReferences = <Renamed extends Pick<Formula, "triggers" | "steps">>(
  formula: Renamed,
  path: (path: string) => string,
): Renamed => renameEverywhere(formula, { path });

/** `steps.old` and `steps["old"]` in code, not in its strings and comments; the same of `config`. */
function renameInScript(code: string, of: "steps" | "config", oldName: string, newName: string): string {
  const isPlain = /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(newName);
  let renamed = "";
  let from = 0;
  let before: { text: string; start: number }[] = [];
  for (const token of scriptTokens(code)) {
    const [beforeThat, root, joint] = before;
    const isRoot = root?.text === of && beforeThat?.text !== "." && beforeThat?.text !== "?.";
    const isDotted = isRoot && (joint?.text === "." || joint?.text === "?.") && token.text === oldName;
    const isQuoted = isRoot && joint?.text === "[" && /^["']/.test(token.text) && token.text.slice(1, -1) === oldName;
    if (isDotted) {
      const access = isPlain
        ? `${joint.text}${newName}`
        : `${joint.text === "?." ? "?." : ""}[${JSON.stringify(newName)}]`;
      renamed += code.slice(from, joint.start) + access;
      from = token.start + token.text.length;
    } else if (isQuoted) {
      renamed += code.slice(from, token.start) + JSON.stringify(newName);
      from = token.start + token.text.length;
    }
    before = [...before, token].slice(-3);
  }
  return renamed + code.slice(from);
}

/** How paths are renamed, and the code of scripts beyond the references in it. With `shortcuts` `step.key` is a bare path too. */
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
