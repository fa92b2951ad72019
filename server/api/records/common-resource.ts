import { z } from "zod";

const level = z.string().meta({ description: "element, organization, account or instance." });
const settings = z.array(z.looseObject({ type: z.string() }));

export const definitionRecord = z
  .looseObject({
    objectName: z.string(),
    level,
    fields: z.array(z.looseObject({ path: z.string(), type: z.string(), associatedLevel: level })),
  })
  .meta({ id: "ObjectDefinition", description: "Fields of upper levels are included; each names its `level`." });

export const transformationRecord = z
  .looseObject({
    objectName: z.string(),
    vendorName: z.string(),
    elementKey: z.string(),
    level,
    fields: z.array(z.looseObject({ path: z.string(), configuration: settings })),
    configuration: settings,
  })
  .meta({ id: "Transformation", description: "Inherited parts are included; each part names its `level`." });

const named = z.object({ id: z.number().int(), name: z.string() });

export const transformationUseRecord = z
  .object({
    level,
    name: z.string(),
    element: named.extend({ key: z.string() }),
    account: named.optional(),
    elementInstance: named.optional(),
  })
  .meta({ id: "TransformationUse" });

export const commonResourceRecord = z
  .looseObject({
    name: z.string(),
    fields: z.array(
      z.looseObject({
        path: z.string(),
        type: z.string(),
        associatedLevel: level,
        associatedId: z.number().int().meta({ description: "The id of the organization or account." }),
      }),
    ),
    elements: z.array(z.string()).meta({ description: "The keys of the elements that have a transformation." }),
  })
  .meta({ id: "CommonResource" });

const importResult = z.object({
  type: z.enum(["definition", "transformation"]),
  level: z.string(),
  elementKey: z.string().optional(),
  action: z.enum(["created", "updated", "skipped"]),
  message: z.string().optional().meta({ description: "Why it was skipped." }),
});

export const commonResourceImportRecord = z
  .object({ vdrName: z.string(), results: z.array(importResult) })
  .meta({ id: "CommonResourceImport" });

/** The second version of the format, which earlier products call vdr. */
export const commonResourceExport = z
  .looseObject({
    vdrName: z.string(),
    vdrVersion: z.literal("v2"),
    definition: z.looseObject({ objectName: z.string(), fields: z.array(z.looseObject({ path: z.string() })) }),
    transformation: z.record(z.string(), z.looseObject({ vendorName: z.string() })),
  })
  .meta({ id: "CommonResourceExport" });

/** The first version of the format. */
export const commonResourceFirstFormat = z
  .object({
    objectDefinitions: z.record(z.string(), z.looseObject({ fields: z.array(z.looseObject({ path: z.string() })) })),
    transformations: z.record(z.string(), z.record(z.string(), z.looseObject({ vendorName: z.string() }))),
  })
  .meta({ id: "CommonResourceFirstFormat" });
