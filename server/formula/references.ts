import type { z } from "zod";
import type { Member, ReadScript } from "../script/script.ts";
import { references } from "./expression.ts";
import { IDENTIFIER, type Names, referredIn, withName } from "./path.ts";
import { property } from "./property.ts";
import type { Formula } from "./shape.ts";
import { STEP_TYPES } from "./steps/registry.ts";
import { TRIGGER_TYPES } from "./triggers/registry.ts";

/**
 * Renames a variable in all references of a formula: `${old}` becomes `${new}`, and `${config.old}` and
 * `${config['old']}` become `${config.new}` and `${config['new']}`, also with a path behind it. References occur in the
 * properties of triggers and steps at every depth, and as bare paths (`config.old`) where those are allowed. If a longer
 * key also matches, as `crm.id` matches `${config.crm.id}`, the reference belongs to that key.
 * A script is JavaScript, also between the braces of its templates: it renames `config.old` and `config["old"]` there;
 * `${old}` is a variable of the script. The caller passes `readScript`: screens load the parser of scripts on demand.
 */
export function renameVariable<Renamed extends Pick<Formula, "triggers" | "steps" | "configuration">>(
  formula: Renamed,
  oldKey: string,
  newKey: string,
  readScript: ReadScript,
): Renamed {
  const path = pathRename(namesOf(formula), { root: "config", from: oldKey, to: newKey, shorthand: true });
  const script = (code: string) => renameInScript(code, readScript, "config", oldKey, newKey);
  return renameEverywhere(formula, { path, script });
}

/**
 * Renames a step in a formula: the step itself, the arrows that lead to it, `${steps.old…}` and `${steps['old']…}` in
 * every text, the same paths where bare ones are allowed, and `steps.old` or `steps["old"]` in the code of scripts.
 * With engine v1 also the shortcut `${old…}`. If a longer name also matches, as `a.b` matches `${steps.a.b}`, the
 * reference belongs to that name.
 * A script that destructures steps, as by `const { old } = steps`, is not changed.
 */
export function renameStep<Renamed extends Pick<Formula, "triggers" | "steps" | "configuration" | "engine">>(
  formula: Renamed,
  oldName: string,
  newName: string,
  readScript: ReadScript,
): Renamed {
  const shorthand = formula.engine !== "v3";
  const path = pathRename(namesOf(formula), { root: "steps", from: oldName, to: newName, shorthand });
  const script = (code: string) => renameInScript(code, readScript, "steps", oldName, newName);
  const renamed = renameEverywhere(formula, { path, script, shortcuts: shorthand });
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

const namesOf = ({ steps, configuration }: Pick<Formula, "steps" | "configuration">): Names => ({
  steps: steps.map(({ name }) => name),
  config: configuration.map(({ key }) => key),
});

type NewName = { root: keyof Names; from: string; to: string; shorthand: boolean };

function pathRename(names: Names, { root, from, to, shorthand }: NewName): Rename {
  return (path) => {
    const found = referredIn(path, names, shorthand);
    return found?.root === root && found.name === from ? withName(path, found, to) : path;
  };
}

/**
 * Replaces each path in a reference by the result of `path`: in `${…}` at every depth, also of scripts (`inCode`), and
 * where bare paths are allowed.
 */
export const renameReferences = <Renamed extends Pick<Formula, "triggers" | "steps">>(
  formula: Renamed,
  path: Rename,
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
  if (IDENTIFIER.test(name)) return { start, text: name };
  const joint = /\??\.\s*$/.exec(code.slice(objectEnd, start));
  const text = `${isOptional ? "?." : ""}[${JSON.stringify(name)}]`;
  // A member with a comment between the dot and its name is not changed.
  return joint ? { start: objectEnd + joint.index, text } : { start, text: code.slice(start, end) };
}

/** Renames paths, and with `script` the code of scripts by their syntax. With `shortcuts` `step.key` is a bare path. */
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

export type Rename = (path: string, inCode: boolean) => string;

function renameIn(
  properties: Record<string, unknown>,
  shape: z.ZodObject["shape"],
  { path: rename, script, shortcuts }: Renaming,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => {
      const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
      const { reads = "template", bare } = (schema && property.get(schema)) ?? {};
      const isPath = (text: string) => /^(config|steps)[.[]/.test(text) || (shortcuts && /^[^${]+[.[]/.test(text));
      const isBare = (bare || reads === "path") && typeof value === "string" && isPath(value);
      const inCode = reads === "script";
      if (isBare) return [name, rename(value, inCode)];
      if (inCode && script) return [name, typeof value === "string" ? script(value) : value];
      return [name, deep(value, (path) => rename(path, inCode))];
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
