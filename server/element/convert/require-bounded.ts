import { refusedDocument } from "./conversion.ts";

const DEEPEST = 100;
const MOST_VALUES = 3_000_000;

/**
 * Refuses (badRequest, with the place) a document that is nested too deeply or holds itself, one whose aliases make more
 * values than a converter can copy, and names that are no names.
 */
export function requireBounded(document: unknown): void {
  const way: string[] = [];
  const above = new Set<object>();
  let values = 0;
  visit(document);

  function visit(value: unknown): void {
    if (++values > MOST_VALUES) throw refused(`is where it expands to more than ${MOST_VALUES} values. Split it.`);
    if (typeof value !== "object" || value === null) return;
    if (above.has(value))
      throw refused("is an alias of what it is a part of, so that it never ends. Repeat the values.");
    if (way.length > DEEPEST) throw refused(`is nested deeper than ${DEEPEST} levels.`);
    above.add(value);
    for (const name of Object.keys(value)) {
      way.push(name);
      if (name === "__proto__") throw refused("is not an allowed name.");
      visit((value as Record<string, unknown>)[name]);
      way.pop();
    }
    above.delete(value);
  }

  function refused(problem: string) {
    const place = way.slice(0, 12).join(".");
    return refusedDocument(way.length > 12 ? `${place}…` : place, problem);
  }
}
