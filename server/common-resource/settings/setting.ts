import type { DatePattern } from "#server/element/polling/date-pattern.ts";
import type { Directions } from "../directions.ts";

/** How a transformation maps, as its settings have it. */
export type Rules = {
  /** Fields that are not mapped are kept. */
  passesThrough: Directions;
  /** Fields of the levels above are added. */
  inherits: Directions;
  /** The common resource is not there at this level. */
  isRemoved: boolean;
  isDocumented: boolean;
  /** The script changes the conditions of a `where` as well. */
  runsOnWhere: boolean;
};

/** How one field is mapped, as its settings have it. */
export type FieldRules = {
  /** The field is there at all; otherwise it hides the field of a level above. */
  isRemoved: boolean;
  maps: Directions;
  /** The value where there is none. */
  fallback?: { value: unknown; directions: Directions };
  /** How dates are written: ours, and those of the provider. */
  mask?: { ours?: DatePattern; provider?: DatePattern };
};

export type Properties = Readonly<Record<string, unknown>>;

/** A setting of transformations, of their fields, or of both. Adding one is one file and a row in the registry. */
export type Setting = {
  type: string;
  /** What it does, for people who map. */
  summary: string;
  /** What is wrong with its properties, if anything. */
  problemOf?: (properties: Properties) => string | undefined;
  ofTransformation?: (rules: Rules, directions: Directions) => Rules;
  ofField?: (rules: FieldRules, directions: Directions, properties: Properties) => FieldRules;
};

export const defineSetting = <const Of extends Setting>(setting: Of & Setting): Setting & Pick<Of, "type"> => setting;
