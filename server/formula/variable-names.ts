import { resolveTemplate } from "./expression.ts";
import { nameIn, rootOf, withName } from "./path.ts";
import { type Rename, renameInText, renameReferences } from "./references.ts";
import type { Configuration, Formula } from "./shape.ts";

type Variables = readonly (Pick<Configuration, "key"> & { name?: string | undefined })[];

/**
 * The formula with `${config.<name>}` replaced by `${config.<key>}`: authors may refer to a variable by its name where
 * no key matches (spec §2.2). Of several matching names the longest counts.
 */
export function withKeysForNames<Written extends Pick<Formula, "triggers" | "steps" | "configuration">>(
  formula: Written,
): Written {
  const path = keyForName(formula.configuration);
  return path ? renameReferences(formula, path) : formula;
}

/** A property of a trigger with the variables of an instance filled in. */
export function resolveTriggerProperty(
  property: unknown,
  config: Record<string, unknown>,
  variables: Variables,
): unknown {
  if (typeof property !== "string") return property;
  return resolveTemplate(textWithKeys(property, variables), { config }, { shorthand: true });
}

/**
 * Prepares the renaming of the variable under `key` to its name in `variables`: rewrites `${config.<old name>}`, if it
 * resolved by the name, with the new name, or with the key if the new name would resolve to another variable.
 */
export function renameVariableName<Written extends Pick<Formula, "triggers" | "steps" | "configuration">>(
  formula: Written,
  key: string,
  variables: Variables,
): Written {
  const oldName = formula.configuration.find((variable) => variable.key === key)?.name;
  const newName = variables.find((variable) => variable.key === key)?.name;
  const before = keyForName(formula.configuration);
  if (!before || oldName === undefined || newName === undefined || oldName === newName) return formula;
  const after = keyForName(variables);
  return renameReferences(formula, (path, inCode) => {
    const byKey = before(path, inCode);
    const found = nameIn(path, [oldName]);
    if (byKey === path || !found || byKey !== withName(path, found, key, inCode)) return path;
    const renamed = withName(path, found, newName, inCode);
    return !newName.includes("}") && after?.(renamed, inCode) === byKey ? renamed : byKey;
  });
}

/** Replaces the variable's name in a path by its key, as at run time; other paths are unchanged. */
export const pathWithKey = (path: string, variables: Variables): string => keyForName(variables)?.(path, false) ?? path;

/** Applies `pathWithKey` to each reference of a text. */
export const textWithKeys = (text: string, variables: Variables): string =>
  renameInText(text, (path) => pathWithKey(path, variables));

/** Undefined if all names equal their keys, as usual. */
function keyForName(variables: Variables): Rename | undefined {
  const named = variables
    .flatMap(({ key, name }) => (name !== undefined && name !== key ? [[name, key] as const] : []))
    .toReversed();
  if (named.length === 0) return undefined;
  const keys = variables.map(({ key }) => key);
  // The first of two variables with one name counts.
  const keyOf = new Map(named);
  const names = [...keyOf.keys()];
  return (path, inCode) => {
    if (rootOf(path) !== "config" || nameIn(path, keys)) return path;
    const found = nameIn(path, names);
    return found ? withName(path, found, keyOf.get(found.name) ?? found.name, inCode) : path;
  };
}
