import { readScript } from "#server/script/read-script.ts";
import { same } from "../../drafts/same.ts";
import { type Draft, type DraftStep, type DraftVariable, idOf } from "./draft.ts";
import { type Unit, unitsOf } from "./units.ts";
import { usesOf } from "./where-used.ts";

/** Maps new ids to old ones: a step or variable that was removed while an identical one was added. */
export function renamedUnits(before: Draft, after: Draft): Map<string, string> {
  const [olds, news] = [unitsOf(before), unitsOf(after)];
  const gone = new Map([...olds].filter(([id]) => !news.has(id)));
  const renamed = new Map<string, string>();
  for (const [id, unit] of news) {
    if (olds.has(id)) continue;
    const [twin] = [...gone].find(([, old]) => isRenamed(old, unit)) ?? [];
    if (twin === undefined) continue;
    gone.delete(twin);
    renamed.set(id, twin);
  }
  return renamed;

  function isRenamed(old: Unit, now: Unit): boolean {
    if (old.kind === "step" && now.kind === "step") return isSameStep(old.value, now.value);
    if (old.kind !== "variable" || now.kind !== "variable" || !isSameVariable(old.value, now.value)) return false;
    // Many variables are alike: their uses distinguish them.
    const places = placesOf(after, now.name);
    return placesOf(before, old.name).some((place) => places.includes(place));
  }
}

const isSameStep = (one: DraftStep, other: DraftStep) =>
  one.type === other.type && Object.keys(one.properties).length > 0 && same(one.properties, other.properties);

const isSameVariable = (one: DraftVariable, other: DraftVariable) => same(withoutKey(one), withoutKey(other));

/** The name of a variable is often its key, and changes with it. */
const withoutKey = ({ key, name = key, required = true, ...variable }: DraftVariable) => ({
  ...variable,
  required,
  name: name === key ? undefined : name,
});

const placesOf = (draft: Draft, key: string) =>
  usesOf(draft, "config", key, readScript).map(({ at, property }) => `${idOf(at)} ${property}`);
