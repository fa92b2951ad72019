import { isRecord } from "#server/element/bare-record.ts";
import { Failure } from "#server/errors.ts";
import { convertDefault, convertValue } from "./convert-value.ts";
import { type Copy, compileRead, compileWrite, copyField } from "./copy-field.ts";
import type { Direction } from "./directions.ts";
import { type FieldPath, parseFieldPath } from "./field-path.ts";
import { omitFields } from "./omit-fields.ts";
import { fieldRulesOf, rulesOf } from "./rules.ts";
import type { FieldRules } from "./settings/setting.ts";
import type { Transformation, TransformationField } from "./shape.ts";

type Fields = Record<string, unknown>;
/** An object of one side as one of the other. `isPartial`: it has only what is to be changed. */
export type Mapper = (source: unknown, options?: { isPartial?: boolean }) => unknown;

type Mapped = { field: TransformationField; rules: FieldRules; from: FieldPath | undefined; to: FieldPath };

/** Makes the mapping of objects in one direction of a transformation that is merged for it; scripts are not part of it. */
export function compileMapper(transformation: Transformation, direction: Direction): Mapper {
  const mapped = transformation.fields.flatMap((field) => sidesOf(field, direction));
  const copies = mapped.flatMap((one) => copyOf(one, mapped, direction));
  const fallbacks = mapped.flatMap((one) => fallbackOf(one, direction));
  const rest = rulesOf(transformation).passesThrough[direction]
    ? omitFields(mapped.flatMap(({ from }) => (from ? [from] : [])))
    : () => ({});
  return (source, { isPartial = false } = {}) => {
    if (!isRecord(source)) return source;
    const target: Fields = rest(source);
    for (const copy of copies) copy(source, target);
    if (!isPartial) for (const fill of fallbacks) fill(source, target);
    return target;
  };
}

function sidesOf(field: TransformationField, direction: Direction): Mapped[] {
  const [from, to] = direction === "fromVendor" ? [field.vendorPath, field.path] : [field.path, field.vendorPath];
  if (!to) return [];
  return [{ field, rules: fieldRulesOf(field), from: from ? parseFieldPath(from) : undefined, to: parseFieldPath(to) }];
}

function copyOf({ field, rules, from, to }: Mapped, all: readonly Mapped[], direction: Direction): Copy[] {
  if (!from || !rules.maps[direction]) return [];
  const convert = convertValue(field, rules, direction);
  // A field that is written into another must not be the received object.
  const isShared = all.some(
    (other) => other.to.length > to.length && to.every((part, at) => isSame(part, other.to[at])),
  );
  return [
    copyField(from, to, {
      convert: isShared ? (value) => structuredClone(convert(value)) : convert,
      refuseNull: direction === "toVendor" ? () => refuseNull(field) : undefined,
    }),
  ];
}

function refuseNull({ path, vendorPath = "" }: TransformationField): never {
  throw new Failure(
    "badRequest",
    `${path}: null cannot be sent, since ${vendorPath} stands for several entries of a list. Leave the field out.`,
  );
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function fallbackOf({ field, rules, to }: Mapped, direction: Direction): Copy[] {
  const { fallback } = rules;
  if (!fallback?.directions[direction]) return [];
  const used = convertDefault(field, rules, direction)(fallback.value);
  const [read, write] = [compileRead(to), compileWrite(to)];
  return [
    (_, target) => {
      const value = read(target);
      if (value === undefined || value === null) write(target, structuredClone(used));
    },
  ];
}
