import { isRecord } from "#server/element/bare-record.ts";
import { pathBelow } from "#server/element/data-path.ts";
import { dataTypeOfSample } from "#server/element/data-types/registry.ts";
import { fieldPathProblem } from "../field-path.ts";
import type { KnownField } from "./field.ts";

const MOST_FIELDS = 1000;
const MOST_LEVELS = 6;
const MOST_SAMPLES = 20;

/**
 * The fields of records by their paths, in the order in which they were first seen, with their values: those of objects
 * as `a.b`, those of entries of lists as `a[*].b`. Fields that no mapping can name, such as `constructor`, are left out.
 */
export function fieldsOfSamples(records: readonly unknown[]): KnownField[] {
  const found = new Map<string, unknown[]>();
  const visit = (value: unknown, path: string, depth: number): void => {
    if (isRecord(value) && depth < MOST_LEVELS)
      for (const [name, inner] of Object.entries(value)) {
        const fitsIntoPath = !(name.includes("'") && name.includes('"'));
        if (fitsIntoPath) visit(inner, pathBelow(path, name), depth + 1);
      }
    else if (Array.isArray(value) && value.some(isRecord) && depth < MOST_LEVELS)
      for (const entry of value) visit(entry, `${path}[*]`, depth + 1);
    else add(path, value);
  };
  const add = (path: string, value: unknown) => {
    const samples = found.get(path) ?? [];
    if (path === "" || (samples.length === 0 && !found.has(path) && found.size >= MOST_FIELDS)) return;
    found.set(path, samples);
    if (value !== null && value !== undefined && samples.length < MOST_SAMPLES) samples.push(value);
  };
  for (const record of records) if (isRecord(record)) visit(record, "", 0);
  const mappable = [...found].filter(([path]) => fieldPathProblem(path) === undefined);
  return mappable.map(([path, samples]) => {
    const type = dataTypeOfSample(samples[0])?.type;
    return { path, ...(type !== undefined && { type }), samples };
  });
}
