import type { Replayed } from "./replay-test.ts";
import type { ExpectedStep, FormulaTest } from "./shape.ts";
import { expectedOf, fieldsOf } from "./visited-step.ts";

/** One thing that a replay did in another way. Values are JSON texts, shortened. */
export type Difference = {
  kind: "status" | "missing" | "unexpected" | "way" | "output" | "error" | "request";
  /** The place: a step, with the part of its output. */
  at: string;
  expected?: string;
  actual?: string;
};

const MOST = 50;
const MOST_TEXT = 500;

/** What differs between a test and its replay, in the order of the run; nothing if the test passes. */
export function compareTest(test: FormulaTest, { status, steps, unrecorded }: Replayed): Difference[] {
  const found: Difference[] = [];
  const actual = Map.groupBy(steps.map(expectedOf), placeOf);
  const expected = Map.groupBy(test.expected.steps, placeOf);
  for (const [place, wanted] of expected) {
    const made = actual.get(place) ?? [];
    for (const [visit, step] of wanted.entries()) {
      const name = wanted.length > 1 ? `${place}#${visit + 1}` : place;
      const other = made[visit];
      if (!other) found.push({ kind: "missing", at: name, expected: step.took });
      else found.push(...stepDifferences(name, step, other));
    }
    for (const extra of made.slice(wanted.length)) found.push({ kind: "unexpected", at: place, actual: extra.took });
  }
  for (const [place, made] of actual)
    if (!expected.has(place)) found.push({ kind: "unexpected", at: place, actual: made[0]?.took ?? "" });
  for (const { method, address } of unrecorded)
    found.push({ kind: "request", at: `${method} ${address}`, actual: "has no recorded response" });
  if (status !== test.expected.status)
    found.push({ kind: "status", at: "status", expected: test.expected.status, actual: status });
  return found.filter(({ at }) => !test.ignore.some((place) => isWithin(at, place))).slice(0, MOST);
}

const placeOf = ({ path, step }: ExpectedStep): string => (path === "" ? step : `${path.replace(/^\//, "")}/${step}`);

/** `build.at` is ignored with everything in it; a visit of a loop is ignored with the step. */
const isWithin = (at: string, place: string): boolean => {
  const [one, other] = [at.replace(/#\d+/g, ""), place.replace(/#\d+/g, "")];
  return one === other || one.startsWith(`${other}.`) || one.startsWith(`${other}[`);
};

function stepDifferences(at: string, expected: ExpectedStep, actual: ExpectedStep): Difference[] {
  const way: Difference[] =
    expected.took === actual.took ? [] : [{ kind: "way", at, expected: expected.took, actual: actual.took }];
  const error: Difference[] =
    expected.error === actual.error
      ? []
      : [{ kind: "error", at: `${at}.error`, expected: expected.error ?? "", actual: actual.error ?? "" }];
  const output = expected.output === undefined ? [] : valueDifferences(at, expected.output, actual.output);
  return [...way, ...error, ...output];
}

function valueDifferences(at: string, expected: unknown, actual: unknown): Difference[] {
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length)
    return expected.flatMap((entry, index) => valueDifferences(`${at}[${index}]`, entry, actual[index]));
  if (isFields(expected) && isFields(actual)) {
    const names = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
    return names.flatMap((name) => valueDifferences(`${at}.${name}`, expected[name], actual[name]));
  }
  if (JSON.stringify(expected) === JSON.stringify(actual)) return [];
  return [{ kind: "output", at, expected: textOf(expected), actual: textOf(actual) }];
}

const isFields = (value: unknown): value is Record<string, unknown> => value !== null && fieldsOf(value) === value;

const textOf = (value: unknown): string => (JSON.stringify(value) ?? "nothing").slice(0, MOST_TEXT);
