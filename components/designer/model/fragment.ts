import { z } from "zod";
import { renameStep, renameVariable } from "#server/formula/references.ts";
import type { Formula } from "#server/formula/shape.ts";
import type { ReadScript } from "#server/script/script.ts";
import { type Draft, type DraftStep, type DraftVariable, freeKey, openDraft } from "./draft.ts";
import { whereUsed } from "./where-used.ts";

/** Steps that are copied to another formula, or within the same one; as JSON in the clipboard. */
export type Fragment = { formulary: "steps"; engine?: unknown; steps: DraftStep[]; configuration: DraftVariable[] };

const schema = z.object({ formulary: z.literal("steps") });

/** These steps, in the order of the formula, with the variables that they refer to. */
export function fragmentOf(draft: Draft, names: readonly string[], readScript: ReadScript): Fragment {
  const steps = draft.steps.filter(({ name }) => names.includes(name));
  const configuration = draft.configuration.filter(({ key }) =>
    whereUsed(draft, "config", key, readScript).some((ref) => "step" in ref && names.includes(ref.step)),
  );
  return { formulary: "steps", engine: draft.engine, steps: steps.map(withoutId), configuration };
}

/** The fragment in a clipboard text; null if it is something else. */
export function readFragment(text: string): Fragment | null {
  try {
    const sent: unknown = JSON.parse(text);
    if (!schema.safeParse(sent).success) return null;
    const { engine, steps, configuration } = openDraft(sent);
    return { formulary: "steps", engine, steps, configuration };
  } catch {
    return null;
  }
}

/**
 * Appends the steps of a fragment to the draft. Names that are taken are replaced by free ones, with all references
 * among the steps; so are keys of variables that have another type here. Arrows out of the fragment are kept if
 * `leavesTo` has their target.
 */
export function withFragment(
  draft: Draft,
  fragment: Fragment,
  readScript: ReadScript,
  leavesTo: ReadonlySet<string> = new Set(),
): Draft {
  const { steps, configuration } = withFreeNames(draft, fragment, readScript);
  const inside = new Set(steps.map(({ name }) => name));
  const kept = (names: string[]) => names.filter((name) => inside.has(name) || leavesTo.has(name));
  const known = new Set(draft.configuration.map(({ key }) => key));
  return {
    ...draft,
    steps: [
      ...draft.steps,
      ...steps.map((step) => ({ ...step, onSuccess: kept(step.onSuccess), onFailure: kept(step.onFailure) })),
    ],
    configuration: [...draft.configuration, ...configuration.filter(({ key }) => !known.has(key))],
  };
}

function withFreeNames(draft: Draft, { engine, steps, configuration }: Fragment, readScript: ReadScript): Fragment {
  // Renaming reads only names, types and properties, which a draft has in the same shape.
  let moved = { name: "", engine, triggers: [], steps, configuration } as unknown as Formula;
  const taken = new Set([...draft.steps, ...steps].map(({ name }) => name));
  const occupied = new Set(draft.steps.map(({ name }) => name));
  for (const { name } of steps) {
    if (!occupied.has(name)) continue;
    const free = freeKey(taken, name);
    taken.add(free);
    moved = renameStep(moved, name, free, readScript);
  }
  const keys = new Set([...draft.configuration, ...configuration].map(({ key }) => key));
  for (const { key, type } of configuration) {
    const here = draft.configuration.find((variable) => variable.key === key);
    if (!here || here.type === type) continue;
    const free = freeKey(keys, key);
    keys.add(free);
    moved = renameVariable(moved, key, free, readScript);
    const rename = (variable: Formula["configuration"][number]) =>
      variable.key === key ? { ...variable, key: free } : variable;
    moved = { ...moved, configuration: moved.configuration.map(rename) };
  }
  return { formulary: "steps", ...(moved as unknown as Pick<Fragment, "steps" | "configuration">) };
}

function withoutId(step: DraftStep): DraftStep {
  const { id: _, ...copied } = step as DraftStep & { id?: number };
  return copied;
}
