import { converterBetween } from "#server/element/data-types/converter-between.ts";
import { toDate } from "#server/element/data-types/date.ts";
import { double, number } from "#server/element/data-types/decimal-number.ts";
import { dataTypeNamed } from "#server/element/data-types/registry.ts";
import type { DatePattern } from "#server/element/polling/date-pattern.ts";
import { Failure } from "#server/errors.ts";
import type { Direction } from "./directions.ts";
import type { FieldRules } from "./settings/setting.ts";
import type { TransformationField } from "./shape.ts";

type Convert = (value: unknown) => unknown;

/**
 * Converts values of a field from one side's type and mask to the other's. What a provider sent and cannot be converted
 * stays as it is; what a caller sent is refused (badRequest) by the name of the field.
 */
export function convertValue(
  { path, ...types }: TransformationField,
  { mask }: FieldRules,
  direction: Direction,
): Convert {
  const [type, vendorType] = [asNumber(types.type), asNumber(types.vendorType)];
  const isReply = direction === "fromVendor";
  const [from, to] = isReply ? [mask?.provider, mask?.ours] : [mask?.ours, mask?.provider];
  const byType = isReply ? converterBetween(path, vendorType, type) : converterBetween(path, type, vendorType);
  const convert = mask ? byMask(path, from, to) : byType;
  if (!convert) return (value) => value;
  return isReply ? (value) => leniently(convert, value) : convert;
}

/** Parameters do not convert values of the type number; here most people use it. */
const asNumber = (type: string | undefined): string | undefined =>
  dataTypeNamed(type) === number ? double.type : type;

function leniently(convert: Convert, value: unknown): unknown {
  try {
    return convert(value);
  } catch (error) {
    if (error instanceof Failure) return value;
    throw error;
  }
}

/** Without a mask dates are those of ISO 8601. */
function byMask(path: string, from: DatePattern | undefined, to: DatePattern | undefined): Convert {
  const one: Convert = (value) => {
    if (value === null || value === undefined || value === "") return value;
    const at = from ? from.read(value)?.from : toDate(value)?.getTime();
    if (at === undefined)
      throw new Failure(
        "badRequest",
        `${path}: ${JSON.stringify(String(value).slice(0, 50))} is not a date as its mask has it.`,
      );
    return to ? to.write(at) : new Date(at).toISOString();
  };
  return (value) => (Array.isArray(value) ? value.map(one) : one(value));
}
