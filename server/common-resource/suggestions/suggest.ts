import type { KnownField } from "./field.ts";
import { type Elsewhere, REASONS, type ReasonName } from "./reasons.ts";

export type Suggestion = { path: string; vendorPath: string; score: number; reasons: ReasonName[] };

const NAMES = Object.keys(REASONS) as ReasonName[];
const LEAST_SCORE = 20;

/**
 * Suggests which fields of the provider are ours, the best first, each field at most once, with the reasons. The same
 * input always gives the same suggestions.
 */
export function suggestMapping(
  ours: readonly KnownField[],
  provider: readonly KnownField[],
  elsewhere: Elsewhere = new Set(),
): Suggestion[] {
  const pairs = ours.flatMap((own) => provider.flatMap((other) => pairOf(own, other, elsewhere) ?? []));
  pairs.sort(
    (one, other) =>
      other.score - one.score || compare(one.path, other.path) || compare(one.vendorPath, other.vendorPath),
  );
  const taken = { ours: new Set<string>(), provider: new Set<string>() };
  return pairs.filter(({ path, vendorPath }) => {
    if (taken.ours.has(path) || taken.provider.has(vendorPath)) return false;
    taken.ours.add(path);
    taken.provider.add(vendorPath);
    return true;
  });
}

function pairOf(own: KnownField, other: KnownField, elsewhere: Elsewhere): Suggestion | undefined {
  const held = NAMES.map((name) => ({ name, much: REASONS[name].holds(own, other, elsewhere) })).filter(
    ({ much }) => much > 0,
  );
  if (!held.some(({ name }) => REASONS[name].suffices)) return undefined;
  const score = Math.round(held.reduce((sum, { name, much }) => sum + REASONS[name].weight * much, 0));
  if (score < LEAST_SCORE) return undefined;
  return { path: own.path, vendorPath: other.path, score, reasons: held.map(({ name }) => name) };
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
