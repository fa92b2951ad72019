import { requestText } from "./replay-ports.ts";
import type { Replayed } from "./replay-test.ts";
import type { ExpectedStep, FormulaTest } from "./shape.ts";
import { expectedOf, fieldsOf, placeOf } from "./visited-step.ts";

/** One difference of a replay. Values are JSON texts, shortened. */
export type Difference = {
  kind: "status" | "missing" | "unexpected" | "way" | "output" | "error" | "request" | "order";
  /** The place: a step, with the part of its output. */
  at: string;
  /** For `way`, the type of the step, which names its ways. */
  type?: string;
  expected?: string;
  actual?: string;
};

const MOST_TEXT = 500;

/** The differences between a test and its replay, in the order of the run; none if the test passes. */
export function compareTest(test: FormulaTest, { status, steps, unrecorded }: Replayed): Difference[] {
  const found: Difference[] = [];
  const actual = Map.groupBy(steps.map(expectedOf), placeOf);
  const types = new Map(steps.map((step) => [placeOf(expectedOf(step)), step.type]));
  const expected = Map.groupBy(test.expected.steps, placeOf);
  for (const [place, wanted] of expected) {
    const visits = actual.get(place) ?? [];
    for (const [visit, step] of wanted.entries()) {
      const name = wanted.length > 1 ? `${place}#${visit + 1}` : place;
      const other = visits[visit];
      if (!other) found.push({ kind: "missing", at: name, expected: step.took });
      else found.push(...stepDifferences(name, step, other, types.get(place)));
    }
    for (const [extra, { took }] of visits.slice(wanted.length).entries())
      found.push({ kind: "unexpected", at: `${place}#${wanted.length + extra + 1}`, actual: took });
  }
  for (const [place, visits] of actual)
    if (!expected.has(place)) found.push({ kind: "unexpected", at: place, actual: visits[0]?.took ?? "" });
  for (const at of new Set(unrecorded.map(requestText)))
    found.push({ kind: "request", at, actual: "has no recorded response" });
  found.push(...orderDifference(test.expected.steps, steps.map(expectedOf)));
  if (status !== test.expected.status)
    found.push({ kind: "status", at: "status", expected: test.expected.status, actual: status });
  return found.filter(({ at }) => !test.ignore.some((place) => isWithin(at, place)));
}

/** The first step that ran instead of another. If steps are missing or new, that is more useful than the order. */
function orderDifference(expected: readonly ExpectedStep[], actual: readonly ExpectedStep[]): Difference[] {
  const [wanted, found] = [expected.map(placeOf), actual.map(placeOf)];
  if (JSON.stringify(wanted.toSorted()) !== JSON.stringify(found.toSorted())) return [];
  const at = wanted.findIndex((place, index) => place !== found[index]);
  return at < 0 ? [] : [{ kind: "order", at: "order", expected: wanted[at] ?? "", actual: found[at] ?? "" }];
}

/** The place without the visit of a loop and the entry of a list: a difference in one may occur in each. */
export const anyPlace = (at: string): string => at.replace(/#\d+/g, "").replace(/\[\d+\]/g, "[*]");

/** `build.at` is ignored with everything in it; `build.lines[*].at` for each line. */
const isWithin = (at: string, place: string): boolean => {
  const other = place.replace(/#\d+/g, "");
  const one = other.includes("[*]") ? anyPlace(at) : at.replace(/#\d+/g, "");
  return one === other || one.startsWith(`${other}.`) || one.startsWith(`${other}[`);
};

function stepDifferences(at: string, expected: ExpectedStep, actual: ExpectedStep, type = ""): Difference[] {
  const way: Difference[] =
    expected.took === actual.took ? [] : [{ kind: "way", at, type, expected: expected.took, actual: actual.took }];
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
