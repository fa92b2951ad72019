import { z } from "zod";
import { indexedText, maybe } from "../shapes.ts";
import { definitionAt, levelOf, transformationAt } from "./at-level.ts";
import {
  type Definition,
  definitionSchema,
  LEVELS,
  type Level,
  type LeveledDefinition,
  type LeveledTransformation,
  type Transformation,
  transformationSchema,
} from "./shape.ts";

/** A common resource as a file: its fields, and its transformations by the keys of elements, of all levels. */
export const exportSchema = z.looseObject({
  vdrName: maybe(indexedText.min(1)),
  vdrVersion: maybe(z.literal("v2", "must be v2")),
  definition: definitionSchema.extend({ objectName: maybe(indexedText.min(1)) }),
  transformation: z.preprocess((value) => value ?? {}, z.record(z.string(), transformationSchema)),
});

/** A file as it is read. */
export type CommonResourceImport = z.output<typeof exportSchema>;

/** A file as it is written. */
export type CommonResourceExport = {
  vdrName: string;
  vdrVersion: "v2";
  definition: Definition & { objectName: string };
  transformation: Record<string, Transformation>;
};

/** A common resource is written with all its levels, each part with its own, so that an import restores each. */
export function exported(
  name: string,
  definitions: readonly LeveledDefinition[],
  transformations: ReadonlyMap<string, readonly LeveledTransformation[]>,
): CommonResourceExport {
  return {
    vdrName: name,
    vdrVersion: "v2",
    definition: { ...joinedDefinition(definitions), objectName: name },
    transformation: Object.fromEntries(
      [...transformations].flatMap(([elementKey, levels]) => {
        const joined = joinedTransformation(levels);
        return joined ? [[elementKey, { ...joined, objectName: name, elementKey }]] : [];
      }),
    ),
  };
}

function joinedDefinition(definitions: readonly LeveledDefinition[]): Definition {
  const most = definitions.at(-1);
  const fields = definitions.flatMap(({ level, definition }) =>
    definition.fields.map((field) => ({ ...field, level })),
  );
  return { ...most?.definition, ...(most && { level: most.level }), fields };
}

function joinedTransformation(levels: readonly LeveledTransformation[]): Transformation | null {
  const most = levels.at(-1);
  if (!most) return null;
  const all = levels.map(({ level, transformation }) => ({
    fields: transformation.fields.map((field) => ({ ...field, level })),
    configuration: transformation.configuration.map((setting) => ({ ...setting, level })),
    scripts: transformation.script ? [{ ...transformation.script, level }] : [],
  }));
  const scripts = all.flatMap((one) => one.scripts);
  const script = scripts.at(-1);
  return {
    ...most.transformation,
    level: most.level,
    fields: all.flatMap(({ fields }) => fields),
    configuration: all.flatMap(({ configuration }) => configuration),
    scripts,
    ...(script && { script }),
  };
}

/** The level of parts without one, if the whole names none either. */
const USUAL: Level = "organization";

/** The parts of a definition at each level, the most general first. */
export function definitionLevels(definition: Definition): { level: Level; definition: Definition }[] {
  const unnamed = levelOf(definition) ?? USUAL;
  return levelsIn(definition.fields, unnamed).map((level) => ({
    level,
    definition: definitionAt(level, definition, unnamed),
  }));
}

/** The parts of a transformation at each level, the most general first. */
export function transformationLevels(
  transformation: Transformation,
): { level: Level; transformation: Transformation }[] {
  const unnamed = levelOf(transformation) ?? USUAL;
  const { fields, configuration, script, scripts } = transformation;
  const parts = [...fields, ...configuration, ...(script ? [script] : []), ...scripts];
  return levelsIn(parts, unnamed).map((level) => ({
    level,
    transformation: transformationAt(level, transformation, unnamed),
  }));
}

/** The levels of these parts; without any, that of the whole. */
function levelsIn(parts: readonly { level?: string | undefined }[], unnamed: Level): Level[] {
  const found = new Set(parts.map((part) => levelOf(part) ?? unnamed));
  return found.size === 0 ? [unnamed] : LEVELS.filter((level) => found.has(level));
}
