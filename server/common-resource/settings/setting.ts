import type { DatePattern } from "#server/element/polling/date-pattern.ts";
import type { Directions } from "../directions.ts";

/** The mapping rules of a transformation, by its settings. */
export type Rules = {
  /** Fields without a mapping are kept. */
  passesThrough: Directions;
  /** Fields of the levels above are added. */
  inherits: Directions;
  /** The common resource does not exist at this level. */
  isRemoved: boolean;
  isDocumented: boolean;
  /** The script also changes the conditions of a `where`. */
  runsOnWhere: boolean;
};

/** The mapping rules of one field, by its settings. */
export type FieldRules = {
  /** The field is removed: it hides the field of a level above. */
  isRemoved: boolean;
  maps: Directions;
  /** The default value. */
  fallback?: { value: unknown; directions: Directions };
  /** The date formats: ours, and the provider's. */
  mask?: { ours?: DatePattern; provider?: DatePattern };
};

export type Properties = Readonly<Record<string, unknown>>;

/** A setting of transformations, of their fields, or of both. To add one: write its file and a row in the registry. */
export type Setting = {
  type: string;
  /** A description for people who map. */
  summary: string;
  /** The problem with its properties, if any. */
  problemOf?: (properties: Properties) => string | undefined;
  ofTransformation?: (rules: Rules, directions: Directions) => Rules;
  ofField?: (rules: FieldRules, directions: Directions, properties: Properties) => FieldRules;
};

export const defineSetting = <const Of extends Setting>(setting: Of & Setting): Setting & Pick<Of, "type"> => setting;
