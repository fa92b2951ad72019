import { type Direction, either } from "./directions.ts";
import { fieldRulesOf, rulesOf } from "./rules.ts";
import {
  type DefinedField,
  LEVELS,
  type Level,
  type LeveledDefinition,
  type LeveledTransformation,
  type Transformation,
  type TransformationScript,
} from "./shape.ts";

/**
 * The transformation that counts where these levels meet: the most specific one, with the fields and the script of
 * those above it as far as it inherits; each part says its `level`. With a direction, as it is in that direction. Null
 * if there is none, or the most specific one is removed.
 */
export function mergedTransformation(
  levels: readonly LeveledTransformation[],
  direction?: Direction,
): Transformation | null {
  const sorted = [...levels].sort((one, other) => rank(other.level) - rank(one.level));
  return merged(sorted, direction);
}

const rank = (level: Level): number => LEVELS.indexOf(level);

function merged([own, ...above]: readonly LeveledTransformation[], direction?: Direction): Transformation | null {
  if (!own) return null;
  const rules = rulesOf(own.transformation);
  if (rules.isRemoved) return null;
  const transformation = leveled(own);
  const inherits = direction === undefined ? either(rules.inherits) : rules.inherits[direction];
  const upper = inherits ? merged(above, direction) : null;
  return upper ? joined(transformation, upper) : withoutRemoved(transformation);
}

/** Adds the level to each part, and drops data of other levels. */
function leveled({ level, name, transformation }: LeveledTransformation): Transformation {
  const { script, scripts, fields, configuration, ...rest } = transformation;
  const own = scriptsOf({ script, scripts }).map((one) => ({ ...one, level }));
  return withScripts(
    {
      ...rest,
      objectName: name,
      level,
      fields: fields.map((field) => ({ ...field, level })),
      configuration: configuration.map((setting) => ({ ...setting, level })),
      scripts: [],
    },
    own,
  );
}

/** Exports repeat the script: alone, and in the list of the scripts of all levels. */
export const scriptsOf = ({ script, scripts }: Pick<Transformation, "script" | "scripts">): TransformationScript[] => {
  const all = scripts.length > 0 ? scripts : script ? [script] : [];
  return all.filter(({ body }) => body.trim() !== "");
};

/** The one on the transformation is the most specific one. */
function withScripts(transformation: Transformation, scripts: TransformationScript[]): Transformation {
  const script = scripts.at(-1);
  return { ...transformation, ...(script && { script }), scripts };
}

function joined(own: Transformation, upper: Transformation): Transformation {
  const paths = new Set(own.fields.map(({ path }) => path));
  const types = new Set(own.configuration.map(({ type }) => type));
  const whole = {
    ...own,
    fields: [...own.fields, ...upper.fields.filter(({ path }) => !paths.has(path))],
    configuration: [...own.configuration, ...upper.configuration.filter(({ type }) => !types.has(type))],
  };
  // Inherited parts run first, so that the level below can override them.
  return withoutRemoved(withScripts(whole, [...upper.scripts, ...own.scripts]));
}

const withoutRemoved = (transformation: Transformation): Transformation => ({
  ...transformation,
  fields: transformation.fields.filter((field) => !fieldRulesOf(field).isRemoved),
});

export type MergedField = DefinedField & { level: Level; associatedLevel: Level };

/** The fields of all levels, from the most general to the most specific, each with its level; a path is there once. */
export function mergedDefinition(levels: readonly LeveledDefinition[]): MergedField[] {
  const sorted = [...levels].sort((one, other) => rank(one.level) - rank(other.level));
  const fields = sorted.flatMap(({ level, definition }) =>
    definition.fields.map((field): MergedField => ({ ...field, level, associatedLevel: level })),
  );
  return [...new Map(fields.map((field) => [field.path, field])).values()];
}
