import { Failure } from "../../errors.ts";
import { asText } from "../bare-record.ts";
import { toDate } from "./date.ts";
import { dataTypeNamed } from "./registry.ts";

type Convert = (value: unknown) => unknown;

/**
 * The conversion from one data type to another (spec §2.9); undefined if none is needed. Other names than those of the
 * registry, such as names of models, convert nothing. The function refuses (badRequest) a value that is not of its type,
 * and calls it `name`. Entries of lists are converted one by one.
 */
export function converterBetween(name: string, from: string | undefined, to: string | undefined): Convert | undefined {
  const source = dataTypeNamed(from);
  const convert = dataTypeNamed(to)?.convert;
  if (!convert) return undefined;
  const one: Convert = (value) => {
    if (value === null || value === undefined) return value;
    const converted = convert(value, source);
    if (converted === undefined) {
      // A date that does not exist is wrong on the caller's side, whatever the provider's type is.
      const expected = source?.isDate && !toDate(value) ? source.type : to;
      throw new Failure("badRequest", `${name}: ${describe(value)} is not of type ${expected}.`);
    }
    return converted;
  };
  return (value) => (Array.isArray(value) ? value.map(one) : one(value));
}

const describe = (value: unknown) => JSON.stringify(asText(value).slice(0, 50));
