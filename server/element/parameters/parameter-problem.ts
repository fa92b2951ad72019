import { converterOf } from "../converters/registry.ts";
import type { Parameter } from "../shape.ts";
import type { ParameterSetting } from "./place.ts";
import { PLACES } from "./registry.ts";

type Direction = { isOfResponse: boolean };

/**
 * Why a parameter has no effect, or fails at each request. Elements with such parameters can be saved, because exports
 * are imported unchanged; their authors see it while they edit. Undefined if the parameter can work.
 */
export function parameterProblem(
  parameter: Parameter,
  at: ParameterSetting,
  { isOfResponse }: Direction,
): string | undefined {
  return isOfResponse ? problemOfResponse(parameter) : problemOfRequest(parameter, at);
}

function problemOfRequest(parameter: Parameter, at: ParameterSetting): string | undefined {
  const { name, vendorName, type, vendorType, converter } = parameter;
  const [ours, theirs] = [PLACES[type], PLACES[vendorType]];
  if (!ours.read) return `A request has no ${ours.label} to take a value from.`;
  if (!theirs.write) return `A value cannot be sent as ${theirs.label}.`;
  if (name === "" && !ours.isNameless && !ours.isLiteral) return `Name the ${ours.label}.`;
  const known = converterOf(parameter);
  if (!known && converter) return `There is no converter ${converter}.`;
  const lacking = ours.lacks?.(name, at);
  if (lacking !== undefined || known) return lacking;
  const target = vendorName || name;
  if (target === "" && !theirs.isNameless) return `Name the ${theirs.label} of the provider.`;
  const broken = theirs.refuses?.(target) ?? prefixed(target, theirs.problem?.(target));
  return broken ?? theirs.drops?.(target, at);
}

const prefixed = (name: string, problem: string | undefined) => problem && `${name}: ${problem}`;

function problemOfResponse({ name, vendorName, type, vendorType }: Parameter): string | undefined {
  const [ours, theirs] = [PLACES[type], PLACES[vendorType]];
  if (!theirs.readReply) return `A response has no ${theirs.label} to take a value from.`;
  if (!ours.writeReply) return `A response to our caller has no ${ours.label}.`;
  if (vendorName === "" && name === "" && !(ours.isNameless && theirs.isNameless)) return `Name the ${theirs.label}.`;
  return undefined;
}
