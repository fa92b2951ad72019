import { convertValue } from "./convert-value.ts";
import { type Direction, either } from "./directions.ts";
import { compileMapper, type Mapper } from "./mapper.ts";
import { mergedTransformation, scriptsOf } from "./merge.ts";
import { fieldRulesOf, rulesOf } from "./rules.ts";
import { compileScript, type MappingScript } from "./script.ts";
import type { LeveledTransformation, Transformation } from "./shape.ts";

/** A column of ours in the provider's terms, in conditions, orders and lists of fields. */
export type Column = { vendorPath: string; convert: (value: unknown) => unknown };

/** One compiled direction of a common resource. */
export type Side = { map: Mapper; scripts: readonly MappingScript[] };

/** A compiled common resource of one element. */
export type CommonResource = {
  name: string;
  /** The provider's name of it: a resource of the element, or any object of the provider. */
  vendorName: string;
  /** The effective one, merged of all levels. */
  transformation: Transformation;
  fromVendor: Side;
  toVendor: Side;
  columns: ReadonlyMap<string, Column>;
  runsOnWhere: boolean;
  isDocumented: boolean;
};

/** By name, sorted by name. */
export type CommonResources = ReadonlyMap<string, CommonResource>;

export const NO_COMMON_RESOURCES: ReadonlyMap<string, CommonResource> = new Map();

/** Makes the transformations of one element ready, of all levels that count for an instance of it. */
export function compileCommonResources(levels: readonly LeveledTransformation[]): CommonResources {
  const names = [...new Set(levels.map(({ name }) => name))].sort();
  return new Map(
    names.flatMap((name) => {
      const found = compileOne(levels.filter((one) => one.name === name));
      return found ? [[name, found] as const] : [];
    }),
  );
}

function compileOne(levels: readonly LeveledTransformation[]): CommonResource | null {
  const transformation = mergedTransformation(levels);
  if (!transformation) return null;
  const { runsOnWhere, isDocumented } = rulesOf(transformation);
  return {
    name: transformation.objectName ?? "",
    vendorName: transformation.vendorName,
    transformation,
    fromVendor: sideOf(levels, "fromVendor"),
    toVendor: sideOf(levels, "toVendor"),
    columns: columnsOf(mergedTransformation(levels, "toVendor") ?? transformation),
    runsOnWhere,
    isDocumented,
  };
}

function sideOf(levels: readonly LeveledTransformation[], direction: Direction): Side {
  const merged = mergedTransformation(levels, direction);
  if (!merged) return { map: (source) => source, scripts: [] };
  const isLegacy = merged.isLegacy === true;
  return {
    map: compileMapper(merged, direction),
    scripts: scriptsOf(merged).map((script) => compileScript(script, { isLegacy })),
  };
}

function columnsOf({ fields }: Transformation): CommonResource["columns"] {
  return new Map(
    fields.flatMap((field) => {
      const rules = fieldRulesOf(field);
      if (!field.vendorPath || !either(rules.maps)) return [];
      return [[field.path, { vendorPath: field.vendorPath, convert: convertValue(field, rules, "toVendor") }] as const];
    }),
  );
}
