import { z } from "zod";
import { exportSchema } from "#server/common-resource/exported.ts";
import { asFirstFormat, fromFirstFormat } from "#server/common-resource/first-format.ts";
import { deleteCommonResource } from "#server/services/common-resource/delete-common-resource.ts";
import { exportCommonResource } from "#server/services/common-resource/export-common-resource.ts";
import { importCommonResource } from "#server/services/common-resource/import-common-resource.ts";
import { listCommonResources } from "#server/services/common-resource/list-common-resources.ts";
import { listUses } from "#server/services/common-resource/list-uses.ts";
import { endpoint } from "../endpoint.ts";
import {
  commonResourceExport,
  commonResourceFirstFormat,
  commonResourceImportRecord,
  commonResourceRecord,
  transformationUseRecord,
} from "../records/common-resource.ts";
import { flag, nothing } from "../records/fields.ts";
import { addressOf, LEVEL_PATHS, type LevelPath, objectName } from "./common-resource-levels.ts";

const shared = { auth: "platform", tags: ["Common resources"] } as const;

const where = z.string().optional().meta({
  description: "By objectName, also called name: `objectName='contact'` or `objectName in ('contact','account')`.",
});

const uses = (level: LevelPath) =>
  endpoint({
    ...shared,
    method: "GET",
    path: `${level.at}/objects/{objectName}/transformations`,
    summary: `List the transformations of a common resource in ${level.of}`,
    description: "Includes transformations of the whole organization. Returns 404 if there are none.",
    params: level.params.extend(objectName.shape),
    reply: z.array(transformationUseRecord),
    handle: (ctx, { params }) => listUses(ctx, addressOf(level, params)),
  });

export const commonResourceEndpoints = {
  listUses: uses(LEVEL_PATHS.organization),
  listUsesOfAccount: uses(LEVEL_PATHS.account),

  listCommonResources: endpoint({
    ...shared,
    method: "GET",
    path: "/common-resources",
    summary: "List common resources",
    description: "Returns common resources of your account and of the organization, each with the fields of both.",
    query: z.object({ where }),
    reply: z.array(commonResourceRecord),
    handle: (ctx, { query }) => listCommonResources(ctx, query),
  }),

  deleteCommonResource: endpoint({
    ...shared,
    method: "DELETE",
    path: "/common-resources/{objectName}",
    summary: "Delete a common resource at all levels",
    params: objectName,
    query: z.object({ force: flag.meta({ description: "Set to true to delete its transformations as well." }) }),
    reply: nothing,
    handle: (ctx, { params, query: { force = false } }) =>
      deleteCommonResource(ctx, { name: params.objectName, force }),
  }),

  listExportable: endpoint({
    ...shared,
    method: "GET",
    path: "/vdrs",
    summary: "List common resources that can be exported",
    query: z.object({ objectName: z.string().optional(), where }),
    reply: z.array(commonResourceRecord),
    handle: (ctx, { query: { objectName: name, where } }) => listCommonResources(ctx, { name, where }),
  }),

  exportCommonResource: endpoint({
    ...shared,
    method: "GET",
    path: "/vdrs/{objectName}/export",
    summary: "Export a common resource",
    description:
      "Returns its fields and its transformations of all elements. Each part names its `level`. `version=v1` returns the first version of the format: `{objectDefinitions, transformations}`.",
    params: objectName,
    query: z.object({ version: z.enum(["v1", "v2"], "must be v1 or v2").optional() }),
    reply: z.union([commonResourceExport, commonResourceFirstFormat]),
    handle: async (ctx, { params, query: { version } }) => {
      const resource = await exportCommonResource(ctx, params.objectName);
      return version === "v1" ? asFirstFormat(resource) : resource;
    },
  }),

  importCommonResource: endpoint({
    ...shared,
    method: "PUT",
    path: "/vdrs/import",
    summary: "Import a common resource",
    description:
      "Creates or updates each part at its level, of the organization or of your account. Transformations of unknown elements are skipped. Accepts both versions of the format; the file contains one common resource.",
    bodyLimit: 8 * 1024 * 1024,
    body: z.preprocess(inSecondFormat, exportSchema),
    reply: commonResourceImportRecord,
    handle: (ctx, { body }) => importCommonResource(ctx, body),
  }),
};

/** Converts a file of the first version of the format to the second. Files with several have their own endpoint. */
function inSecondFormat(body: unknown, { addIssue }: z.RefinementCtx): unknown {
  const several = typeof body === "object" && body !== null ? fromFirstFormat({ ...body }) : null;
  if (!several || several.length === 1) return several?.[0] ?? body;
  addIssue({
    code: "custom",
    path: ["objectDefinitions"],
    message: `has ${several.length} common resources, and one is imported here. Use POST /definitions/import`,
  });
  return z.NEVER;
}
