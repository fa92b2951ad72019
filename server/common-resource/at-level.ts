import { type Definition, LEVELS, type Level, type Transformation } from "./shape.ts";

type Leveled = { level?: string | undefined; associatedLevel?: string | undefined };

const isLevel = (text: string | undefined): text is Level => LEVELS.some((level) => level === text);

/** The level that a part of a definition or transformation names. */
export function levelOf({ level, associatedLevel }: Leveled): Level | undefined {
  const named = level ?? associatedLevel;
  return isLevel(named) ? named : undefined;
}

/** The part of a merged definition at one level; a field without a level belongs to `unnamed`. */
export const definitionAt = (level: Level, { level: _, ...definition }: Definition, unnamed = level): Definition => ({
  ...definition,
  fields: definition.fields.filter(isOf(level, unnamed)).map(withoutLevel),
});

/**
 * The part of a merged transformation at one level; a field, setting or script without a level belongs to `unnamed`.
 */
export function transformationAt(
  level: Level,
  { level: _level, objectName: _name, elementKey: _key, script, scripts, ...transformation }: Transformation,
  unnamed = level,
): Transformation {
  const isHere = isOf(level, unnamed);
  const [own] = [...(script ? [script] : []), ...scripts].filter(isHere);
  return {
    ...transformation,
    fields: transformation.fields
      .filter(isHere)
      .map((field) => ({ ...withoutLevel(field), configuration: field.configuration.map(withoutLevel) })),
    configuration: transformation.configuration.filter(isHere).map(withoutLevel),
    ...(own && { script: withoutLevel(own) }),
    scripts: [],
  };
}

const isOf = (level: Level, unnamed: Level) => (part: Leveled) => (levelOf(part) ?? unnamed) === level;

function withoutLevel<Part extends Leveled>(part: Part): Part {
  const {
    level: _level,
    associatedLevel: _associated,
    associatedId: _id,
    ...rest
  } = part as Part & {
    associatedId?: unknown;
  };
  return rest as unknown as Part;
}
