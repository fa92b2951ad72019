import { z } from "zod";
import { listOf, maybe, orElse } from "../shapes.ts";

// Common resources as they are sent, stored and exported: the definition of our fields, and for each element a
// transformation between them and the fields of the provider. Objects are loose, so that an export contains unknown
// fields unchanged.

/** From the most general to the most specific. An element's own parts are below all of them. */
export const LEVELS = ["element", "organization", "account", "instance"] as const;
export type Level = (typeof LEVELS)[number];

const text = maybe(z.string());
const path = z.string().trim().min(1, "must not be empty").max(1000, "must not be longer than 1,000 characters");
const flag = maybe(z.boolean());

/** The level of a field, for readers. In requests it is ignored. */
const level = maybe(z.string());

/** A field of a common resource. */
export const definedFieldSchema = z.looseObject({
  path,
  type: orElse(z.string(), "string"),
  displayName: text,
  level,
  associatedLevel: level,
});

/** The fields of a common resource at one level. */
export const definitionSchema = z.looseObject({ fields: listOf(definedFieldSchema), level });

/** The directions in which a setting applies; null and missing mean both. */
const directions = maybe(z.looseObject({ fromVendor: flag, toVendor: flag }));

/** A setting of a transformation or of one of its fields: `inherit`, `passThrough`, … */
export const transformationSettingSchema = z.looseObject({
  type: z.string().min(1, "must not be empty"),
  properties: directions,
  level,
});

/** One of our fields, and its place at the provider. */
export const transformationFieldSchema = z.looseObject({
  path,
  type: text,
  vendorPath: text,
  vendorType: text,
  level,
  configuration: listOf(transformationSettingSchema),
});

/** Runs after the fields were converted, in both directions, and for the conditions of a `where`. */
export const transformationScriptSchema = z.looseObject({
  body: orElse(z.string(), ""),
  mimeType: orElse(z.string(), "application/javascript"),
  filterEmptyResponse: flag,
  level,
});

/** Converts the objects of one element to those of a common resource, and back, at one level. */
export const transformationSchema = z.looseObject({
  objectName: text,
  vendorName: z.string().trim().min(1, "must not be empty").max(255),
  elementKey: text,
  level,
  startDate: text,
  isLegacy: flag,
  fields: z.preprocess((value) => value ?? undefined, z.array(transformationFieldSchema)),
  configuration: listOf(transformationSettingSchema),
  script: maybe(transformationScriptSchema),
  scripts: listOf(transformationScriptSchema),
});

export type DefinedField = z.output<typeof definedFieldSchema>;
export type Definition = z.output<typeof definitionSchema>;
export type TransformationSetting = z.output<typeof transformationSettingSchema>;
export type TransformationField = z.output<typeof transformationFieldSchema>;
export type TransformationScript = z.output<typeof transformationScriptSchema>;
export type Transformation = z.output<typeof transformationSchema>;

/** The transformation of a common resource that is saved at a level. */
export type LeveledTransformation = { level: Level; name: string; transformation: Transformation };
/** The definition of a common resource that is saved at a level. */
export type LeveledDefinition = { level: Level; name: string; definition: Definition };
