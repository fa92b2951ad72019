import { bareRecord } from "../bare-record.ts";
import { converterOf } from "../converters/registry.ts";
import { dataTypeNamed } from "../data-types/registry.ts";
import { isPagingName } from "../pagination/traits.ts";
import type { Parameter } from "../shape.ts";
import type { SampleRequest } from "./place.ts";
import { type ParameterType, PLACES } from "./registry.ts";

/** A value that our caller or the configuration gives, with a sample of it. */
export type SampleInput = { type: ParameterType; name: string; required: boolean; sample: string };

/** What the parameters of a request need, each value once; values of the configuration are not among them. */
export function sampleInputs(parameters: readonly Parameter[]): SampleInput[] {
  const inputs = new Map<string, SampleInput>();
  for (const parameter of parameters) {
    const { type, name, required } = parameter;
    const { putSample, keys, isRequired } = PLACES[type];
    const id = `${type} ${name}`;
    if (!putSample || keys || inputs.has(id)) continue;
    inputs.set(id, { type, name, required: required || isRequired === true, sample: sampleOf(parameter) });
  }
  return [...inputs.values()];
}

function sampleOf(parameter: Parameter): string {
  const { name, sampleData, dataType } = parameter;
  if (typeof sampleData === "string" || typeof sampleData === "number") return String(sampleData);
  if (sampleData !== undefined) return JSON.stringify(sampleData);
  if (converterOf(parameter)) return "name = 'Ann'";
  if (isPagingName(name)) return "";
  return dataTypeNamed(dataType)?.sample ?? name;
}

export type SampleValue = Pick<SampleInput, "type" | "name"> & { value: string };

/** A request that brings these values; empty ones are left out. */
export function sampleRequest(values: readonly SampleValue[]): SampleRequest {
  const sample: SampleRequest = {
    pathVariables: bareRecord(),
    query: bareRecord(),
    headers: bareRecord(),
    configuration: bareRecord(),
    form: bareRecord(),
    body: undefined,
    previousBody: undefined,
  };
  for (const { type, name, value } of values) if (value !== "") PLACES[type].putSample?.(sample, name, value);
  return sample;
}
