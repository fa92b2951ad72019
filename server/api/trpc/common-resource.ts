import { z } from "zod";
import { DEFINITIONS } from "#server/services/common-resource/definitions.ts";
import { deleteCommonResource } from "#server/services/common-resource/delete-common-resource.ts";
import { deleteField } from "#server/services/common-resource/delete-field.ts";
import { describeCommonResource } from "#server/services/common-resource/describe-common-resource.ts";
import { exportCommonResource } from "#server/services/common-resource/export-common-resource.ts";
import { importCommonResource } from "#server/services/common-resource/import-common-resource.ts";
import { previewMapping } from "#server/services/common-resource/mapping/preview-mapping.ts";
import { readMapping } from "#server/services/common-resource/mapping/read-mapping.ts";
import { sampleObject } from "#server/services/common-resource/mapping/sample-object.ts";
import { saveMapping } from "#server/services/common-resource/mapping/save-mapping.ts";
import { removeOne } from "#server/services/common-resource/remove-saved.ts";
import { createOne } from "#server/services/common-resource/save.ts";
import { summarizeCommonResources } from "#server/services/common-resource/summarize-common-resources.ts";
import { TRANSFORMATIONS } from "#server/services/common-resource/transformations.ts";
import { commonResourceEndpoints } from "../endpoints/common-resource.ts";
import { sentDefinition, sentTransformation } from "../endpoints/common-resource-parts.ts";
import { elementEndpoints } from "../endpoints/element.ts";
import { instanceEndpoints } from "../endpoints/instance.ts";
import { bodyOf, inputOf } from "./inputs.ts";
import { forViewers, repeatable, router, signedIn } from "./trpc.ts";

const { objectName } = inputOf(commonResourceEndpoints.deleteCommonResource).shape;
const { keyOrId: elementKey } = inputOf(elementEndpoints.readElement).shape;
const { elementInstanceId } = inputOf(instanceEndpoints.readInstance).shape;

const one = z.object({ name: objectName });
const level = z.enum(["organization", "account"]);
/** A common resource at a level, and the element, which may be that of an element instance. */
const mapping = z
  .object({
    level: z.enum([...level.options, "instance"]),
    ...one.shape,
    elementKey: elementKey.optional(),
    elementInstanceId: elementInstanceId.optional(),
  })
  .refine((of) => (of.level === "instance" ? of.elementInstanceId : of.elementKey) !== undefined, {
    message: "elementKey is required, or elementInstanceId at the level instance",
  });

const addressOf = ({ level, name, elementKey, elementInstanceId }: z.output<typeof mapping>) =>
  level === "instance" ? { level, name, elementInstanceId } : { level, name, keyOrId: elementKey };

const withMapping = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ of: mapping, ...shape });

/** Common resources, and the editor of their mappings. */
export const commonResource = router({
  list: signedIn.query(({ ctx }) => summarizeCommonResources(ctx)),
  read: signedIn.input(one).query(({ ctx, input }) => describeCommonResource(ctx, input.name)),
  create: signedIn
    .input(z.object({ level, ...one.shape, definition: sentDefinition }))
    .mutation(({ ctx, input: { definition, ...address } }) =>
      createOne(ctx, { ...address, kind: DEFINITIONS, value: definition }),
    ),
  remove: signedIn
    .input(inputOf(commonResourceEndpoints.deleteCommonResource))
    .mutation(({ ctx, input: { objectName, force = false } }) =>
      deleteCommonResource(ctx, { name: objectName, force }),
    ),
  deleteField: signedIn
    .input(one.extend({ level, path: z.string().max(1000) }))
    .mutation(({ ctx, input }) => deleteField(ctx, input)),
  export: forViewers
    .meta({ storesResponse: false })
    .input(one)
    .mutation(({ ctx, input }) => exportCommonResource(ctx, input.name)),
  import: signedIn
    .input(bodyOf(commonResourceEndpoints.importCommonResource))
    .mutation(({ ctx, input }) => importCommonResource(ctx, input)),
  mapping: signedIn.input(mapping).query(({ ctx, input }) => readMapping(ctx, addressOf(input))),
  /** Sends a request to the provider. */
  sample: signedIn
    .input(z.object({ elementInstanceId, objectName: z.string().min(1).max(255) }))
    .query(({ ctx, input }) => sampleObject(ctx, input)),
  /** A query of a size that only a body can have. */
  preview: repeatable
    .input(
      withMapping({
        transformation: sentTransformation,
        record: z.unknown().optional(),
        where: z.string().max(10_000).optional(),
      }),
    )
    .mutation(({ ctx, input: { of, ...draft } }) => previewMapping(ctx, { ...addressOf(of), ...draft })),
  save: signedIn
    .input(
      withMapping({
        transformation: sentTransformation,
        newFields: sentDefinition.shape.fields,
        renamed: z
          .array(z.object({ from: z.string().max(1000), to: z.string().max(1000) }))
          .max(1000)
          .optional(),
        basedOn: z.string().max(100).nullable(),
      }),
    )
    .mutation(({ ctx, input: { of, ...work } }) => saveMapping(ctx, { ...addressOf(of), ...work })),
  /** The levels above apply again. */
  removeMapping: signedIn
    .input(mapping)
    .mutation(({ ctx, input }) => removeOne(ctx, { ...addressOf(input), kind: TRANSFORMATIONS })),
});
