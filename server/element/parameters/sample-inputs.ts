import { bareRecord } from "../bare-record.ts";
import { converterOf } from "../converters/registry.ts";
import { dataTypeNamed } from "../data-types/registry.ts";
import { isPagingName } from "../hub-request.ts";
import type { Parameter } from "../shape.ts";
import { path as pathVariable } from "./path.ts";
import type { SampleRequest } from "./place.ts";
import { type ParameterType, PLACES } from "./registry.ts";

/** A value of our caller or the configuration, with a sample. */
export type SampleInput = { type: ParameterType; name: string; required: boolean; sample: string };

/**
 * The values that the parameters of a request need, each once, and the other variables of its path; values of the
 * configuration are excluded.
 */
export function sampleInputs(parameters: readonly Parameter[], path = ""): SampleInput[] {
  const inputs = new Map<string, SampleInput>();
  const add = (input: SampleInput) => {
    const id = `${input.type} ${input.name}`;
    if (!inputs.has(id)) inputs.set(id, input);
  };
  for (const parameter of parameters) {
    const { type, name, required } = parameter;
    const { putSample, keys, isRequired } = PLACES[type];
    if (putSample && !keys) add({ type, name, required: required || isRequired === true, sample: sampleOf(parameter) });
  }
  for (const [, name = ""] of path.matchAll(/\{([^{}/]+)\}/g))
    add({ type: pathVariable.type, name, required: true, sample: name });
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

/** A request with these values; empty ones are left out. */
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
