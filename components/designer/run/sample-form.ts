import type { JsonPath } from "../../ui/json-tree.tsx";
import { isRecord } from "../model/draft.ts";

/** A value of a sample that a form can change, with its path. */
export type SampleField = { label: string; path: JsonPath; value: string | number | boolean };

/** More fields are easier to change as JSON. */
const MOST = 20;

/**
 * The texts, numbers and booleans of a sample as fields, named by their last key where that is enough. Undefined if a
 * form cannot show all of the sample.
 */
export function sampleFields(sample: unknown): SampleField[] | undefined {
  const leaves: Omit<SampleField, "label">[] = [];
  if (!collect(sample, [], leaves) || leaves.length === 0) return undefined;
  const keys = leaves.map(({ path }) => String(path.at(-1)));
  return leaves.map((leaf, index) => ({
    ...leaf,
    label: keys.filter((key) => key === keys[index]).length > 1 ? leaf.path.join(".") : (keys[index] ?? ""),
  }));
}

function collect(value: unknown, path: JsonPath, leaves: Omit<SampleField, "label">[]): boolean {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    leaves.push({ path, value });
    return path.length > 0 && leaves.length <= MOST;
  }
  if (Array.isArray(value)) return value.every((one, index) => collect(one, [...path, index], leaves));
  return isRecord(value) && Object.entries(value).every(([key, one]) => collect(one, [...path, key], leaves));
}

/** The sample with another value at a path. */
export function withSampleValue(sample: unknown, [key, ...rest]: JsonPath, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(sample))
    return sample.map((one, index) => (index === key ? withSampleValue(one, rest, value) : one));
  return isRecord(sample) ? { ...sample, [key]: withSampleValue(sample[key], rest, value) } : sample;
}

const ARGUMENT = /\btrigger\.args((?:\.[A-Za-z_][\w$-]*)+)/g;

/** Input with an empty text for each argument of a manual start that the steps refer to. */
export function argumentsIn(steps: readonly { properties: unknown }[]): Record<string, unknown> {
  const text = JSON.stringify(steps.map(({ properties }) => properties));
  let args: Record<string, unknown> = {};
  for (const [, path = ""] of text.matchAll(ARGUMENT)) args = withEmpty(args, path.slice(1).split("."));
  return args;
}

function withEmpty(object: Record<string, unknown>, [key = "", ...rest]: string[]): Record<string, unknown> {
  const before = Object.hasOwn(object, key) ? object[key] : undefined;
  if (rest.length === 0) return before === undefined ? { ...object, [key]: "" } : object;
  return { ...object, [key]: withEmpty(isRecord(before) ? before : {}, rest) };
}
