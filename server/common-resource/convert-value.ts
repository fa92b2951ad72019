import { converterBetween } from "#server/element/data-types/converter-between.ts";
import { dateTime, toDate } from "#server/element/data-types/date.ts";
import { double, number } from "#server/element/data-types/decimal-number.ts";
import { dataTypeNamed } from "#server/element/data-types/registry.ts";
import { long } from "#server/element/data-types/whole-number.ts";
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
  const convert = mask ? byMask(path, { from, to, type: isReply ? type : vendorType }) : byType;
  if (!convert) return (value) => value;
  return isReply ? (value) => leniently(convert, value) : convert;
}

/** Dates keep the text of their mask. Without a type, counts of seconds are numbers. */
function typedText(mask: DatePattern, type: string | undefined): Convert {
  const target = dataTypeNamed(type) ?? (mask.isCount ? long : undefined);
  if (!target?.convert || target.isDate) return (text) => text;
  return (text) => target.convert?.(text, undefined) ?? text;
}

/** A default, which is in our terms, as the target has it. What cannot be converted stays as it is. */
export function convertDefault(field: TransformationField, rules: FieldRules, direction: Direction): Convert {
  const convert =
    direction === "toVendor"
      ? convertValue(field, rules, direction)
      : rules.mask
        ? undefined
        : converterBetween(field.path, undefined, asNumber(field.type));
  return convert ? (value) => leniently(convert, value) : (value) => value;
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

type Masked = { from: DatePattern | undefined; to: DatePattern | undefined; type: string | undefined };

/** Without a mask dates are those of ISO 8601. What the mask of the target writes becomes a value of its type. */
function byMask(path: string, { from, to, type }: Masked): Convert {
  const asTyped = to ? typedText(to, type) : (converterBetween(path, dateTime.type, type) ?? ((text: unknown) => text));
  const one: Convert = (value) => {
    if (value === null || value === undefined || value === "") return value;
    // A number is a count only by a mask that counts: 20240501 is also a date of yyyyMMdd.
    const written = typeof value === "number" && !from?.isCount ? String(value) : value;
    const at = from ? from.read(written)?.from : toDate(value)?.getTime();
    if (at === undefined)
      throw new Failure(
        "badRequest",
        `${path}: ${JSON.stringify(String(value).slice(0, 50))} is not a date as its mask has it.`,
      );
    return asTyped(to ? to.write(at) : new Date(at).toISOString());
  };
  return (value) => (Array.isArray(value) ? value.map(one) : one(value));
}
